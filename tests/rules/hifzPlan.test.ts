import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayNumber, dayOfWeek } from '../../contract/rules/hifz/days';
import { farRevision } from '../../contract/rules/hifz/far';
import type { Recitation, History } from '../../contract/rules/hifz/memorised';
import { buildHifzMap, computeMemorisation } from '../../contract/rules/hifz/memorised';
import {
  remainingSpans,
  generateLessons,
  generateLessonPages,
  type Plan,
  planSpans,
} from '../../contract/rules/hifz/plan';
import {
  behindDays,
  pagesBetween,
  weeklyProgress,
  sumWeeklyProgress,
} from '../../contract/rules/hifz/progress';
import {
  juzSpan,
  pageSpan,
  createAyahMarks,
  sumSpanPages,
  pagesUpTo,
  type Span,
} from '../../contract/rules/hifz/spans';
import { buildTask } from '../../contract/rules/hifz/task';
import { ayahNumber, parseAyah } from '../../contract/rules/mushaf';
import { amountUnits, directions } from '../../contract/vocabulary';

const ayah = (name: string) => ayahNumber(parseAyah(name) ?? { surah: 0, ayah: 0 });
const span = (from: string, to: string): Span => ({ from: ayah(from), to: ayah(to) });
const pages = (first: number, last = first): Span => ({
  from: pageSpan(first).from,
  to: pageSpan(last).to,
});

/** A Sunday. */
const begin = dayNumber('2026-08-30');
const workdays = [0, 1, 2, 3, 4];
const plan: Plan = {
  direction: 'from_baqarah',
  ranges: [],
  startAyah: ayah('2:1'),
  amount: { unit: 'page', value: 1 },
  newDays: workdays,
  revisionDays: workdays,
  near: { unit: 'lessons', value: 7 },
  farCycleDays: 30,
  farPagesPerDay: null,
  daysOff: new Set(),
  juzTest: 0,
  firstDay: begin,
  lastDay: null,
};
const lesson = (day: number, spans: readonly Span[], more: Partial<Recitation> = {}): Recitation => ({
  day,
  isNew: true,
  isLesson: true,
  isRepeat: false,
  spans,
  faults: [],
  ...more,
});
const repeated = { isLesson: false, isRepeat: true };
const history = (hearings: readonly Recitation[], declared: History['declared'] = []): History => ({
  recitations: hearings,
  declared,
});
const task = (changes: Partial<Plan>, past: History, day: number, skipped: readonly Span[] = []) =>
  buildTask({ plan: { ...plan, ...changes }, history: past, day, skipped });

/** A sard of one or more juz, passed by default. */
const sard = (day: number, fromJuz: number, toJuz = fromJuz, isPassed = true): Recitation =>
  lesson(day, [{ from: juzSpan(fromJuz).from, to: juzSpan(toJuz).to }], {
    isNew: false,
    isLesson: false,
    sard: { fromJuz, toJuz, isPassed },
  });

