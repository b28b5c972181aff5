import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  emptyDraft,
  mergeServerDraft,
  resolveClash,
} from '../../src/custom-pages/assignments/student/answerDraft';
import {
  mergeAnswers,
  findOrphanAnswers,
  listAnswers,
  findUnanswered,
} from '../../src/custom-pages/assignments/student/answers';
import { sortByUrgency } from '../../src/features/assignments/ownAssignments';
import { remainingUntil, untilNextTick } from '../../src/features/assignments/useServerNow';
import { calculateStats, isInFilter } from '../../src/custom-pages/assignments/student/useStudentAssignments';
import { hasSameAnswers } from '../../src/dataProvider/outbox/kinds';
import { clockDifference, noteServerTime, onClockDifference } from '../../src/dataProvider/serverClock';

const now = new Date('2026-11-22T09:00:00Z');
const text = (answer_text: string) => ({ answer_text, selected_option_id: null });
const option = (selected_option_id: number) => ({ answer_text: null, selected_option_id });
const buildQuestion = (
  id: number,
  question_type: 'text' | 'multiple_choice' = 'text',
  options: number[] = [],
) => ({
  id,
  question_type,
  options: options.map((one) => ({ id: one, option_text: String(one) })),
});

describe('the stats and filters of the list', () => {
  const open = { due_date: '2026-11-30T09:00:00Z', allow_late_submission: false, subject_code: 'A-1' };
  const over = { ...open, due_date: '2026-11-20T09:00:00Z' };
  const handedIn = { id: 1, is_submitted: true as const, submitted_at: now.toISOString(), total_marks: 20 };
  const ungraded = {
    ...handedIn,
    status: 'submitted',
    is_late: false,
    is_graded: false,
    total_score: null,
  } as const;
  const graded = { ...handedIn, status: 'graded', is_late: false, is_graded: true, total_score: 13 } as const;
  const gradedLate = { ...graded, is_late: true, total_score: 7 } as const;
  const late = { ...ungraded, status: 'late', is_late: true } as const;
  const all = [
    { ...open, submission: null },
    { ...over, submission: null },
    { ...over, allow_late_submission: true, submission: null },
    { ...open, submission: ungraded },
    { ...open, submission: graded },
    { ...over, submission: gradedLate },
    { ...over, subject_code: 'B-1', submission: late },
  ];

  it('the stats count submitted, pending and late assignments, and average the graded ones', () => {
    expect(calculateStats(all, now)).toEqual({ total: 7, submitted: 4, pending: 2, late: 2, average: 50 });
    expect(calculateStats([], now).average).toBeNull();
  });

  it('the average is rounded to one decimal, half up', () => {
    const third = { ...graded, total_score: 1, total_marks: 3 };
    expect(
      calculateStats([{ ...open, submission: third }, ...all.slice(4, 5)], now).average,
      '33.33 and 65 make 49.17',
    ).toBe(49.2);
  });

  it('puts assignments to do first, by due time, and leaves the order of the others', () => {
    const undated = { ...open, due_date: null, submission: null };
    const sorted = sortByUrgency([undated, ...all], now);
    expect(sorted.map((one) => [undated, ...all].indexOf(one))).toEqual([3, 1, 0, 2, 4, 5, 6, 7]);
  });

  it('the filter "late" lists a late assignment also after grading, and only "all" lists an expired one', () => {
    const listIds = (status: 'pending' | 'submitted' | 'graded' | 'late' | null, subjectCode = '') =>
      all.flatMap((one, index) => (isInFilter(one, { status, subjectCode }, now) ? [index] : []));
    expect(listIds(null)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(listIds('pending')).toEqual([0, 2]);
    expect(listIds('submitted')).toEqual([3]);
    expect(listIds('graded')).toEqual([4, 5]);
    expect(listIds('late')).toEqual([5, 6]);
    expect(listIds(null, 'B-1')).toEqual([6]);
  });
});

describe('answers', () => {
  const questions = [buildQuestion(1), buildQuestion(2, 'multiple_choice', [21, 22]), buildQuestion(3)];

  it('white space is no answer, and an option deleted by the teacher is no answer', () => {
    const answers = { 1: text('  '), 2: option(29), 3: text('نعم') };
    expect(findUnanswered(answers, questions).map(({ id }) => id)).toEqual([1, 2]);
    expect(listAnswers(answers, questions)).toEqual([{ question_id: 3, ...text('نعم') }]);
  });

  it('an answer to a deleted question is not sent, and is shown', () => {
    const answers = { 3: text('نعم'), 9: text('إجابة سؤال محذوف') };
    expect(listAnswers(answers, questions)).toHaveLength(1);
    expect(findOrphanAnswers(answers, questions)).toEqual([{ question_id: 9, ...text('إجابة سؤال محذوف') }]);
  });

  it('stored answers are equal to ours regardless of spaces, order and empty answers', () => {
    const sent = [
      { question_id: 3, ...text('سطر  أول \nسطر') },
      { question_id: 2, ...option(21) },
    ];
    const stored = [
      { question_id: 1, answer_text: null, selected_option_id: null },
      { question_id: 2, ...option(21) },
      { question_id: 3, ...text('سطر أول\nسطر') },
    ];
    expect(hasSameAnswers(sent, stored)).toBe(true);
    expect(hasSameAnswers(sent.slice(0, 1), stored)).toBe(false);
  });
});

describe('answers of two devices', () => {
  const base = { 1: text('قديم') };

  it('an answer changed on one device is taken from this device', () => {
    const { answers, clashes } = mergeAnswers(base, { ...base, 2: text('هنا') }, { 1: text('جديد') });
    expect(answers).toEqual({ 1: text('جديد'), 2: text('هنا') });
    expect(clashes).toEqual([]);
  });

  it('an answer is not removed because the other device does not have it', () => {
    expect(mergeAnswers(base, base, {}).answers).toEqual(base);
    expect(mergeAnswers(base, {}, base).answers, 'taken back here').toEqual({});
  });

  it('an answer changed on both devices is a conflict, and the student can choose either', () => {
    const local = { ...emptyDraft, base, answers: { 1: text('هنا') }, savedAt: '2026-11-22T08:00:00Z' };
    const otherDevice = { answers: { 1: text('هناك'), 2: text('زيادة') }, savedAt: '2026-11-22T08:30:00Z' };
    const { local: after, clash } = mergeServerDraft(local, otherDevice);
    expect(after).toEqual(local);
    expect(clash?.questionIds).toEqual([1]);
    expect(resolveClash(local, { serverDraft: otherDevice, questionIds: [1] }, 'here').answers).toEqual({
      1: text('هنا'),
      2: text('زيادة'),
    });
    expect(resolveClash(local, { serverDraft: otherDevice, questionIds: [1] }, 'there').answers).toEqual(
      otherDevice.answers,
    );
  });

  it('a draft whose answer was lost does not count as a draft of another device', () => {
    const local = { ...emptyDraft, answers: { 1: text('كتبت المزيد') }, sent: { 1: text('كتبت') } };
    const { local: after, clash } = mergeServerDraft(local, {
      answers: { 1: text('كتبت') },
      savedAt: '2026-11-22T08:30:00Z',
    });
    expect(clash).toBeNull();
    expect(after.answers).toEqual({ 1: text('كتبت المزيد') });
  });
});

describe('the remaining time', () => {
  const timeAfter = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();

  it('the remaining time is shown in its two largest units', () => {
    expect(remainingUntil(timeAfter(2 * 86_400 + 3 * 3_600 + 59), now)).toEqual([
      { unit: 'days', count: 2 },
      { unit: 'hours', count: 3 },
    ]);
    expect(remainingUntil(timeAfter(3_600), now)).toEqual([{ unit: 'hours', count: 1 }]);
    expect(remainingUntil(timeAfter(61), now)).toEqual([
      { unit: 'minutes', count: 1 },
      { unit: 'seconds', count: 1 },
    ]);
    expect(remainingUntil(timeAfter(0), now)).toEqual([]);
  });

  it('the remaining time ticks every second in the last hour, and once more just after the end', () => {
    expect(untilNextTick(timeAfter(7_200), now)).toBe(30_000);
    expect(untilNextTick(timeAfter(3_605), now)).toBe(5_000);
    expect(untilNextTick(timeAfter(10.5), now)).toBe(501);
    // The second of the due time is still in time. The next tick shows that the time is over.
    expect(untilNextTick(timeAfter(0), now)).toBe(1_000);
    expect(untilNextTick(timeAfter(0), new Date(now.getTime() + 250))).toBe(750);
    expect(untilNextTick(timeAfter(-1), now)).toBeNull();
  });
});

describe("the server's clock", () => {
  const device = Date.parse('2026-11-22T12:00:00.400Z');
  const dateHeader = (time: string) => new Date(time).toUTCString();
  afterEach(() => noteServerTime(dateHeader(new Date().toISOString()), Date.now() - 500, Date.now()));

  it("the server's clock equals the device’s clock while the difference may be zero", () => {
    noteServerTime(dateHeader('2026-11-22T12:00:00Z'), device - 100, device);
    expect(clockDifference()).toBe(0);
  });

  it("the server's clock replaces a wrong clock of the device, and gets more exact with each answer", () => {
    const changed = vi.fn<() => void>();
    const stop = onClockDifference(changed);
    noteServerTime(dateHeader('2026-11-22T13:00:00Z'), device, device);
    expect(clockDifference()).toBe(3_600_100);
    noteServerTime(dateHeader('2026-11-22T13:00:00Z'), device + 500, device + 550);
    expect(clockDifference()).toBe(3_599_850);
    expect(changed).toHaveBeenCalledTimes(2);
    stop();
  });
});
