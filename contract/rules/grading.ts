import { absentSign, letters, type Letter } from '../vocabulary';
import { cleanText, foldDigits } from './arabicText';
import { gradeColumns, type GradeColumn, type GradeSettings } from './gradeSettings';

/** Null: not recorded (decision 2). */
export type Marks = { [C in GradeColumn]: number | null };

/** Spec 2 §5. */
export const markStep = 0.5;
/** Decision 3. */
export const passPercentage = 60;
export const excellencePercentage = 90;

/** Best first. A percentage below the last minimum is a fail (spec 2 §9). */
export const letterMinimums: readonly number[] = [95, 90, 85, 80, 75, 70, 65, 60];
const bandMinimums: readonly number[] = [90, 80, 70, 60];

/** Rounds half up (decision 3). Figures beside letters use `displayedPercentage`. */
export function oneDecimal(value: number): number {
  // 64.95 × 10 is 649.4999… in floating point and must round up.
  return Math.round(value * 10 + 1e-9) / 10;
}

/**
 * The percentage of a letter or result as people see it: one decimal. Where this would cross the limit of a
 * letter it has two, rounded down: 89.95 and 89.996 stay below 90 (decision 3).
 */
export function displayedPercentage(exact: number): number {
  const rounded = oneDecimal(exact);
  if (letterIndex(rounded) === letterIndex(exact)) return rounded;
  return Math.min(Math.floor(exact * 100 + 1e-9), Math.round(rounded * 100) - 1) / 100;
}

interface ReportedResult {
  total_grade: number | null;
  /** Rounded. Null for an incomplete row; undefined if the server does not send it, like `columns`. */
  percentage?: number | null | undefined;
  columns?: readonly { max: number }[] | undefined;
}

/** The percentage that a report shows beside the letter. Null for an incomplete row. */
export function reportedPercentage({ total_grade, percentage, columns }: ReportedResult): number | null {
  if (percentage == null) return null;
  const maxTotal = columns?.reduce((sum, { max }) => sum + max, 0) ?? 0;
  return total_grade === null || maxTotal === 0
    ? percentage
    : displayedPercentage((total_grade * 100) / maxTotal);
}

const columnKeys = gradeColumns.map(
  (column) => ({ column, isEnabled: `${column}Enabled`, max: `${column}Max` }) as const,
);

/** Null without marks in enabled columns (decision 2). */
export function sumMarks(marks: Marks, settings: GradeSettings): number | null {
  let total: number | null = null;
  for (const { column, isEnabled } of columnKeys) {
    const mark = marks[column] ?? null;
    if (settings[isEnabled] && mark !== null) total = (total ?? 0) + mark;
  }
  return total;
}

export const isComplete = (marks: Marks, settings: GradeSettings): boolean =>
  columnKeys.every(({ column, isEnabled }) => !settings[isEnabled] || marks[column] !== null);

/** The exact value, not rounded. Null for an incomplete row (decision 1). */
export function rowPercentage(marks: Marks, settings: GradeSettings): number | null {
  if (!isComplete(marks, settings)) return null;
  const maxTotal = columnKeys.reduce(
    (sum, { isEnabled, max }) => sum + (settings[isEnabled] ? settings[max] : 0),
    0,
  );
  const total = sumMarks(marks, settings);
  return total === null || maxTotal === 0 ? null : (total * 100) / maxTotal;
}

export function letterIndex(percentage: number): number {
  const index = letterMinimums.findIndex((minimum) => percentage >= minimum);
  return index === -1 ? letterMinimums.length : index;
}

export const letterFor = (percentage: number): Letter => letters[letterIndex(percentage)] as Letter;

/** 0 is the best band (spec 2 §9). */
export function colourBand(percentage: number): 0 | 1 | 2 | 3 | 4 {
  const band = bandMinimums.findIndex((minimum) => percentage >= minimum);
  return (band === -1 ? 4 : band) as 0 | 1 | 2 | 3 | 4;
}

/** Null if empty, NaN if not a number. A comma is a decimal sign, because no mark reaches a thousand. */
export function parseMark(text: string): number | null {
  const cleaned = foldDigits(cleanText(text)).replace(/[,\u060C]/, '.');
  if (cleaned === '') return null;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(cleaned) ? Number(cleaned) : Number.NaN;
}

/** The sign of absence means "not recorded", which is null (decision 2). */
export const parseGrade = (text: string): number | null =>
  cleanText(text) === absentSign ? null : parseMark(text);

export type MarkProblem = 'NOT_NUMBER' | 'NEGATIVE' | 'OVER_MAX' | 'OFF_STEP';

export function markProblem(mark: number | null, max: number): MarkProblem | null {
  if (mark === null) return null;
  if (Number.isNaN(mark)) return 'NOT_NUMBER';
  if (mark < 0) return 'NEGATIVE';
  if (mark > max) return 'OVER_MAX';
  return Number.isInteger(mark / markStep) ? null : 'OFF_STEP';
}
