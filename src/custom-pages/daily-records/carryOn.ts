import type { DailyRecord } from '../../../contract/dailyRecords';
import {
  allAyahs,
  ayahAt,
  ayahNumber,
  type MushafRange,
  nextAfter,
  pageCount,
  pageOf,
  pagesOfRange,
  rangeOfPages,
} from '../../../contract/rules/mushaf';
import { describeRange } from '../../../contract/rules/mushafText';
import { type Entry, isFixedList } from './dailyModel';

/** What a row is filled with by one tap. */
export interface Proposal {
  recordContent: string;
  pages: number | null;
}

/**
 * On from where the student stopped: as many pages of the mushaf as the last time, or the portion of the list after
 * the last one. Null where the server does not tell, at the end of the mushaf, and where the last portion stands
 * twice in the list or not at all.
 */
export function carryOn({ lastRange, previous }: Partial<DailyRecord>, entry: Entry): Proposal | null {
  if (isFixedList(entry)) {
    const next = itemAfter(entry.curriculum_items, previous?.recordContent ?? null);
    return next === null ? null : { recordContent: next, pages: entry.default_pages };
  }
  const range = lastRange ? rangeAfter(lastRange) : null;
  return range && { recordContent: describeRange(range), pages: pagesOfRange(range) };
}

function itemAfter(items: readonly string[], last: string | null): string | null {
  const place = last === null ? -1 : items.indexOf(last);
  return place === -1 || items.lastIndexOf(last ?? '') !== place ? null : (items[place + 1] ?? null);
}

/** The range after another one, with as many pages; null at the end of the mushaf. */
export function rangeAfter(range: MushafRange): MushafRange | null {
  const from = nextAfter(range);
  if (from === null) return null;
  const first = ayahNumber(from);
  const target = placeBefore(first) + pagesOfRange(range);
  const page = Math.min(pageCount, Math.max(1, Math.ceil(target)));
  const { start, length } = pageAt(page);
  const wanted = start + Math.round((target - (page - 1)) * length) - 1;
  const to = ayahAt(Math.min(allAyahs, Math.max(first, wanted)));
  return to && { from, to };
}

/** How many pages, in fractions, lie before an ayah. */
function placeBefore(number: number): number {
  const position = ayahAt(number);
  const page = position ? pageOf(position) : pageCount;
  const { start, length } = pageAt(page);
  return page - 1 + (number - start) / length;
}

/** The number of the first ayah of a page, and how many ayahs it has. */
function pageAt(page: number): { start: number; length: number } {
  const whole = rangeOfPages(page);
  if (!whole) return { start: 1, length: 1 };
  const start = ayahNumber(whole.from);
  return { start, length: ayahNumber(whole.to) - start + 1 };
}

/** The day before a day, both `YYYY-MM-DD`. */
export function dayBefore(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}
