import { ayahsOfHizb, ayahsOfPages, ayahsOfSurahs } from './mushafData';

/** Surah 1-114, ayah from 1. `positionProblem` checks whether the ayah exists. */
export interface AyahPosition {
  surah: number;
  ayah: number;
}

/** Both ends are included. */
export interface MushafRange {
  from: AyahPosition;
  to: AyahPosition;
}

const hizbInJuz = 2;
export const pageCount = ayahsOfPages.length;
export const hizbCount = ayahsOfHizb.length;
export const juzCount = hizbCount / hizbInJuz;

/** The last element is the number after the last ayah. */
function firstAyahs(lengths: readonly number[]): number[] {
  const starts = [1];
  for (const length of lengths) starts.push((starts.at(-1) ?? 1) + length);
  return starts;
}

const surahStarts = firstAyahs(ayahsOfSurahs);
const pageStarts = firstAyahs(ayahsOfPages);
const hizbStarts = firstAyahs(ayahsOfHizb);
const juzStarts = hizbStarts.filter((_, index) => index % hizbInJuz === 0);
export const totalAyahs = (surahStarts.at(-1) ?? 1) - 1;

export const ayahCount = (surah: number): number => ayahsOfSurahs[surah - 1] ?? 0;

export function positionProblem({ surah, ayah }: AyahPosition): 'surah' | 'ayah' | null {
  const ayahs = ayahCount(surah);
  if (ayahs === 0) return 'surah';
  return Number.isInteger(ayah) && ayah >= 1 && ayah <= ayahs ? null : 'ayah';
}

/** Returns 1 to 6,236, or NaN if the ayah does not exist. */
export function ayahNumber(position: AyahPosition): number {
  if (positionProblem(position) !== null) return Number.NaN;
  return (surahStarts[position.surah - 1] ?? Number.NaN) + position.ayah - 1;
}

/** `2:255`, as in the API. */
export const ayahName = ({ surah, ayah }: AyahPosition): string => `${surah}:${ayah}`;

export function parseAyah(name: string): AyahPosition | null {
  const [, surah, ayah] = /^(\d{1,3}):(\d{1,3})$/.exec(name) ?? [];
  const position = { surah: Number(surah), ayah: Number(ayah) };
  return positionProblem(position) === null ? position : null;
}

export function parseAyahRange({ from, to }: { from: string; to: string }): MushafRange | null {
  const [first, last] = [parseAyah(from), parseAyah(to)];
  return first && last && { from: first, to: last };
}

export const parseAyahRanges = (ayahRanges: readonly { from: string; to: string }[]): MushafRange[] =>
  ayahRanges.flatMap((ayahRange) => parseAyahRange(ayahRange) ?? []);

/** Binary search, because a day of records needs hundreds of look-ups. */
function findPart(starts: readonly number[], number: number): number {
  if (Number.isNaN(number)) return Number.NaN;
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function ayahFromNumber(number: number): AyahPosition | null {
  if (!Number.isInteger(number) || number < 1 || number > totalAyahs) return null;
  const surah = findPart(surahStarts, number);
  return { surah, ayah: number - (surahStarts[surah - 1] ?? 1) + 1 };
}

/** Page 1-604 in the mushaf of Madinah, or NaN if the ayah does not exist. */
export const pageOf = (position: AyahPosition): number => findPart(pageStarts, ayahNumber(position));

export const juzOf = (position: AyahPosition): number => findPart(juzStarts, ayahNumber(position));

export const hizbOf = (position: AyahPosition): number => findPart(hizbStarts, ayahNumber(position));

function rangeOfParts(starts: readonly number[], first: number, last: number): MushafRange | null {
  const from = ayahFromNumber(starts[first - 1] ?? Number.NaN);
  const to = ayahFromNumber((starts[last] ?? Number.NaN) - 1);
  return from !== null && to !== null && first <= last ? { from, to } : null;
}

/** Both pages are included. Null if a page is not in 1-604, or if the pages are reversed. */
export const rangeOfPages = (first: number, last = first) => rangeOfParts(pageStarts, first, last);

export const rangeOfJuz = (first: number, last = first) => rangeOfParts(juzStarts, first, last);

export const rangeOfHizb = (first: number, last = first) => rangeOfParts(hizbStarts, first, last);

export interface RangeProblem {
  end: 'from' | 'to';
  problem: 'surah' | 'ayah' | 'reversed';
}

export function rangeProblem({ from, to }: MushafRange): RangeProblem | null {
  const atStart = positionProblem(from);
  if (atStart !== null) return { end: 'from', problem: atStart };
  const atEnd = positionProblem(to);
  if (atEnd !== null) return { end: 'to', problem: atEnd };
  return ayahNumber(from) <= ayahNumber(to) ? null : { end: 'to', problem: 'reversed' };
}

/** Steps of 0.5, by the share of ayahs. The parts of a divided range may differ by half a page. */
export function pagesOfRange(range: MushafRange): number {
  if (rangeProblem(range) !== null) return Number.NaN;
  const [first, last] = [pageOf(range.from), pageOf(range.to)];
  const firstLength = ayahsOfPages[first - 1] ?? 1;
  const lastLength = ayahsOfPages[last - 1] ?? 1;
  const missingBefore = ayahNumber(range.from) - (pageStarts[first - 1] ?? 1);
  const missingAfter = (pageStarts[last] ?? 1) - 1 - ayahNumber(range.to);
  // Whole numbers, so that halves are exact.
  const denominator = firstLength * lastLength;
  const coveredParts =
    (last - first + 1) * denominator - missingBefore * lastLength - missingAfter * firstLength;
  const halves = Math.floor((4 * coveredParts + denominator) / (2 * denominator));
  return Math.max(1, halves) / 2;
}

/** At most the pages of the mushaf. Null without ranges; NaN if a range is invalid. */
export const pagesOfRanges = (ranges: readonly MushafRange[]): number | null =>
  ranges.length === 0
    ? null
    : Math.min(
        pageCount,
        ranges.reduce((sum, range) => sum + pagesOfRange(range), 0),
      );

/** Rounds to halves. The result is at least 0.5 if there are any pages. */
export const roundPages = (exact: number): number =>
  exact <= 0 ? 0 : Math.max(Math.round(exact * 2) / 2, 0.5);

/** Index of the first range that overlaps an earlier range, or -1. */
export function findOverlap(ranges: readonly MushafRange[]): number {
  const ends = ranges.map(({ from, to }) => [ayahNumber(from), ayahNumber(to)] as const);
  return ends.findIndex(([from, to], index) =>
    ends.slice(0, index).some(([earlier, last]) => from <= last && earlier <= to),
  );
}

/** Null at the end of the mushaf, or for an invalid range. */
export function nextAyah(range: MushafRange): AyahPosition | null {
  return rangeProblem(range) === null ? ayahFromNumber(ayahNumber(range.to) + 1) : null;
}
