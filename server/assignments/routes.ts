import { assignmentsApi } from '../../contract/assignmentCalls';
import type { QueryOf } from '../../contract/endpoint';
import { successMessages } from '../../contract/successMessages';
import type { Assignment, StudentAssignment } from '../../contract/assignments';
import { isPast, studentState } from '../../contract/rules/assignments';
import type { SubmissionStatus } from '../../contract/vocabulary';
import { type Call, successBody, type Route, route } from '../mount';
import type { Db } from '../db/schema';
import { equals } from '../db/search/lists';
import type { Condition } from '../db/search/matching';
import { loadDetail, summarise, toStudentAssignment, loadSubmissions } from './detail';
import { loadDraft, saveDraft, submitAnswers } from './submitAnswers';
import { toAssignment, loadCounts, loadAssignments, findSubject } from './queries';
import { addQuestion, orderQuestions, removeQuestion, updateQuestion } from './questionChanges';
import { createAssignment, duplicateAssignment, removeAssignment, updateAssignment } from './saving';
import { loadViewer, type Viewer } from './viewer';
import { gradingRoutes } from './gradingRoutes';

const answeringRoutes: Route[] = [
  route(assignmentsApi.draft, async (call) =>
    loadDraft(call.data.read, call.params.id, await loadViewer(call)),
  ),

  route(assignmentsApi.saveDraft, async (call) => {
    const { data, params, body } = call;
    const viewer = await loadViewer(call);
    return data.writeUnlogged((trx) => saveDraft(trx, params.id, body, viewer, data.now()));
  }),

  route(assignmentsApi.submit, async (call) => {
    const { data, actor, params, body } = call;
    const viewer = await loadViewer(call);
    const { assignment, submission } = await data.writeConcurrently(actor, (unit) =>
      submitAnswers(unit, params.id, body.answers, viewer),
    );
    const message = submission.is_late === 1 ? successMessages.submittedLate : successMessages.submitted;
    return { ...successBody(message), submission: summarise(submission, assignment.total_marks) };
  }),
];

type Caller = Pick<Call, 'data' | 'user' | 'scope'>;

const loadCallerDetail = async (call: Caller, id: number) =>
  loadDetail(call.data.read, id, await loadViewer(call), call.data.now());

const buildAnswer = async (call: Caller, message: string, id: number) => ({
  ...successBody(message),
  assignment: await loadCallerDetail(call, id),
});

