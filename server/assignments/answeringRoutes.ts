import { assignmentsApi } from '../../contract/assignments';
import { successMessages } from '../../contract/errors';
import { type Route, route } from '../mount';
import { summaryOf } from './detail';
import { draftOf, keepDraft } from './drafts';
import { handIn } from './handIn';
import { viewerOf } from './viewer';

/** What students do. */
export const answeringRoutes: Route[] = [
  route(assignmentsApi.draft, async (call) => draftOf(call.data.read, call.params.id, await viewerOf(call))),

  route(assignmentsApi.saveDraft, async (call) => {
    const { data, params, body } = call;
    const viewer = await viewerOf(call);
    return data.keep((trx) => keepDraft(trx, params.id, body.answers, viewer, data.now()));
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
