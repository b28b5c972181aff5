import { daysBetween } from './retention';

export type Term = { name: string; start_date: string; end_date: string };

type TermProblem = { code: 'REVERSED' | 'OVERLAP' | 'NAME_TWICE'; index: number };

/** A day has at most one term (decision 17). `index` is the index of the invalid term in the list. */
export function termProblems(terms: readonly Term[]): TermProblem[] {
  const problems: TermProblem[] = [];
  for (const [index, term] of terms.entries()) {
    const earlierTerms = terms.slice(0, index);
    if (term.end_date < term.start_date) problems.push({ code: 'REVERSED', index });
    else if (
      earlierTerms.some(
        (earlier) => earlier.start_date <= term.end_date && term.start_date <= earlier.end_date,
      )
    )
      problems.push({ code: 'OVERLAP', index });
    if (earlierTerms.some((earlier) => earlier.name === term.name))
      problems.push({ code: 'NAME_TWICE', index });
  }
  return problems;
}

/** Both days are included. Undefined between terms (decision 17). */
export const findTerm = <T extends Term>(terms: readonly T[], date: string): T | undefined =>
  terms.find(({ start_date, end_date }) => start_date <= date && date <= end_date);

/** Rounded up to whole weeks. Weeks before `today` are completed (decision 17). */
export function termWeeks(
  { start_date, end_date }: Term,
  today: string,
): { completed_weeks: number; total_weeks: number } {
  const total = Math.max(0, Math.ceil((daysBetween(start_date, end_date) + 1) / 7));
  const passed = today > end_date ? total : Math.floor(daysBetween(start_date, today) / 7);
  return { completed_weeks: Math.min(Math.max(0, passed), total), total_weeks: total };
}
