import type { HifzMap } from '../../../contract/hifz/map';
import { juzCount, juzOf, pageCount, rangeOfPages } from '../../../contract/rules/mushaf';
import { describeRange, describeAyahRange } from '../../../contract/rules/mushafText';
import { hifz as labels } from '../../i18n/ar/hifz';

export type MapPage = HifzMap['pages'][number];

/** `part` means that only a part of the page is memorised. */
export const pageStates = ['fresh', 'due', 'overdue', 'weak', 'part', 'none'] as const;
export type PageState = (typeof pageStates)[number];

export const pageState = ({ state, share }: MapPage): PageState =>
  state === 0 && share > 0 ? 'part' : (pageStatesByLevel[state] ?? 'none');

const pageStatesByLevel: readonly PageState[] = ['none', 'fresh', 'due', 'overdue', 'weak'];

/** A page belongs to the juz of its first ayah. */
export const pagesOfJuz: readonly (readonly number[])[] = (() => {
  const rows: number[][] = Array.from({ length: juzCount }, () => []);
  for (let page = 1; page <= pageCount; page += 1) rows[juzOfPage(page) - 1]?.push(page);
  return rows;
})();

export function juzOfPage(page: number): number {
  const range = rangeOfPages(page);
  return range ? juzOf(range.from) : Number.NaN;
}

/** A cache, because every map needs the labels of all 604 pages. */
const pageTexts = new Map<number, string>();

export function describePage(page: number): string {
  const cached = pageTexts.get(page);
  if (cached !== undefined) return cached;
  const range = rangeOfPages(page);
  const text = range ? describeRange(range) : '';
  pageTexts.set(page, text);
  return text;
}

export const rangeText = (range: { from: string; to: string }): string =>
  describeAyahRange(range) || `${range.from} - ${range.to}`;

export function cellNames(pages: readonly MapPage[]): string[] {
  return pages.map((cell, index) =>
    labels.cell(index + 1, describePage(index + 1), labels.states[pageState(cell)]),
  );
}

/** Null for a key that does not move. Rows run from right to left. */
export function pageAfterKey(page: number, key: string): number | null {
  const juz = juzOfPage(page);
  const row = pagesOfJuz[juz - 1] ?? [];
  const clampPage = (target: number) => Math.min(Math.max(target, 1), pageCount);
  const sameColumn = (juzNumber: number) => {
    const otherRow = pagesOfJuz[juzNumber - 1];
    return otherRow ? (otherRow[Math.min(row.indexOf(page), otherRow.length - 1)] ?? page) : page;
  };
  switch (key) {
    case 'ArrowLeft':
      return clampPage(page + 1);
    case 'ArrowRight':
      return clampPage(page - 1);
    case 'ArrowDown':
      return sameColumn(juz + 1);
    case 'ArrowUp':
      return sameColumn(juz - 1);
    case 'Home':
      return row[0] ?? page;
    case 'End':
      return row.at(-1) ?? page;
    default:
      return null;
  }
}
