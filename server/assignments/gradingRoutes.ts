import { assignmentsApi } from '../../contract/assignmentCalls';
import type { BodyOf } from '../../contract/endpoint';
import { successMessages, operationDescriptions } from '../../contract/successMessages';
import { ruleMessages } from '../../contract/errors';
import { autoScore, isObjective } from '../../contract/rules/assignments';
import { type Call, successBody, type Route, route } from '../mount';
import { forNoKeyUpdate } from '../db/engine/dialect';
import type { Row } from '../db/schema';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid, notFound, Problem } from '../problem';
import type { Condition } from '../db/search/matching';
import { loadAssignment } from './queries';
import { loadSubmissionRows, loadSubmissionDetail, toAnswer, loadSubmission } from './submissions';
import { loadViewer, type Viewer } from './viewer';
import { notifyGraded } from './notices';
import { loadQuestions, type StoredQuestion } from './questionRows';
import { updateSubmissionTotals, addEmptyAnswers, capScores, loadSubmissionIds } from './totals';
import { loadWithQuestions } from './questionChanges';

/** The lock makes other graders of the submission wait. @throws NOT_FOUND */
async function lockSubmission(unit: UnitOfWork, id: number, viewer: Viewer) {
  await loadSubmission(unit.trx, id, viewer);
  await forNoKeyUpdate(
    unit.kind,
    unit.trx.selectFrom('submissions').select('id').where('id', '=', id),
  ).executeTakeFirst();
  const loaded = await loadSubmission(unit.trx, id, viewer);
  const { title } = loaded.assignment;
  const description = operationDescriptions.submissionGraded(loaded.submission.student_name, title);
  unit.describe('update', 'submissions', title, description);
  return loaded;
}

/**
 * A score sets `is_manual`, so that auto-grading does not overwrite it.
 * @returns the id of the submission
 * @throws NOT_FOUND, VALIDATION above the marks of the question, STALE with the current answer
 */
async function gradeAnswer(
  unit: UnitOfWork,
  answerId: number,
  { score, feedback, version }: BodyOf<typeof assignmentsApi.gradeAnswer>,
  viewer: Viewer,
): Promise<number> {
  const submittedAnswer = await loadAnswer(unit, answerId);
  const { assignment } = await lockSubmission(unit, submittedAnswer.submission_id, viewer);
  const answer = await loadAnswer(unit, answerId);
  const question = (await loadQuestions(unit.trx, assignment.id)).find(({ id }) => id === answer.question_id);
  if (!question) throw notFound();
  if (version !== undefined && version !== answer.version) {
    const current = toAnswer(question, answer, { isStudent: false, showsKey: true, showsScores: true });
    throw new Problem('STALE', { message: ruleMessages.staleAnswer, extra: { current } });
  }
  if (typeof score === 'number' && score > question.marks)
    throw invalid({ path: 'score', message: ruleMessages.scoreOver(question.marks) });
  await unit.update('submission_answers', answerId, {
    ...(score !== undefined && { score, is_manual: score === null ? 0 : 1 }),
    ...(feedback !== undefined && { feedback }),
  });
  await updateSubmissionTotals(unit, assignment, [submittedAnswer.submission_id]);
  return submittedAnswer.submission_id;
}

