import { pageCount } from '../mushaf';
import { tolerance } from './far';
import { buildMapPage, type Memorisation, pagesTouched } from './memorised';
import { pageSpan, countSpanPages, type Span, spansWhere } from './spans';

export interface RevisionRange extends Span {
  pages: number;
  /** Day number of the latest recitation of the page that was recited longest ago. */
  lastHeard: number;
  daysSinceRecitation: number;
  /** Weighted faults in the last recitations of the pages. */
  faults: number;
}

interface QueueOptions {
  day: number;
  cycle: number;
  /** Page limit; pages are measured by letters. At least one page is returned. */
  cap: number;
  /** A page that overlaps one of these spans is excluded as a whole. */
  excluded: readonly Span[];
}

interface Candidate {
  page: number;
  share: number;
  lastHeard: number;
  daysSinceRecitation: number;
  faults: number;
  risk: number;
}

/**
 * Overdue pages are first, then the order is by risk: days ÷ cycle × (1 + weighted faults of the last two
 * recitations). Adjacent pages are joined. hifz.md, "Revision queue".
 */
export function revisionQueue(
  memorisation: Memorisation,
  { day, cycle, cap, excluded }: QueueOptions,
): RevisionRange[] {
  if (cap <= 0) return [];
  const excludedPages = pagesTouched(excluded);
  const candidates: Candidate[] = [];
  for (let page = 1; page <= pageCount; page += 1) {
    if (excludedPages.has(page)) continue;
    const { share, lastHeard, faults } = buildMapPage(memorisation, page, day, cycle);
    if (lastHeard === null || lastHeard >= day) continue;
    const daysSinceRecitation = day - lastHeard;
    const recentFaults = (memorisation.recitations[page] ?? []).reduce(
      (sum, recitation) => sum + recitation.faults,
      0,
    );
    candidates.push({
      page,
      share,
      lastHeard,
      daysSinceRecitation,
      faults,
      risk: (daysSinceRecitation / cycle) * (1 + recentFaults),
    });
  }
  const isOverdue = ({ daysSinceRecitation }: Candidate) => daysSinceRecitation >= cycle;
  candidates.sort((a, b) => {
    if (isOverdue(a) !== isOverdue(b)) return isOverdue(a) ? -1 : 1;
    return (
      (isOverdue(a) ? b.daysSinceRecitation - a.daysSinceRecitation : b.risk - a.risk) || a.page - b.page
    );
  });
  return joinRanges(memorisation, takeMostUrgent(candidates, cap));
}

function takeMostUrgent(candidates: readonly Candidate[], cap: number): Candidate[] {
  let pages = 0;
  const firstOverCap = candidates.findIndex(({ share }) => {
    pages += share;
    return pages > cap + tolerance;
  });
  return firstOverCap === -1 ? [...candidates] : candidates.slice(0, Math.max(firstOverCap, 1));
}

/** A page can have several memorised parts, but its faults count once. */
function joinRanges({ memorised }: Memorisation, chosen: readonly Candidate[]): RevisionRange[] {
  const pieces = chosen.flatMap(({ page, lastHeard, daysSinceRecitation, faults }, rank) =>
    spansWhere(pageSpan(page), memorised, true).map((span, index) => ({
      range: {
        ...span,
        pages: countSpanPages(span),
        lastHeard,
        daysSinceRecitation,
        faults: index === 0 ? faults : 0,
      },
      rank,
    })),
  );
  const ranges: typeof pieces = [];
  for (const { range, rank } of pieces.toSorted((a, b) => a.range.from - b.range.from)) {
    const last = ranges.at(-1);
    if (last?.range.to !== range.from - 1) {
      ranges.push({ range, rank });
      continue;
    }
    const oldest = range.lastHeard < last.range.lastHeard ? range : last.range;
    last.rank = Math.min(last.rank, rank);
    last.range = {
      from: last.range.from,
      to: range.to,
      pages: last.range.pages + range.pages,
      lastHeard: oldest.lastHeard,
      daysSinceRecitation: oldest.daysSinceRecitation,
      faults: last.range.faults + range.faults,
    };
  }
  return ranges.toSorted((a, b) => a.rank - b.rank).map(({ range }) => range);
}
