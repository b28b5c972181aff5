import type { HifzMap } from '../../../contract/hifz/map';
import { juzCount, juzOf, pageCount, rangeOfPages } from '../../../contract/rules/mushaf';
import { describeRange, describeAyahRange } from '../../../contract/rules/mushafText';
import { hifz as say } from '../../i18n/ar/hifz';

export type MapPage = HifzMap['pages'][number];

/** What a cell shows: the state of the page, or that only a part of it is memorised. */
export const looks = ['fresh', 'due', 'overdue', 'weak', 'part', 'none'] as const;
export type Look = (typeof looks)[number];

export const lookOf = ({ state, share }: MapPage): Look =>
  state === 0 && share > 0 ? 'part' : (byState[state] ?? 'none');

const byState: readonly Look[] = ['none', 'fresh', 'due', 'overdue', 'weak'];

/** The pages of each of the 30 juz, by the ayah with which they begin. */
export const pagesOfJuz: readonly (readonly number[])[] = (() => {
  const rows: number[][] = Array.from({ length: juzCount }, () => []);
  for (let page = 1; page <= pageCount; page += 1) rows[juzOfPage(page) - 1]?.push(page);
  return rows;
})();

export function juzOfPage(page: number): number {
  const range = rangeOfPages(page);
  return range ? juzOf(range.from) : Number.NaN;
}

/** What stands on each page; there are 604, and each map names them all. */
const places = new Map<number, string>();

/** What stands on a page: the surahs with their ayahs. */
export function placeOfPage(page: number): string {
  const known = places.get(page);
  if (known !== undefined) return known;
  const range = rangeOfPages(page);
  const place = range ? describeRange(range) : '';
  places.set(page, place);
  return place;
}

/** A range as the API names it, in words. */
export const rangeText = (named: { from: string; to: string }): string =>
  describeAyahRange(named) || `${named.from} - ${named.to}`;

/** The names of the cells, by page. */
export function cellNames(pages: readonly MapPage[]): string[] {
  return pages.map((cell, index) => say.cell(index + 1, placeOfPage(index + 1), say.states[lookOf(cell)]));
}

/**
 * The page to which a key leads, in a row of pages from right to left; null for another key. Up and down keep the place
 * in the row as far as the other row has it.
 */
export function pageAfterKey(page: number, key: string): number | null {
  const juz = juzOfPage(page);
  const row = pagesOfJuz[juz - 1] ?? [];
  const within = (wanted: number) => Math.min(Math.max(wanted, 1), pageCount);
  const inRow = (number: number) => {
    const other = pagesOfJuz[number - 1];
    return other ? (other[Math.min(row.indexOf(page), other.length - 1)] ?? page) : page;
  };
  switch (key) {
    case 'ArrowLeft':
      return within(page + 1);
    case 'ArrowRight':
      return within(page - 1);
    case 'ArrowDown':
      return inRow(juz + 1);
    case 'ArrowUp':
      return inRow(juz - 1);
    case 'Home':
      return row[0] ?? page;
    case 'End':
      return row.at(-1) ?? page;
    default:
      return null;
  }
}
