import { assignmentsApi } from '../../contract/assignmentCalls';
import type { BodyOf } from '../../contract/endpoint';
import { successMessages, operationDescriptions } from '../../contract/successMessages';
import { ruleMessages } from '../../contract/errors';
import { autoScore, isObjective } from '../../contract/rules/assignments';
import { type Call, done, type Route, route } from '../mount';
import { forNoKeyUpdate } from '../db/engine/dialect';
import type { Row } from '../db/schema';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid, notFound, Problem } from '../problem';
import type { Condition } from '../db/search/matching';
import { assignmentById } from './queries';
import { submissionRows, submissionDetail, shownAnswer, submissionById } from './submissions';
import { viewerOf, type Viewer } from './viewer';
import { notifyGraded } from './notices';
import { questionsOf, type StoredQuestion } from './questionRows';
import { updateSubmissionTotals, addEmptyAnswers, capTotals, submissionIdsOf } from './totals';
import { assignmentWithQuestions } from './questionChanges';

/** A submission that is about to be graded, locked against other graders. @throws NOT_FOUND */
async function openSubmission(unit: UnitOfWork, id: number, viewer: Viewer) {
  await submissionById(unit.trx, id, viewer);
  await forNoKeyUpdate(
    unit.kind,
    unit.trx.selectFrom('submissions').select('id').where('id', '=', id),
  ).executeTakeFirst();
  const open = await submissionById(unit.trx, id, viewer);
  const { title } = open.assignment;
  const what = operationDescriptions.submissionGraded(open.submission.student_name, title);
  unit.describe('update', 'submissions', title, what);
  return open;
}

/**
 * Scores an answer. A score of a person is never overwritten by auto-grading. @returns the submission's row number
 * @throws NOT_FOUND, VALIDATION above the marks of the question, STALE with the current answer
 */
async function gradeAnswer(
  unit: UnitOfWork,
  answerId: number,
  { score, feedback, version }: BodyOf<typeof assignmentsApi.gradeAnswer>,
  viewer: Viewer,
): Promise<number> {
  const found = await answerById(unit, answerId);
  const { assignment } = await openSubmission(unit, found.submission_id, viewer);
  const answer = await answerById(unit, answerId);
  const question = (await questionsOf(unit.trx, assignment.id)).find(({ id }) => id === answer.question_id);
  if (!question) throw notFound();
  if (version !== undefined && version !== answer.version) {
    const current = shownAnswer(question, answer, { isStudent: false, withKey: true, withScores: true });
    throw new Problem('STALE', { message: ruleMessages.staleAnswer, extra: { current } });
  }
  if (typeof score === 'number' && score > question.marks)
    throw invalid({ path: 'score', message: ruleMessages.scoreOver(question.marks) });
  await unit.update('submission_answers', answerId, {
    ...(score !== undefined && { score, is_manual: score === null ? 0 : 1 }),
    ...(feedback !== undefined && { feedback }),
  });
  await updateSubmissionTotals(unit, assignment, [found.submission_id]);
  return found.submission_id;
}

