import { assignmentsApi } from '../../contract/assignmentCalls';
import type { QueryOf } from '../../contract/endpoint';
import { successMessages } from '../../contract/successMessages';
import type { Assignment, StudentAssignment } from '../../contract/assignments';
import { isPast, studentState } from '../../contract/rules/assignments';
import type { SubmissionStatus } from '../../contract/vocabulary';
import { type Call, done, type Route, route } from '../mount';
import type { Db } from '../db/schema';
import { equals } from '../db/search/lists';
import type { Condition } from '../db/search/matching';
import { detailOf, summaryOf, ofStudent, submissionsOf } from './detail';
import { draftOf, saveDraft, handIn } from './handIn';
import { asAssignment, countsOf, listedAssignments, subjectInScope } from './queries';
import { addQuestion, orderQuestions, removeQuestion, updateQuestion } from './questionChanges';
import { createAssignment, duplicateAssignment, removeAssignment, updateAssignment } from './saving';
import { viewerOf, type Viewer } from './viewer';
import { gradingRoutes } from './gradingRoutes';

/** The routes for students. */
const answeringRoutes: Route[] = [
  route(assignmentsApi.draft, async (call) => draftOf(call.data.read, call.params.id, await viewerOf(call))),

  route(assignmentsApi.saveDraft, async (call) => {
    const { data, params, body } = call;
    const viewer = await viewerOf(call);
    return data.writeUnlogged((trx) => saveDraft(trx, params.id, body, viewer, data.now()));
  }),

  route(assignmentsApi.submit, async (call) => {
    const { data, actor, params, body } = call;
    const viewer = await viewerOf(call);
    const { assignment, submission } = await data.writeTogether(actor, (unit) =>
      handIn(unit, params.id, body.answers, viewer),
    );
    const message = submission.is_late === 1 ? successMessages.submittedLate : successMessages.submitted;
    return { ...done(message), submission: summaryOf(submission, assignment.total_marks) };
  }),
];

type Caller = Pick<Call, 'data' | 'user' | 'scope'>;

/** The assignment after a write, as the writer sees it. */
const detail = async (call: Caller, id: number) =>
  detailOf(call.data.read, id, await viewerOf(call), call.data.now());

const savedQuestions = async (call: Caller, message: string, id: number) => ({
  ...done(message),
  assignment: await detail(call, id),
});

export const assignmentRoutes: Route[] = [
  route(assignmentsApi.list, async (call) => {
    const { data, query } = call;
    const viewer = await viewerOf(call);
    if (viewer.isStudent) return listForStudent(data.read, viewer, query, data.now());
    return listForStaff(data.read, viewer.sees, ...equals('subjects.subject_code', query.subject_code));
  }),

  route(assignmentsApi.ofStudent, async (call) =>
    listForStudent(call.data.read, await viewerOf(call), call.query, call.data.now()),
  ),

  route(assignmentsApi.ofSubject, async ({ data, params: { subjectId }, scope }) => {
    const { whole } = await scope();
    await subjectInScope(data.read, subjectId, whole);
    return listForStaff(data.read, ...equals('assignments.subject_id', subjectId));
  }),

  route(assignmentsApi.create, async (call) => {
    const { data, actor, body, user } = call;
    const { whole } = await call.scope();
    const id = await data.write(actor, (unit) => createAssignment(unit, body, whole, user.id));
    return detail(call, id);
  }),

  route(assignmentsApi.get, (call) => detail(call, call.params.id)),

  route(assignmentsApi.update, async (call) => {
    const { data, actor, params, body } = call;
    const viewer = await viewerOf(call);
    await data.write(actor, (unit) =>
      updateAssignment(unit, params.id, body, viewer.sees, () =>
        detailOf(unit.trx, params.id, viewer, data.now()),
      ),
    );
    return detail(call, params.id);
  }),

  route(assignmentsApi.remove, async ({ data, actor, params: { id }, scope }) => {
    const { whole } = await scope();
    const { operation } = await data.write(actor, async (unit) => {
      await removeAssignment(unit, id, whole);
      return unit;
    });
    return { message: successMessages.assignmentDeleted, operation_id: operation };
  }),

  route(assignmentsApi.duplicate, async (call) => {
    const { data, actor, params, body, user } = call;
    const { whole } = await call.scope();
    const id = await data.write(actor, (unit) => duplicateAssignment(unit, params.id, body, whole, user.id));
    return detail(call, id);
  }),

  route(assignmentsApi.addQuestion, async (call) => {
    const { data, actor, params, body } = call;
    const { whole } = await call.scope();
    await data.write(actor, (unit) => addQuestion(unit, params.id, body, whole));
    return savedQuestions(call, successMessages.questionAdded, params.id);
  }),

  route(assignmentsApi.orderQuestions, async (call) => {
    const { data, actor, params, body } = call;
    const { whole } = await call.scope();
    await data.write(actor, (unit) => orderQuestions(unit, params.id, body, whole));
    return savedQuestions(call, successMessages.questionsOrdered, params.id);
  }),

  route(assignmentsApi.updateQuestion, async (call) => {
    const { data, actor, params, body } = call;
    const { whole } = await call.scope();
    const id = await data.write(actor, (unit) => updateQuestion(unit, params.questionId, body, whole));
    return savedQuestions(call, successMessages.questionSaved, id);
  }),

  route(assignmentsApi.removeQuestion, async (call) => {
    const { data, actor, params } = call;
    const { whole } = await call.scope();
    const id = await data.write(actor, (unit) => removeQuestion(unit, params.questionId, whole));
    return { message: successMessages.questionDeleted, assignment: await detail(call, id) };
  }),

  ...answeringRoutes,
  ...gradingRoutes,
];

async function listForStaff(db: Db, ...conditions: readonly Condition[]): Promise<Assignment[]> {
  const counts = await countsOf(db, ...conditions);
  const rows = await listedAssignments(db, ...conditions);
  return rows.map((row) => asAssignment(row, counts.get(row.id)));
}

/**
 * The published assignments of the student's batch: the next due first, then those without a due time, then past
 * ones.
 */
async function listForStudent(
  db: Db,
  { sees, studentRowId }: Viewer,
  { subject_code, status }: QueryOf<typeof assignmentsApi.ofStudent>,
  now: Date,
): Promise<StudentAssignment[]> {
  const submissions = await submissionsOf(db, studentRowId);
  return (await listedAssignments(db, sees, ...equals('subjects.subject_code', subject_code)))
    .map((row) => ofStudent(row, submissions.get(row.id)))
    .filter((one) => status === undefined || hasStatus(one, status, now))
    .toSorted(byDueTime(now));
}

/** A late submission stays late when it is graded (decision 23). */
function hasStatus(one: StudentAssignment, status: 'pending' | SubmissionStatus, now: Date): boolean {
  if (status === 'late') return one.submission?.is_late === true;
  return studentState(one, one.submission, now) === status;
}

function byDueTime(now: Date): (a: StudentAssignment, b: StudentAssignment) => number {
  const group = ({ due_date }: StudentAssignment) => (due_date === null ? 1 : isPast(due_date, now) ? 2 : 0);
  const due = ({ due_date }: StudentAssignment) => (due_date === null ? 0 : Date.parse(due_date));
  return (a, b) => {
    const inGroup = group(a) === 2 ? due(b) - due(a) : due(a) - due(b);
    return group(a) - group(b) || inGroup || b.id - a.id;
  };
}
