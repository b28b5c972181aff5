import { describe, expect, test } from 'vitest';
import {
  autoScore,
  dueBand,
  timeUntilDue,
  isKeyOpen,
  isPassing,
  isPast,
  isCorrect,
  isUnanswered,
  type QuestionWithKey,
  questionProblems,
  studentState,
  submissionStatus,
  suggestedScore,
  sumQuestionMarks,
} from '../../contract/rules/assignments';
import { questionTypes } from '../../contract/vocabulary';

const due = '2026-11-20T20:59:00.000Z';
const parseTime = (text: string) => new Date(text);

describe('the due time', () => {
  test('the due time passes at the next second; without a due time it never passes', () => {
    expect(isPast(due, parseTime('2026-11-20T20:58:59.999Z'))).toBe(false);
    expect(isPast(due, parseTime('2026-11-20T20:59:00.999Z'))).toBe(false);
    expect(isPast(due, parseTime('2026-11-20T20:59:01.000Z'))).toBe(true);
    expect(isPast(null, parseTime('2999-01-01T00:00:00Z'))).toBe(false);
  });

  test('the remaining time is shown in calendar days of the institute, rounded up', () => {
    const dueState = (now: string) => timeUntilDue(due, parseTime(now), 'Asia/Riyadh');
    expect(dueState('2026-11-20T20:59:01Z')).toEqual({ kind: 'expired' });
    expect(dueState('2026-11-20T05:00:00Z')).toEqual({ kind: 'today' });
    // 23:30 of the previous day in Riyadh.
    expect(dueState('2026-11-19T20:30:00Z')).toEqual({ kind: 'tomorrow' });
    // 00:30 of the same day in Riyadh, and still the previous day in UTC.
    expect(dueState('2026-11-19T21:30:00Z')).toEqual({ kind: 'today' });
    expect(dueState('2026-11-17T05:00:00Z')).toEqual({ kind: 'days', days: 3 });
    expect(timeUntilDue(null, parseTime('2026-11-17T05:00:00Z'), 'Asia/Riyadh')).toEqual({ kind: 'none' });
  });

  test('a due time is near for up to three days', () => {
    expect(dueBand({ kind: 'none' })).toBe('none');
    expect(dueBand({ kind: 'expired' })).toBe('expired');
    expect(dueBand({ kind: 'today' })).toBe('soon');
    expect(dueBand({ kind: 'tomorrow' })).toBe('soon');
    expect(dueBand({ kind: 'days', days: 3 })).toBe('soon');
    expect(dueBand({ kind: 'days', days: 4 })).toBe('ample');
  });
});

describe('the status of a student', () => {
  const late = { due_date: due, allow_late_submission: true };
  const strict = { due_date: due, allow_late_submission: false };
  const after = parseTime('2026-11-21T00:00:00Z');

  test('the status "graded" comes before "late", and "late" before "submitted"', () => {
    expect(submissionStatus({ is_graded: true, is_late: true })).toBe('graded');
    expect(submissionStatus({ is_graded: false, is_late: true })).toBe('late');
    expect(submissionStatus({ is_graded: false, is_late: false })).toBe('submitted');
  });

  test('the status without a submission is pending until the due time has passed', () => {
    expect(studentState(strict, null, parseTime('2026-11-20T00:00:00Z'))).toBe('pending');
    expect(studentState(strict, null, after)).toBe('expired');
    expect(studentState(late, null, after)).toBe('pending');
    expect(studentState(strict, { status: 'submitted' }, after)).toBe('submitted');
  });

  test('the correct answers are visible after submitting, once the due time has passed or all answers are graded', () => {
    const before = parseTime('2026-11-20T00:00:00Z');
    expect(isKeyOpen(due, null, after)).toBe(false);
    expect(isKeyOpen(due, { is_graded: false }, before)).toBe(false);
    expect(isKeyOpen(due, { is_graded: true }, before)).toBe(true);
    expect(isKeyOpen(due, { is_graded: false }, after)).toBe(true);
    expect(isKeyOpen(null, { is_graded: false }, after)).toBe(false);
  });
});

const newQuestion = (more: Partial<QuestionWithKey>): QuestionWithKey => ({
  question_type: 'text',
  marks: 4,
  correct_answer: null,
  options: [],
  ...more,
});
const newAnswer = (answer_text: string | null, selected_option_id: number | null = null) => ({
  answer_text,
  selected_option_id,
});

