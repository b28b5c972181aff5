import { sql } from 'kysely';
import { assignmentsApi } from '../../contract/assignmentCalls';
import { successMessages } from '../../contract/successMessages';
import { type Call, type Route, route } from '../mount';
import { detailOf, summaryOf } from './detail';
import { draftOf, keepDraft } from './drafts';
import { gradingRoutes } from './gradingRoutes';
import { handIn } from './handIn';
import { asAssignment, countsOf, listedAssignments, subjectInScope } from './queries';
import { addQuestion, orderQuestions, removeQuestion } from './questionChanges';
import { updateQuestion } from './questionUpdate';
import { createAssignment, duplicateAssignment, removeAssignment, updateAssignment } from './saving';
import { listedForStudent } from './studentList';
import { viewerOf } from './viewer';

/** What students do. */
const answeringRoutes: Route[] = [
  route(assignmentsApi.draft, async (call) => draftOf(call.data.read, call.params.id, await viewerOf(call))),

  route(assignmentsApi.saveDraft, async (call) => {
    const { data, params, body } = call;
    const viewer = await viewerOf(call);
    return data.writeUnlogged((trx) => keepDraft(trx, params.id, body.answers, viewer, data.now()));
  }),

  route(assignmentsApi.submit, async (call) => {
    const { data, actor, params, body } = call;
    const viewer = await viewerOf(call);
    const { assignment, submission } = await data.writeTogether(actor, (unit) =>
      handIn(unit, params.id, body.answers, viewer),
    );
    return {
      success: true as const,
      message: submission.is_late === 1 ? successMessages.submittedLate : successMessages.submitted,
      submission: summaryOf(submission, assignment.total_marks, true),
    };
  }),
];

type Caller = Pick<Call, 'data' | 'user' | 'scope'>;

/** The assignment after a write, as the writer sees it. */
const detail = async (call: Caller, id: number) =>
  detailOf(call.data.read, id, await viewerOf(call), call.data.now());

const done = async (call: Caller, message: string, id: number) => ({
  success: true as const,
  message,
  assignment: await detail(call, id),
});

export const assignmentRoutes: Route[] = [
  route(assignmentsApi.list, async (call) => {
    const { data, query } = call;
    const viewer = await viewerOf(call);
    if (viewer.isStudent) return listedForStudent(data.read, viewer, query, data.now());
    const { subject_code } = query;
    const where = subject_code ? sql<boolean>`subjects.subject_code = ${subject_code}` : sql<boolean>`1 = 1`;
    const counts = await countsOf(data.read, viewer.sees, where);
    const rows = await listedAssignments(data.read, viewer.sees, where);
    return rows.map((row) => asAssignment(row, counts.get(row.id)));
  }),

  route(assignmentsApi.ofStudent, async (call) =>
    listedForStudent(call.data.read, await viewerOf(call), call.query, call.data.now()),
  ),

  route(assignmentsApi.ofSubject, async ({ data, params: { subjectId }, scope }) => {
    const { subjects } = await scope();
    await subjectInScope(data.read, subjectId, subjects);
    const where = sql<boolean>`assignments.subject_id = ${subjectId}`;
    const counts = await countsOf(data.read, where);
    return (await listedAssignments(data.read, where)).map((row) => asAssignment(row, counts.get(row.id)));
  }),

  route(assignmentsApi.create, async (call) => {
    const { data, actor, body, user } = call;
    const { subjects } = await call.scope();
    const id = await data.write(actor, (unit) => createAssignment(unit, body, subjects, user.id));
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
    const { subjects } = await scope();
    await data.write(actor, (unit) => removeAssignment(unit, id, subjects));
    return { message: successMessages.assignmentDeleted };
  }),

  route(assignmentsApi.duplicate, async (call) => {
    const { data, actor, params, body, user } = call;
    const { subjects } = await call.scope();
    const id = await data.write(actor, (unit) =>
      duplicateAssignment(unit, params.id, body, subjects, user.id),
    );
    return detail(call, id);
  }),

  route(assignmentsApi.addQuestion, async (call) => {
    const { data, actor, params, body } = call;
    const { subjects } = await call.scope();
    await data.write(actor, (unit) => addQuestion(unit, params.id, body, subjects));
    return done(call, successMessages.questionAdded, params.id);
  }),

  route(assignmentsApi.orderQuestions, async (call) => {
    const { data, actor, params, body } = call;
    const { subjects } = await call.scope();
    await data.write(actor, (unit) => orderQuestions(unit, params.id, body.ids, subjects));
    return done(call, successMessages.questionsOrdered, params.id);
  }),

  route(assignmentsApi.updateQuestion, async (call) => {
    const { data, actor, params, body } = call;
    const { subjects } = await call.scope();
    const id = await data.write(actor, (unit) => updateQuestion(unit, params.questionId, body, subjects));
    return done(call, successMessages.questionSaved, id);
  }),

  route(assignmentsApi.removeQuestion, async (call) => {
    const { data, actor, params } = call;
    const { subjects } = await call.scope();
    const id = await data.write(actor, (unit) => removeQuestion(unit, params.questionId, subjects));
    return { message: successMessages.questionDeleted, assignment: await detail(call, id) };
  }),

  ...answeringRoutes,
  ...gradingRoutes,
];
