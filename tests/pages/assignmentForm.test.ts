import { describe, expect, it } from 'vitest';
import type { Assignment } from '../../contract/assignments';
import {
  assignmentValues,
  buildChange,
  createBody,
  parseDueInput,
  isTotalAllowed,
  newAssignment,
  addVersion,
  formatDueInput,
  totalMarks,
} from '../../src/custom-pages/assignments/staff/assignmentForm';
import {
  emptyQuestion,
  moveItem,
  questionBody,
  type QuestionForm,
  questionProblem,
  removeOption,
} from '../../src/custom-pages/assignments/staff/questionModel';
import { distinctLevels } from '../../src/custom-pages/assignments/staff/StaffAssignments';
import { isInvalidScore, suggestedScore, parseScore } from '../../src/custom-pages/submissions/GradeForm';

const riyadh = 'Asia/Riyadh';
const question = (changes: Partial<QuestionForm> = {}): QuestionForm => ({
  ...emptyQuestion('essay'),
  question_text: 'اشرح',
  ...changes,
});
const choice = question({
  ...emptyQuestion('multiple_choice'),
  question_text: 'كم؟',
  options: [{ text: 'ثلاث' }, { text: 'أربع' }, { text: 'خمس' }],
  right: 1,
});

describe('the full marks of an assignment', () => {
  it('the full marks are the sum of the marks of the questions', () => {
    expect(totalMarks('70', [question({ marks: '٥' }), question({ marks: '2' })])).toBe(7);
    expect(totalMarks('70', [])).toBe(70);
  });
  it('the full marks without questions are 100 if the input is no number, and between 1 and 200', () => {
    for (const text of ['', 'مئة', '12.5', '-3']) expect(totalMarks(text, [])).toBe(100);
    expect([0, 1, 200, 201].map(isTotalAllowed)).toEqual([false, true, true, false]);
  });
});

describe('empty options at the end', () => {
  const options = [{ text: 'ثلاث' }, { text: 'أربع' }, { text: ' ' }, { text: '' }];

  it('empty options at the end are dropped, and do not block a save', () => {
    expect(questionProblem({ ...choice, options })).toBeNull();
    expect(questionBody({ ...choice, options }).options).toEqual([
      { option_text: 'ثلاث', is_correct: false },
      { option_text: 'أربع', is_correct: true },
    ]);
  });
  it('an empty option at the end cannot be the right answer, and does not count as an option', () => {
    expect(questionProblem({ ...choice, options, right: 2 })).toEqual({
      field: 'options',
      key: 'assignments.enterRight',
    });
    const one = { ...choice, options: [{ text: 'ثلاث' }, { text: '' }], right: 0 };
    expect(questionProblem(one)).toEqual({ field: 'options', key: 'assignments.fewOptions' });
  });
  it('an empty option between other options, or in place of a stored option, is an error', () => {
    const problem = { field: 'options', key: 'assignments.enterOptions' };
    const between = [{ text: 'ثلاث' }, { text: '' }, { text: 'خمس' }];
    expect(questionProblem({ ...choice, options: between, right: 0 })).toEqual(problem);
    const stored = [{ text: 'ثلاث' }, { text: 'أربع' }, { id: 7, text: '' }];
    expect(questionProblem({ ...choice, options: stored })).toEqual(problem);
  });
});