async function loadAnswer({ trx }: UnitOfWork, id: number): Promise<Row<'submission_answers'>> {
  return trx
    .selectFrom('submission_answers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);
}

/** Only an assignment without questions has a score per submission. @throws NOT_FOUND, VALIDATION */
async function gradeSubmission(
  unit: UnitOfWork,
  id: number,
  { score, feedback }: BodyOf<typeof assignmentsApi.gradeSubmission>,
  viewer: Viewer,
): Promise<void> {
  const { assignment, submission } = await lockSubmission(unit, id, viewer);
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

const loadDetail = async (call: Pick<Call, 'data' | 'user' | 'scope'>, id: number) =>
  loadSubmissionDetail(call.data.read, id, await loadViewer(call), call.data.now());

export const gradingRoutes: Route[] = [
  route(assignmentsApi.submissions, async (call) => {
    const { isVisible } = await loadViewer(call);
    return loadSubmissionRows(
      call.data.read,
      await loadAssignment(call.data.read, call.params.id, isVisible),
    );
  }),

  route(assignmentsApi.submission, (call) => loadDetail(call, call.params.id)),

  route(assignmentsApi.gradeAnswer, async (call) => {
    const { data, actor, params, body } = call;
    const viewer = await loadViewer(call);
    const id = await data.writeConcurrently(actor, (unit) =>
      gradeAnswer(unit, params.answerId, body, viewer),
    );
    return { ...successBody(successMessages.answerGraded), submission: await loadDetail(call, id) };
  }),

  route(assignmentsApi.gradeSubmission, async (call) => {
    const { data, actor, params, body } = call;
    const viewer = await loadViewer(call);
    await data.writeConcurrently(actor, (unit) => gradeSubmission(unit, params.id, body, viewer));
    const submission = await loadDetail(call, params.id);
    return { ...successBody(successMessages.submissionFeedbackSaved), submission };
  }),

  route(assignmentsApi.autoGrade, async ({ data, actor, params: { id }, scope }) => {
    const { wholeSubjects } = await scope();
    const result = await data.write(actor, (unit) => autoGrade(unit, id, wholeSubjects));
    const message =
      result.graded_answers > 0 ? successMessages.autoGraded : successMessages.nothingToAutoGrade;
    return { ...successBody(message), ...result };
  }),

  route(assignmentsApi.regrade, async ({ data, actor, params: { id }, scope }) => {
    const { wholeSubjects } = await scope();
    const changed_answers = await data.write(actor, (unit) => regrade(unit, id, wholeSubjects));
    return { ...successBody(successMessages.regraded), changed_answers };
  }),
];

const selectAnswers = ({ trx }: UnitOfWork, questionId: number) =>
  trx
    .selectFrom('submission_answers')
    .select(['id', 'submission_id', 'answer_text', 'selected_option_id', 'score', 'is_manual'])
    .where('question_id', '=', questionId)
    .orderBy('id');

interface NewScore {
  id: number;
  submissionId: number;
  score: number;
}

const writeScores = (unit: UnitOfWork, scores: readonly NewScore[]) =>
  unit.updateMany(
    'submission_answers',
    scores.map(({ id, score }) => ({ id, changes: { score } })),
  );

async function autoGrade(unit: UnitOfWork, assignmentId: number, scope: Condition) {
  const { assignment, questions } = await loadWithQuestions(unit, assignmentId, scope);
  const { title } = assignment;
  unit.describe('update', 'assignments', title, operationDescriptions.assignmentAutoGraded(title));
  const scores: NewScore[] = [];
  for (const question of questions.filter(({ question_type }) => isObjective(question_type))) {
    const answers = await selectAnswers(unit, question.id).where('score', 'is', null).execute();
    for (const { id, submission_id, ...answer } of answers)
      scores.push({ id, submissionId: submission_id, score: autoScore(question, answer) ?? 0 });
  }
  await writeScores(unit, scores);
  const submissionIds = [...new Set(scores.map(({ submissionId }) => submissionId))].toSorted(
    (a, b) => a - b,
  );
  return {
    graded_answers: scores.length,
    graded_submissions: await updateSubmissionTotals(unit, assignment, submissionIds),
  };
}

/**
 * Scores objective answers again, and limits manual scores to the new marks.
 * @returns the number of changed scores
 */
async function regrade(unit: UnitOfWork, assignmentId: number, scope: Condition): Promise<number> {
  const { assignment, questions } = await loadWithQuestions(unit, assignmentId, scope);
  const { title } = assignment;
  unit.describe('update', 'assignments', title, operationDescriptions.assignmentRegraded(title));
  const submissionIds = await loadSubmissionIds(unit, assignmentId);
  const scores: NewScore[] = [];
  for (const question of questions) {
    for (const { submission_id, ...answer } of await completeAnswers(unit, question.id, submissionIds)) {
      const score = rescore(question, answer);
      if (score !== null && score !== answer.score)
        scores.push({ id: answer.id, submissionId: submission_id, score });
    }
  }
  await writeScores(unit, scores);
  const cappedCount = questions.length > 0 ? 0 : await capScores(unit, assignment);
  if (questions.length > 0) await updateSubmissionTotals(unit, assignment, submissionIds);
  await unit.update('assignments', assignmentId, { needs_regrade: 0 });
  return scores.length + cappedCount;
}

async function completeAnswers(unit: UnitOfWork, questionId: number, submissionIds: readonly number[]) {
  const answers = await selectAnswers(unit, questionId).execute();
  const answeredIds = new Set(answers.map((answer) => answer.submission_id));
  const missingIds = submissionIds.filter((id) => !answeredIds.has(id));
  if (missingIds.length === 0) return answers;
  await addEmptyAnswers(unit, missingIds, [questionId]);
  return selectAnswers(unit, questionId).execute();
}

/** Null: only a person can score the answer. */
function rescore(
  question: StoredQuestion,
  answer: Pick<Row<'submission_answers'>, 'answer_text' | 'selected_option_id' | 'score' | 'is_manual'>,
): number | null {
  if (answer.is_manual === 0 && isObjective(question.question_type)) return autoScore(question, answer);
  return answer.score === null ? null : Math.min(answer.score, question.marks);
}
