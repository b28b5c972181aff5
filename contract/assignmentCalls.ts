import { z } from 'zod';
import {
  answerDraft,
  assignment,
  assignmentDetail,
  dueDate,
  maxAnswerLength,
  maxFeedbackLength,
  maxOptions,
  maxQuestions,
  maxQuestionLength,
  studentAssignment,
  submission,
  submissionRow,
  submissionSummary,
} from './assignments';
import { get, post, put, remove } from './endpoint';
import {
  addition,
  successResponse,
  id,
  idInPath,
  idParams,
  integer,
  lines,
  messageResponse,
  optionalText,
  requiredLabel,
  requiredLine,
  version,
  writeBody,
  subjectCode,
} from './fields';
import {
  defaultQuestionMarks,
  defaultTotalMarks,
  maxQuestionMarks,
  maxTotalMarks,
} from './rules/assignments';
import { questionTypes, submissionStatuses } from './vocabulary';

const optionBody = writeBody(
  { id: addition(id.optional()), option_text: requiredLine(1_000), is_correct: z.boolean().default(false) },
  [],
);

const questionFields = {
  question_text: lines(maxQuestionLength),
  question_type: z.enum(questionTypes),
  marks: integer(1, maxQuestionMarks).default(defaultQuestionMarks),
  correct_answer: optionalText(maxQuestionLength).optional(),
  options: z.array(optionBody).max(maxOptions).default([]),
  version: addition(version.optional()),
};

export const questionBody = writeBody(questionFields, ['id', 'assignment_id', 'created_at', 'updated_at']);

export type QuestionInput = z.input<typeof questionBody>;

const serverFields = [
  'id',
  'subject_name',
  'subject_code',
  'subject_level',
  'batch_id',
  'batch_name',
  'teacher_name',
  'questions_count',
  'students_count',
  'submitted_count',
  'ungraded_count',
  'needs_regrade',
  'published_at',
  'submission',
  'created_at',
  'updated_at',
];

/** Empty means 100 (spec 2 §5). With questions, the server stores the sum of their marks. */
const totalMarks = z.preprocess(
  (value) => (value === undefined || value === null || value === '' ? defaultTotalMarks : value),
  integer(1, maxTotalMarks),
);

const assignmentFields = {
  title: requiredLabel(200),
  description: optionalText(maxQuestionLength).optional(),
  due_date: dueDate.optional(),
  is_published: z.boolean().optional(),
  allow_late_submission: z.boolean().optional(),
};

const answerInput = z.strictObject({
  question_id: id,
  answer_text: optionalText(maxAnswerLength).optional(),
  selected_option_id: id.nullish(),
});

const staff = ['admin', 'teacher'] as const;

const assignmentQuery = z.strictObject({
  subject_code: subjectCode.optional(),
  status: z.enum(['pending', ...submissionStatuses]).optional(),
});

const assignmentResult = successResponse.extend({ assignment: addition(assignmentDetail) });

