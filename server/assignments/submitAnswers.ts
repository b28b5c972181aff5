import type { BodyOf } from '../../contract/endpoint';
import { operationDescriptions } from '../../contract/successMessages';
import { type StudentAnswer, isPast } from '../../contract/rules/assignments';
import type { AnswerDraft } from '../../contract/assignments';
import type { assignmentsApi } from '../../contract/assignmentCalls';
import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { forNoKeyUpdate } from '../db/engine/dialect';
import { isOnRoster } from '../domain/enrolments';
import type { Row, Db, Trx } from '../db/schema';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { notFound, Problem, invalid } from '../problem';
import { findSubmission } from './detail';
import { notifyLateSubmission } from './notices';
import { loadAssignment, type StoredAssignment } from './queries';
import { loadQuestions, type StoredQuestion } from './questionRows';
import type { Viewer } from './viewer';

/**
 * Stores an answer for every question, and deletes the draft.
 * @throws NOT_FOUND, ALREADY_SUBMITTED, DEADLINE_PASSED by the server's clock, FORBIDDEN, VALIDATION
 */
export async function submitAnswers(
  unit: UnitOfWork,
  assignmentId: number,
  inputs: AnswerInputs,
  viewer: Viewer,
): Promise<{ assignment: StoredAssignment; submission: Row<'submissions'> }> {
  const student = await lockStudent(unit, viewer.studentRowId);
  const assignment = await loadAssignment(unit.trx, assignmentId, viewer.isVisible);
  if (await findSubmission(unit.trx, assignmentId, student.id)) throw new Problem('ALREADY_SUBMITTED');
  await refuseStudentOffRoster(unit.trx, student.id, assignment.batch_id);
  const isLate = isPast(assignment.due_date, new Date(unit.now));
  if (isLate && assignment.allow_late_submission === 0) throw new Problem('DEADLINE_PASSED');
  const questions = await loadQuestions(unit.trx, assignmentId);
  const answers = parseAnswers(inputs, questions);
  const description = operationDescriptions.assignmentSubmitted(student.full_name, assignment.title);
  unit.describe('create', 'submissions', assignment.title, description);
  const submission = await unit.insert('submissions', {
    assignment_id: assignmentId,
    student_row_id: student.id,
    submitted_at: unit.now,
    is_late: isLate ? 1 : 0,
    is_graded: 0,
    total_score: null,
    feedback: null,
  });
  const rows = questions.map(({ id }) => ({
    submission_id: submission.id,
    question_id: id,
    answer_text: null,
    selected_option_id: null,
    ...answers.get(id),
    score: null,
    is_manual: 0,
    feedback: null,
  }));
  await unit.insertMany('submission_answers', rows);
  await unit.trx
    .deleteFrom('assignment_drafts')
    .where('assignment_id', '=', assignmentId)
    .where('student_row_id', '=', student.id)
    .execute();
  if (isLate)
    await notifyLateSubmission(unit, assignment, { id: submission.id, student_name: student.full_name });
  return { assignment, submission };
}

/**
 * Suspended, withdrawn and graduated students can read their submissions, but cannot submit.
 * @throws FORBIDDEN
 */
async function refuseStudentOffRoster(trx: Trx, studentRowId: number, batchId: number): Promise<void> {
  const enrolment = await trx
    .selectFrom('enrolments')
    .select('enrolments.id')
    .where('student_row_id', '=', studentRowId)
    .where('batch_id', '=', batchId)
    .where(isOnRoster)
    .executeTakeFirst();
  if (!enrolment) throw new Problem('FORBIDDEN', { message: ruleMessages.notOnRoster });
}

/** Simultaneous submissions of a student wait for this lock, so only the first one is stored. */
async function lockStudent({ trx, kind }: UnitOfWork, id: number | null) {
  if (id === null) throw notFound();
  const query = trx.selectFrom('students').select(['id', 'full_name']).where('id', '=', id);
  return forNoKeyUpdate(kind, query).executeTakeFirstOrThrow(notFound);
}

