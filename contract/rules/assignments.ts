import type { QuestionType, SubmissionStatus } from '../vocabulary';
import { cleanText, foldArabic } from './arabicText';

/** Marks. Source: spec 2 §5 and §9. */
export const maxTotalMarks = 200;
export const defaultTotalMarks = 100;
export const defaultQuestionMarks = 1;
export const maxQuestionMarks = 50;

/** Spec 2 §9. */
const passingShare = 0.6;
export const isPassing = (score: number, marks: number): boolean =>
  marks > 0 && score >= marks * passingShare;

export interface QuestionWithKey {
  question_type: QuestionType;
  marks: number;
  correct_answer: string | null;
  options: readonly { id: number; is_correct: boolean }[];
}
export interface StudentAnswer {
  answer_text: string | null;
  selected_option_id: number | null;
}

export const isObjective = (type: QuestionType): boolean =>
  type === 'multiple_choice' || type === 'true_false';

export const isUnanswered = ({ answer_text, selected_option_id }: StudentAnswer): boolean =>
  selected_option_id === null && (answer_text === null || answer_text.trim() === '');

/** Null if a teacher has to judge. An empty objective answer is wrong (decision 26). */
export function isCorrect(question: QuestionWithKey, answer: StudentAnswer): boolean | null {
  if (question.question_type === 'multiple_choice')
    return question.options.some(({ id, is_correct }) => is_correct && id === answer.selected_option_id);
  if (question.question_type === 'true_false') return answer.answer_text === question.correct_answer;
  return null;
}

export function autoScore(question: QuestionWithKey, answer: StudentAnswer): number | null {
  const isCorrectAnswer = isCorrect(question, answer);
  if (isCorrectAnswer === null) return null;
  return isCorrectAnswer ? question.marks : 0;
}

/** Compares the folded texts. A teacher confirms the suggested score (decision 24). */
export function suggestedScore(question: QuestionWithKey, answer: StudentAnswer): number | null {
  if (question.question_type !== 'text' || !question.correct_answer) return null;
  const isSame = foldAnswer(answer.answer_text ?? '') === foldAnswer(question.correct_answer);
  return isSame ? question.marks : 0;
}

const foldAnswer = (text: string) => foldArabic(cleanText(text));

/** `graded` comes before `late`, and `late` before `submitted` (api.md, Assignments). */
export function submissionStatus(submission: { is_graded: boolean; is_late: boolean }): SubmissionStatus {
  if (submission.is_graded) return 'graded';
  return submission.is_late ? 'late' : 'submitted';
}

export type StudentState = SubmissionStatus | 'pending' | 'expired';
export function studentState(
  assignment: { due_date: string | null; allow_late_submission: boolean },
  submission: { status: SubmissionStatus } | null,
  now: Date,
): StudentState {
  if (submission) return submission.status;
  return isPast(assignment.due_date, now) && !assignment.allow_late_submission ? 'expired' : 'pending';
}

/** The second of the due time is still in time. False without a due time. */
export const isPast = (dueDate: string | null, now: Date): boolean =>
  dueDate !== null && toSeconds(now.getTime()) > toSeconds(Date.parse(dueDate));

const toSeconds = (milliseconds: number) => Math.floor(milliseconds / 1_000);

/** Students see the key after they submit, if the due time has passed or the work is graded (decision 24). */
export const isKeyOpen = (
  dueDate: string | null,
  submission: { is_graded: boolean } | null,
  now: Date,
): boolean => submission !== null && (submission.is_graded || isPast(dueDate, now));

export type TimeUntilDue =
  | { kind: 'none' | 'expired' | 'today' | 'tomorrow' }
  | { kind: 'days'; days: number };
export function timeUntilDue(dueDate: string | null, now: Date, timeZone: string): TimeUntilDue {
  if (dueDate === null) return { kind: 'none' };
  if (isPast(dueDate, now)) return { kind: 'expired' };
  const days = dayNumber(new Date(dueDate), timeZone) - dayNumber(now, timeZone);
  if (days <= 0) return { kind: 'today' };
  return days === 1 ? { kind: 'tomorrow' } : { kind: 'days', days };
}

/** Spec 2 §9. */
export function dueBand(due: TimeUntilDue): 'expired' | 'soon' | 'ample' | 'none' {
  if (due.kind === 'none' || due.kind === 'expired') return due.kind;
  if (due.kind === 'days') return due.days <= 3 ? 'soon' : 'ample';
  return 'soon';
}

function dayNumber(time: Date, timeZone: string): number {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time);
  return Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
}

export interface QuestionProblem {
  path: 'question_text' | 'options' | 'correct_answer';
  problem: 'questionTextMissing' | 'tooFewOptions' | 'notOneRightOption' | 'notTrueOrFalse';
}

export function questionProblems(question: {
  question_text: string;
  question_type: QuestionType;
  correct_answer?: string | null | undefined;
  options: readonly { is_correct: boolean }[];
}): QuestionProblem[] {
  const { question_type, correct_answer, options } = question;
  const problems: QuestionProblem[] = [];
  if (cleanText(question.question_text) === '')
    problems.push({ path: 'question_text', problem: 'questionTextMissing' });
  if (question_type === 'multiple_choice' && options.length < 2)
    problems.push({ path: 'options', problem: 'tooFewOptions' });
  else if (question_type === 'multiple_choice' && options.filter((option) => option.is_correct).length !== 1)
    problems.push({ path: 'options', problem: 'notOneRightOption' });
  if (question_type === 'true_false' && correct_answer !== 'true' && correct_answer !== 'false')
    problems.push({ path: 'correct_answer', problem: 'notTrueOrFalse' });
  return problems;
}

export const sumQuestionMarks = (questions: readonly { marks: number }[]): number | null =>
  questions.length === 0 ? null : questions.reduce((sum, { marks }) => sum + marks, 0);
