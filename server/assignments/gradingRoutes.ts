import { assignmentsApi } from '../../contract/assignmentCalls';
import { successMessages } from '../../contract/successMessages';
import { type Call, type Route, route } from '../mount';
import { gradeAnswer, gradeSubmission } from './grading';
import { assignmentById } from './queries';
import { autoGrade, regrade } from './scoring';
import { submissionRows } from './submissionRows';
import { submissionDetail } from './submissions';
import { viewerOf } from './viewer';

const detail = async (call: Pick<Call, 'data' | 'user' | 'scope'>, id: number) =>
  submissionDetail(call.data.read, id, await viewerOf(call), call.data.now());

/** Submissions, and what staff gives for them. */
export const gradingRoutes: Route[] = [
  route(assignmentsApi.submissions, async (call) => {
    const { sees } = await viewerOf(call);
    return submissionRows(call.data.read, await assignmentById(call.data.read, call.params.id, sees));
  }),

  route(assignmentsApi.submission, (call) => detail(call, call.params.id)),

  route(assignmentsApi.gradeAnswer, async (call) => {
    const { data, actor, params, body } = call;
    const viewer = await viewerOf(call);
    const id = await data.writeTogether(actor, (unit) => gradeAnswer(unit, params.answerId, body, viewer));
    return {
      success: true as const,
      message: successMessages.answerGraded,
      submission: await detail(call, id),
    };
  }),

  route(assignmentsApi.gradeSubmission, async (call) => {
    const { data, actor, params, body } = call;
    const viewer = await viewerOf(call);
    await data.writeTogether(actor, (unit) => gradeSubmission(unit, params.id, body, viewer));
    const message = successMessages.submissionFeedbackSaved;
    return { success: true as const, message, submission: await detail(call, params.id) };
  }),

  route(assignmentsApi.autoGrade, async ({ data, actor, params: { id }, scope }) => {
    const { subjects } = await scope();
    const graded = await data.write(actor, (unit) => autoGrade(unit, id, subjects));
    const message =
      graded.graded_answers > 0 ? successMessages.autoGraded : successMessages.nothingToAutoGrade;
    return { success: true as const, message, ...graded };
  }),

  route(assignmentsApi.regrade, async ({ data, actor, params: { id }, scope }) => {
    const { subjects } = await scope();
    const changed_answers = await data.write(actor, (unit) => regrade(unit, id, subjects));
    return { success: true as const, message: successMessages.regraded, changed_answers };
  }),
];
