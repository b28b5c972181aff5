import type { Plan } from './plan';

/** Pages with faults are revised more often, so a cycle has 1.3 revisions per memorised page. */
const revisionFactor = 1.3;
const attendanceShare = 0.8;
/** Tolerance for floating-point divisions. */
export const tolerance = 1e-9;

const expectedRevisions = (days: number, revisionDays: number) => (days * revisionDays * attendanceShare) / 7;

/** ⌈1.3 × memorised pages ÷ (cycle × revision days per week ÷ 7 × 0.8)⌉; hifz.md, "Plan". */
export const proposedCap = (memorisedPages: number, cycle: number, revisionDays: number): number =>
  memorisedPages === 0 || revisionDays === 0
    ? 0
    : Math.ceil((revisionFactor * memorisedPages) / expectedRevisions(cycle, revisionDays) - tolerance);

/** The days until all memorised pages are revised once. Null without pages or revision days. */
export function resultingCycle(memorisedPages: number, cap: number, revisionDays: number): number | null {
  const pagesPerDay = expectedRevisions(cap, revisionDays);
  return memorisedPages === 0 || pagesPerDay === 0
    ? null
    : Math.ceil((revisionFactor * memorisedPages) / pagesPerDay - tolerance);
}

export function farRevision(
  {
    farCycleDays,
    farPagesPerDay,
    revisionDays,
  }: Pick<Plan, 'farCycleDays' | 'farPagesPerDay' | 'revisionDays'>,
  memorisedPages: number,
): { cap: number; cycle: number | null } {
  const cap = farPagesPerDay ?? proposedCap(memorisedPages, farCycleDays, revisionDays.length);
  return { cap, cycle: resultingCycle(memorisedPages, cap, revisionDays.length) };
}
