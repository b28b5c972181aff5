export type Term = { name: string; start_date: string; end_date: string };

export type TermProblem = { code: 'REVERSED' | 'OVERLAP' | 'NAME_TWICE'; index: number };

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
