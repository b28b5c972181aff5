import type { BodyOf } from '../../contract/endpoint';
import type { assignmentsApi } from '../../contract/assignmentCalls';
import { ruleMessages } from '../../contract/errors';
import { operationDescriptions } from '../../contract/successMessages';
import { sumQuestionMarks } from '../../contract/rules/assignments';
import { copyTitle } from '../../contract/vocabulary';
import { removeWithChildren } from '../db/bulk/cascade';
import type { Condition } from '../db/search/matching';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid } from '../problem';
import { notifyPublished } from './notices';
import { assignmentById, subjectInScope } from './queries';
import { insertQuestions, problemsOf, refuseTotalOver, questionsOf } from './questionRows';
import { submissionIdsOf } from './totals';

type Created = BodyOf<typeof assignmentsApi.create>;
type Changed = BodyOf<typeof assignmentsApi.update>;

const number = (value: boolean | undefined) => (value === undefined ? undefined : value ? 1 : 0);
const maxTitle = 200;

/** Makes an assignment with its questions. @returns its row number */
export async function createAssignment(
  unit: UnitOfWork,
  body: Created,
  scope: Condition,
  teacherId: number,
): Promise<number> {
  const subject = await subjectInScope(unit.trx, body.subject_id, scope);
  const problems = body.questions.flatMap((question, place) => problemsOf(question, `questions.${place}.`));
  if (problems.length > 0) throw invalid(...problems);
  refuseTotalOver(body.questions, 'questions');
  const what = operationDescriptions.assignmentCreated(body.title, subject.name);
  unit.describe('create', 'assignments', body.title, what);
  const { id } = await unit.insert('assignments', {
    subject_id: subject.id,
    teacher_id: teacherId,
    title: body.title,
    description: body.description ?? null,
    due_date: body.due_date ?? null,
    total_marks: sumQuestionMarks(body.questions) ?? body.total_marks,
    is_published: number(body.is_published) ?? 0,
    allow_late_submission: number(body.allow_late_submission) ?? 0,
    published_at: body.is_published ? unit.now : null,
    needs_regrade: 0,
  });
  await insertQuestions(unit, id, body.questions);
  if (body.is_published) await notifyPublished(unit, await assignmentById(unit.trx, id, scope));
  return id;
}

/**
 * Changes the fields that are sent. Students are notified when it is published for the first time.
 * @param current the assignment in the shape of the API, for a refusal
 * @throws NOT_FOUND, VALIDATION, STALE
 */
export async function updateAssignment(
  unit: UnitOfWork,
  id: number,
  body: Changed,
  scope: Condition,
  current: () => Promise<unknown>,
): Promise<void> {
  const before = await assignmentById(unit.trx, id, scope);
  const { version, is_published, allow_late_submission, total_marks, ...rest } = body;
  const areMarksNew = total_marks !== undefined && total_marks !== before.total_marks;
  const isFirst = is_published === true && before.published_at === null;
  unit.describe('update', 'assignments', before.title, updateText(before, body));
  const changes = {
    ...rest,
    total_marks,
    is_published: number(is_published),
    allow_late_submission: number(allow_late_submission),
    ...(isFirst && { published_at: unit.now }),
    ...(areMarksNew && (await submissionIdsOf(unit, id)).length > 0 && { needs_regrade: 1 }),
  };
  await unit.update('assignments', id, changes, version, current);
  // Checked last, so that an old version is reported first.
  if (areMarksNew && before.questions_count > 0)
    throw invalid({ path: 'total_marks', message: ruleMessages.totalFromQuestions });
  if (isFirst) await notifyPublished(unit, await assignmentById(unit.trx, id, scope));
}

function updateText({ title, is_published }: { title: string; is_published: number }, body: Changed): string {
  if (body.is_published === undefined || number(body.is_published) === is_published)
    return operationDescriptions.assignmentUpdated(title);
  return body.is_published
    ? operationDescriptions.assignmentPublished(title)
    : operationDescriptions.assignmentUnpublished(title);
}

export async function removeAssignment(unit: UnitOfWork, id: number, scope: Condition): Promise<void> {
  const { title } = await assignmentById(unit.trx, id, scope);
  unit.describe('delete', 'assignments', title, operationDescriptions.assignmentDeleted(title));
  await removeWithChildren(unit, 'assignments', [id]);
}

/** Copies an assignment as a draft without a due time. @returns the row number of the copy */
export async function duplicateAssignment(
  unit: UnitOfWork,
  id: number,
  wanted: BodyOf<typeof assignmentsApi.duplicate>,
  scope: Condition,
  teacherId: number,
): Promise<number> {
  const source = await assignmentById(unit.trx, id, scope);
  const subject = await subjectInScope(unit.trx, wanted.subject_id ?? source.subject_id, scope);
  const same = subject.id === source.subject_id ? copyTitle(source.title).slice(0, maxTitle) : source.title;
  const title = wanted.title ?? same;
  const questions = await questionsOf(unit.trx, id);
  const what = operationDescriptions.assignmentCopied(source.title, subject.name);
  unit.describe('create', 'assignments', title, what);
  const made = await unit.insert('assignments', {
    subject_id: subject.id,
    teacher_id: teacherId,
    title,
    description: source.description,
    due_date: null,
    total_marks: sumQuestionMarks(questions) ?? source.total_marks,
    is_published: 0,
    allow_late_submission: source.allow_late_submission,
    published_at: null,
    needs_regrade: 0,
  });
  await insertQuestions(unit, made.id, questions);
  return made.id;
}
