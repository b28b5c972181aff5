import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayToDate,
  dayNumber,
  dayOfWeek,
  weekStart,
  teachingWeekStart,
} from '../../contract/rules/hifz/days';
import { ayahsOfRubs, lettersOfAyahs } from '../../contract/rules/hifz/letterData';
import {
  type Recitation,
  type History,
  buildHifzMap,
  computeMemorisation,
  countMemorisedPages,
  juzShares,
} from '../../contract/rules/hifz/memorised';
import { proposedPagesPerDay, resultingCycle } from '../../contract/rules/hifz/far';
import { revisionQueue } from '../../contract/rules/hifz/queue';
import {
  juzSpan,
  pageSpan,
  joinSpans,
  countSpanPages,
  pagesUpTo,
  type Span,
} from '../../contract/rules/hifz/spans';
import { ayahNumber, parseAyah, roundPages } from '../../contract/rules/mushaf';

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const ayah = (name: string) => ayahNumber(parseAyah(name) ?? { surah: 0, ayah: 0 });
const span = (from: string, to: string): Span => ({ from: ayah(from), to: ayah(to) });
const pages = (first: number, last = first): Span => ({
  from: pageSpan(first).from,
  to: pageSpan(last).to,
});

const hearing = (day: number, spans: readonly Span[], more: Partial<Recitation> = {}): Recitation => ({
  day,
  isNew: true,
  isLesson: true,
  isRepeat: false,
  spans,
  faults: [],
  ...more,
});
const revision = (day: number, spans: readonly Span[], more: Partial<Recitation> = {}) =>
  hearing(day, spans, { isNew: false, isLesson: false, ...more });
const history = (hearings: readonly Recitation[], declared: History['declared'] = []): History => ({
  recitations: hearings,
  declared,
});
const mapAt = (past: History, day: number, cycle?: number) =>
  buildHifzMap(computeMemorisation(past), day, cycle);
const cell = (past: History, page: number, day: number) => mapAt(past, day).pages[page - 1];

const anySpan = fc
  .tuple(fc.integer({ min: 1, max: 6236 }), fc.integer({ min: 1, max: 6236 }))
  .map(([one, other]): Span => ({ from: Math.min(one, other), to: Math.max(one, other) }));

describe('days of the institute', () => {
  test.each([
    ['Sunday with Friday and Saturday as weekend', [5, 6], '2026-11-22'],
    ['Saturday with Thursday and Friday as weekend', [4, 5], '2026-11-21'],
    ['Saturday with Friday as weekend', [5], '2026-11-21'],
    ['Monday with Saturday and Sunday as weekend', [0, 6], '2026-11-23'],
    ['Sunday without a weekend', [], '2026-11-22'],
  ])('the week of an institute starts on %s', (_day, weekend, first) => {
    const begin = dayNumber(first);
    for (let day = begin; day < begin + 7; day += 1) expect(teachingWeekStart(day, weekend)).toBe(begin);
    expect(teachingWeekStart(begin - 1, weekend)).toBe(begin - 7);
    expect(teachingWeekStart(begin + 7, weekend)).toBe(begin + 7);
  });

  test('days are counted from a fixed day, and have a weekday and the Sunday of their week', () => {
    const day = dayNumber('2026-11-23');
    expect([dayOfWeek(day), dayToDate(day), dayToDate(weekStart(day))]).toEqual([
      1,
      '2026-11-23',
      '2026-11-22',
    ]);
    expect(dayOfWeek(dayNumber('1969-12-28'))).toBe(0);
  });
});