describe('the sard of whole juz', () => {
  /** Completes one juz a day, from the last juz backwards. */
  const recitationsFromEnd = (count: number) =>
    Array.from({ length: count }, (_, day) => lesson(begin + day, [juzSpan(30 - day)]));
  const testOn = (juzTest: number, hearings: readonly Recitation[], day: number, more: Partial<Plan> = {}) =>
    task({ direction: 'juz_descending', startAyah: ayah('78:1'), juzTest, ...more }, history(hearings), day)
      .test;

  test('the sard is due from the day after a juz was completed until a passed sard of it', () => {
    const { from, to } = juzSpan(30);
    const [most, rest] = [lesson(begin, [{ from, to: to - 1 }]), lesson(begin + 1, [{ from: to, to }])];
    const due = { fromJuz: 30, toJuz: 30 };
    expect(testOn(1, [most], begin + 1)).toBeNull();
    expect(testOn(1, [most, rest], begin + 1)).toBeNull();
    expect(testOn(1, [most, rest], begin + 2)).toEqual(due);
    const failed = sard(begin + 2, 30, 30, false);
    expect(testOn(1, [most, rest, failed], begin + 3)).toEqual(due);
    const passed = sard(begin + 3, 29, 30);
    expect(testOn(1, [most, rest, failed, passed], begin + 3)).toEqual(due);
    expect(testOn(1, [most, rest, failed, passed], begin + 4)).toBeNull();
    expect(testOn(0, [most, rest], begin + 2)).toBeNull();
  });

  test('a sard before the juz was completed does not count', () => {
    const [one] = recitationsFromEnd(1) as [Recitation];
    expect(testOn(1, [sard(begin - 1, 30), one], begin + 1)).toEqual({ fromJuz: 30, toJuz: 30 });
    expect(testOn(1, [one, sard(begin, 30)], begin + 1)).toBeNull();
  });

  test('the sard has five juz or one, depending on the plan', () => {
    expect(testOn(5, recitationsFromEnd(4), begin + 4)).toBeNull();
    expect(testOn(5, recitationsFromEnd(5), begin + 5)).toEqual({ fromJuz: 26, toJuz: 30 });
    expect(testOn(5, recitationsFromEnd(7), begin + 7)).toEqual({ fromJuz: 26, toJuz: 30 });
    expect(testOn(1, recitationsFromEnd(3), begin + 3)).toEqual({ fromJuz: 30, toJuz: 30 });
    const one = [...recitationsFromEnd(3), sard(begin + 3, 30)];
    expect(testOn(1, one, begin + 4)).toEqual({ fromJuz: 29, toJuz: 29 });
  });

  test('the sard has only adjacent juz, around the juz that waits longest', () => {
    const apart = [1, 2, 30, 3, 29].map((juz, day) => lesson(begin + day, [juzSpan(juz)]));
    expect(testOn(5, apart, begin + 5)).toEqual({ fromJuz: 1, toJuz: 3 });
  });

  test('the sard ignores juz memorised before the plan, and days outside of the plan', () => {
    const [one] = recitationsFromEnd(1) as [Recitation];
    expect(testOn(1, [{ ...one, day: begin - 1 }], begin + 1)).toBeNull();
    const declared = history([one], [{ ...juzSpan(30), day: begin - 9, strength: 4 }]);
    expect(task({ juzTest: 1 }, declared, begin + 1).test).toBeNull();
    expect(testOn(1, [one], begin + 1, { lastDay: begin })).toBeNull();
    expect(testOn(1, [one], begin + 1, { lastDay: begin + 1 })).not.toBeNull();
  });

  test('the sard does not change the lessons', () => {
    const taskWithJuzTest = (juzTest: number) =>
      task(
        { direction: 'juz_descending', startAyah: ayah('78:1'), juzTest },
        history(recitationsFromEnd(1)),
        begin + 1,
      );
    expect(taskWithJuzTest(1).test).not.toBeNull();
    expect({ ...taskWithJuzTest(1), test: null }).toEqual(taskWithJuzTest(0));
  });
});

/** The first lessons of a plan. */
const firstLessons = (changes: Partial<Plan>, count: number) => {
  const own = { ...plan, ...changes };
  const lessons = generateLessons(remainingSpans(planSpans(own), createAyahMarks()), own.amount);
  return Array.from({ length: count }, () => lessons.next().value as Span[] | undefined);
};

