import { daysBetween } from './retention';

export type Term = { name: string; start_date: string; end_date: string };

type TermProblem = { code: 'REVERSED' | 'OVERLAP' | 'NAME_TWICE'; index: number };

/**
 * What forbids a list of terms, by the place of the later of two: an end before its start, days that two
 * share, a name that two have. Empty when nothing does. Dates `YYYY-MM-DD`. Source: decision 17, which
 * takes the term of a day for the one that there is.
 */
export function termProblems(terms: readonly Term[]): TermProblem[] {
  const problems: TermProblem[] = [];
  for (const [index, term] of terms.entries()) {
    const before = terms.slice(0, index);
    if (term.end_date < term.start_date) problems.push({ code: 'REVERSED', index });
    else if (before.some((one) => one.start_date <= term.end_date && term.start_date <= one.end_date))
      problems.push({ code: 'OVERLAP', index });
    if (before.some((one) => one.name === term.name)) problems.push({ code: 'NAME_TWICE', index });
  }
  return problems;
}

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