describe('a question', () => {
  it('a question needs a text, marks of 1 to 50, and the fields of its type', () => {
    expect(questionProblem(question({ question_text: '  ' }))?.field).toBe('question_text');
    for (const marks of ['0', '51', 'س', '1.5'])
      expect(questionProblem(question({ marks }))).toEqual({ field: 'marks', least: 1, most: 50 });
    expect(questionProblem(question({ marks: '٥٠' }))).toBeNull();
    expect(questionProblem(choice)).toBeNull();
    expect(questionProblem({ ...choice, right: null })?.field).toBe('options');
    expect(questionProblem({ ...choice, options: [{ text: 'ثلاث' }, { text: '' }] })?.field).toBe('options');
    expect(questionProblem({ ...choice, options: [{ text: 'أ' }, { text: ' أ ' }] })?.field).toBe('options');
    const judged = { ...emptyQuestion('true_false'), question_text: 'مكية' };
    expect(questionProblem(judged)?.field).toBe('correct_answer');
    expect(questionProblem({ ...judged, correct_answer: 'false' })).toBeNull();
    expect(questionProblem({ ...emptyQuestion('text'), question_text: 'من؟' })).toBeNull();
  });
  it('a question is sent with exactly one right option, and without fields of other types', () => {
    const sent = questionBody({ ...choice, correct_answer: 'بقية' });
    expect(sent.correct_answer).toBeNull();
    expect((sent.options as { is_correct: boolean }[]).map(({ is_correct }) => is_correct)).toEqual([
      false,
      true,
      false,
    ]);
    expect(questionBody({ ...choice, question_type: 'essay' }).options).toEqual([]);
    expect(questionBody({ ...question(), question_type: 'text', correct_answer: 'عمر' }).correct_answer).toBe(
      'عمر',
    );
  });
  it('a question keeps its right option when another one is deleted, and has none when it is deleted itself', () => {
    expect(removeOption(choice, 0).right).toBe(0);
    expect(removeOption(choice, 2).right).toBe(1);
    expect(removeOption(choice, 1).right).toBeNull();
  });
  it('a question moves by one index, and not beyond the ends', () => {
    expect(moveItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
    expect(moveItem(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
    expect(moveItem(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(moveItem(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
  });
});

describe('a due time', () => {
  it('a due time is typed in the time zone of the institute and stored in UTC', () => {
    expect(parseDueInput('2026-11-25T23:59', riyadh)).toBe('2026-11-25T20:59:00.000Z');
    expect(formatDueInput('2026-11-25T20:59:00.000Z', riyadh)).toBe('2026-11-25T23:59');
    expect(parseDueInput('2026-06-25T01:30', 'Africa/Cairo')).toBe('2026-06-24T22:30:00.000Z');
    expect(parseDueInput('2026-12-25T01:30', 'Africa/Cairo')).toBe('2026-12-24T23:30:00.000Z');
  });
  it('a due time is null for incomplete input', () => {
    for (const text of ['', '2026-11-25', '2026-13-45T10:00']) expect(parseDueInput(text, riyadh)).toBeNull();
    expect(formatDueInput(null, riyadh)).toBe('');
  });
});

describe('the request of an assignment', () => {
  const stored = {
    id: 7,
    title: 'مراجعة',
    description: null,
    due_date: '2026-11-25T20:59:30.000Z',
    total_marks: 20,
    is_published: true,
    allow_late_submission: false,
    questions_count: 0,
    version: 3,
  } as Assignment;
  it('the request has only the changed fields, with the loaded version', () => {
    const values = { ...assignmentValues(stored, riyadh), title: 'مراجعة الملك' };
    expect(addVersion(buildChange(values, stored, riyadh), stored)).toEqual({
      title: 'مراجعة الملك',
      version: 3,
    });
    expect(buildChange({ ...values, due: '' }, stored, riyadh)).toMatchObject({ due_date: null });
  });
  it('the request has total marks only without questions', () => {
    const values = { ...assignmentValues(stored, riyadh), total_marks: '30' };
    expect(buildChange(values, stored, riyadh)).toEqual({ total_marks: 30 });
    expect(buildChange(values, { ...stored, questions_count: 2 }, riyadh)).toEqual({});
  });
  it('the request has all fields for a server without versions', () => {
    const { version: _, ...plain } = stored;
    expect(addVersion({ is_published: false }, plain as Assignment)).toEqual({
      title: 'مراجعة',
      description: null,
      due_date: stored.due_date,
      is_published: false,
      allow_late_submission: false,
    });
  });
  it('the request is by default a draft of 100 marks without a due time', () => {
    expect(createBody({ ...newAssignment, title: 'س' }, 4, riyadh)).toEqual({
      title: 'س',
      description: null,
      due_date: null,
      is_published: false,
      allow_late_submission: false,
      subject_id: 4,
      total_marks: 100,
      questions: [],
    });
  });
});

describe('a score', () => {
  it('a score is a whole number in any digits; more than the maximum is an error, and is not reduced', () => {
    expect(parseScore(' ٧ ')).toBe(7);
    expect(parseScore('')).toBeNull();
    for (const text of ['1.5', '-1', 'س']) expect(parseScore(text)).toBeNaN();
    expect([11, Number.NaN].map((score) => isInvalidScore(score, 10))).toEqual([true, true]);
    expect([10, 0, null].map((score) => isInvalidScore(score, 10))).toEqual([false, false, false]);
  });
  it('a score starts with the proposed score, and needs a confirmation', () => {
    const answer = { max_marks: 4, is_correct: null } as Parameters<typeof suggestedScore>[0];
    expect(suggestedScore({ ...answer, suggested_score: 4 })).toBe(4);
    expect(suggestedScore({ ...answer, is_correct: true })).toBe(4);
    expect(suggestedScore({ ...answer, is_correct: false })).toBe(0);
    expect(suggestedScore(answer)).toBeNull();
  });
});

it('the level filter has the levels of the batches, each once, in ascending order', () => {
  expect(distinctLevels([{ level: 3 }, { level: 1 }, { level: null }, { level: 3 }])).toEqual([1, 3]);
});