describe('the order of a plan', () => {
  test('the order runs through the mushaf, or by surahs or juz from the end, or through ranges', () => {
    expect(planSpans({ ...plan, startAyah: ayah('78:1') })).toEqual([span('78:1', '114:6')]);
    const upwards = planSpans({ ...plan, direction: 'from_nas', startAyah: ayah('112:2') });
    expect(upwards.slice(0, 3)).toEqual([
      span('112:2', '112:4'),
      span('111:1', '111:5'),
      span('110:1', '110:3'),
    ]);
    expect(upwards).toHaveLength(112);
    const byJuz = planSpans({ ...plan, direction: 'juz_descending', startAyah: ayah('80:1') });
    expect(byJuz.slice(0, 2)).toEqual([span('80:1', '114:6'), juzSpan(29)]);
    expect(byJuz).toHaveLength(30);
    const ranges = [span('18:1', '18:110'), span('2:1', '2:5'), span('36:1', '36:83')];
    expect(planSpans({ direction: 'ranges', ranges, startAyah: ayah('2:3') })).toEqual([
      span('2:3', '2:5'),
      span('36:1', '36:83'),
    ]);
    expect(planSpans({ direction: 'ranges', ranges, startAyah: ayah('5:1') })).toEqual(ranges);
  });
});

describe('the amount of a lesson', () => {
  test('the amount is in pages, half pages, quarters of a hizb, or ayahs', () => {
    expect(firstLessons({ startAyah: pageSpan(10).from }, 2)).toEqual([[pages(10)], [pages(11)]]);
    expect(firstLessons({ startAyah: pageSpan(10).from, amount: { unit: 'page', value: 3 } }, 1)).toEqual([
      [pages(10, 12)],
    ]);
    expect(firstLessons({ amount: { unit: 'ayah', value: 5 } }, 2)).toEqual([
      [span('2:1', '2:5')],
      [span('2:6', '2:10')],
    ]);
    expect(firstLessons({ startAyah: 1, amount: { unit: 'rub', value: 1 } }, 3)).toEqual([
      [span('1:1', '2:25')],
      [span('2:26', '2:43')],
      [span('2:44', '2:59')],
    ]);
  });

  test('an amount in half pages ends at the end of a page every second time', () => {
    const halves = firstLessons({ startAyah: pageSpan(10).from, amount: { unit: 'half', value: 1 } }, 12);
    const ends = halves.map((lessons) => pagesUpTo(lessons?.at(-1)?.to ?? 0));
    expect(ends.filter((_, index) => index % 2 === 1)).toEqual([10, 11, 12, 13, 14, 15]);
  });

  test('the lesson continues in the next surah of the plan, and keeps the order of the plan', () => {
    const [one] = firstLessons({ direction: 'from_nas', startAyah: ayah('114:1') }, 1);
    expect(one?.slice(0, 3)).toEqual([
      span('114:1', '114:6'),
      span('113:1', '113:5'),
      span('112:1', '112:4'),
    ]);
    expect(sumSpanPages(one ?? [])).toBeGreaterThan(0.7);
    expect(sumSpanPages(one ?? [])).toBeLessThan(1.3);
  });

  test.each(directions.flatMap((direction) => amountUnits.map((unit) => [direction, unit] as const)))(
    'the lessons include every ayah once: %s by %s',
    (direction, unit) => {
      const ranges = [pages(300, 310), pages(20, 25)];
      const start = { from_baqarah: 1, from_nas: 6231, juz_descending: 6000, ranges: pages(300).from };
      const own = { ...plan, direction, ranges, startAyah: start[direction] };
      const order = planSpans(own);
      const amount = { unit, value: unit === 'ayah' ? 10 : 2 };
      const remaining = remainingSpans(order, createAyahMarks());
      const lessons = [...generateLessons(remaining, amount)];
      const lessonPages = [...generateLessonPages(remaining, amount)];
      expect(lessonPages).toHaveLength(lessons.length);
      for (const [index, one] of lessons.entries())
        expect(lessonPages[index]).toBeCloseTo(sumSpanPages(one), 9);
      expect(sumSpanPages(lessons.flat())).toBeCloseTo(sumSpanPages(order), 6);
      expect(lessons.every((one) => one.length > 0 && one.every(({ from, to }) => from <= to))).toBe(true);
      const counts = createAyahMarks();
      for (const { from, to } of lessons.flat())
        for (let at = from; at <= to; at += 1) counts[at] = (counts[at] ?? 0) + 1;
      expect(Math.max(...counts)).toBe(1);
    },
  );
});

