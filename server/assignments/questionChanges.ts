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
import { loadAssignment, type StoredAssignment } from './queries';
import {
  insertQuestions,
  findProblems,
  refuseTooManyMarks,
  type QuestionInput,
  optionColumns,
  usedOptions,
  questionColumns,
  loadQuestions,
  type StoredQuestion,
  toQuestion,
} from './questionRows';
import { addEmptyAnswers, updateSubmissionTotals, loadSubmissionIds } from './totals';

interface AssignmentWithQuestions {
  assignment: StoredAssignment;
  questions: StoredQuestion[];
}

/** @throws NOT_FOUND */
export async function loadWithQuestions(
  unit: UnitOfWork,
  id: number,
  scope: Condition,
): Promise<AssignmentWithQuestions> {
  const assignment = await loadAssignment(unit.trx, id, scope);
  return { assignment, questions: await loadQuestions(unit.trx, id) };
}

/** @throws NOT_FOUND, also if the assignment is out of scope */
async function loadQuestion(
  unit: UnitOfWork,
  questionId: number,
  scope: Condition,
): Promise<AssignmentWithQuestions & { question: StoredQuestion }> {
  const { assignment_id } = await unit.trx
    .selectFrom('assignment_questions')
    .select('assignment_id')
    .where('id', '=', questionId)
    .executeTakeFirstOrThrow(notFound);
  const loaded = await loadWithQuestions(unit, assignment_id, scope);
  const question = loaded.questions.find(({ id }) => id === questionId);
  if (!question) throw notFound();
  return { ...loaded, question };
}

/** An assignment without questions keeps its total marks. */
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

/** Existing submissions get an empty answer and must be graded again. */
export async function addQuestion(
  unit: UnitOfWork,
  assignmentId: number,
  input: QuestionInput,
  scope: Condition,
): Promise<void> {
  const { assignment, questions } = await loadWithQuestions(unit, assignmentId, scope);
  const problems = findProblems(input);
  if (questions.length >= maxQuestions)
    problems.push({ path: '', message: ruleMessages.tooManyQuestions(maxQuestions) });
  if (problems.length > 0) throw invalid(...problems);
  const allQuestions = [...questions, input];
  refuseTooManyMarks(allQuestions, 'marks');
  const { title } = assignment;
  unit.describe('update', 'assignments', title, operationDescriptions.questionAdded(title));
  const lastPosition = questions.at(-1)?.position ?? 0;
  const questionIds = await insertQuestions(unit, assignmentId, [input], lastPosition + 1);
  const submissionIds = await loadSubmissionIds(unit, assignmentId);
  await addEmptyAnswers(unit, submissionIds, questionIds);
  if (submissionIds.length > 0) await updateSubmissionTotals(unit, assignment, submissionIds);
  await updateTotalMarks(unit, { assignment, questions: allQuestions }, submissionIds.length > 0);
}

/** Also deletes the answers and their scores. @returns the id of the assignment */
export async function removeQuestion(
  unit: UnitOfWork,
  questionId: number,
  scope: Condition,
): Promise<number> {
  const { assignment, questions } = await loadQuestion(unit, questionId, scope);
  const { id, title } = assignment;
  unit.describe('delete', 'assignment_questions', title, operationDescriptions.questionDeleted(title));
  await removeWithChildren(unit, 'assignment_questions', [questionId]);
  await updateSubmissionTotals(unit, assignment);
  await updateTotalMarks(unit, {
    assignment,
    questions: questions.filter((question) => question.id !== questionId),
  });
  return id;
}

/** @throws STALE if the questions differ from `seen`; VALIDATION if `ids` does not list each question once */
export async function orderQuestions(
  unit: UnitOfWork,
  assignmentId: number,
  { ids, seen: callerIds }: BodyOf<typeof assignmentsApi.orderQuestions>,
  scope: Condition,
): Promise<void> {
  const { assignment, questions } = await loadWithQuestions(unit, assignmentId, scope);
  if (callerIds && callerIds.join() !== questions.map(({ id }) => id).join())
    throw new Problem('STALE', {
      message: ruleMessages.staleOrder,
      extra: { current: questions.map((question) => toQuestion(question, true)) },
    });
  const idSet = new Set(ids);
  const isComplete = idSet.size === ids.length && ids.length === questions.length;
  if (!isComplete || questions.some(({ id }) => !idSet.has(id)))
    throw invalid({ path: 'ids', message: ruleMessages.notTheQuestions });
  const { title } = assignment;
  unit.describe('update', 'assignments', title, operationDescriptions.questionsOrdered(title));
  await unit.updateMany(
    'assignment_questions',
    ids.map((id, index) => ({ id, changes: { position: index + 1 } })),
  );
}

