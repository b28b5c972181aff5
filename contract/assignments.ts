import { z } from 'zod';
import { endpoint } from './endpoint';
import {
  addition,
  done,
  id,
  idInPath,
  idParams,
  integer,
  lines,
  message,
  optionalCode,
  optionalText,
  requiredLine,
  time,
  updatedAt,
  version,
  writeBody,
} from './fields';
import {
  defaultQuestionMarks,
  defaultTotalMarks,
  mostQuestionMarks,
  mostTotalMarks,
} from './rules/assignments';
import { questionTypes, submissionStatuses } from './vocabulary';

/** At most so many questions in an assignment, and options in a question. */
export const mostQuestions = mostTotalMarks;
export const mostOptions = 10;
/** Characters. */
export const mostAnswerText = 10_000;
const mostQuestionText = 4_000;
const mostFeedback = 4_000;

/** Characters: a fraction of a second can be written with any number of digits. */
const mostDueDate = 64;

/** A moment with its zone; kept as ISO 8601 in UTC. Empty means: no due time. */
const dueDate = z.preprocess(
  (value) => (value === '' ? null : value),
  z.iso
    .datetime({ offset: true })
    .max(mostDueDate)
    .transform((text) => new Date(text).toISOString())
    .nullable(),
);

/** `is_correct` is left out for students until the key is open. */
export const questionOption = z.object({ id, option_text: z.string(), is_correct: z.boolean().optional() });

/** `correct_answer` is left out for students until the key is open; null for essays and multiple choice. */
export const question = z.object({
  id,
  question_text: z.string(),
  question_type: z.enum(questionTypes),
  marks: z.int(),
  correct_answer: z.string().nullable().optional(),
  options: z.array(questionOption),
  version,
});
export type Question = z.infer<typeof question>;

/** An answer as the student gave it. `score` and `feedback` are null for the student until it is graded. */
export const ownAnswer = z.object({
  question_id: id,
  answer_text: z.string().nullable(),
  selected_option_id: id.nullable(),
  score: z.int().nullable(),
  feedback: addition(z.string().nullable()),
});

/** What a list tells of a submission. */
export const submissionSummary = z.object({
  id,
  submitted_at: time,
  is_submitted: z.literal(true),
  status: z.enum(submissionStatuses),
  is_late: addition(z.boolean()),
  is_graded: z.boolean(),
  /** Of what is graded so far; for the student null until everything is. */
  total_score: z.int().nullable(),
  total_marks: z.int(),
});
export type SubmissionSummary = z.infer<typeof submissionSummary>;

export const assignment = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  due_date: time.nullable(),
  total_marks: z.int(),
  is_published: z.boolean(),
  allow_late_submission: z.boolean(),
  subject_id: id,
  subject_name: z.string(),
  subject_code: z.string(),
  subject_level: addition(z.int()),
  batch_name: addition(z.string()),
  /** Who made it. */
  teacher_name: z.string().nullable(),
  questions_count: z.int(),
  /** Of the batch, and how many of them handed in; staff only. */
  students_count: addition(z.int().optional()),
  submitted_count: addition(z.int().optional()),
  /** Staff only: hand-ins that a person has still to look at. */
  ungraded_count: addition(z.int().optional()),
  /** Staff only: marks or keys have changed since somebody handed in (decision 25). */
  needs_regrade: addition(z.boolean().optional()),
  published_at: addition(time.nullable()),
  created_at: time,
  version,
  updated_at: updatedAt,
});
export type Assignment = z.infer<typeof assignment>;

/** For students: with the own submission. */
export const studentAssignment = assignment.extend({ submission: submissionSummary.nullable() });
export type StudentAssignment = z.infer<typeof studentAssignment>;

