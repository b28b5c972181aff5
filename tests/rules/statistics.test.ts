import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Marks } from '../../contract/rules/grading';
import { defaultGradeSettings, gradeColumns, type GradeSettings } from '../../contract/rules/gradeSettings';
import {
  letterDistribution,
  gradeStatistics,
  roundedMean,
  percentRate,
} from '../../contract/rules/statistics';
import { letters } from '../../contract/vocabulary';

/** Settings with only the test column enabled. */
const byTest = Object.fromEntries(gradeColumns.map((column) => [`${column}Enabled`, column === 'test']));
const hundred = { ...defaultGradeSettings, ...byTest, testMax: 100 };
const none: Marks = { participation: null, attendance: null, exercise: null, reading: null, test: null };
const toRows = (...marks: (number | null)[]) => marks.map((mark) => ({ ...none, test: mark }));

describe('the stats of a sheet', () => {
  test('the stats without any mark are null, and every letter has 0', () => {
    for (const rows of [[], toRows(null, null)])
      expect(gradeStatistics(rows, hundred)).toEqual({
        studentsCount: 0,
        incompleteCount: rows.length,
        average: null,
        highest: null,
        lowest: null,
        displayed: { average: null, highest: null, lowest: null },
        passCount: 0,
        failCount: 0,
        passRate: null,
        excellentCount: 0,
        excellenceRate: null,
        gradeDistribution: Object.fromEntries(letters.map((letter) => [letter, 0])),
      });
  });

  test('the stats of 200,000 students have a highest and a lowest mark', () => {
    const rows = toRows(...Array.from({ length: 1_000 }, (_, at) => 50 + (at % 40)));
    const many = Array.from({ length: 200 }, () => rows).flat();
    expect(gradeStatistics(many, hundred)).toMatchObject({ studentsCount: 200_000, highest: 89, lowest: 50 });
  });

  test('the stats count a pass from 60 and excellent from 90', () => {
    expect(gradeStatistics(toRows(59.5, 60, 89.5, 90), hundred)).toMatchObject({
      studentsCount: 4,
      passCount: 3,
      failCount: 1,
      passRate: 75,
      excellentCount: 1,
      excellenceRate: 25,
      highest: 90,
      lowest: 59.5,
      average: 74.8,
      gradeDistribution: { أ: 1, '+ب': 1, د: 1, 'لم يجتز': 1 },
    });
  });

  test('the displayed stats have two decimals where one would cross the limit of a letter', () => {
    const ofThousand = { ...hundred, testMax: 1_000 };
    const stats = gradeStatistics(toRows(899.5, 899.5, 599.5), ofThousand);
    expect(stats).toMatchObject({ highest: 90, lowest: 60, excellentCount: 0, failCount: 1 });
    expect(stats.displayed).toEqual({ average: 79.95, highest: 89.95, lowest: 59.95 });
  });

  test('the stats ignore incomplete rows', () => {
    expect(gradeStatistics(toRows(100, null, 50), hundred)).toMatchObject({
      studentsCount: 2,
      incompleteCount: 1,
      average: 75,
    });
  });

  test('the stats are in percent if the maxima do not add up to 100', () => {
    const of40 = { ...hundred, testMax: 40 };
    expect(gradeStatistics(toRows(24, 23.5), of40)).toMatchObject({
      highest: 60,
      lowest: 58.8,
      passCount: 1,
    });
  });
});

test('a rate and a mean have one decimal, rounded half up, and are null without data', () => {
  expect([percentRate(1, 3), percentRate(2, 3), percentRate(1, 16), percentRate(0, 0)]).toEqual([
    33.3,
    66.7,
    6.3,
    null,
  ]);
  expect([roundedMean(145.5, 2), roundedMean(0, 0)]).toEqual([72.8, null]);
});

test('a distribution has all letters in their order', () => {
  expect(Object.entries(letterDistribution([1, 0, 2]))).toEqual(
    letters.map((letter, index) => [letter, [1, 0, 2][index] ?? 0]),
  );
});

