import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  colourBand,
  parseGrade,
  isComplete,
  letterFor,
  letterIndex,
  letterMinimums,
  parseMark,
  markProblem,
  type Marks,
  oneDecimal,
  reportedPercentage,
  rowPercentage,
  displayedPercentage,
  sumMarks,
} from '../../contract/rules/grading';
import { defaultGradeSettings, gradeColumns, type GradeSettings } from '../../contract/rules/gradeSettings';
import { letters } from '../../contract/vocabulary';

const none: Marks = { participation: null, attendance: null, exercise: null, reading: null, test: null };
const full: Marks = { participation: 10, attendance: 30, exercise: 5, reading: 5, test: 50 };
const settings = (changes: Partial<GradeSettings>) => ({ ...defaultGradeSettings, ...changes });

test('`parseGrade` reads the absence sign as null, and `parseMark` refuses it', () => {
  expect(['غ', ' غ ', '', '٩٫٥'].map(parseGrade)).toEqual([null, null, null, 9.5]);
  expect(['غغ', 'غ5', 'غائب'].map(parseGrade)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  expect(parseMark('غ')).toBeNaN();
});

describe('the letter', () => {
  test.each([
    [100, '+أ'],
    [95, '+أ'],
    [94.999, 'أ'],
    [90, 'أ'],
    [89.999, '+ب'],
    [85, '+ب'],
    [84.999, 'ب'],
    [80, 'ب'],
    [79.999, '+ج'],
    [75, '+ج'],
    [74.999, 'ج'],
    [70, 'ج'],
    [69.999, '+د'],
    [65, '+د'],
    [64.999, 'د'],
    [60, 'د'],
    [59.999, 'لم يجتز'],
    [0, 'لم يجتز'],
  ])('the letter of %d percent is %s', (percentage, letter) => {
    expect(letterFor(percentage)).toBe(letter);
    expect(letters[letterIndex(percentage)]).toBe(letter);
  });

  test.each([
    [90, 0],
    [89.9, 1],
    [80, 1],
    [79.9, 2],
    [70, 2],
    [69.9, 3],
    [60, 3],
    [59.9, 4],
  ])('the colour band of %d percent is %d', (percentage, band) => {
    expect(colourBand(percentage)).toBe(band);
  });
});

describe('rounding to one decimal', () => {
  test.each([
    [0.05, 0.1],
    [0.04, 0],
    [64.95, 65],
    [64.94, 64.9],
    [1.005, 1],
    [72.75, 72.8],
    [66.666, 66.7],
    [99.95, 100],
    [100, 100],
    [0, 0],
  ])('%d is rounded to %d, half up', (value, rounded) => {
    expect(oneDecimal(value)).toBe(rounded);
  });

  test('the rounding is right for every hundredth from 0 to 100', () => {
    for (let hundredths = 0; hundredths <= 10_000; hundredths += 1)
      expect(oneDecimal(hundredths / 100)).toBe(Math.floor((hundredths + 5) / 10) / 10);
  });
});

describe('a percentage beside a letter', () => {
  test.each([
    [89.95, 89.95],
    [89.996, 89.99],
    [89.9999999999, 89.99],
    [59.955, 59.95],
    [59.94, 59.9],
    [94.949, 94.9],
    [90, 90],
    [90.04, 90],
    [72.75, 72.8],
    [100, 100],
    [0, 0],
  ])('%d is shown as %d', (exact, displayed) => {
    expect(displayedPercentage(exact)).toBe(displayed);
  });

  const halves = (maxHalves: number) => fc.integer({ min: 0, max: maxHalves }).map((half) => half / 2);
  const rowsWithMaxima = fc
    .record({
      maxima: fc.array(halves(200), { minLength: 5, maxLength: 5 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .filter(({ maxima }) => maxima.some((max) => max > 0));

  test('the displayed percentage of any marks and maxima has the letter of the row, and is at most half a tenth off', () => {
    fc.assert(
      fc.property(rowsWithMaxima, ({ maxima, share }) => {
        const columns = gradeColumns.map((column, index) => [column, maxima[index] ?? 0] as const);
        const row = settings(Object.fromEntries(columns.map(([column, max]) => [`${column}Max`, max])));
        const marks = Object.fromEntries(
          columns.map(([column, max]) => [column, Math.round(max * share * 2) / 2]),
        ) as unknown as Marks;
        const exact = rowPercentage(marks, row) ?? Number.NaN;
        const displayed = displayedPercentage(exact);
        expect([letterFor(displayed), colourBand(displayed)]).toEqual([letterFor(exact), colourBand(exact)]);
        expect(Math.abs(displayed - exact)).toBeLessThan(0.0500001);
        expect(displayed).toBe(Number(displayed.toFixed(2)));
      }),
      { numRuns: 2_000 },
    );
  });

  test('every total just below the limit of a letter stays below it, for all sums of maxima up to 500', () => {
    for (let max = 0.5; max <= 500; max += 0.5)
      for (const minimum of letterMinimums) {
        const total = Math.ceil((minimum * max) / 50) / 2 - 0.5;
        const exact = (total * 100) / max;
        if (total < 0 || exact >= minimum) continue;
        expect(displayedPercentage(exact)).toBeLessThan(minimum);
      }
  });

  test('a report takes the exact percentage from the total, and the rounded one without maxima', () => {
    const result = { total_grade: 179.9, percentage: 90, columns: [{ max: 100 }, { max: 100 }] };
    expect(reportedPercentage(result)).toBe(89.95);
    expect(reportedPercentage({ total_grade: 179.9, percentage: 90 })).toBe(90);
    expect(reportedPercentage({ ...result, percentage: null })).toBeNull();
  });
});

describe('a row', () => {
  test('a row without marks has no total, with some marks it has their sum, and with all marks a percentage', () => {
    expect([sumMarks(none, defaultGradeSettings), rowPercentage(none, defaultGradeSettings)]).toEqual([
      null,
      null,
    ]);
    const some = { ...none, test: 40.5, reading: 0 };
    expect([sumMarks(some, defaultGradeSettings), rowPercentage(some, defaultGradeSettings)]).toEqual([
      40.5,
      null,
    ]);
    expect([sumMarks(full, defaultGradeSettings), rowPercentage(full, defaultGradeSettings)]).toEqual([
      100, 100,
    ]);
  });

  test('a row counts enabled columns only', () => {
    const threeColumns = settings({ attendanceEnabled: false, testEnabled: false, participationMax: 20 });
    expect(sumMarks(full, threeColumns)).toBe(20);
    expect(isComplete({ ...full, test: null }, threeColumns)).toBe(true);
    expect(rowPercentage({ ...full, test: null }, threeColumns)).toBe((20 * 100) / 30);
  });

  test('a row with only disabled columns or with maxima of 0 has no percentage', () => {
    expect(
      rowPercentage(
        full,
        settings({ participationMax: 0, attendanceMax: 0, exerciseMax: 0, readingMax: 0, testMax: 0 }),
      ),
    ).toBeNull();
    const disabled = Object.fromEntries(gradeColumns.map((column) => [`${column}Enabled`, false]));
    expect(rowPercentage(full, settings(disabled))).toBeNull();
  });
});

describe('a typed mark', () => {
  test.each([
    ['', null],
    ['  ', null],
    ['\u200F\u202B', null],
    ['17.5', 17.5],
    ['١٧٫٥', 17.5],
    ['۱۷٫۵', 17.5],
    ['17,5', 17.5],
    ['١٧،٥', 17.5],
    ['.5', 0.5],
    ['5.', 5],
    ['+5', 5],
    ['-5', -5],
    [' \u200E 40 ', 40],
  ])('a typed mark %j is %j', (text, mark) => {
    expect(parseMark(text)).toBe(mark);
  });

  test.each(['غ', '1e1', '0x10', '1 2', '1.2.3', '--1', 'NaN', 'Infinity', '.', '-', '٪5'])(
    'a typed mark %j is no number',
    (text) => {
      expect(parseMark(text)).toBeNaN();
    },
  );

  test.each([
    [null, null],
    [0, null],
    [30, null],
    [0.5, null],
    [29.5, null],
    [30.5, 'OVER_MAX'],
    [-0.5, 'NEGATIVE'],
    [12.25, 'OFF_STEP'],
    [0.1, 'OFF_STEP'],
    [Number.NaN, 'NOT_NUMBER'],
    [Number.POSITIVE_INFINITY, 'OVER_MAX'],
  ])('a typed mark %d of at most 30: %s', (mark, problem) => {
    expect(markProblem(mark, 30)).toBe(problem);
  });

  test('a mark in half steps is read back unchanged, in digits of any script', () => {
    const arabic = (text: string) =>
      text.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))).replace('.', '٫');
    fc.assert(
      fc.property(fc.nat(200), (halves) => {
        const mark = halves / 2;
        expect(parseMark(String(mark))).toBe(mark);
        expect(parseMark(arabic(String(mark)))).toBe(mark);
        expect(markProblem(mark, 100)).toBeNull();
      }),
    );
  });
});
