import { daysBetween } from './retention';
import type { Term } from './terms';

/** The term that holds on a date `YYYY-MM-DD`, both its ends counted; undefined between terms. Decision 17. */
export const termOf = <T extends Term>(terms: readonly T[], date: string): T | undefined =>
  terms.find(({ start_date, end_date }) => start_date <= date && date <= end_date);

/**
 * The weeks of a term: its days, both ends counted, by seven and rounded up; completed are the whole weeks that have
 * passed before `today`, and all of them once the term is over. Decision 17.
 */
export function termWeeks(
  { start_date, end_date }: Term,
  today: string,
): { completed_weeks: number; total_weeks: number } {
  const total = Math.max(0, Math.ceil((daysBetween(start_date, end_date) + 1) / 7));
  const passed = today > end_date ? total : Math.floor(daysBetween(start_date, today) / 7);
  return { completed_weeks: Math.min(Math.max(0, passed), total), total_weeks: total };
}
