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
import { submissionOf } from './detail';
import { notifyLateSubmission } from './notices';
import { assignmentById, type StoredAssignment } from './queries';
import { questionsOf, type StoredQuestion } from './questionRows';
import type { Viewer } from './viewer';

/**
 * Stores the answers of a student once, with an answer for every question, and deletes the draft.
 * @throws NOT_FOUND, ALREADY_SUBMITTED, DEADLINE_PASSED by the clock of the server, FORBIDDEN, VALIDATION
 */
export async function handIn(
  unit: UnitOfWork,
  assignmentId: number,
  sent: SentAnswers,
  viewer: Viewer,
): Promise<{ assignment: StoredAssignment; submission: Row<'submissions'> }> {
  const student = await studentToWrite(unit, viewer.studentRowId);
  const assignment = await assignmentById(unit.trx, assignmentId, viewer.sees);
  if (await submissionOf(unit.trx, assignmentId, student.id)) throw new Problem('ALREADY_SUBMITTED');
  await refuseOffRoster(unit.trx, student.id, assignment.batch_id);
  const isLate = isPast(assignment.due_date, new Date(unit.now));
  if (isLate && assignment.allow_late_submission === 0) throw new Problem('DEADLINE_PASSED');
  const questions = await questionsOf(unit.trx, assignmentId);
  const answers = parseAnswers(sent, questions);
  const what = operationDescriptions.assignmentSubmitted(student.full_name, assignment.title);
  unit.describe('create', 'submissions', assignment.title, what);
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

/** Suspended, withdrawn and graduated students may read their submissions but not submit. @throws FORBIDDEN */
async function refuseOffRoster(trx: Trx, studentRowId: number, batchId: number): Promise<void> {
  const place = await trx
    .selectFrom('enrolments')
    .select('enrolments.id')
    .where('student_row_id', '=', studentRowId)
    .where('batch_id', '=', batchId)
    .where(isOnRoster)
    .executeTakeFirst();
  if (!place) throw new Problem('FORBIDDEN', { message: ruleMessages.notOnRoster });
}

/** Locks the student, so that of several submissions at the same time only one is the first. */
async function studentToWrite({ trx, kind }: UnitOfWork, id: number | null) {
  if (id === null) throw notFound();
  const own = trx.selectFrom('students').select(['id', 'full_name']).where('id', '=', id);
  return forNoKeyUpdate(kind, own).executeTakeFirstOrThrow(notFound);
}

/** The draft of a student; empty after submitting. @throws NOT_FOUND */
export async function draftOf(
  db: Db,
  assignmentId: number,
  { sees, studentRowId }: Viewer,
): Promise<AnswerDraft> {
  await assignmentById(db, assignmentId, sees);
  // A draft that was sent before the submission may have arrived after it.
  if (await submissionOf(db, assignmentId, studentRowId)) return { answers: [], saved_at: null };
  const row = await db
    .selectFrom('assignment_drafts')
    .select(['answers', 'saved_at'])
    .where('assignment_id', '=', assignmentId)
    .where('student_row_id', '=', studentRowId ?? 0)
    .executeTakeFirst();
  return row ? { answers: JSON.parse(row.answers), saved_at: row.saved_at } : { answers: [], saved_at: null };
}

/**
 * Stores the answers as a draft, complete or not; also after the due time, which may be moved.
 * @throws NOT_FOUND, ALREADY_SUBMITTED
 */
export async function saveDraft(
  trx: Trx,
  assignmentId: number,
  { answers: sent, seen }: BodyOf<typeof assignmentsApi.saveDraft>,
  viewer: Viewer,
  now: Date,
): Promise<AnswerDraft> {
  const { sees, studentRowId } = viewer;
  await assignmentById(trx, assignmentId, sees);
  if (studentRowId === null) throw notFound();
  if (await submissionOf(trx, assignmentId, studentRowId)) throw new Problem('ALREADY_SUBMITTED');
  const answers = sent.map(({ question_id, answer_text, selected_option_id }) => ({
    question_id,
    answer_text: answer_text ?? null,
    selected_option_id: selected_option_id ?? null,
  }));
  const draft = { answers: JSON.stringify(answers), saved_at: now.toISOString() };
  const kept = await trx
    .insertInto('assignment_drafts')
    .values({ assignment_id: assignmentId, student_row_id: studentRowId, ...draft })
    .onConflict((conflict) => {
      const of = conflict.columns(['assignment_id', 'student_row_id']);
      if (seen === null) return of.doNothing();
      const update = of.doUpdateSet(draft);
      return seen === undefined ? update : update.where('assignment_drafts.saved_at', '=', seen);
    })
    .returning('saved_at')
    .executeTakeFirst();
  if (!kept) throw new Problem('STALE', { extra: { current: await draftOf(trx, assignmentId, viewer) } });
  return { answers, saved_at: draft.saved_at };
}

type SentAnswers = BodyOf<typeof assignmentsApi.submit>['answers'];

/**
 * The answers by question. An answer to a question that does not exist is ignored: it may have been deleted while the
 * student was writing.
 * @throws VALIDATION naming each answer that does not fit its question
 */
function parseAnswers(
  sent: SentAnswers,
  questions: readonly StoredQuestion[],
): ReadonlyMap<number, StudentAnswer> {
  const known = new Map(questions.map((question) => [question.id, question]));
  const answers = new Map<number, StudentAnswer>();
  const problems: ProblemDetail[] = [];
  sent.forEach((answer, place) => {
    const at = `answers.${place}`;
    const one: StudentAnswer = {
      answer_text: answer.answer_text ?? null,
      selected_option_id: answer.selected_option_id ?? null,
    };
    const question = known.get(answer.question_id);
    if (answers.has(answer.question_id))
      problems.push({ path: `${at}.question_id`, message: ruleMessages.questionTwice });
    else if (one.answer_text !== null && one.selected_option_id !== null)
      problems.push({ path: at, message: ruleMessages.textAndOption });
    else if (question) problems.push(...misfits(question, one, at));
    answers.set(answer.question_id, one);
  });
  if (problems.length > 0) throw invalid(...problems);
  return answers;
}

function misfits(
  { question_type, options }: StoredQuestion,
  { answer_text, selected_option_id }: StudentAnswer,
  at: string,
): ProblemDetail[] {
  const option = `${at}.selected_option_id`;
  const text = `${at}.answer_text`;
  if (question_type === 'multiple_choice') {
    if (answer_text !== null) return [{ path: text, message: ruleMessages.textForChoice }];
    const isOwn = selected_option_id === null || options.some(({ id }) => id === selected_option_id);
    return isOwn ? [] : [{ path: option, message: ruleMessages.unknownOption }];
  }
  if (selected_option_id !== null) return [{ path: option, message: ruleMessages.optionForText }];
  const isTrueOrFalse = answer_text === null || answer_text === 'true' || answer_text === 'false';
  if (question_type === 'true_false' && !isTrueOrFalse)
    return [{ path: text, message: ruleMessages.answerTrueOrFalse }];
  return [];
}
