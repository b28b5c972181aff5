import { z } from 'zod';
import { addition, id, time, updatedAt, version } from './fields';
import { maxTotalMarks } from './rules/assignments';
import { questionTypes, submissionStatuses } from './vocabulary';

export const maxQuestions = maxTotalMarks;

export const maxOptions = 10;

/** Characters. */
export const maxAnswerLength = 10_000;

export const maxQuestionLength = 4_000;

export const maxFeedbackLength = 4_000;

const maxDueDateLength = 64;

/** ISO 8601 in UTC; the input has a time zone. An empty value means no due time. */
export const dueDate = z.preprocess(
  (value) => (value === '' ? null : value),
  z.iso
    .datetime({ offset: true })
    .max(maxDueDateLength)
    .transform((text) => new Date(text).toISOString())
    .nullable(),
);

export const questionOption = z.object({ id, option_text: z.string(), is_correct: z.boolean().optional() });

/** Students get `correct_answer` only when the key is open. Essays and multiple choice have null. */
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

/** Students get `score` and `feedback` only when the answer is graded. */
export const ownAnswer = z.object({
  question_id: id,
  answer_text: z.string().nullable(),
  selected_option_id: id.nullable(),
  score: z.int().nullable(),
  feedback: addition(z.string().nullable()),
});

export const submissionSummary = z.object({
  id,
  submitted_at: time,
  is_submitted: z.literal(true),
  status: z.enum(submissionStatuses),
  is_late: addition(z.boolean()),
  is_graded: z.boolean(),
  /** The sum of the scores so far. Students get the sum only when all answers are graded. */
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
  batch_id: addition(id.optional()),
  batch_name: addition(z.string()),
  teacher_name: z.string().nullable(),
  questions_count: z.int(),
  students_count: addition(z.int().optional()),
  submitted_count: addition(z.int().optional()),
  /** Staff only: submissions that a teacher still has to grade. */
  ungraded_count: addition(z.int().optional()),
  /** Staff only: true if marks or keys changed after a student submitted (decision 25). */
  needs_regrade: addition(z.boolean().optional()),
  published_at: addition(time.nullable()),
  created_at: time,
  version,
  updated_at: updatedAt,
});

export type Assignment = z.infer<typeof assignment>;

export const studentAssignment = assignment.extend({ submission: submissionSummary.nullable() });

export type StudentAssignment = z.infer<typeof studentAssignment>;

export const assignmentDetail = assignment.extend({
  questions: z.array(question),
  submission: submissionSummary
    .extend({ feedback: z.string().nullable(), answers: z.array(ownAnswer) })
    .nullable()
    .optional(),
});

export type AssignmentDetail = z.infer<typeof assignmentDetail>;

export const submissionRow = z.object({
  id: id.nullable(),
  student_name: z.string(),
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

/** For multiple choice, `correct_answer` is the text of the correct option. */
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
  /** Staff only (decision 24). */
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
  previous_id: addition(id.nullable().optional()),
  next_id: addition(id.nullable().optional()),
  next_ungraded_id: addition(id.nullable().optional()),
  version,
});

export type Submission = z.infer<typeof submission>;

export const answerDraft = z.object({
  answers: z.array(
    z.object({ question_id: id, answer_text: z.string().nullable(), selected_option_id: id.nullable() }),
  ),
  saved_at: time.nullable(),
});

export type AnswerDraft = z.infer<typeof answerDraft>;
