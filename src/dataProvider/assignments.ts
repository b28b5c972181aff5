import { assignmentsApi } from '../../contract/assignmentCalls';
import type { BodyInputOf, QueryOf } from '../../contract/endpoint';
import { call } from './apiCall';
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

/** Assignments, their questions and submissions. Each call fails with an ApiProblem. */
export const assignments = {
  /** For staff: those of their scope; for students: the published ones of their batch. */
  assignments: () => call(assignmentsApi.list),
  /** The signed-in student's assignments, each with the own submission. */
  ownAssignments: (query: AssignmentsQuery = {}) => call(assignmentsApi.ofStudent, { query }),
  assignmentsOfSubject: (subjectId: number) =>
    call(assignmentsApi.ofSubject, { params: { subjectId: String(subjectId) } }),
  assignment: (id: number) => call(assignmentsApi.get, ofId(id)),
  createAssignment: (body: NewAssignment) => call(assignmentsApi.create, { body }),
  updateAssignment: (id: number, body: AssignmentChange) =>
    call(assignmentsApi.update, { ...ofId(id), body }),
  deleteAssignment: (id: number) => call(assignmentsApi.remove, ofId(id)),
  /** An addition: called only if the server sends `created_at` with an assignment. */
  duplicateAssignment: (id: number, body: BodyInputOf<typeof assignmentsApi.duplicate>) =>
    call(assignmentsApi.duplicate, { ...ofId(id), body }),

  addQuestion: (assignmentId: number, body: SentQuestion) =>
    call(assignmentsApi.addQuestion, { ...ofId(assignmentId), body }),
  updateQuestion: (id: number, body: SentQuestion) =>
    call(assignmentsApi.updateQuestion, { ...ofQuestion(id), body }),
  deleteQuestion: (id: number) => call(assignmentsApi.removeQuestion, ofQuestion(id)),
  /** Null if the server cannot change the order. */
  /** @param seen the questions in the order that is on the screen */
  orderQuestions: (assignmentId: number, ids: number[], seen: number[]) =>
    addition(assignmentsApi.orderQuestions, { ...ofId(assignmentId), body: { ids, seen } }),

  submissionsOf: (assignmentId: number) => call(assignmentsApi.submissions, ofId(assignmentId)),
  submission: (id: number) => call(assignmentsApi.submission, ofId(id)),
  autoGrade: (assignmentId: number) => call(assignmentsApi.autoGrade, ofId(assignmentId)),
  /** An addition: called only if the server sends `needs_regrade`. */
  regrade: (assignmentId: number) => call(assignmentsApi.regrade, ofId(assignmentId)),
  gradeAnswer: (answerId: number, body: AnswerGrade) =>
    call(assignmentsApi.gradeAnswer, { params: { answerId: String(answerId) }, body }),
  gradeSubmission: (id: number, body: SubmissionGrade) =>
    call(assignmentsApi.gradeSubmission, { ...ofId(id), body }),

  /** The signed-in student's draft; null if the server stores no drafts. */
  answerDraft: (assignmentId: number) => addition(assignmentsApi.draft, ofId(assignmentId)),
  /** Null if the server stores no drafts. @param seen the time of the draft that the answers were merged with */
  saveAnswerDraft: (assignmentId: number, answers: SentAnswers, seen: string | null) =>
    addition(assignmentsApi.saveDraft, { ...ofId(assignmentId), body: { answers, seen } }),
  submitAnswers: (assignmentId: number, answers: SentAnswers, key: string) =>
    call(assignmentsApi.submit, { ...ofId(assignmentId), body: { answers }, key }),
};