/** The draft is empty after the submission. @throws NOT_FOUND */
export async function loadDraft(
  db: Db,
  assignmentId: number,
  { isVisible, studentRowId }: Viewer,
): Promise<AnswerDraft> {
  await loadAssignment(db, assignmentId, isVisible);
  // A delayed request may have stored a draft after the submission.
  if (await findSubmission(db, assignmentId, studentRowId)) return { answers: [], saved_at: null };
  const row = await db
    .selectFrom('assignment_drafts')
    .select(['answers', 'saved_at'])
    .where('assignment_id', '=', assignmentId)
    .where('student_row_id', '=', studentRowId ?? 0)
    .executeTakeFirst();
  return row ? { answers: JSON.parse(row.answers), saved_at: row.saved_at } : { answers: [], saved_at: null };
}

/**
 * Drafts are stored even after the due time, because staff may extend the due time.
 * @throws NOT_FOUND, ALREADY_SUBMITTED
 */
export async function saveDraft(
  trx: Trx,
  assignmentId: number,
  { answers: inputs, seen: readAt }: BodyOf<typeof assignmentsApi.saveDraft>,
  viewer: Viewer,
  now: Date,
): Promise<AnswerDraft> {
  const { isVisible, studentRowId } = viewer;
  await loadAssignment(trx, assignmentId, isVisible);
  if (studentRowId === null) throw notFound();
  if (await findSubmission(trx, assignmentId, studentRowId)) throw new Problem('ALREADY_SUBMITTED');
  const answers = inputs.map(({ question_id, answer_text, selected_option_id }) => ({
    question_id,
    answer_text: answer_text ?? null,
    selected_option_id: selected_option_id ?? null,
  }));
  const draft = { answers: JSON.stringify(answers), saved_at: now.toISOString() };
  const stored = await trx
    .insertInto('assignment_drafts')
    .values({ assignment_id: assignmentId, student_row_id: studentRowId, ...draft })
    .onConflict((conflict) => {
      const target = conflict.columns(['assignment_id', 'student_row_id']);
      if (readAt === null) return target.doNothing();
      const update = target.doUpdateSet(draft);
      return readAt === undefined ? update : update.where('assignment_drafts.saved_at', '=', readAt);
    })
    .returning('saved_at')
    .executeTakeFirst();
  if (!stored) throw new Problem('STALE', { extra: { current: await loadDraft(trx, assignmentId, viewer) } });
  return { answers, saved_at: draft.saved_at };
}

type AnswerInputs = BodyOf<typeof assignmentsApi.submit>['answers'];

/**
 * Ignores answers to deleted questions: the question may have been deleted while the student was writing.
 * @throws VALIDATION for each invalid answer
 */
function parseAnswers(
  inputs: AnswerInputs,
  questions: readonly StoredQuestion[],
): ReadonlyMap<number, StudentAnswer> {
  const questionsById = new Map(questions.map((question) => [question.id, question]));
  const answers = new Map<number, StudentAnswer>();
  const problems: ProblemDetail[] = [];
  inputs.forEach((input, index) => {
    const path = `answers.${index}`;
    const answer: StudentAnswer = {
      answer_text: input.answer_text ?? null,
      selected_option_id: input.selected_option_id ?? null,
    };
    const question = questionsById.get(input.question_id);
    if (answers.has(input.question_id))
      problems.push({ path: `${path}.question_id`, message: ruleMessages.questionTwice });
    else if (answer.answer_text !== null && answer.selected_option_id !== null)
      problems.push({ path, message: ruleMessages.textAndOption });
    else if (question) problems.push(...findAnswerProblems(question, answer, path));
    answers.set(input.question_id, answer);
  });
  if (problems.length > 0) throw invalid(...problems);
  return answers;
}

function findAnswerProblems(
  { question_type, options }: StoredQuestion,
  { answer_text, selected_option_id }: StudentAnswer,
  path: string,
): ProblemDetail[] {
  const optionPath = `${path}.selected_option_id`;
  const textPath = `${path}.answer_text`;
  if (question_type === 'multiple_choice') {
    if (answer_text !== null) return [{ path: textPath, message: ruleMessages.textForChoice }];
    const isOfQuestion = selected_option_id === null || options.some(({ id }) => id === selected_option_id);
    return isOfQuestion ? [] : [{ path: optionPath, message: ruleMessages.unknownOption }];
  }
  if (selected_option_id !== null) return [{ path: optionPath, message: ruleMessages.optionForText }];
  const isTrueOrFalse = answer_text === null || answer_text === 'true' || answer_text === 'false';
  if (question_type === 'true_false' && !isTrueOrFalse)
    return [{ path: textPath, message: ruleMessages.answerTrueOrFalse }];
  return [];
}
