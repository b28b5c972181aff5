import { daysAfter, daysBetween } from '../retention';

export const maxExcuseDays = 31;
/** A new excuse starts at most this number of days before today. */
export const maxExcuseAge = 14;
/** A new excuse ends at most this number of days after today. */
export const maxDaysAhead = 90;

export type ExcuseDaysProblem = 'reversed' | 'too long' | 'too old' | 'too far';

/** Days are `YYYY-MM-DD`, and both are days of the excuse. Null: the days are allowed. */
export function findDaysProblem(
  { from, to }: { from: string; to: string },
  today: string,
): ExcuseDaysProblem | null {
  if (to < from) return 'reversed';
  if (daysBetween(from, to) >= maxExcuseDays) return 'too long';
  if (from < daysAfter(today, -maxExcuseAge)) return 'too old';
  if (to > daysAfter(today, maxDaysAhead)) return 'too far';
  return null;
}