export const assignmentRoutes: Route[] = [
  route(assignmentsApi.list, async (call) => {
    const { data, query } = call;
    const viewer = await loadViewer(call);
    if (viewer.isStudent) return loadForStudent(data.read, viewer, query, data.now());
    return loadForStaff(data.read, viewer.isVisible, ...equals('subjects.subject_code', query.subject_code));
  }),

  route(assignmentsApi.ofStudent, async (call) =>
    loadForStudent(call.data.read, await loadViewer(call), call.query, call.data.now()),
  ),

  route(assignmentsApi.ofSubject, async ({ data, params: { subjectId }, scope }) => {
    const { wholeSubjects } = await scope();
    await findSubject(data.read, subjectId, wholeSubjects);
    return loadForStaff(data.read, ...equals('assignments.subject_id', subjectId));
  }),

  route(assignmentsApi.create, async (call) => {
    const { data, actor, body, user } = call;
    const { wholeSubjects } = await call.scope();
    const id = await data.write(actor, (unit) => createAssignment(unit, body, wholeSubjects, user.id));
    return loadCallerDetail(call, id);
  }),

  route(assignmentsApi.get, (call) => loadCallerDetail(call, call.params.id)),

  route(assignmentsApi.update, async (call) => {
    const { data, actor, params, body } = call;
    const viewer = await loadViewer(call);
    await data.write(actor, (unit) =>
      updateAssignment(unit, params.id, body, viewer.isVisible, () =>
        loadDetail(unit.trx, params.id, viewer, data.now()),
      ),
    );
    return loadCallerDetail(call, params.id);
  }),

  route(assignmentsApi.remove, async ({ data, actor, params: { id }, scope }) => {
    const { wholeSubjects } = await scope();
    const { operation } = await data.write(actor, async (unit) => {
      await removeAssignment(unit, id, wholeSubjects);
      return unit;
    });
    return { message: successMessages.assignmentDeleted, operation_id: operation };
  }),

  route(assignmentsApi.duplicate, async (call) => {
    const { data, actor, params, body, user } = call;
    const { wholeSubjects } = await call.scope();
    const id = await data.write(actor, (unit) =>
      duplicateAssignment(unit, params.id, body, wholeSubjects, user.id),
    );
    return loadCallerDetail(call, id);
  }),

  route(assignmentsApi.addQuestion, async (call) => {
    const { data, actor, params, body } = call;
    const { wholeSubjects } = await call.scope();
    await data.write(actor, (unit) => addQuestion(unit, params.id, body, wholeSubjects));
    return buildAnswer(call, successMessages.questionAdded, params.id);
  }),

  route(assignmentsApi.orderQuestions, async (call) => {
    const { data, actor, params, body } = call;
    const { wholeSubjects } = await call.scope();
    await data.write(actor, (unit) => orderQuestions(unit, params.id, body, wholeSubjects));
    return buildAnswer(call, successMessages.questionsOrdered, params.id);
  }),

  route(assignmentsApi.updateQuestion, async (call) => {
    const { data, actor, params, body } = call;
    const { wholeSubjects } = await call.scope();
    const id = await data.write(actor, (unit) =>
      updateQuestion(unit, params.questionId, body, wholeSubjects),
    );
    return buildAnswer(call, successMessages.questionSaved, id);
  }),

  route(assignmentsApi.removeQuestion, async (call) => {
    const { data, actor, params } = call;
    const { wholeSubjects } = await call.scope();
    const id = await data.write(actor, (unit) => removeQuestion(unit, params.questionId, wholeSubjects));
    return { message: successMessages.questionDeleted, assignment: await loadCallerDetail(call, id) };
  }),

  ...answeringRoutes,
  ...gradingRoutes,
];

async function loadForStaff(db: Db, ...conditions: readonly Condition[]): Promise<Assignment[]> {
  const counts = await loadCounts(db, ...conditions);
  const rows = await loadAssignments(db, ...conditions);
  return rows.map((row) => toAssignment(row, counts.get(row.id)));
}

/** Published assignments: open ones by due time, then assignments without a due time, then overdue ones. */
async function loadForStudent(
  db: Db,
  { isVisible, studentRowId }: Viewer,
  { subject_code, status }: QueryOf<typeof assignmentsApi.ofStudent>,
  now: Date,
): Promise<StudentAssignment[]> {
  const submissions = await loadSubmissions(db, studentRowId);
  return (await loadAssignments(db, isVisible, ...equals('subjects.subject_code', subject_code)))
    .map((row) => toStudentAssignment(row, submissions.get(row.id)))
    .filter((assignment) => status === undefined || hasStatus(assignment, status, now))
    .toSorted(compareByDueTime(now));
}

/** A late submission keeps the status "late" after grading (decision 23). */
function hasStatus(assignment: StudentAssignment, status: 'pending' | SubmissionStatus, now: Date): boolean {
  if (status === 'late') return assignment.submission?.is_late === true;
  return studentState(assignment, assignment.submission, now) === status;
}

function compareByDueTime(now: Date): (a: StudentAssignment, b: StudentAssignment) => number {
  const group = ({ due_date }: StudentAssignment) => (due_date === null ? 1 : isPast(due_date, now) ? 2 : 0);
  const due = ({ due_date }: StudentAssignment) => (due_date === null ? 0 : Date.parse(due_date));
  return (a, b) => {
    const inGroup = group(a) === 2 ? due(b) - due(a) : due(a) - due(b);
    return group(a) - group(b) || inGroup || b.id - a.id;
  };
}