/** Marks and maxima in half marks, so that the second calculation uses only integers. */
const sheet = fc.record({
  enabled: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
  maxima: fc.tuple(fc.nat(200), fc.nat(200), fc.nat(200), fc.nat(200), fc.nat(200)),
  rows: fc.array(fc.array(fc.option(fc.nat(1_000), { freq: 9 }), { minLength: 5, maxLength: 5 }), {
    maxLength: 40,
  }),
});

test('the stats of a thousand random sheets equal a second calculation with integers', () => {
  let counted = 0;
  const property = fc.property(sheet, ({ enabled, maxima, rows }) => {
    const settings = Object.fromEntries(
      gradeColumns.flatMap((column, at) => [
        [`${column}Enabled`, enabled[at]],
        [`${column}Max`, Number(maxima[at]) / 2],
        [`${column}Name`, column],
      ]),
    ) as GradeSettings;
    const used = [0, 1, 2, 3, 4].filter((at) => enabled[at]);
    const halves = rows.map((row) =>
      row.map((mark, at) => (mark === null ? null : mark % (Number(maxima[at]) + 1))),
    );
    const marks = halves.map(
      (row) =>
        Object.fromEntries(
          gradeColumns.map((column, at) => [column, row[at] == null ? null : row[at] / 2]),
        ) as Marks,
    );
    const maxTotal = used.reduce((sum, at) => sum + Number(maxima[at]), 0);
    const totals =
      maxTotal === 0
        ? []
        : halves
            .filter((row) => used.every((at) => row[at] !== null))
            .map((row) => used.reduce((sum, at) => sum + Number(row[at]), 0));
    // Only integers: total × 100 ≥ limit × maximum. A rate in tenths is floor((20 × value + 1) / 2).
    const countAtLeast = (limit: number) => totals.filter((total) => total * 100 >= limit * maxTotal).length;
    const roundToTenth = (part: number, whole: number) =>
      Math.floor((part * 2_000 + whole) / (2 * whole)) / 10;
    const statistics = gradeStatistics(marks, settings);
    const count = totals.length;
    counted += count;
    const sum = totals.reduce((all, total) => all + total, 0);
    const limits = [101, 95, 90, 85, 80, 75, 70, 65, 60, -1];
    // Two decimals, rounded down, where the rounded tenth has a better letter.
    const countLimits = (part: number, whole: number) =>
      limits.filter((limit) => part * 100 >= limit * whole).length;
    const roundDisplayed = (part: number, whole: number) => {
      const tenth = roundToTenth(part, whole);
      const isCrossed = countLimits(part, whole) !== countLimits(tenth * 10, 1_000);
      return isCrossed ? Math.floor((part * 10_000) / whole) / 100 : tenth;
    };
    expect(statistics).toEqual({
      displayed: {
        average: count === 0 ? null : roundDisplayed(sum, maxTotal * count),
        highest: count === 0 ? null : roundDisplayed(Math.max(...totals), maxTotal),
        lowest: count === 0 ? null : roundDisplayed(Math.min(...totals), maxTotal),
      },
      studentsCount: count,
      incompleteCount: rows.length - count,
      average: count === 0 ? null : roundToTenth(sum, maxTotal * count),
      highest: count === 0 ? null : roundToTenth(Math.max(...totals), maxTotal),
      lowest: count === 0 ? null : roundToTenth(Math.min(...totals), maxTotal),
      passCount: countAtLeast(60),
      failCount: count - countAtLeast(60),
      passRate: count === 0 ? null : roundToTenth(countAtLeast(60), count),
      excellentCount: countAtLeast(90),
      excellenceRate: count === 0 ? null : roundToTenth(countAtLeast(90), count),
      gradeDistribution: Object.fromEntries(
        letters.map((letter, index) => [
          letter,
          countAtLeast(Number(limits[index + 1])) - countAtLeast(Number(limits[index])),
        ]),
      ),
    });
  });
  fc.assert(property, { numRuns: 1_000 });
  expect(counted).toBeGreaterThan(1_000);
});