/**
 * Updates options with an id, inserts options without an id, and deletes missing options.
 * @returns the id of the assignment
 * @throws NOT_FOUND, VALIDATION, STALE with the current question
 */
export async function updateQuestion(
  unit: UnitOfWork,
  questionId: number,
  input: QuestionInput,
  scope: Condition,
): Promise<number> {
  const { assignment, questions, question } = await loadQuestion(unit, questionId, scope);
  if (input.version !== undefined && input.version !== question.version)
    throw new Problem('STALE', { extra: { current: toQuestion(question, true) } });
  const hasSubmissions = (await loadSubmissionIds(unit, assignment.id)).length > 0;
  const problems = [...findProblems(input), ...optionProblems(question, input)];
  if (hasSubmissions && input.question_type !== question.question_type)
    problems.push({ path: 'question_type', message: ruleMessages.questionTypeLocked });
  if (problems.length > 0) throw invalid(...problems);
  const newQuestions = questions.map((candidate) =>
    candidate.id === questionId ? { ...candidate, marks: input.marks } : candidate,
  );
  refuseTooManyMarks(newQuestions, 'marks');
  const { title } = assignment;
  unit.describe('update', 'assignments', title, operationDescriptions.questionUpdated(title));
  const areOptionsChanged = !areSameOptions(question, input);
  await unit.update('assignment_questions', questionId, {
    ...questionColumns(input),
    ...(areOptionsChanged && { options_changed_at: unit.timeAfter(question.options_changed_at) }),
  });
  if (areOptionsChanged) await writeOptions(unit, question, input);
  await updateTotalMarks(
    unit,
    { assignment, questions: newQuestions },
    hasSubmissions && isRegradeNeeded(question, input),
  );
  return assignment.id;
}

/** Refuses options of another question, and repeated options. */
function optionProblems({ options }: StoredQuestion, input: QuestionInput): ProblemDetail[] {
  const ownIds = new Set(options.map(({ id }) => id));
  const usedIds = new Set<number>();
  return usedOptions(input).flatMap(({ id }, index): ProblemDetail[] => {
    if (id === undefined) return [];
    const path = `options.${index}.id`;
    const isDuplicate = usedIds.has(id);
    usedIds.add(id);
    if (isDuplicate) return [{ path, message: ruleMessages.optionTwice }];
    return ownIds.has(id) ? [] : [{ path, message: ruleMessages.unknownOption }];
  });
}

function areSameOptions({ options }: StoredQuestion, input: QuestionInput): boolean {
  const target = usedOptions(input);
  return (
    target.length === options.length &&
    options.every(({ id, option_text, is_correct }, index) => {
      const option = target[index];
      return option?.id === id && option.option_text === option_text && option.is_correct === is_correct;
    })
  );
}

async function writeOptions(unit: UnitOfWork, question: StoredQuestion, input: QuestionInput): Promise<void> {
  const target = usedOptions(input).map((option, index) => ({
    id: option.id,
    columns: optionColumns(option, index),
  }));
  const keptIds = new Set(target.map(({ id }) => id));
  const removedIds = question.options.filter(({ id }) => !keptIds.has(id)).map(({ id }) => id);
  await removeWithChildren(unit, 'question_options', removedIds);
  await unit.updateMany(
    'question_options',
    target.flatMap(({ id, columns }) => (id === undefined ? [] : [{ id, changes: columns }])),
  );
  const added = target.filter(({ id }) => id === undefined);
  await unit.insertMany(
    'question_options',
    added.map(({ columns }) => ({ question_id: question.id, ...columns })),
  );
}

/** True if the marks or the correct answer changed, because existing scores may be wrong then. */
function isRegradeNeeded(question: StoredQuestion, input: QuestionInput): boolean {
  const { marks, correct_answer } = questionColumns(input);
  if (marks !== question.marks || correct_answer !== question.correct_answer) return true;
  const correctId = (options: readonly { id?: number | undefined; is_correct: boolean }[]) =>
    options.find(({ is_correct }) => is_correct)?.id;
  return correctId(usedOptions(input)) !== correctId(question.options);
}