async function answerById({ trx }: UnitOfWork, id: number): Promise<Row<'submission_answers'>> {
  return trx
    .selectFrom('submission_answers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);
}

/**
 * Sets the feedback of a whole submission; if the assignment has no questions, also its score.
 * @throws NOT_FOUND, VALIDATION
 */
async function gradeSubmission(
  unit: UnitOfWork,
  id: number,
  { score, feedback }: BodyOf<typeof assignmentsApi.gradeSubmission>,
  viewer: Viewer,
): Promise<void> {
  const { assignment, submission } = await openSubmission(unit, id, viewer);
  if (score !== undefined && assignment.questions_count > 0)
    throw invalid({ path: 'score', message: ruleMessages.scoreFromAnswers });
  if (typeof score === 'number' && score > assignment.total_marks)
    throw invalid({ path: 'score', message: ruleMessages.submissionScoreOver(assignment.total_marks) });
  const isGraded = score === undefined ? submission.is_graded : score === null ? 0 : 1;
  await unit.update('submissions', id, {
    feedback,
    ...(score !== undefined && { total_score: score, is_graded: isGraded }),
  });
  if (isGraded === 1 && submission.is_graded === 0)
    await notifyGraded(unit, assignment, [submission.student_row_id]);
}

const detail = async (call: Pick<Call, 'data' | 'user' | 'scope'>, id: number) =>
  submissionDetail(call.data.read, id, await viewerOf(call), call.data.now());

/** Submissions, and their scores and feedback. */
export const gradingRoutes: Route[] = [
  route(assignmentsApi.submissions, async (call) => {
    const { sees } = await viewerOf(call);
    return submissionRows(call.data.read, await assignmentById(call.data.read, call.params.id, sees));
  }),

  route(assignmentsApi.submission, (call) => detail(call, call.params.id)),

  route(assignmentsApi.gradeAnswer, async (call) => {
    const { data, actor, params, body } = call;
    const viewer = await viewerOf(call);
    const id = await data.writeTogether(actor, (unit) => gradeAnswer(unit, params.answerId, body, viewer));
    return { ...done(successMessages.answerGraded), submission: await detail(call, id) };
  }),

  route(assignmentsApi.gradeSubmission, async (call) => {
    const { data, actor, params, body } = call;
    const viewer = await viewerOf(call);
    await data.writeTogether(actor, (unit) => gradeSubmission(unit, params.id, body, viewer));
    const submission = await detail(call, params.id);
    return { ...done(successMessages.submissionFeedbackSaved), submission };
  }),

  route(assignmentsApi.autoGrade, async ({ data, actor, params: { id }, scope }) => {
    const { whole } = await scope();
    const graded = await data.write(actor, (unit) => autoGrade(unit, id, whole));
    const message =
      graded.graded_answers > 0 ? successMessages.autoGraded : successMessages.nothingToAutoGrade;
    return { ...done(message), ...graded };
  }),

  route(assignmentsApi.regrade, async ({ data, actor, params: { id }, scope }) => {
    const { whole } = await scope();
    const changed_answers = await data.write(actor, (unit) => regrade(unit, id, whole));
    return { ...done(successMessages.regraded), changed_answers };
  }),
];

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
async function autoGrade(unit: UnitOfWork, assignmentId: number, scope: Condition) {
  const { assignment, questions } = await assignmentWithQuestions(unit, assignmentId, scope);
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
  return {
    graded_answers: scored.length,
    graded_submissions: await updateSubmissionTotals(unit, assignment, touched),
  };
}

/**
 * After a change of marks or keys: scores every objective answer again that no person scored, reduces the scores of
 * persons to the marks of the question (or of the assignment, if it has no questions), and adds missing answers to
 * submissions. @returns how many scores changed
 */
async function regrade(unit: UnitOfWork, assignmentId: number, scope: Condition): Promise<number> {
  const { assignment, questions } = await assignmentWithQuestions(unit, assignmentId, scope);
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
  if (questions.length > 0) await updateSubmissionTotals(unit, assignment, submissions);
  await unit.update('assignments', assignmentId, { needs_regrade: 0 });
  return changed.length + capped;
}

/** The answers to a question, one for each submission: a submission without one gets an empty answer. */
async function allAnswersTo(unit: UnitOfWork, questionId: number, submissions: readonly number[]) {
  const answers = await answersTo(unit, questionId).execute();
  const answered = new Set(answers.map((one) => one.submission_id));
  const lacking = submissions.filter((id) => !answered.has(id));
  if (lacking.length === 0) return answers;
  await addEmptyAnswers(unit, lacking, [questionId]);
  return answersTo(unit, questionId).execute();
}

/** The score of an answer by the current marks and key; null if it has none and only a person can score it. */
function scoreAgain(
  question: StoredQuestion,
  answer: Pick<Row<'submission_answers'>, 'answer_text' | 'selected_option_id' | 'score' | 'is_manual'>,
): number | null {
  if (answer.is_manual === 0 && isObjective(question.question_type)) return autoScore(question, answer);
  return answer.score === null ? null : Math.min(answer.score, question.marks);
}
