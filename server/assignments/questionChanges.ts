import { maxQuestions } from '../../contract/assignments';
import { ruleMessages } from '../../contract/errors';
import { operationDescriptions } from '../../contract/successMessages';
import { totalOfQuestions } from '../../contract/rules/assignments';
import { removeWithChildren } from '../db/bulk/cascade';
import type { Condition } from '../db/search/matching';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid, notFound } from '../problem';
import { assignmentById, type StoredAssignment } from './queries';
import { insertQuestions, problemsOf, refuseTotalOver, type SentQuestion } from './questionRows';
import { questionsOf, type StoredQuestion } from './questions';
import { addEmptyAnswers, settle, submissionIdsOf } from './totals';

/** An assignment that is about to change, with its questions. */
export interface Open {
  assignment: StoredAssignment;
  questions: StoredQuestion[];
}

/** @throws NOT_FOUND */
export async function openAssignment(unit: UnitOfWork, id: number, scope: Condition): Promise<Open> {
  const assignment = await assignmentById(unit.trx, id, scope);
  return { assignment, questions: await questionsOf(unit.trx, id) };
}

/** The assignment of a question, and the question. @throws NOT_FOUND, also outside the scope of the assignment */
export async function openQuestion(
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
export async function keepTotal(
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