export const assignmentDetail = assignment.extend({
  questions: z.array(question),
  /** Of the student who asks, null before handing in; left out for staff. */
  submission: submissionSummary
    .extend({ feedback: z.string().nullable(), answers: z.array(ownAnswer) })
    .nullable()
    .optional(),
});
export type AssignmentDetail = z.infer<typeof assignmentDetail>;

/** A line of the table of submissions: everybody of the batch, and who handed in and has left it since. */
export const submissionRow = z.object({
  /** Null for who has not handed in. */
  id: id.nullable(),
  student_name: z.string(),
  /** Academic number. */
  university_id: z.string(),
  is_submitted: z.boolean(),
  submitted_at: time.nullable(),
  is_late: addition(z.boolean()),
  is_graded: z.boolean(),
  status: z.enum(submissionStatuses).nullable(),
  total_score: z.int().nullable(),
  total_marks: z.int(),
});
export type SubmissionRow = z.infer<typeof submissionRow>;

/**
 * `is_correct` and `correct_answer` are left out for the student until the key is open. `correct_answer` of multiple
 * choice is the text of the right option, since the specification's answer has no options.
 */
export const answer = z.object({
  id,
  question_id: id,
  question_text: z.string(),
  question_type: z.enum(questionTypes),
  options: addition(z.array(questionOption)),
  answer_text: z.string().nullable(),
  selected_option_id: id.nullable(),
  selected_option_text: z.string().nullable(),
  score: z.int().nullable(),
  max_marks: z.int(),
  is_correct: z.boolean().nullable().optional(),
  correct_answer: z.string().nullable().optional(),
  feedback: z.string().nullable(),
  /** Staff only: what the comparison with the key proposes (decision 24). */
  suggested_score: addition(z.int().nullable().optional()),
  version,
});
export type Answer = z.infer<typeof answer>;

export const submission = z.object({
  id,
  assignment_id: id,
  assignment_title: z.string(),
  subject_name: addition(z.string()),
  subject_code: addition(z.string()),
  batch_name: addition(z.string()),
  student_name: z.string(),
  university_id: z.string(),
  submitted_at: time,
  is_submitted: z.literal(true),
  is_graded: z.boolean(),
  is_late: addition(z.boolean()),
  status: z.enum(submissionStatuses),
  total_score: z.int().nullable(),
  total_marks: z.int(),
  feedback: z.string().nullable(),
  answers: z.array(answer),
  /** Staff only: the neighbours in the table of submissions, and the next one that waits for a grade. */
  previous_id: addition(id.nullable().optional()),
  next_id: addition(id.nullable().optional()),
  next_ungraded_id: addition(id.nullable().optional()),
  version,
});
export type Submission = z.infer<typeof submission>;

const optionBody = writeBody(
  { id: addition(id.optional()), option_text: requiredLine(1_000), is_correct: z.boolean().default(false) },
  [],
);

/**
 * A question as it is written. Which type needs what (options with exactly one right, `'true'` or `'false'`, a text)
 * is checked by the server by the rules of `rules/assignments`.
 */
const questionFields = {
  question_text: lines(mostQuestionText),
  question_type: z.enum(questionTypes),
  marks: integer(1, mostQuestionMarks).default(defaultQuestionMarks),
  correct_answer: optionalText(mostQuestionText).optional(),
  options: z.array(optionBody).max(mostOptions).default([]),
  version: addition(version.optional()),
};
export const questionBody = writeBody(questionFields, ['id', 'assignment_id', 'created_at', 'updated_at']);
export type QuestionInput = z.input<typeof questionBody>;

