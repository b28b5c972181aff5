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
import { loadAssignment, findSubject } from './queries';
import { insertQuestions, findProblems, refuseTooManyMarks, loadQuestions } from './questionRows';
import { loadSubmissionIds } from './totals';

type CreateBody = BodyOf<typeof assignmentsApi.create>;
type UpdateBody = BodyOf<typeof assignmentsApi.update>;

const toBit = (value: boolean | undefined) => (value === undefined ? undefined : value ? 1 : 0);
const maxTitleLength = 200;

/** @returns the id of the assignment */
export async function createAssignment(
  unit: UnitOfWork,
  body: CreateBody,
  scope: Condition,
  teacherId: number,
): Promise<number> {
  const subject = await findSubject(unit.trx, body.subject_id, scope);
  const problems = body.questions.flatMap((question, index) => findProblems(question, `questions.${index}.`));
  if (problems.length > 0) throw invalid(...problems);
  refuseTooManyMarks(body.questions, 'questions');
  const description = operationDescriptions.assignmentCreated(body.title, subject.name);
  unit.describe('create', 'assignments', body.title, description);
  const { id } = await unit.insert('assignments', {
    subject_id: subject.id,
    teacher_id: teacherId,
    title: body.title,
    description: body.description ?? null,
    due_date: body.due_date ?? null,
    total_marks: sumQuestionMarks(body.questions) ?? body.total_marks,
    is_published: toBit(body.is_published) ?? 0,
    allow_late_submission: toBit(body.allow_late_submission) ?? 0,
    published_at: body.is_published ? unit.now : null,
    needs_regrade: 0,
  });
  await insertQuestions(unit, id, body.questions);
  if (body.is_published) await notifyPublished(unit, await loadAssignment(unit.trx, id, scope));
  return id;
}

/**
 * The first publication notifies the students.
 * @param current builds the response of STALE
 * @throws NOT_FOUND, VALIDATION, STALE
 */
export async function updateAssignment(
  unit: UnitOfWork,
  id: number,
  body: UpdateBody,
  scope: Condition,
  loadCurrent: () => Promise<unknown>,
): Promise<void> {
  const before = await loadAssignment(unit.trx, id, scope);
  const { version, is_published, allow_late_submission, total_marks, ...rest } = body;
  const hasNewTotal = total_marks !== undefined && total_marks !== before.total_marks;
  const isFirstPublication = is_published === true && before.published_at === null;
  unit.describe('update', 'assignments', before.title, describeUpdate(before, body));
  const changes = {
    ...rest,
    total_marks,
    is_published: toBit(is_published),
    allow_late_submission: toBit(allow_late_submission),
    ...(isFirstPublication && { published_at: unit.now }),
    ...(hasNewTotal && (await loadSubmissionIds(unit, id)).length > 0 && { needs_regrade: 1 }),
  };
  await unit.update('assignments', id, changes, version, loadCurrent);
  // STALE has priority over this error, so this check comes last.
  if (hasNewTotal && before.questions_count > 0)
    throw invalid({ path: 'total_marks', message: ruleMessages.totalFromQuestions });
  if (isFirstPublication) await notifyPublished(unit, await loadAssignment(unit.trx, id, scope));
}

function describeUpdate(
  { title, is_published }: { title: string; is_published: number },
  body: UpdateBody,
): string {
  if (body.is_published === undefined || toBit(body.is_published) === is_published)
    return operationDescriptions.assignmentUpdated(title);
  return body.is_published
    ? operationDescriptions.assignmentPublished(title)
    : operationDescriptions.assignmentUnpublished(title);
}

export async function removeAssignment(unit: UnitOfWork, id: number, scope: Condition): Promise<void> {
  const { title } = await loadAssignment(unit.trx, id, scope);
  unit.describe('delete', 'assignments', title, operationDescriptions.assignmentDeleted(title));
  await removeWithChildren(unit, 'assignments', [id]);
}

/** The copy is a draft without a due time. @returns the id of the copy */
export async function duplicateAssignment(
  unit: UnitOfWork,
  id: number,
  options: BodyOf<typeof assignmentsApi.duplicate>,
  scope: Condition,
  teacherId: number,
): Promise<number> {
  const source = await loadAssignment(unit.trx, id, scope);
  const subject = await findSubject(unit.trx, options.subject_id ?? source.subject_id, scope);
  const defaultTitle =
    subject.id === source.subject_id ? copyTitle(source.title).slice(0, maxTitleLength) : source.title;
  const title = options.title ?? defaultTitle;
  const questions = await loadQuestions(unit.trx, id);
  const description = operationDescriptions.assignmentCopied(source.title, subject.name);
  unit.describe('create', 'assignments', title, description);
  const copy = await unit.insert('assignments', {
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
  await insertQuestions(unit, copy.id, questions);
  return copy.id;
}
