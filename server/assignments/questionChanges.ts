import type { assignmentsApi } from '../../contract/assignmentCalls';
import { maxQuestions } from '../../contract/assignments';
import type { BodyOf } from '../../contract/endpoint';
import { ruleMessages, type ProblemDetail } from '../../contract/errors';
import { operationDescriptions } from '../../contract/successMessages';
import { sumQuestionMarks } from '../../contract/rules/assignments';
import { removeWithChildren } from '../db/bulk/cascade';
import type { Condition } from '../db/search/matching';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid, notFound, Problem } from '../problem';
import { assignmentById, type StoredAssignment } from './queries';
import {
  insertQuestions,
  problemsOf,
  refuseTotalOver,
  type SentQuestion,
  optionColumns,
  optionsOf,
  questionColumns,
  questionsOf,
  type StoredQuestion,
  asQuestion,
} from './questionRows';
import { addEmptyAnswers, updateSubmissionTotals, submissionIdsOf } from './totals';

/** An assignment that is about to change, with its questions. */
interface AssignmentWithQuestions {
  assignment: StoredAssignment;
  questions: StoredQuestion[];
}

/** @throws NOT_FOUND */
export async function assignmentWithQuestions(
  unit: UnitOfWork,
  id: number,
  scope: Condition,
): Promise<AssignmentWithQuestions> {
  const assignment = await assignmentById(unit.trx, id, scope);
  return { assignment, questions: await questionsOf(unit.trx, id) };
}

/** The assignment of a question, and the question. @throws NOT_FOUND, also outside the scope of the assignment */
async function questionWithAssignment(
  unit: UnitOfWork,
  questionId: number,
  scope: Condition,
): Promise<AssignmentWithQuestions & { question: StoredQuestion }> {
  const { assignment_id } = await unit.trx
    .selectFrom('assignment_questions')
    .select('assignment_id')
    .where('id', '=', questionId)
    .executeTakeFirstOrThrow(notFound);
  const open = await assignmentWithQuestions(unit, assignment_id, scope);
  const question = open.questions.find(({ id }) => id === questionId);
  if (!question) throw notFound();
  return { ...open, question };
}

/** Sets the total marks of an assignment to the sum of its questions; without questions they are not changed. */
async function updateTotalMarks(
  unit: UnitOfWork,
  { assignment, questions }: { assignment: StoredAssignment; questions: readonly { marks: number }[] },
  needsRegrade = false,
): Promise<void> {
  await unit.update('assignments', assignment.id, {
    total_marks: sumQuestionMarks(questions) ?? assignment.total_marks,
    ...(needsRegrade && { needs_regrade: 1 }),
  });
}

/** Adds a question at the end. Existing submissions get an empty answer to it and need a regrade. */
export async function addQuestion(
  unit: UnitOfWork,
  assignmentId: number,
  sent: SentQuestion,
  scope: Condition,
): Promise<void> {
  const { assignment, questions } = await assignmentWithQuestions(unit, assignmentId, scope);
  const problems = problemsOf(sent);
  if (questions.length >= maxQuestions)
    problems.push({ path: '', message: ruleMessages.tooManyQuestions(maxQuestions) });
  if (problems.length > 0) throw invalid(...problems);
  const allQuestions = [...questions, sent];
  refuseTotalOver(allQuestions, 'marks');
  const { title } = assignment;
  unit.describe('update', 'assignments', title, operationDescriptions.questionAdded(title));
  const last = questions.at(-1)?.position ?? 0;
  const added = await insertQuestions(unit, assignmentId, [sent], last + 1);
  const submissions = await submissionIdsOf(unit, assignmentId);
  await addEmptyAnswers(unit, submissions, added);
  if (submissions.length > 0) await updateSubmissionTotals(unit, assignment, submissions);
  await updateTotalMarks(unit, { assignment, questions: allQuestions }, submissions.length > 0);
}

/** Deletes a question with its answers and their scores. @returns the assignment's row number */
export async function removeQuestion(
  unit: UnitOfWork,
  questionId: number,
  scope: Condition,
): Promise<number> {
  const { assignment, questions } = await questionWithAssignment(unit, questionId, scope);
  const { id, title } = assignment;
  unit.describe('delete', 'assignment_questions', title, operationDescriptions.questionDeleted(title));
  await removeWithChildren(unit, 'assignment_questions', [questionId]);
  await updateSubmissionTotals(unit, assignment);
  await updateTotalMarks(unit, { assignment, questions: questions.filter((one) => one.id !== questionId) });
  return id;
}

/**
 * Sets the order of the questions.
 * @throws STALE with the questions, unless they are as the caller has `seen` them; VALIDATION unless `ids` has each of
 *   them exactly once
 */
