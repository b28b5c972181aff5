import { operationDescriptions } from '../../contract/successMessages';
import { autoScore, isObjective } from '../../contract/rules/assignments';
import type { Condition } from '../db/search/matching';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { openAssignment } from './questionChanges';
import type { StoredQuestion } from './questions';
import { addEmptyAnswers, capTotals, settle, submissionIdsOf } from './totals';

const answersTo = ({ trx }: UnitOfWork, questionId: number) =>
  trx
    .selectFrom('submission_answers')
    .select(['id', 'submission_id', 'answer_text', 'selected_option_id', 'score', 'is_manual'])
    .where('question_id', '=', questionId)
    .orderBy('id');

interface Rescored {
  id: number;
  submissionId: number;
  score: number;
}

const write = (unit: UnitOfWork, rescored: readonly Rescored[]) =>
  unit.updateMany(
    'submission_answers',
    rescored.map(({ id, score }) => ({ id, changes: { score } })),
  );

/** Scores the objective answers of an assignment that have no score. */
export async function autoGrade(unit: UnitOfWork, assignmentId: number, scope: Condition) {
  const { assignment, questions } = await openAssignment(unit, assignmentId, scope);
  const { title } = assignment;
  unit.describe('update', 'assignments', title, operationDescriptions.assignmentAutoGraded(title));
  const scored: Rescored[] = [];
  for (const question of questions.filter(({ question_type }) => isObjective(question_type))) {
    const waiting = await answersTo(unit, question.id).where('score', 'is', null).execute();
    for (const { id, submission_id, ...given } of waiting)
      scored.push({ id, submissionId: submission_id, score: autoScore(question, given) ?? 0 });
  }
  await write(unit, scored);
  const touched = [...new Set(scored.map(({ submissionId }) => submissionId))].toSorted((a, b) => a - b);
  return { graded_answers: scored.length, graded_submissions: await settle(unit, assignment, touched) };
}

/**
 * After a change of marks or keys: scores every objective answer anew that no person scored, caps what persons gave at
 * the marks of the question (or of the assignment, where it has none), and gives submissions the answers that they lack. @returns how many scores changed
 */
export async function regrade(unit: UnitOfWork, assignmentId: number, scope: Condition): Promise<number> {
  const { assignment, questions } = await openAssignment(unit, assignmentId, scope);
  const { title } = assignment;
  unit.describe('update', 'assignments', title, operationDescriptions.assignmentRegraded(title));
  const submissions = await submissionIdsOf(unit, assignmentId);
  const changed: Rescored[] = [];
  for (const question of questions) {
    for (const { submission_id, ...answer } of await allAnswersTo(unit, question.id, submissions)) {
      const score = scoreAgain(question, answer);
      if (score !== null && score !== answer.score)
        changed.push({ id: answer.id, submissionId: submission_id, score });
    }
  }
  await write(unit, changed);
  const capped = questions.length > 0 ? 0 : await capTotals(unit, assignment);
  if (questions.length > 0) await settle(unit, assignment, submissions);
  await unit.update('assignments', assignmentId, { needs_regrade: 0 });
  return changed.length + capped;
}

/** The answers to a question, one of each submission: who has none gets an empty one. */
async function allAnswersTo(unit: UnitOfWork, questionId: number, submissions: readonly number[]) {
  const answers = await answersTo(unit, questionId).execute();
  const answered = new Set(answers.map((one) => one.submission_id));
  const lacking = submissions.filter((id) => !answered.has(id));
  if (lacking.length === 0) return answers;
  await addEmptyAnswers(unit, lacking, [questionId]);
  return answersTo(unit, questionId).execute();
}

/** The score of an answer by the marks and the key of now; null where it has none and only a person can give one. */
function scoreAgain(
  question: StoredQuestion,
  answer: {
    answer_text: string | null;
    selected_option_id: number | null;
    score: number | null;
    is_manual: number;
  },
): number | null {
  if (answer.is_manual === 0 && isObjective(question.question_type)) return autoScore(question, answer);
  return answer.score === null ? null : Math.min(answer.score, question.marks);
}