describe('the task of a day', () => {
  test('the task is the next amount, and a day without an accepted lesson delays the plan', () => {
    expect(task({}, history([]), begin)).toMatchObject({ new: [span('2:1', '2:5')], near: [], far: [] });
    const past = history([lesson(begin, [pages(2)])]);
    expect(task({}, past, begin + 1)).toMatchObject({ new: [pages(3)], near: [pages(2)], behindDays: 0 });
    expect(task({}, past, begin + 4)).toMatchObject({ new: [pages(3)], behindDays: 3 });
    const ahead = history([lesson(begin, [pages(2, 5)])]);
    expect(task({}, ahead, begin + 1)).toMatchObject({ new: [pages(6)], behindDays: -3 });
  });

  test('the task is the same before and after its recitation', () => {
    const before = history([lesson(begin, [pages(2)])]);
    const after = history([...before.recitations, lesson(begin + 1, [pages(3)])]);
    expect(task({}, after, begin + 1)).toEqual(task({}, before, begin + 1));
  });

  test('the task has a range that must be repeated, until it is accepted', () => {
    const one = { from: pages(2).from, to: pages(3).from };
    expect(task({}, history([lesson(begin, [one], repeated)]), begin + 1).new).toEqual([one]);
    const accepted = history([lesson(begin, [one], repeated), lesson(begin + 1, [one])]);
    expect(task({}, accepted, begin + 2).new[0]?.from).toBe(one.to + 1);
    // The range was accepted earlier, and stays memorised.
    const weak = history([lesson(begin, [pages(2)]), lesson(begin + 1, [pages(2)], repeated)]);
    expect(task({}, weak, begin + 2).new).toEqual([pages(3)]);
  });

  test('the task has lesson and revision on their weekdays, and nothing outside of the plan', () => {
    const past = history([], [{ ...pages(100, 119), day: begin - 60, strength: 4 }]);
    const days = { newDays: [0], revisionDays: [1] };
    expect(task(days, past, begin)).toMatchObject({ new: [pages(2)], near: [], far: [] });
    const monday = task(days, past, begin + 1);
    expect([monday.new, monday.far.length]).toEqual([[], 1]);
    expect(task({}, past, begin - 7)).toMatchObject({ new: [], near: [], far: [] });
    expect(task({ lastDay: begin }, past, begin + 1)).toMatchObject({ new: [], near: [], far: [] });
  });

  test('the task skips memorised ranges, and ranges that the teacher skips that day', () => {
    const past = history([], [{ ...pages(2, 9), day: begin - 60, strength: 4 }]);
    const { new: next, far } = task({ farPagesPerDay: 4 }, past, begin, [pages(3), pages(5)]);
    expect(next).toEqual([pages(10)]);
    expect(far).toMatchObject([pages(2), pages(4), pages(6, 7)]);
    expect(task({ farPagesPerDay: 4 }, past, begin).far).toMatchObject([pages(2, 5)]);
  });

  test('the task has the last lessons, days or pages as near revision, and excludes them from far revision', () => {
    const hearings = [0, 1, 2, 3].map((day) => lesson(begin + day, [pages(2 + 2 * day, 3 + 2 * day)]));
    const taskWithNear = (near: Plan['near']) => task({ near }, history(hearings), begin + 4);
    expect(taskWithNear({ unit: 'lessons', value: 2 }).near).toEqual([pages(6, 9)]);
    expect(taskWithNear({ unit: 'days', value: 3 }).near).toEqual([pages(4, 9)]);
    expect(taskWithNear({ unit: 'pages', value: 2 }).near).toEqual([pages(8, 9)]);
    expect(taskWithNear({ unit: 'lessons', value: 2 }).far).toMatchObject([{ from: pages(2).from }]);
    expect(taskWithNear({ unit: 'lessons', value: 7 }).far).toEqual([]);
  });

  test('the task never exceeds the end of the plan', () => {
    const anyPlan = fc.record({
      direction: fc.constantFrom(...directions),
      unit: fc.constantFrom(...amountUnits),
      value: fc.integer({ min: 1, max: 20 }),
      startAyah: fc.integer({ min: 1, max: 6236 }),
      ranges: fc.array(
        fc.integer({ min: 1, max: 600 }).map((page) => pages(page, page + 3)),
        { minLength: 1, maxLength: 3 },
      ),
      recitations: fc.array(
        fc.tuple(fc.integer({ min: 1, max: 6236 }), fc.integer({ min: 0, max: 60 }), fc.boolean()),
        {
          maxLength: 6,
        },
      ),
    });
    fc.assert(
      fc.property(anyPlan, ({ direction, unit, value, startAyah, ranges, recitations }) => {
        const own = { direction, ranges, startAyah, amount: { unit, value } };
        const order = planSpans({ ...plan, ...own });
        const hearings = recitations.map(([from, length, isRepeat], day) =>
          lesson(begin + day, [{ from, to: Math.min(from + length, 6236) }], isRepeat ? repeated : {}),
        );
        const next = task(own, history(hearings), begin + 7).new;
        const planned = new Set(order.flatMap(({ from, to }) => range(from, to)));
        expect(next.flatMap(({ from, to }) => range(from, to)).every((one) => planned.has(one))).toBe(true);
      }),
      { numRuns: 40 },
    );
    const done = history([lesson(begin, [span('2:1', '114:6')])]);
    expect(task({}, done, begin + 1)).toMatchObject({ new: [], behindDays: expect.any(Number) });
  });
});

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('planned and accepted pages', () => {
  const past = history(
    [lesson(begin, [pages(2)]), lesson(begin + 1, [pages(3, 4)]), lesson(begin + 8, [pages(4, 5)])],
    [{ ...pages(50), day: begin, strength: 5 }],
  );

  test('the pages are counted by week, each page once', () => {
    const weeks = weeklyProgress([plan], past, begin + 9);
    expect(
      weeks.map(({ week, plannedPages, heardPages }) => [week - begin, plannedPages, heardPages]),
    ).toEqual([
      [0, 5, 3],
      [7, 3, 1],
    ]);
    expect(
      weeklyProgress([], past, begin + 15).map(({ plannedPages, heardPages }) => [plannedPages, heardPages]),
    ).toEqual([
      [0, 3],
      [0, 1],
      [0, 0],
    ]);
    expect(weeklyProgress([], history([]), begin)).toEqual([]);
  });

  test('the pages of several students are the sums of the students', () => {
    const one = weeklyProgress([plan], past, begin + 9);
    expect(sumWeeklyProgress([one, one, []], begin + 9)).toMatchObject([
      { plannedPages: 10, heardPages: 6 },
      { plannedPages: 6, heardPages: 2 },
    ]);
  });

  test.each([
    ['from_baqarah' as const, span('2:1', '2:1')],
    ['from_nas' as const, span('114:1', '114:1')],
  ])('the progress shows twenty missed lessons as twenty days: %s', (direction, { from: start }) => {
    const own = {
      ...plan,
      direction,
      startAyah: start,
      amount: { unit: 'ayah' as const, value: 5 },
      newDays: [...workdays, 5, 6],
    };
    expect(behindDays(own, history([]), begin + 20)).toBe(20);
    const lessons = [...generateLessons(remainingSpans(planSpans(own), createAyahMarks()), own.amount)];
    const historyOfLessons = (...places: number[]) =>
      history(places.map((at) => lesson(begin, lessons[at] ?? [])));
    expect(behindDays(own, historyOfLessons(0, 1, 2), begin + 20)).toBe(17);
    expect(behindDays(own, historyOfLessons(0, 1, 2), begin + 1)).toBe(-2);
    // One lesson was missed, and a lesson of a later day was recited.
    expect(behindDays(own, historyOfLessons(0, 2, 3), begin + 3)).toBe(0);
    const [second] = lessons[1] ?? [];
    if (!second) throw new Error('The plan has no second lesson.');
    const half = history([lesson(begin, lessons[0] ?? []), lesson(begin, [{ ...second, to: second.from }])]);
    expect(behindDays(own, half, begin + 2)).toBe(1);
    const failed = history([lesson(begin, lessons[0] ?? [], repeated)]);
    expect(behindDays(own, failed, begin + 1)).toBe(1);
  });

  test('the progress never shows more missed lessons than the plan has', () => {
    const short = { ...plan, direction: 'ranges' as const, ranges: [pages(2, 4)], startAyah: pages(2).from };
    expect(behindDays(short, history([]), begin + 100)).toBe(3);
    expect(behindDays(short, past, begin + 100)).toBe(0);
    const end = { ...plan, lastDay: begin + 2 };
    expect(behindDays(end, history([]), begin + 100)).toBe(3);
  });

  test.each([
    ['with lessons', workdays],
    ['without a day for lessons', []],
  ])('a plan %s costs no extra work for a day in the year 9999', (_name, days) => {
    let looks = 0;
    const newDays = Object.assign([...days], {
      includes: (day: number) => {
        looks += 1;
        return days.includes(day);
      },
    });
    const farDay = dayNumber('9999-12-20');
    behindDays({ ...plan, newDays }, history([]), farDay);
    pagesBetween([{ ...plan, newDays }], history([]), { from: farDay, to: farDay + 6 });
    expect(looks).toBeLessThan(5_000);
  });
});

