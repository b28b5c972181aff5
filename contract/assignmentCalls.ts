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

/**
 * A question as it is sent. The server checks with `rules/assignments` what each type needs (options with exactly one
 * right, `'true'` or `'false'`, a text).
 */
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

/**
 * As a form sends it: 1-200, or 100 if it is no number (spec 2 §5). If there are questions, their sum is used
 * instead.
 */
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
    summary: 'Staff: the assignments of the own scope; students: those of their batch that are published',
    query: assignmentQuery,
    response: z.array(assignment.extend({ submission: submissionSummary.nullable().optional() })),
  }),
  ofStudent: get('/assignments/student', {
    roles: ['student'],
    summary: 'The published assignments of the own batch, each with the own submission, the next due first',
    query: assignmentQuery,
    response: z.array(studentAssignment),
  }),
  ofSubject: get('/assignments/subject/{subjectId}', {
    roles: staff,
    summary: 'The assignments of a subject of a batch, the newest first',
    params: z.strictObject({ subjectId: idInPath }),
    response: z.array(assignment),
  }),
  create: post('/assignments', {
    roles: staff,
    scopedBy: { subject_id: 'wholeSubjectId' },
    summary: 'Make an assignment, possibly with its questions',
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
    summary: 'An assignment with its questions; for a student without the key until it is open',
    params: idParams,
    response: assignmentDetail,
  }),
  update: put('/assignments/{id}', {
    roles: staff,
    scopedBy: { id: 'assignmentId' },
    summary: 'Change an assignment; what is left out stays. Its marks only where it has no questions',
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
    summary: 'A row for everybody of the batch, by name, handed in or not',
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
    summary: 'Put the questions in this order; it must name each of them once',
    params: idParams,
    body: z.strictObject({
      ids: z.array(id).max(maxQuestions),
      /** The order that the caller has read: if there is another now, it is 409 STALE with `current`. */
      seen: z.array(id).max(maxQuestions).optional(),
    }),
    response: assignmentResult,
    isAddition: true,
  }),
  updateQuestion: put('/assignments/questions/{questionId}', {
    roles: staff,
    scopedBy: { questionId: 'questionId' },
    summary: 'Change a question; options without an id are new, those left out go',
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
    summary: 'Score what is objective and has no score yet; never over a score that a person gave',
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
      'After a change of marks or keys: score everything objective anew, cap the scores that persons gave',
    params: idParams,
    response: successResponse.extend({ changed_answers: z.int() }),
    isAddition: true,
  }),
  draft: get('/assignments/{id}/draft', {
    roles: ['student'],
    summary: 'The answers that the caller has not handed in yet',
    params: idParams,
    response: answerDraft,
    isAddition: true,
  }),
  saveDraft: put('/assignments/{id}/draft', {
    roles: ['student'],
    summary: 'Keep answers that are not handed in yet; the whole set each time',
    params: idParams,
    body: z.strictObject({
      answers: z.array(answerInput).max(maxQuestions),
      /** `saved_at` of the draft that the caller has read: if there is another now, it is 409 STALE with `current`. */
      seen: z.string().max(40).nullable().optional(),
    }),
    response: answerDraft,
    isAddition: true,
  }),
  submit: post('/assignments/{id}/submit', {
    roles: ['student'],
    summary: 'Hand in, once; an answer for every question is stored, also for those left out',
    params: idParams,
    body: z.strictObject({ answers: z.array(answerInput).max(maxQuestions) }),
    response: successResponse.extend({ submission: addition(submissionSummary) }),
  }),
  submission: get('/assignments/submission/{id}', {
    roles: ['admin', 'teacher', 'student'],
    summary: 'A submission with its answers; for its student with scores and feedback once it is graded',
    params: idParams,
    response: submission,
  }),
  gradeAnswer: post('/assignments/answers/{answerId}/feedback', {
    roles: staff,
    scopedBy: { answerId: 'answerId' },
    summary: 'Score an answer, 0 to the marks of its question, and say something about it',
    params: z.strictObject({ answerId: idInPath }),
    body: z.strictObject({
      /** If left out, it does not change. Null: not graded. */
      score: integer(0, maxTotalMarks).nullable().optional(),
      feedback: optionalText(maxFeedbackLength).optional(),
      version: addition(version.optional()),
    }),
    response: successResponse.extend({ submission: addition(submission) }),
  }),
  gradeSubmission: post('/assignments/submission/{id}/overall-feedback', {
    roles: staff,
    scopedBy: { id: 'submissionId' },
    summary: 'Say something about a whole submission',
    params: idParams,
    body: z.strictObject({
      feedback: optionalText(maxFeedbackLength),
      /** Only if the assignment has no questions, so that there is nothing else to score. */
      score: addition(integer(0, maxTotalMarks).nullable().optional()),
    }),
    response: successResponse.extend({ submission: addition(submission) }),
  }),
};