const kept = [
  'id',
  'subject_name',
  'subject_code',
  'subject_level',
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

/** As sent by a form: 1-200, 100 where it is no number (spec 2 §5). With questions their sum counts instead. */
const totalMarks = z.preprocess(
  (value) => (value === undefined || value === null || value === '' ? defaultTotalMarks : value),
  integer(1, mostTotalMarks),
);

const assignmentFields = {
  title: requiredLine(200),
  description: optionalText(mostQuestionText).optional(),
  due_date: dueDate.optional(),
  is_published: z.boolean().optional(),
  allow_late_submission: z.boolean().optional(),
};

const sentAnswer = z.strictObject({
  question_id: id,
  answer_text: optionalText(mostAnswerText).optional(),
  selected_option_id: id.nullish(),
});

/** Answers that a student has not handed in yet. */
export const answerDraft = z.object({
  answers: z.array(
    z.object({ question_id: id, answer_text: z.string().nullable(), selected_option_id: id.nullable() }),
  ),
  /** Null where there is none. */
  saved_at: time.nullable(),
});
export type AnswerDraft = z.infer<typeof answerDraft>;

const staff = ['admin', 'teacher'] as const;
const studentQuery = z.strictObject({
  subject_code: optionalCode(40).optional(),
  status: z.enum(['pending', ...submissionStatuses]).optional(),
});
const whole = done.extend({ assignment: addition(assignmentDetail) });

export const assignmentsApi = {
  list: endpoint({
    method: 'GET',
    path: '/assignments',
    roles: ['admin', 'teacher', 'student'],
    summary: 'Staff: the assignments of the own scope; students: those of their batch that are published',
    query: studentQuery,
    response: z.array(assignment.extend({ submission: submissionSummary.nullable().optional() })),
  }),
  ofStudent: endpoint({
    method: 'GET',
    path: '/assignments/student',
    roles: ['student'],
    summary: 'The published assignments of the own batch, each with the own submission, the next due first',
    query: studentQuery,
    response: z.array(studentAssignment),
  }),
  ofSubject: endpoint({
    method: 'GET',
    path: '/assignments/subject/{subjectId}',
    roles: staff,
    summary: 'The assignments of a subject of a batch, the newest first',
    params: z.strictObject({ subjectId: idInPath }),
    response: z.array(assignment),
  }),
  create: endpoint({
    method: 'POST',
    path: '/assignments',
    roles: staff,
    summary: 'Make an assignment, possibly with its questions',
    body: writeBody(
      {
        ...assignmentFields,
        subject_id: id,
        total_marks: totalMarks,
        questions: z.array(questionBody).max(mostQuestions).default([]),
      },
      kept,
    ),
    response: assignmentDetail,
    status: 201,
  }),
  get: endpoint({
    method: 'GET',
    path: '/assignments/{id}',
    roles: ['admin', 'teacher', 'student'],
    summary: 'An assignment with its questions; for a student without the key until it is open',
    params: idParams,
    response: assignmentDetail,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/assignments/{id}',
    roles: staff,
    summary: 'Change an assignment; what is left out stays. Its marks only where it has no questions',
    params: idParams,
    body: writeBody(
      {
        ...assignmentFields,
        title: requiredLine(200).optional(),
        total_marks: integer(1, mostTotalMarks).optional(),
        version: addition(version.optional()),
      },
      [...kept, 'subject_id', 'questions'],
    ),
    response: assignmentDetail,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/assignments/{id}',
    roles: staff,
    summary: 'Delete an assignment with its questions, submissions and answers',
    params: idParams,
    response: message,
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/assignments/{id}/duplicate',
    roles: staff,
    summary: 'Copy an assignment with its questions as a draft without a due time, also into another subject',
    params: idParams,
    body: z.strictObject({ subject_id: id.optional(), title: requiredLine(200).optional() }),
    response: assignmentDetail,
    status: 201,
    isAddition: true,
  }),
  submissions: endpoint({
    method: 'GET',
    path: '/assignments/{id}/submissions',
    roles: staff,
    summary: 'A row for everybody of the batch, by name, handed in or not',
    params: idParams,
    response: z.array(submissionRow),
  }),
  addQuestion: endpoint({
    method: 'POST',
    path: '/assignments/{id}/questions',
    roles: staff,
    summary: 'Add a question at the end; the marks of the assignment become their sum',
    params: idParams,
    body: questionBody,
    response: whole,
  }),
  orderQuestions: endpoint({
    method: 'PUT',
    path: '/assignments/{id}/questions/order',
    roles: staff,
    summary: 'Put the questions in this order; it must name each of them once',
    params: idParams,
    body: z.strictObject({ ids: z.array(id).max(mostQuestions) }),
    response: whole,
    isAddition: true,
  }),
  updateQuestion: endpoint({
    method: 'PUT',
    path: '/assignments/questions/{questionId}',
    roles: staff,
    summary: 'Change a question; options without an id are new, those left out go',
    params: z.strictObject({ questionId: idInPath }),
    body: questionBody,
    response: whole,
  }),
  removeQuestion: endpoint({
    method: 'DELETE',
    path: '/assignments/questions/{questionId}',
    roles: staff,
    summary: 'Delete a question and the answers to it',
    params: z.strictObject({ questionId: idInPath }),
    response: message.extend({ assignment: addition(assignmentDetail) }),
  }),
  autoGrade: endpoint({
    method: 'POST',
    path: '/assignments/{id}/auto-grade',
    roles: staff,
    summary: 'Score what is objective and has no score yet; never over a score that a person gave',
    params: idParams,
    response: done.extend({ graded_answers: addition(z.int()), graded_submissions: addition(z.int()) }),
  }),
  regrade: endpoint({
    method: 'POST',
    path: '/assignments/{id}/regrade',
    roles: staff,
    summary:
      'After a change of marks or keys: score everything objective anew, cap the scores that persons gave',
    params: idParams,
    response: done.extend({ changed_answers: z.int() }),
    isAddition: true,
  }),
  draft: endpoint({
    method: 'GET',
    path: '/assignments/{id}/draft',
    roles: ['student'],
    summary: 'The answers that the caller has not handed in yet',
    params: idParams,
    response: answerDraft,
    isAddition: true,
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/assignments/{id}/draft',
    roles: ['student'],
    summary: 'Keep answers that are not handed in yet; the whole set each time',
    params: idParams,
    body: z.strictObject({ answers: z.array(sentAnswer).max(mostQuestions) }),
    response: answerDraft,
    isAddition: true,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/assignments/{id}/submit',
    roles: ['student'],
    summary: 'Hand in, once; an answer for every question is stored, also for those left out',
    params: idParams,
    body: z.strictObject({ answers: z.array(sentAnswer).max(mostQuestions) }),
    response: done.extend({ submission: addition(submissionSummary) }),
  }),
  submission: endpoint({
    method: 'GET',
    path: '/assignments/submission/{id}',
    roles: ['admin', 'teacher', 'student'],
    summary: 'A submission with its answers; for its student with scores and feedback once it is graded',
    params: idParams,
    response: submission,
  }),
  gradeAnswer: endpoint({
    method: 'POST',
    path: '/assignments/answers/{answerId}/feedback',
    roles: staff,
    summary: 'Score an answer, 0 to the marks of its question, and say something about it',
    params: z.strictObject({ answerId: idInPath }),
    body: z.strictObject({
      /** Left out: stays. Null: not graded. */
      score: integer(0, mostTotalMarks).nullable().optional(),
      feedback: optionalText(mostFeedback).optional(),
      version: addition(version.optional()),
    }),
    response: done.extend({ submission: addition(submission) }),
  }),
  gradeSubmission: endpoint({
    method: 'POST',
    path: '/assignments/submission/{id}/overall-feedback',
    roles: staff,
    summary: 'Say something about a whole submission',
    params: idParams,
    body: z.strictObject({
      feedback: optionalText(mostFeedback),
      /** Only where the assignment has no questions, which leaves nothing else to score. */
      score: addition(integer(0, mostTotalMarks).nullable().optional()),
    }),
    response: done.extend({ submission: addition(submission) }),
  }),
};
