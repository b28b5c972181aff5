import { assignmentsApi } from '../../contract/assignmentCalls';
import type { BodyInputOf, QueryOf } from '../../contract/endpoint';
import { call } from './apiCall';
import { callOrNull } from './namedCalls';

export type NewAssignment = BodyInputOf<typeof assignmentsApi.create>;
export type AssignmentChange = BodyInputOf<typeof assignmentsApi.update>;
export type AnswerGrade = BodyInputOf<typeof assignmentsApi.gradeAnswer>;
export type SubmissionGrade = BodyInputOf<typeof assignmentsApi.gradeSubmission>;
export type SentAnswers = BodyInputOf<typeof assignmentsApi.submit>['answers'];
export type AssignmentsQuery = QueryOf<typeof assignmentsApi.ofStudent>;
type SentQuestion = BodyInputOf<typeof assignmentsApi.addQuestion>;

const idParams = (id: number) => ({ params: { id: String(id) } });
const questionParams = (id: number) => ({ params: { questionId: String(id) } });

export const assignments = {
  assignments: () => call(assignmentsApi.list),
  ownAssignments: (query: AssignmentsQuery = {}) => call(assignmentsApi.ofStudent, { query }),
  assignmentsOfSubject: (subjectId: number) =>
    call(assignmentsApi.ofSubject, { params: { subjectId: String(subjectId) } }),
  assignment: (id: number) => call(assignmentsApi.get, idParams(id)),
  createAssignment: (body: NewAssignment) => call(assignmentsApi.create, { body }),
  updateAssignment: (id: number, body: AssignmentChange) =>
    call(assignmentsApi.update, { ...idParams(id), body }),
  deleteAssignment: (id: number) => call(assignmentsApi.remove, idParams(id)),
  /** Requires `created_at`, which only our server sends. */
  duplicateAssignment: (id: number, body: BodyInputOf<typeof assignmentsApi.duplicate>) =>
    call(assignmentsApi.duplicate, { ...idParams(id), body }),

  addQuestion: (assignmentId: number, body: SentQuestion) =>
    call(assignmentsApi.addQuestion, { ...idParams(assignmentId), body }),
  updateQuestion: (id: number, body: SentQuestion) =>
    call(assignmentsApi.updateQuestion, { ...questionParams(id), body }),
  deleteQuestion: (id: number) => call(assignmentsApi.removeQuestion, questionParams(id)),
  /** Null if the server cannot sort. @param screenOrder ids in the order of the screen */
  orderQuestions: (assignmentId: number, ids: number[], screenOrder: number[]) =>
    callOrNull(assignmentsApi.orderQuestions, {
      ...idParams(assignmentId),
      body: { ids, seen: screenOrder },
    }),

  submissionsOf: (assignmentId: number) => call(assignmentsApi.submissions, idParams(assignmentId)),
  submission: (id: number) => call(assignmentsApi.submission, idParams(id)),
  autoGrade: (assignmentId: number) => call(assignmentsApi.autoGrade, idParams(assignmentId)),
  /** Requires `needs_regrade`, which only our server sends. */
  regrade: (assignmentId: number) => call(assignmentsApi.regrade, idParams(assignmentId)),
  gradeAnswer: (answerId: number, body: AnswerGrade) =>
    call(assignmentsApi.gradeAnswer, { params: { answerId: String(answerId) }, body }),
  gradeSubmission: (id: number, body: SubmissionGrade) =>
    call(assignmentsApi.gradeSubmission, { ...idParams(id), body }),

  answerDraft: (assignmentId: number) => callOrNull(assignmentsApi.draft, idParams(assignmentId)),
  /** @param mergedDraftTime time of the stored draft that was merged into these answers, or null */
  saveAnswerDraft: (assignmentId: number, answers: SentAnswers, mergedDraftTime: string | null) =>
    callOrNull(assignmentsApi.saveDraft, {
      ...idParams(assignmentId),
      body: { answers, seen: mergedDraftTime },
    }),
  submitAnswers: (assignmentId: number, answers: SentAnswers, key: string) =>
    call(assignmentsApi.submit, { ...idParams(assignmentId), body: { answers }, key }),
};