export async function orderQuestions(
  unit: UnitOfWork,
  assignmentId: number,
  { ids, seen }: BodyOf<typeof assignmentsApi.orderQuestions>,
  scope: Condition,
): Promise<void> {
  const { assignment, questions } = await assignmentWithQuestions(unit, assignmentId, scope);
  if (seen && seen.join() !== questions.map(({ id }) => id).join())
    throw new Problem('STALE', {
      message: ruleMessages.staleOrder,
      extra: { current: questions.map((one) => asQuestion(one, true)) },
    });
  const named = new Set(ids);
  const isWhole = named.size === ids.length && ids.length === questions.length;
  if (!isWhole || questions.some(({ id }) => !named.has(id)))
    throw invalid({ path: 'ids', message: ruleMessages.notTheQuestions });
  const { title } = assignment;
  unit.describe('update', 'assignments', title, operationDescriptions.questionsOrdered(title));
  await unit.updateMany(
    'assignment_questions',
    ids.map((id, place) => ({ id, changes: { position: place + 1 } })),
  );
}

/**
 * Changes a question. Options with an id are updated, options without one are inserted, missing ones are deleted.
 * Changed marks or a changed key after submissions need a regrade. @returns the assignment's row number
 * @throws NOT_FOUND, VALIDATION, STALE with the current question
 */
export async function updateQuestion(
  unit: UnitOfWork,
  questionId: number,
  sent: SentQuestion,
  scope: Condition,
): Promise<number> {
  const { assignment, questions, question } = await questionWithAssignment(unit, questionId, scope);
  if (sent.version !== undefined && sent.version !== question.version)
    throw new Problem('STALE', { extra: { current: asQuestion(question, true) } });
  const hasSubmissions = (await submissionIdsOf(unit, assignment.id)).length > 0;
  const problems = [...problemsOf(sent), ...optionProblems(question, sent)];
  if (hasSubmissions && sent.question_type !== question.question_type)
    problems.push({ path: 'question_type', message: ruleMessages.questionTypeLocked });
  if (problems.length > 0) throw invalid(...problems);
  const after = questions.map((one) => (one.id === questionId ? { ...one, marks: sent.marks } : one));
  refuseTotalOver(after, 'marks');
  const { title } = assignment;
  unit.describe('update', 'assignments', title, operationDescriptions.questionUpdated(title));
  const areOptionsChanged = !areSameOptions(question, sent);
  await unit.update('assignment_questions', questionId, {
    ...questionColumns(sent),
    ...(areOptionsChanged && { options_changed_at: unit.laterThan(question.options_changed_at) }),
  });
  if (areOptionsChanged) await writeOptions(unit, question, sent);
  await updateTotalMarks(
    unit,
    { assignment, questions: after },
    hasSubmissions && isKeyChanged(question, sent),
  );
  return assignment.id;
}

/** The problems of options that belong to another question or are sent twice. */
function optionProblems({ options }: StoredQuestion, sent: SentQuestion): ProblemDetail[] {
  const own = new Set(options.map(({ id }) => id));
  const seen = new Set<number>();
  return optionsOf(sent).flatMap(({ id }, place): ProblemDetail[] => {
    if (id === undefined) return [];
    const path = `options.${place}.id`;
    const isDuplicate = seen.has(id);
    seen.add(id);
    if (isDuplicate) return [{ path, message: ruleMessages.optionTwice }];
    return own.has(id) ? [] : [{ path, message: ruleMessages.unknownOption }];
  });
}

function areSameOptions({ options }: StoredQuestion, sent: SentQuestion): boolean {
  const wanted = optionsOf(sent);
  return (
    wanted.length === options.length &&
    options.every(({ id, option_text, is_correct }, place) => {
      const to = wanted[place];
      return to?.id === id && to.option_text === option_text && to.is_correct === is_correct;
    })
  );
}

async function writeOptions(unit: UnitOfWork, question: StoredQuestion, sent: SentQuestion): Promise<void> {
  const wanted = optionsOf(sent).map((option, place) => ({
    id: option.id,
    columns: optionColumns(option, place),
  }));
  const kept = new Set(wanted.map(({ id }) => id));
  const gone = question.options.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  await removeWithChildren(unit, 'question_options', gone);
  await unit.updateMany(
    'question_options',
    wanted.flatMap(({ id, columns }) => (id === undefined ? [] : [{ id, changes: columns }])),
  );
  const added = wanted.filter(({ id }) => id === undefined);
  await unit.insertMany(
    'question_options',
    added.map(({ columns }) => ({ question_id: question.id, ...columns })),
  );
}

/** Whether existing scores may be wrong after this change. */
function isKeyChanged(question: StoredQuestion, sent: SentQuestion): boolean {
  const { marks, correct_answer } = questionColumns(sent);
  if (marks !== question.marks || correct_answer !== question.correct_answer) return true;
  const right = (options: readonly { id?: number | undefined; is_correct: boolean }[]) =>
    options.find(({ is_correct }) => is_correct)?.id;
  return right(optionsOf(sent)) !== right(question.options);
}