describe('scores', () => {
  const choice = newQuestion({
    question_type: 'multiple_choice',
    options: [
      { id: 7, is_correct: false },
      { id: 8, is_correct: true },
    ],
  });
  const trueFalse = newQuestion({ question_type: 'true_false', correct_answer: 'false' });

  test('scores of objective questions are full marks or 0, and 0 without an answer', () => {
    expect(autoScore(choice, newAnswer(null, 8))).toBe(4);
    expect(autoScore(choice, newAnswer(null, 7))).toBe(0);
    expect(autoScore(choice, newAnswer(null))).toBe(0);
    expect(autoScore(trueFalse, newAnswer('false'))).toBe(4);
    expect(autoScore(trueFalse, newAnswer('true'))).toBe(0);
    expect(autoScore(trueFalse, newAnswer(null))).toBe(0);
  });

  test('scores of texts and essays are set by a teacher', () => {
    for (const question_type of ['text', 'essay'] as const) {
      const question = newQuestion({ question_type, correct_answer: 'الإخفاء' });
      expect(autoScore(question, newAnswer('الإخفاء'))).toBeNull();
      expect(isCorrect(question, newAnswer('الإخفاء'))).toBeNull();
    }
  });

  test('scores are proposed for texts in any spelling, never for essays', () => {
    const text = newQuestion({ correct_answer: 'الإخفاء الحقيقي' });
    expect(suggestedScore(text, newAnswer(' الاِخفاءُ   الحقيقى '))).toBe(4);
    expect(suggestedScore(text, newAnswer('الإظهار'))).toBe(0);
    expect(suggestedScore(text, newAnswer(null))).toBe(0);
    expect(suggestedScore(newQuestion({}), newAnswer('الإخفاء'))).toBeNull();
    expect(
      suggestedScore(newQuestion({ question_type: 'essay', correct_answer: 'س' }), newAnswer('س')),
    ).toBeNull();
  });

  test('a score passes from 60 %', () => {
    expect(isPassing(6, 10)).toBe(true);
    expect(isPassing(5, 10)).toBe(false);
    expect(isPassing(0, 0)).toBe(false);
  });
});

test('the marks of questions add up; without questions there is no sum', () => {
  expect(sumQuestionMarks([{ marks: 2 }, { marks: 5 }])).toBe(7);
  expect(sumQuestionMarks([])).toBeNull();
});

test('white space is no answer', () => {
  expect(isUnanswered(newAnswer(null))).toBe(true);
  expect(isUnanswered(newAnswer(' \n '))).toBe(true);
  expect(isUnanswered(newAnswer('0'))).toBe(false);
  expect(isUnanswered(newAnswer(null, 3))).toBe(false);
});

describe('the fields of a question', () => {
  const right = { is_correct: true };
  const wrong = { is_correct: false };
  const problems = (question_type: (typeof questionTypes)[number], more: object = {}) =>
    questionProblems({ question_text: 'ما حكم التجويد؟', question_type, options: [], ...more }).map(
      ({ problem }) => problem,
    );

  test('every question has a text', () => {
    for (const type of questionTypes)
      expect(problems(type, { question_text: ' \n ' })).toContain('questionTextMissing');
    expect(problems('essay')).toEqual([]);
    expect(problems('text')).toEqual([]);
  });

  test('a multiple-choice question has at least two options, and exactly one right option', () => {
    expect(problems('multiple_choice')).toEqual(['tooFewOptions']);
    expect(problems('multiple_choice', { options: [right] })).toEqual(['tooFewOptions']);
    expect(problems('multiple_choice', { options: [wrong, wrong] })).toEqual(['notOneRightOption']);
    expect(problems('multiple_choice', { options: [right, right] })).toEqual(['notOneRightOption']);
    expect(problems('multiple_choice', { options: [wrong, right] })).toEqual([]);
  });

  test('a true/false question has true or false as the correct answer', () => {
    expect(problems('true_false')).toEqual(['notTrueOrFalse']);
    expect(problems('true_false', { correct_answer: 'نعم' })).toEqual(['notTrueOrFalse']);
    expect(problems('true_false', { correct_answer: 'false' })).toEqual([]);
  });
});