describe('the share of a page', () => {
  test('the share is computed from 325,386 letters of 6,236 ayahs, and 240 quarters of a hizb', () => {
    expect([lettersOfAyahs.length, sum(lettersOfAyahs)]).toEqual([6236, 325_386]);
    expect([ayahsOfRubs.length, sum(ayahsOfRubs)]).toEqual([240, 6236]);
    // The last surahs have the shortest ayahs, and 2:282 is the longest ayah.
    expect(lettersOfAyahs.slice(-6).every((letters) => letters <= 20)).toBe(true);
    expect(lettersOfAyahs.indexOf(Math.max(...lettersOfAyahs)) + 1).toBe(ayah('2:282'));
  });

  test('the share is measured in letters: a long ayah counts more than a short one', () => {
    expect(countSpanPages(span('2:282', '2:282'))).toBe(1);
    expect(countSpanPages(span('2:255', '2:255'))).toBeGreaterThan(
      2 * countSpanPages(span('2:256', '2:256')) * 0.5,
    );
    expect(countSpanPages(span('1:1', '114:6'))).toBe(604);
    expect(countSpanPages(pages(50, 59))).toBeCloseTo(10, 9);
    expect(pagesUpTo(0)).toBe(0);
  });

  test('the shares of adjacent ranges add up to the share of the joined range', () => {
    fc.assert(
      fc.property(anySpan, fc.nat(), ({ from, to }, cut) => {
        const middle = from + (cut % (to - from + 1));
        const parts = [
          { from, to: middle },
          { from: middle + 1, to },
        ];
        expect(sum(parts.map(countSpanPages))).toBeCloseTo(countSpanPages({ from, to }), 9);
      }),
    );
  });

  test('the share is rounded to halves, and a range never has zero pages', () => {
    expect([0, 0.01, 0.74, 0.75, 2.2].map(roundPages)).toEqual([0, 0.5, 0.5, 1, 2]);
  });

  test('the share counts overlapping ranges once', () => {
    const all = joinSpans([
      span('2:10', '2:20'),
      span('2:1', '2:9'),
      span('2:15', '2:25'),
      span('3:1', '3:1'),
    ]);
    expect(all).toEqual([span('2:1', '2:25'), span('3:1', '3:1')]);
  });
});