export const assignmentsApi = {
  list: get('/assignments', {
    roles: ['admin', 'teacher', 'student'],
    summary: 'For staff the assignments in scope; for students the published assignments of their batch',
    query: assignmentQuery,
    response: z.array(assignment.extend({ submission: submissionSummary.nullable().optional() })),
  }),
  ofStudent: get('/assignments/student', {
    roles: ['student'],
    summary:
      'The published assignments of the caller’s batch with the caller’s submissions, earliest due date first',
    query: assignmentQuery,
    response: z.array(studentAssignment),
  }),
  ofSubject: get('/assignments/subject/{subjectId}', {
    roles: staff,
    summary: 'The assignments of a subject of one batch, newest first',
    params: z.strictObject({ subjectId: idInPath }),
    response: z.array(assignment),
  }),
  create: post('/assignments', {
    roles: staff,
    scopedBy: { subject_id: 'wholeSubjectId' },
    summary: 'Create an assignment, optionally with questions',
    body: writeBody(
      {
        ...assignmentFields,
        subject_id: id,
        total_marks: totalMarks,
        questions: z.array(questionBody).max(maxQuestions).default([]),
      },
      serverFields,
    ),
    response: assignmentDetail,
    status: 201,
  }),
  get: get('/assignments/{id}', {
    roles: ['admin', 'teacher', 'student'],
    summary: 'An assignment with its questions; students get the key only when it is open',
    params: idParams,
    response: assignmentDetail,
  }),
  update: put('/assignments/{id}', {
    roles: staff,
    scopedBy: { id: 'assignmentId' },
    summary: 'Change an assignment; missing fields stay. `total_marks` only without questions',
    params: idParams,
    body: writeBody(
      {
        ...assignmentFields,
        title: requiredLabel(200).optional(),
        total_marks: integer(1, maxTotalMarks).optional(),
        version: addition(version.optional()),
      },
      [...serverFields, 'subject_id', 'questions'],
    ),
    response: assignmentDetail,
  }),
  remove: remove('/assignments/{id}', {
    roles: staff,
    scopedBy: { id: 'assignmentId' },
    summary: 'Delete an assignment with its questions, submissions and answers',
    params: idParams,
    response: messageResponse.extend({ operation_id: addition(id.nullable()) }),
  }),
  duplicate: post('/assignments/{id}/duplicate', {
    roles: staff,
    scopedBy: { id: 'assignmentId' },
    summary: 'Copy an assignment with its questions as a draft without a due time, also into another subject',
    params: idParams,
    body: z.strictObject({ subject_id: id.optional(), title: requiredLabel(200).optional() }),
    response: assignmentDetail,
    status: 201,
    isAddition: true,
  }),
  submissions: get('/assignments/{id}/submissions', {
    roles: staff,
    summary: 'A row for each student of the batch, by name, submitted or not',
    params: idParams,
    response: z.array(submissionRow),
  }),
  addQuestion: post('/assignments/{id}/questions', {
    roles: staff,
    scopedBy: { id: 'assignmentId' },
    summary: 'Add a question at the end; the marks of the assignment become their sum',
    params: idParams,
    body: questionBody,
    response: assignmentResult,
  }),
  orderQuestions: put('/assignments/{id}/questions/order', {
    roles: staff,
    scopedBy: { id: 'assignmentId' },
    summary: 'Reorder the questions; `ids` must contain each question once',
    params: idParams,
    body: z.strictObject({
      ids: z.array(id).max(maxQuestions),
      /** The order that the caller read. If it is out of date, the server answers 409 STALE. */
      seen: z.array(id).max(maxQuestions).optional(),
    }),
    response: assignmentResult,
    isAddition: true,
  }),
  updateQuestion: put('/assignments/questions/{questionId}', {
    roles: staff,
    scopedBy: { questionId: 'questionId' },
    summary: 'Change a question; options without an id are added, missing options are removed',
    params: z.strictObject({ questionId: idInPath }),
    body: questionBody,
    response: assignmentResult,
  }),
  removeQuestion: remove('/assignments/questions/{questionId}', {
    roles: staff,
    scopedBy: { questionId: 'questionId' },
    summary: 'Delete a question and the answers to it',
    params: z.strictObject({ questionId: idInPath }),
    response: messageResponse.extend({ assignment: addition(assignmentDetail) }),
  }),
  autoGrade: post('/assignments/{id}/auto-grade', {
    roles: staff,
    scopedBy: { id: 'assignmentId' },
    summary: 'Score objective answers without a score; scores given by a person stay',
    params: idParams,
    response: successResponse.extend({
      graded_answers: addition(z.int()),
      graded_submissions: addition(z.int()),
    }),
  }),
  regrade: post('/assignments/{id}/regrade', {
    roles: staff,
    scopedBy: { id: 'assignmentId' },
    summary:
      'After a change of marks or keys: score all objective answers again, and cap scores given by a person',
    params: idParams,
    response: successResponse.extend({ changed_answers: z.int() }),
    isAddition: true,
  }),
  draft: get('/assignments/{id}/draft', {
    roles: ['student'],
    summary: 'The caller’s draft: answers that are not submitted yet',
    params: idParams,
    response: answerDraft,
    isAddition: true,
  }),
  saveDraft: put('/assignments/{id}/draft', {
    roles: ['student'],
    summary: 'Save the caller’s draft, always with all answers',
    params: idParams,
    body: z.strictObject({
      answers: z.array(answerInput).max(maxQuestions),
      /** The `saved_at` that the caller read. If it is out of date, the server answers 409 STALE. */
      seen: z.string().max(40).nullable().optional(),
    }),
    response: answerDraft,
    isAddition: true,
  }),
  submit: post('/assignments/{id}/submit', {
    roles: ['student'],
    summary: 'Submit, only once; missing answers are stored as empty',
    params: idParams,
    body: z.strictObject({ answers: z.array(answerInput).max(maxQuestions) }),
    response: successResponse.extend({ submission: addition(submissionSummary) }),
  }),
  submission: get('/assignments/submission/{id}', {
    roles: ['admin', 'teacher', 'student'],
    summary: 'A submission with its answers; its student gets scores and feedback once it is graded',
    params: idParams,
    response: submission,
  }),
  gradeAnswer: post('/assignments/answers/{answerId}/feedback', {
    roles: staff,
    scopedBy: { answerId: 'answerId' },
    summary: 'Score an answer (0 to the marks of its question) and give feedback',
    params: z.strictObject({ answerId: idInPath }),
    body: z.strictObject({
      /** If the score is missing, the stored score does not change. Null removes the score. */
      score: integer(0, maxTotalMarks).nullable().optional(),
      feedback: optionalText(maxFeedbackLength).optional(),
      version: addition(version.optional()),
    }),
    response: successResponse.extend({ submission: addition(submission) }),
  }),
  gradeSubmission: post('/assignments/submission/{id}/overall-feedback', {
    roles: staff,
    scopedBy: { id: 'submissionId' },
    summary: 'Give feedback on a whole submission',
    params: idParams,
    body: z.strictObject({
      feedback: optionalText(maxFeedbackLength),
      score: addition(integer(0, maxTotalMarks).nullable().optional()),
    }),
    response: successResponse.extend({ submission: addition(submission) }),
  }),
};
