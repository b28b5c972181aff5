import type { Plan } from './plan';

/** How much more than the memorised pages is heard in a cycle, since pages with faults come again sooner. */
const revisionFactor = 1.3;
/** The part of the lessons that a student attends. */
const attendanceShare = 0.8;
/** What a division may be off. */
export const tolerance = 1e-9;

const expectedRevisions = (days: number, revisionDays: number) => (days * revisionDays * attendanceShare) / 7;

/**
 * The proposed pages of far revision a day (hifz.md, "Plan"): ⌈1.3 × memorised pages ÷ (cycle × revision days ÷ 7 ×
 * 0.8)⌉; 0 with nothing memorised or no day of revision.
 * @param revisionDays days of a week
 */
export const proposedCap = (memorisedPages: number, cycle: number, revisionDays: number): number =>
  memorisedPages === 0 || revisionDays === 0
    ? 0
    : Math.ceil((revisionFactor * memorisedPages) / expectedRevisions(cycle, revisionDays) - tolerance);

/**
 * The days in which all that is memorised comes around with so many pages a day (hifz.md, "Plan"): ⌈1.3 × memorised
 * pages ÷ (cap × revision days ÷ 7 × 0.8)⌉; null with nothing memorised, or where nothing is revised.
 */
export function resultingCycle(memorisedPages: number, cap: number, revisionDays: number): number | null {
  const pagesPerDay = expectedRevisions(cap, revisionDays);
  return memorisedPages === 0 || pagesPerDay === 0
    ? null
    : Math.ceil((revisionFactor * memorisedPages) / pagesPerDay - tolerance);
}

/** The far revision that a plan comes to with so many memorised pages: pages a day, and the cycle; hifz.md, "Plan". */
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
