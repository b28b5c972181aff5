import { absentSign, letters, type Letter } from '../vocabulary';
import { cleanText, foldDigits } from './arabicText';
import { gradeColumns, type GradeColumn, type GradeSettings } from './gradeSettings';

/** The marks of a student in a subject; null where nothing is recorded (decision 2). */
export type Marks = { [C in GradeColumn]: number | null };

/** Marks come in steps of one half; spec 2 §5. */
export const markStep = 0.5;
/** A result with at least this percentage is passed; with at least the second, excellent. Decision 3. */
export const passPercentage = 60;
export const excellencePercentage = 90;

/** The lowest percentage of each letter, best first; below the last it is not passed. Spec 2 §9. */
export const letterMinimums: readonly number[] = [95, 90, 85, 80, 75, 70, 65, 60];
/** The lowest percentage of each colour band; spec 2 §9. */
const bandMinimums: readonly number[] = [90, 80, 70, 60];

/** One decimal, half up: the only rounding of percentages and averages. Decision 3. */
export function oneDecimal(value: number): number {
  // A tiny amount is added, since 64.95 × 10 gives 649.4999… in floating point and must round up.
  return Math.round(value * 10 + 1e-9) / 10;
}

/** Computed once, since it is used for each row of a sheet. */
const columnKeys = gradeColumns.map(
  (column) => ({ column, isEnabled: `${column}Enabled`, max: `${column}Max` }) as const,
);

/** The sum, in marks, of what is recorded in the enabled columns; null when nothing is. Decision 2. */
export function sumMarks(marks: Marks, settings: GradeSettings): number | null {
  let total: number | null = null;
  for (const { column, isEnabled } of columnKeys) {
    const mark = marks[column] ?? null;
    if (settings[isEnabled] && mark !== null) total = (total ?? 0) + mark;
  }
  return total;
}

/** Whether every enabled column has a mark, so that the row counts. Decision 2. */
export const isComplete = (marks: Marks, settings: GradeSettings): boolean =>
  columnKeys.every(({ column, isEnabled }) => !settings[isEnabled] || marks[column] !== null);

/** The exact percentage of a complete row; null of any other. Decision 1. */
export function rowPercentage(marks: Marks, settings: GradeSettings): number | null {
  if (!isComplete(marks, settings)) return null;
  const maxTotal = columnKeys.reduce(
    (sum, { isEnabled, max }) => sum + (settings[isEnabled] ? settings[max] : 0),
    0,
  );
  const total = sumMarks(marks, settings);
  return total === null || maxTotal === 0 ? null : (total * 100) / maxTotal;
}

/** The place of a percentage among the nine letters, 0 for the best. Spec 2 §9. */
export function letterIndex(percentage: number): number {
  const index = letterMinimums.findIndex((minimum) => percentage >= minimum);
  return index === -1 ? letterMinimums.length : index;
}

/** The letter of a percentage. Spec 2 §9, decision 1. */
export const letterFor = (percentage: number): Letter => letters[letterIndex(percentage)] as Letter;

/** The colour band of a percentage: 0 from 90, 1 from 80, 2 from 70, 3 from 60, 4 below. Spec 2 §9. */
export function colourBand(percentage: number): 0 | 1 | 2 | 3 | 4 {
  const band = bandMinimums.findIndex((minimum) => percentage >= minimum);
  return (band === -1 ? 4 : band) as 0 | 1 | 2 | 3 | 4;
}

/**
 * Reads a mark from text, with digits of any script and either decimal sign; null if it is empty, NaN if it is no
 * number. A comma is a decimal sign here, because no mark reaches a thousand. Decision 2.
 */
export function parseMark(text: string): number | null {
  const cleaned = foldDigits(cleanText(text)).replace(/[,\u060C]/, '.');
  if (cleaned === '') return null;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(cleaned) ? Number(cleaned) : Number.NaN;
}

/** As `markIn`, but the sign of absence means that no grade is recorded. Decision 2. */
export const parseGrade = (text: string): number | null =>
  cleanText(text) === absentSign ? null : parseMark(text);

export type MarkProblem = 'NOT_NUMBER' | 'NEGATIVE' | 'OVER_MAX' | 'OFF_STEP';

/** The problem of a mark in a column with this maximum, or null. Spec 2 §5, decision 2. */
export function markProblem(mark: number | null, max: number): MarkProblem | null {
  if (mark === null) return null;
  if (Number.isNaN(mark)) return 'NOT_NUMBER';
  if (mark < 0) return 'NEGATIVE';
  if (mark > max) return 'OVER_MAX';
  return Number.isInteger(mark / markStep) ? null : 'OFF_STEP';
}
