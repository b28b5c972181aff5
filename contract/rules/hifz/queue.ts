import { pageCount } from '../mushaf';
import { rounding } from './far';
import { mapPage, type Memorisation, pagesTouched } from './memorised';
import { ayahsOfPage, pagesOfSpan, type Span, spansWhere } from './spans';

/** A range of the far revision of a day. */
export interface RevisionLine extends Span {
  /** By letters. */
  pages: number;
  /** Of the page that was not heard for the longest time, as a number of days. */
  lastHeard: number;
  /** Days since then. */
  days: number;
  /** Weighted faults of the last hearings of its pages. */
  faults: number;
}

interface Asked {
  /** The day of the revision. */
  day: number;
  /** In days. */
  cycle: number;
  /** Pages at most, by letters; one page comes in any case. */
  cap: number;
  /** What is not asked for: the near revision of the day, and what the teacher skips; whole pages. */
  without: readonly Span[];
}

interface Candidate {
  page: number;
  share: number;
  lastHeard: number;
  days: number;
  faults: number;
  risk: number;
}

/**
 * The far revision of a day (hifz.md, "Revision queue"): first the pages that were not heard for a whole cycle, the
 * oldest first, then by risk = days ÷ cycle × (1 + weighted faults of the last two hearings); up to the cap, joined into
 * ranges, each at the place of its most urgent page.
 */
export function revisionQueue(known: Memorisation, { day, cycle, cap, without }: Asked): RevisionLine[] {
  if (cap <= 0) return [];
  const excluded = pagesTouched(without);
  const candidates: Candidate[] = [];
  for (let page = 1; page <= pageCount; page += 1) {
    if (excluded.has(page)) continue;
    const { share, lastHeard, faults } = mapPage(known, page, day, cycle);
    if (lastHeard === null || lastHeard >= day) continue;
    const days = day - lastHeard;
    const ofTwo = (known.hearings[page] ?? []).reduce((sum, hearing) => sum + hearing.faults, 0);
    candidates.push({ page, share, lastHeard, days, faults, risk: (days / cycle) * (1 + ofTwo) });
  }
  const isLate = ({ days }: Candidate) => days >= cycle;
  candidates.sort((a, b) => {
    if (isLate(a) !== isLate(b)) return isLate(a) ? -1 : 1;
    return (isLate(a) ? b.days - a.days : b.risk - a.risk) || a.page - b.page;
  });
  return linesOf(known, mostUrgent(candidates, cap));
}

function mostUrgent(candidates: readonly Candidate[], cap: number): Candidate[] {
  let pages = 0;
  const end = candidates.findIndex(({ share }) => {
    pages += share;
    return pages > cap + rounding;
  });
  return end === -1 ? [...candidates] : candidates.slice(0, Math.max(end, 1));
}

/** Pages as ranges; what is memorised of a page may lie apart, and its faults are told once. */
function linesOf({ memorised }: Memorisation, chosen: readonly Candidate[]): RevisionLine[] {
  const pieces = chosen.flatMap(({ page, lastHeard, days, faults }, rank) =>
    spansWhere(ayahsOfPage(page), memorised, true).map((span, place) => ({
      line: { ...span, pages: pagesOfSpan(span), lastHeard, days, faults: place === 0 ? faults : 0 },
      rank,
    })),
  );
  const found: typeof pieces = [];
  for (const { line, rank } of pieces.toSorted((a, b) => a.line.from - b.line.from)) {
    const last = found.at(-1);
    if (last?.line.to !== line.from - 1) {
      found.push({ line, rank });
      continue;
    }
    const oldest = line.lastHeard < last.line.lastHeard ? line : last.line;
    last.rank = Math.min(last.rank, rank);
    last.line = {
      from: last.line.from,
      to: line.to,
      pages: last.line.pages + line.pages,
      lastHeard: oldest.lastHeard,
      days: oldest.days,
      faults: last.line.faults + line.faults,
    };
  }
  return found.toSorted((a, b) => a.rank - b.rank).map(({ line }) => line);
}
