import { maxQuestions } from '../../contract/assignments';
import { ruleMessages, type ProblemDetail } from '../../contract/errors';
import { operationDescriptions } from '../../contract/successMessages';
import { totalOfQuestions } from '../../contract/rules/assignments';
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
import { addEmptyAnswers, settle, submissionIdsOf } from './totals';

/** An assignment that is about to change, with its questions. */
interface Open {
  assignment: StoredAssignment;
  questions: StoredQuestion[];
}

/** @throws NOT_FOUND */
export async function openAssignment(unit: UnitOfWork, id: number, scope: Condition): Promise<Open> {
  const assignment = await assignmentById(unit.trx, id, scope);
  return { assignment, questions: await questionsOf(unit.trx, id) };
}

/** The assignment of a question, and the question. @throws NOT_FOUND, also outside the scope of the assignment */
async function openQuestion(
  unit: UnitOfWork,
  questionId: number,
  scope: Condition,
): Promise<Open & { question: StoredQuestion }> {
  const row = await unit.trx
    .selectFrom('assignment_questions')
    .select('assignment_id')
    .where('id', '=', questionId)
    .executeTakeFirst();
  if (!row) throw notFound();
  const open = await openAssignment(unit, row.assignment_id, scope);
  const question = open.questions.find(({ id }) => id === questionId);
  if (!question) throw notFound();
  return { ...open, question };
}

/** Brings the marks of an assignment in line with its questions; without any they stay what they were. */
async function keepTotal(
  unit: UnitOfWork,
  { assignment, questions }: Open,
  needsRegrade = false,
): Promise<void> {
  await unit.update('assignments', assignment.id, {
    total_marks: totalOfQuestions(questions) ?? assignment.total_marks,
    ...(needsRegrade && { needs_regrade: 1 }),
  });
}

/** Adds a question at the end. Who has handed in gets an empty answer to it, and is to be graded again. */
export async function addQuestion(
  unit: UnitOfWork,
  assignmentId: number,
  sent: SentQuestion,
  scope: Condition,
): Promise<void> {
  const { assignment, questions } = await openAssignment(unit, assignmentId, scope);
  const problems = problemsOf(sent);
  if (questions.length >= maxQuestions)
    problems.push({ path: '', message: ruleMessages.tooManyQuestions(maxQuestions) });
  if (problems.length > 0) throw invalid(...problems);
  const whole = [...questions, sent];
  refuseTotalOver(whole, 'marks');
  const { title } = assignment;
  unit.describe('update', 'assignments', title, operationDescriptions.questionAdded(title));
  const last = questions.at(-1)?.position ?? 0;
  const added = await insertQuestions(unit, assignmentId, [sent], last + 1);
  const submissions = await submissionIdsOf(unit, assignmentId);
  await addEmptyAnswers(unit, submissions, added);
  if (submissions.length > 0) await settle(unit, assignment, submissions);
  const total = totalOfQuestions(whole) ?? assignment.total_marks;
  await unit.update('assignments', assignmentId, {
    total_marks: total,
    ...(submissions.length > 0 && { needs_regrade: 1 }),
  });
}

/** Deletes a question with its answers; what they scored counts no longer. @returns the assignment's row number */
export async function removeQuestion(
  unit: UnitOfWork,
  questionId: number,
  scope: Condition,
): Promise<number> {
  const { assignment, questions } = await openQuestion(unit, questionId, scope);
  const { id, title } = assignment;
  unit.describe('delete', 'assignment_questions', title, operationDescriptions.questionDeleted(title));
  await removeWithChildren(unit, 'assignment_questions', [questionId]);
  await settle(unit, assignment);
  await keepTotal(unit, { assignment, questions: questions.filter((one) => one.id !== questionId) });
  return id;
}

/** Puts the questions of an assignment in an order. @throws VALIDATION unless it names each of them once */
export async function orderQuestions(
  unit: UnitOfWork,
  assignmentId: number,
  ids: readonly number[],
  scope: Condition,
): Promise<void> {
  const { assignment, questions } = await openAssignment(unit, assignmentId, scope);
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
 * Changes a question. Options with a number stay and change, those without are new, those left out go. Other marks or
 * another key after hand-ins ask for a regrade. @returns the assignment's row number
 * @throws NOT_FOUND, VALIDATION, STALE with the question as it is
 */
export async function updateQuestion(
  unit: UnitOfWork,
  questionId: number,
  sent: SentQuestion,
  scope: Condition,
): Promise<number> {
  const { assignment, questions, question } = await openQuestion(unit, questionId, scope);
  if (sent.version !== undefined && sent.version !== question.version)
    throw new Problem('STALE', { extra: { current: asQuestion(question, true) } });
  const hasHandIns = (await submissionIdsOf(unit, assignment.id)).length > 0;
  const problems = [...problemsOf(sent), ...optionProblems(question, sent)];
  if (hasHandIns && sent.question_type !== question.question_type)
    problems.push({ path: 'question_type', message: ruleMessages.questionTypeLocked });
  if (problems.length > 0) throw invalid(...problems);
  const after = questions.map((one) => (one.id === questionId ? { ...one, marks: sent.marks } : one));
  refuseTotalOver(after, 'marks');
  const { title } = assignment;
  unit.describe('update', 'assignments', title, operationDescriptions.questionUpdated(title));
  const areOptionsNew = !areSameOptions(question, sent);
  await unit.update('assignment_questions', questionId, {
    ...questionColumns(sent),
    ...(areOptionsNew && { options_changed_at: laterThan(question.options_changed_at, unit.now) }),
  });
  if (areOptionsNew) await writeOptions(unit, question, sent);
  await keepTotal(unit, { assignment, questions: after }, hasHandIns && isOtherKey(question, sent));
  return assignment.id;
}

/** Now, or a moment after the last change, so that each change raises the version. */
const laterThan = (last: string, now: string): string =>
  now > last ? now : new Date(Date.parse(last) + 1).toISOString();

/** Options that are not of the question, or are there twice. */
function optionProblems({ options }: StoredQuestion, sent: SentQuestion): ProblemDetail[] {
  const own = new Set(options.map(({ id }) => id));
  const seen = new Set<number>();
  return optionsOf(sent).flatMap(({ id }, place): ProblemDetail[] => {
    if (id === undefined) return [];
    const path = `options.${place}.id`;
    const isTwice = seen.has(id);
    seen.add(id);
    if (isTwice) return [{ path, message: ruleMessages.optionTwice }];
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
  if (added.length > 0)
    await unit.insertMany(
      'question_options',
      added.map(({ columns }) => ({ question_id: question.id, ...columns })),
    );
}

/** Whether scores given so far may be wrong now. */
function isOtherKey(question: StoredQuestion, sent: SentQuestion): boolean {
  const { marks, correct_answer } = questionColumns(sent);
  if (marks !== question.marks || correct_answer !== question.correct_answer) return true;
  const right = (options: readonly { id?: number | undefined; is_correct: boolean }[]) =>
    options.find(({ is_correct }) => is_correct)?.id;
  return right(optionsOf(sent)) !== right(question.options);
}
