import type { Plan } from './plan';

/** Pages with faults are revised more often, so a cycle has 1.3 revisions per memorised page. */
const revisionFactor = 1.3;
const attendanceShare = 0.8;
/** Tolerance for floating-point divisions. */
export const tolerance = 1e-9;

const amountOnRevisionDays = (amount: number, revisionDays: number) =>
  (amount * revisionDays * attendanceShare) / 7;

/** ⌈1.3 × memorised pages ÷ (cycle × revision days per week ÷ 7 × 0.8)⌉; hifz.md, "Plan". */
export const proposedPagesPerDay = (memorisedPages: number, cycle: number, revisionDays: number): number =>
  memorisedPages === 0 || revisionDays === 0
    ? 0
    : Math.ceil((revisionFactor * memorisedPages) / amountOnRevisionDays(cycle, revisionDays) - tolerance);

/** The days until all memorised pages are revised once. Null without pages or revision days. */
export function resultingCycle(
  memorisedPages: number,
  maxPagesPerDay: number,
  revisionDays: number,
): number | null {
  const pagesPerCalendarDay = amountOnRevisionDays(maxPagesPerDay, revisionDays);
  return memorisedPages === 0 || pagesPerCalendarDay === 0
    ? null
    : Math.ceil((revisionFactor * memorisedPages) / pagesPerCalendarDay - tolerance);
}

export function farRevision(
  {
    farCycleDays,
    farPagesPerDay,
    revisionDays,
  }: Pick<Plan, 'farCycleDays' | 'farPagesPerDay' | 'revisionDays'>,
  memorisedPages: number,
): { cap: number; cycle: number | null } {
  const cap = farPagesPerDay ?? proposedPagesPerDay(memorisedPages, farCycleDays, revisionDays.length);
  return { cap, cycle: resultingCycle(memorisedPages, cap, revisionDays.length) };
}