/** Deterministic random numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('300 days of revision, five days a week, with 80 % attendance', () => {
  test.each([
    [100, null],
    [300, null],
    [604, null],
    [300, 10],
  ])(
    '%d pages, %s a day: each page returns within the displayed cycle and a week; pages with faults return sooner',
    (count, farPagesPerDay) => {
      const random = randomFrom(18);
      const hearings: Recitation[] = [];
      const declared = [{ ...pages(1, count), day: begin - 1, strength: 5 }];
      // Without new lessons all revision is far revision.
      const own = { ...plan, newDays: [], farPagesPerDay };
      const { cap, cycle } = farRevision(own, count);
      let longest = 0;
      const waits = { faulty: [] as number[], clean: [] as number[] };
      const wasFaulty = new Map<number, boolean>();
      for (let day = begin; day < begin + 300; day += 1) {
        const { pages: cells } = buildHifzMap(computeMemorisation(history(hearings, declared)), day);
        for (const { lastHeard } of cells)
          if (lastHeard !== null) longest = Math.max(longest, day - lastHeard);
        const skipped = day % 10 === 0 ? [pages(1, 3)] : [];
        const { far } = task(own, history(hearings, declared), day, skipped);
        expect(far.length > 0).toBe(workdays.includes(dayOfWeek(day)));
        expect(sumSpanPages(far)).toBeLessThanOrEqual(cap + 1e-6);
        const offered = far.some(({ from, to }) => skipped.some((one) => from <= one.to && one.from <= to));
        expect(offered).toBe(false);
        if (far.length === 0 || random() > 0.8) continue;
        const faults: { ayah: number; weight: number }[] = [];
        for (const { from, to } of far)
          for (let page = 1; page <= count; page += 1) {
            const whole = pageSpan(page);
            if (whole.from < from || whole.to > to) continue;
            if (day > begin + 60) {
              const days = day - (cells[page - 1]?.lastHeard ?? day);
              (wasFaulty.get(page) ? waits.faulty : waits.clean).push(days);
            }
            const isFaulty = random() < 0.1;
            wasFaulty.set(page, isFaulty);
            if (isFaulty) faults.push({ ayah: whole.from, weight: 3 });
          }
        hearings.push(lesson(day, far, { isNew: false, isLesson: false, faults }));
      }
      const mean = (days: number[]) => days.reduce((sum, one) => sum + one, 0) / days.length;
      expect(longest).toBeLessThanOrEqual((cycle ?? 0) + 7);
      expect(mean(waits.faulty)).toBeLessThan(mean(waits.clean));
    },
  );
});
