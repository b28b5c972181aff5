import { assignmentsApi } from '../../contract/assignmentCalls';
import type { BodyInputOf, QueryOf } from '../../contract/endpoint';
import { call } from './call';
import { addition } from './named';

export type NewAssignment = BodyInputOf<typeof assignmentsApi.create>;
export type AssignmentChange = BodyInputOf<typeof assignmentsApi.update>;
export type AnswerGrade = BodyInputOf<typeof assignmentsApi.gradeAnswer>;
export type SubmissionGrade = BodyInputOf<typeof assignmentsApi.gradeSubmission>;
export type SentAnswers = BodyInputOf<typeof assignmentsApi.submit>['answers'];
export type AssignmentsQuery = QueryOf<typeof assignmentsApi.ofStudent>;
type SentQuestion = BodyInputOf<typeof assignmentsApi.addQuestion>;

const ofId = (id: number) => ({ params: { id: String(id) } });
const ofQuestion = (id: number) => ({ params: { questionId: String(id) } });

/** Assignments, their questions, and what students hand in. Each fails with an ApiProblem. */
export const assignments = {
  /** Staff: of the own scope; students: the published ones of their batch. */
  assignments: () => call(assignmentsApi.list),
  /** Of the student who asks, each with the own submission. */
  ownAssignments: (query: AssignmentsQuery = {}) => call(assignmentsApi.ofStudent, { query }),
  assignmentsOfSubject: (subjectId: number) =>
    call(assignmentsApi.ofSubject, { params: { subjectId: String(subjectId) } }),
  assignment: (id: number) => call(assignmentsApi.get, ofId(id)),
  createAssignment: (body: NewAssignment) => call(assignmentsApi.create, { body }),
  updateAssignment: (id: number, body: AssignmentChange) =>
    call(assignmentsApi.update, { ...ofId(id), body }),
  deleteAssignment: (id: number) => call(assignmentsApi.remove, ofId(id)),
  /** An addition: asked only of a server that sends `created_at` with an assignment. */
  duplicateAssignment: (id: number, body: BodyInputOf<typeof assignmentsApi.duplicate>) =>
    call(assignmentsApi.duplicate, { ...ofId(id), body }),

  addQuestion: (assignmentId: number, body: SentQuestion) =>
    call(assignmentsApi.addQuestion, { ...ofId(assignmentId), body }),
  updateQuestion: (id: number, body: SentQuestion) =>
    call(assignmentsApi.updateQuestion, { ...ofQuestion(id), body }),
  deleteQuestion: (id: number) => call(assignmentsApi.removeQuestion, ofQuestion(id)),
  /** Null where the server keeps questions in the order in which they were added. */
  orderQuestions: (assignmentId: number, ids: number[]) =>
    addition(assignmentsApi.orderQuestions, { ...ofId(assignmentId), body: { ids } }),

  submissionsOf: (assignmentId: number) => call(assignmentsApi.submissions, ofId(assignmentId)),
  submission: (id: number) => call(assignmentsApi.submission, ofId(id)),
  autoGrade: (assignmentId: number) => call(assignmentsApi.autoGrade, ofId(assignmentId)),
  /** An addition: asked only where the server says `needs_regrade`. */
  regrade: (assignmentId: number) => call(assignmentsApi.regrade, ofId(assignmentId)),
  gradeAnswer: (answerId: number, body: AnswerGrade) =>
    call(assignmentsApi.gradeAnswer, { params: { answerId: String(answerId) }, body }),
  gradeSubmission: (id: number, body: SubmissionGrade) =>
    call(assignmentsApi.gradeSubmission, { ...ofId(id), body }),

  /** Of the student who asks; null where the server keeps no drafts. */
  answerDraft: (assignmentId: number) => addition(assignmentsApi.draft, ofId(assignmentId)),
  /** Null where the server keeps no drafts. */
  saveAnswerDraft: (assignmentId: number, answers: SentAnswers) =>
    addition(assignmentsApi.saveDraft, { ...ofId(assignmentId), body: { answers } }),
  submitAnswers: (assignmentId: number, answers: SentAnswers) =>
    call(assignmentsApi.submit, { ...ofId(assignmentId), body: { answers } }),
};