describe('the map', () => {
  const whole = history([hearing(100, [pages(10)])]);

  test('the map is fresh until 0.7 of the cycle, due until its end, and overdue after it', () => {
    const states = [100, 121, 122, 130, 131].map((day) => cell(whole, 10, day)?.state);
    expect(states).toEqual([1, 1, 2, 2, 3]);
    expect(mapAt(whole, 121, 20).pages[9]?.state).toBe(3);
    expect(cell(whole, 11, 100)).toEqual({ state: 0, share: 0, lastHeard: null, faults: 0 });
  });

  test('the map has only accepted or declared ranges, and a share for partly memorised pages', () => {
    const repeated = history([hearing(100, [pages(10)], { isLesson: false, isRepeat: true })]);
    expect(cell(repeated, 10, 100)).toMatchObject({ state: 0, share: 0 });
    expect(cell(history([revision(100, [pages(10)])]), 10, 100)).toMatchObject({ state: 0, share: 0 });
    const { from, to } = pageSpan(10);
    const part = cell(history([hearing(100, [{ from, to: to - 1 }])]), 10, 100);
    expect(part).toMatchObject({ state: 0, lastHeard: 100 });
    expect(part?.share).toBeCloseTo(countSpanPages({ from, to: to - 1 }), 9);
    const declared = history([], [{ ...pages(10), day: 100, strength: 5 }]);
    expect(cell(declared, 10, 100)).toEqual({ state: 1, share: 1, lastHeard: 100, faults: 0 });
  });

  test('the map counts a page once in a recitation, and a declaration before the recitation of its day', () => {
    const { from, to } = pageSpan(10);
    const halves = [
      { from, to: from },
      { from: from + 1, to },
    ];
    const declared = [{ ...pages(10), day: 100, strength: 3 }];
    const { recitations: hearings } = computeMemorisation(history([revision(100, halves)], declared));
    expect(hearings[10]).toEqual([
      { day: 100, faults: 0, isRepeat: false },
      { day: 100, faults: 2, isRepeat: false },
    ]);
  });

  test('a page has the state of the ayah that was recited longest ago', () => {
    const { from, to } = pageSpan(10);
    const later = history([hearing(100, [pages(10)]), revision(130, [{ from, to: to - 1 }])]);
    expect(cell(later, 10, 131)).toMatchObject({ state: 3, lastHeard: 100 });
    const all = history([hearing(100, [pages(10)]), revision(130, [pages(9, 11)])]);
    expect(cell(all, 10, 131)).toMatchObject({ state: 1, lastHeard: 130 });
  });

  test('a page is weak for more than two weighted faults in its last recitation, or if it must be repeated', () => {
    const faults = (weight: number, on: string | null = null) => [
      { ayah: on === null ? null : ayah(on), weight },
    ];
    const cellOn = (page: number, more: Partial<Recitation>, spans = [pages(50, 51)]) =>
      cell(history([hearing(90, spans), revision(100, spans, more)]), page, 100);
    expect(cellOn(50, { faults: faults(4) })).toMatchObject({ state: 1, faults: 2 });
    expect(cellOn(50, { faults: faults(4.5) })).toMatchObject({ state: 4, faults: 2.25 });
    // This fault is on page 50 only.
    expect(cellOn(50, { faults: faults(2.5, '3:1') })).toMatchObject({ state: 4, faults: 2.5 });
    expect(cellOn(51, { faults: faults(2.5, '3:1') })).toMatchObject({ state: 1, faults: 0 });
    expect(cellOn(50, { isRepeat: true })).toMatchObject({ state: 4, faults: 0 });
    const mended = history([
      hearing(90, [pages(50)]),
      revision(100, [pages(50)], { faults: faults(9) }),
      revision(101, [pages(50)]),
    ]);
    expect(cell(mended, 50, 140)?.state).toBe(3);
    expect(cell(history([], [{ ...pages(9), day: 100, strength: 2 }]), 9, 200)).toMatchObject({
      state: 4,
      faults: 3,
    });
  });

  test('a page stays memorised, but is weak, if an accepted range is recited again and must be repeated', () => {
    const again = hearing(110, [pages(10)], { isLesson: false, isRepeat: true });
    expect(cell(history([hearing(100, [pages(10)]), again]), 10, 110)).toMatchObject({ state: 4, share: 1 });
  });

  test('a sard counts as a recitation of the memorised part of its juz, and its faults are divided over this part', () => {
    const sard = (day: number, faults: Recitation['faults'] = []) =>
      revision(day, [juzSpan(30)], { faults, sard: { fromJuz: 30, toJuz: 30, isPassed: true } });
    const hearings = [hearing(90, [pages(582, 585)])];
    const tested = history([...hearings, sard(120, [{ ayah: null, weight: 6 }])]);
    expect(cell(tested, 583, 130)).toEqual({ state: 1, share: 1, lastHeard: 120, faults: 1.5 });
    expect(cell(history(hearings), 583, 130)).toMatchObject({ state: 3, lastHeard: 90 });
    expect(cell(tested, 600, 130)).toEqual({ state: 0, share: 0, lastHeard: null, faults: 0 });
    const placed = history([...hearings, sard(120, [{ ayah: pageSpan(584).from, weight: 2.5 }])]);
    expect([583, 584].map((page) => cell(placed, page, 130)?.state)).toEqual([1, 4]);
    // A range memorised after the sard was not part of it.
    const later = history([sard(120, [{ ayah: null, weight: 6 }]), hearing(121, [pages(582)])]);
    expect(computeMemorisation(later).recitations[582]).toEqual([{ day: 121, faults: 0, isRepeat: false }]);
  });

  test('the map has totals by juz and for the whole mushaf', () => {
    const map = mapAt(history([hearing(100, [juzSpan(30), juzSpan(1)])]), 125);
    expect(map.memorisedPages).toBeCloseTo(countSpanPages(juzSpan(1)) + countSpanPages(juzSpan(30)), 9);
    expect(map.juz[29]).toMatchObject({ due: 23, weak: 0 });
    expect(map.juz[29]?.memorised).toBeCloseTo(23, 9);
    const page = mapAt(history([hearing(100, [pages(3)])]), 100);
    expect([page.memorisedPages, page.juz[0]?.memorised]).toEqual([1, 1]);
    expect(map.juz[14]).toEqual({ memorised: 0, due: 0, weak: 0 });
    expect(juzShares(computeMemorisation(history([hearing(1, [juzSpan(30)])])).memorised)).toEqual([
      ...Array.from({ length: 29 }, () => 0),
      1,
    ]);
  });

  const anyHearing = fc.record({
    day: fc.integer({ min: 1, max: 60 }),
    isNew: fc.boolean(),
    isLesson: fc.boolean(),
    isRepeat: fc.boolean(),
    spans: fc.array(anySpan, { maxLength: 3 }),
    faults: fc.array(
      fc.record({
        ayah: fc.option(fc.integer({ min: 1, max: 6236 })),
        weight: fc.integer({ min: 1, max: 8 }).map((quarters) => quarters / 4),
      }),
      { maxLength: 3 },
    ),
  });

  test('the map returns to its earlier state once a record is undone', () => {
    fc.assert(
      fc.property(
        fc.array(anyHearing, { maxLength: 8 }),
        anyHearing,
        fc.array(
          anySpan.map((one) => ({ ...one, day: 20, strength: 3 })),
          { maxLength: 2 },
        ),
        (others, one, declared) => {
          const sortByDay = (hearings: readonly Recitation[]) => hearings.toSorted((a, b) => a.day - b.day);
          const before = mapAt(history(sortByDay(others), declared), 70);
          const between = sortByDay([...others, one]);
          mapAt(history(between, declared), 70);
          const undone = between.filter((other) => other !== one);
          expect(mapAt(history(undone, declared), 70)).toEqual(before);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('far revision', () => {
  test('far revision proposes pages a day, and computes the cycle for a number of pages', () => {
    expect(proposedPagesPerDay(100, 30, 5)).toBe(8);
    expect(proposedPagesPerDay(604, 30, 5)).toBe(46);
    expect([proposedPagesPerDay(0, 30, 5), proposedPagesPerDay(100, 30, 0)]).toEqual([0, 0]);
    expect(resultingCycle(100, 8, 5)).toBe(29);
    expect(resultingCycle(100, 4, 5)).toBe(57);
    expect([resultingCycle(0, 4, 5), resultingCycle(100, 4, 0), resultingCycle(100, 0, 5)]).toEqual([
      null,
      null,
      null,
    ]);
    // 1.3 × 8 ÷ (1 × 7 ÷ 7 × 0.8) is 13, but floating-point division returns slightly more.
    expect(proposedPagesPerDay(8, 1, 7)).toBe(13);
  });

  const queueOptions = (more: object) => ({ day: 200, cycle: 30, cap: 10, excluded: [], ...more });
  const memorisationWith = (hearings: readonly Recitation[]) =>
    computeMemorisation(history([hearing(100, [pages(1, 20)]), ...hearings]));

  test('far revision takes pages first that were not recited for a whole cycle, the oldest first, then by risk', () => {
    const faults = [{ ayah: null, weight: 3 }];
    const memorisation = memorisationWith([
      revision(160, [pages(1, 4)]),
      revision(165, [pages(5, 8)], { faults: [{ ayah: null, weight: 40 }] }),
      revision(180, [pages(10, 13)]),
      revision(190, [pages(15)], { faults }),
      revision(192, [pages(16)], { faults }),
      revision(195, [pages(9), pages(14), pages(17, 20)]),
    ]);
    const lines = revisionQueue(memorisation, queueOptions({ cap: 14 }));
    expect(
      lines.map(({ from, daysSinceRecitation, faults: lineFaults }) => [
        from,
        daysSinceRecitation,
        lineFaults,
      ]),
    ).toEqual([
      [pages(1).from, 40, 40],
      [pages(15).from, 10, 6],
      [pages(10).from, 20, 0],
    ]);
    expect(lines.map((line) => Math.round(line.pages))).toEqual([8, 2, 4]);
    expect(revisionQueue(memorisation, queueOptions({ cap: 2 }))).toMatchObject([
      { ...pages(1, 2), daysSinceRecitation: 40, faults: 0 },
    ]);
  });

  test('far revision excludes skipped pages, pages of near revision, and pages recited that day', () => {
    const memorisation = memorisationWith([revision(200, [pages(1, 5)])]);
    const lines = revisionQueue(
      memorisation,
      queueOptions({ cap: 20, excluded: [pages(8), span('2:1', '2:1')] }),
    );
    expect(lines).toMatchObject([pages(6, 7), pages(9, 20)]);
  });

  test('far revision has at least one page, and none if its limit is zero', () => {
    expect(revisionQueue(memorisationWith([]), queueOptions({ cap: 0.5 }))).toMatchObject([pages(1)]);
    expect(revisionQueue(memorisationWith([]), queueOptions({ cap: 0 }))).toEqual([]);
  });

  test('far revision has only the memorised part of a page', () => {
    const memorisation = computeMemorisation(
      history([hearing(100, [span('2:6', '2:7'), span('2:10', '2:10')])]),
    );
    const lines = revisionQueue(memorisation, queueOptions({}));
    expect(lines).toMatchObject([span('2:6', '2:7'), span('2:10', '2:10')]);
    expect(sum(lines.map((line) => line.pages))).toBeCloseTo(countMemorisedPages(memorisation.memorised), 9);
  });
});
