import { letters, type Letter } from '../vocabulary';
import type { GradeSettings } from './gradeSettings';
import {
  excellencePercentage,
  letterIndex,
  oneDecimal,
  passPercentage,
  rowPercentage,
  displayedPercentage,
  type Marks,
} from './grading';

/** The same results as people see them beside letters (`displayedPercentage`). */
export interface DisplayedStatistics {
  average: number | null;
  highest: number | null;
  lowest: number | null;
}

/** Percentages have one decimal. Null without data (spec 2 §3, decision 3). */
export interface GradeStatistics {
  studentsCount: number;
  incompleteCount: number;
  average: number | null;
  highest: number | null;
  lowest: number | null;
  displayed: DisplayedStatistics;
  passCount: number;
  failCount: number;
  passRate: number | null;
  excellentCount: number;
  excellenceRate: number | null;
  gradeDistribution: Record<Letter, number>;
}

/** Percent, one decimal. Null if `whole` is 0. */
export const percentRate = (part: number, whole: number): number | null =>
  whole === 0 ? null : oneDecimal((part * 100) / whole);

export const roundedMean = (sum: number, count: number): number | null =>
  count === 0 ? null : oneDecimal(sum / count);

/** `counts` has the order of the letters. */
export const letterDistribution = (counts: readonly number[]): Record<Letter, number> =>
  Object.fromEntries(letters.map((letter, index) => [letter, counts[index] ?? 0])) as Record<Letter, number>;

export function gradeStatistics(rows: readonly Marks[], settings: GradeSettings): GradeStatistics {
  const results = rows.flatMap((marks) => rowPercentage(marks, settings) ?? []);
  const count = results.length;
  const passCount = results.filter((result) => result >= passPercentage).length;
  const excellentCount = results.filter((result) => result >= excellencePercentage).length;
  const counts = letters.map((_, index) => results.filter((result) => letterIndex(result) === index).length);
  const range = {
    average: results.reduce((sum, result) => sum + result, 0) / count,
    highest: results.reduce((max, result) => Math.max(max, result), 0),
    lowest: results.reduce((min, result) => Math.min(min, result), Infinity),
  };
  const roundedRange = (round: (value: number) => number): DisplayedStatistics =>
    count === 0
      ? { average: null, highest: null, lowest: null }
      : { average: round(range.average), highest: round(range.highest), lowest: round(range.lowest) };
  return {
    studentsCount: count,
    incompleteCount: rows.length - count,
    ...roundedRange(oneDecimal),
    displayed: roundedRange(displayedPercentage),
    passCount,
    failCount: count - passCount,
    passRate: percentRate(passCount, count),
    excellentCount,
    excellenceRate: percentRate(excellentCount, count),
    gradeDistribution: letterDistribution(counts),
  };
}
