import { markStep } from './grading';
import type { GradeColumn } from './gradeSettings';

/** An enabled column that takes a share of the coursework. */
export interface CourseworkColumn {
  key: GradeColumn;
  /** In marks. */
  max: number;
}

/**
 * A mark for coursework as marks of the columns, in proportion to their maxima, in half marks that add up to it
 * exactly: largest remainder, the earlier column first, none above its maximum. Null when it is more than all
 * maxima together, negative, or no multiple of one half. Never fails. Source: decision 29.
 */
export function splitCoursework(
  mark: number,
  columns: readonly CourseworkColumn[],
): Partial<Record<GradeColumn, number>> | null {
  const units = mark / markStep;
  const most = columns.reduce((sum, { max }) => sum + max / markStep, 0);
  if (!Number.isInteger(units) || units < 0 || units > most) return null;
  if (most === 0) return Object.fromEntries(columns.map(({ key }) => [key, 0]));
  const shares = columns.map(({ key, max }) => {
    const parts = units * (max / markStep);
    return { key, whole: Math.floor(parts / most), rest: parts % most };
  });
  let left = units - shares.reduce((sum, { whole }) => sum + whole, 0);
  for (const share of shares.toSorted((a, b) => b.rest - a.rest)) {
    if (left === 0) break;
    share.whole += 1;
    left -= 1;
  }
  return Object.fromEntries(shares.map(({ key, whole }) => [key, whole * markStep]));
}
