import { ayahsOfHizb, ayahsOfPages, ayahsOfSurahs } from './mushafData';

/** An ayah: the surah is 1-114, the ayah counts from 1. Need not exist; see `positionProblem`. */
export interface AyahPosition {
  surah: number;
  ayah: number;
}

/** From one ayah to another, both included. */
export interface MushafRange {
  from: AyahPosition;
  to: AyahPosition;
}

const hizbInJuz = 2;
export const pageCount = ayahsOfPages.length;
export const hizbCount = ayahsOfHizb.length;
export const juzCount = hizbCount / hizbInJuz;

/** The number (1 to 6,236) of the first ayah of each part; the last entry is the number after the last ayah. */
function firstAyahs(lengths: readonly number[]): number[] {
  const starts = [1];
  for (const length of lengths) starts.push((starts.at(-1) ?? 1) + length);
  return starts;
}

const surahStarts = firstAyahs(ayahsOfSurahs);
const pageStarts = firstAyahs(ayahsOfPages);
const hizbStarts = firstAyahs(ayahsOfHizb);
const juzStarts = hizbStarts.filter((_, index) => index % hizbInJuz === 0);
/** 6,236. */
export const totalAyahs = (surahStarts.at(-1) ?? 1) - 1;

/** The ayahs of a surah; 0 when there is no such surah. Never fails. */
export const ayahCount = (surah: number): number => ayahsOfSurahs[surah - 1] ?? 0;

/** What is wrong with a position: no such surah, no such ayah in it, or nothing. Never fails. */
export function positionProblem({ surah, ayah }: AyahPosition): 'surah' | 'ayah' | null {
  const ayahs = ayahCount(surah);
  if (ayahs === 0) return 'surah';
  return Number.isInteger(ayah) && ayah >= 1 && ayah <= ayahs ? null : 'ayah';
}

/** The number of an ayah in the whole mushaf, from 1 to 6,236; NaN of one that does not exist. */
export function ayahNumber(position: AyahPosition): number {
  if (positionProblem(position) !== null) return Number.NaN;
  return (surahStarts[position.surah - 1] ?? Number.NaN) + position.ayah - 1;
}

/** An ayah as the API names it: `2:255`. */
export const ayahName = ({ surah, ayah }: AyahPosition): string => `${surah}:${ayah}`;

/** The ayah of a name as `ayahName` writes it; null of any other text, and where there is no such ayah. */
export function parseAyah(name: string): AyahPosition | null {
  const [, surah, ayah] = /^(\d{1,3}):(\d{1,3})$/.exec(name) ?? [];
  const position = { surah: Number(surah), ayah: Number(ayah) };
  return positionProblem(position) === null ? position : null;
}

/** The range between two names; null where one of them names no ayah. */
export function parseAyahRange({ from, to }: { from: string; to: string }): MushafRange | null {
  const [first, last] = [parseAyah(from), parseAyah(to)];
  return first && last && { from: first, to: last };
}

/** Those of the named ranges that are in the mushaf. */
export const parseAyahRanges = (ayahRanges: readonly { from: string; to: string }[]): MushafRange[] =>
  ayahRanges.flatMap((ayahRange) => parseAyahRange(ayahRange) ?? []);

/** The place of the part in which the ayah of this number stands, from 1. By halves: a day of records asks for hundreds. */
function findPart(starts: readonly number[], number: number): number {
  if (Number.isNaN(number)) return Number.NaN;
  let [before, after] = [0, starts.length];
  while (before < after) {
    const middle = (before + after) >> 1;
    if ((starts[middle] ?? 0) <= number) before = middle + 1;
    else after = middle;
  }
  return before;
}

/** The ayah of a number from 1 to 6,236; null of any other number. */
export function ayahFromNumber(number: number): AyahPosition | null {
  if (!Number.isInteger(number) || number < 1 || number > totalAyahs) return null;
  const surah = findPart(surahStarts, number);
  return { surah, ayah: number - (surahStarts[surah - 1] ?? 1) + 1 };
}

/** The page of the mushaf of Madinah, 1-604; NaN of an ayah that does not exist. */
export const pageOf = (position: AyahPosition): number => findPart(pageStarts, ayahNumber(position));

/** The juz in which an ayah stands, 1-30; NaN of an ayah that does not exist. */
export const juzOf = (position: AyahPosition): number => findPart(juzStarts, ayahNumber(position));

/** The hizb in which an ayah stands, 1-60; NaN of an ayah that does not exist. */
export const hizbOf = (position: AyahPosition): number => findPart(hizbStarts, ayahNumber(position));

function rangeOfParts(starts: readonly number[], first: number, last: number): MushafRange | null {
  const from = ayahFromNumber(starts[first - 1] ?? Number.NaN);
  const to = ayahFromNumber((starts[last] ?? Number.NaN) - 1);
  return from !== null && to !== null && first <= last ? { from, to } : null;
}

/** All ayahs of the pages from one to another, both included; null when one is none of 1-604, or they are reversed. */
export const rangeOfPages = (first: number, last = first) => rangeOfParts(pageStarts, first, last);

/** As `rangeOfPages`, of 30 juz. */
export const rangeOfJuz = (first: number, last = first) => rangeOfParts(juzStarts, first, last);

/** As `rangeOfPages`, of 60 hizb. */
export const rangeOfHizb = (first: number, last = first) => rangeOfParts(hizbStarts, first, last);

export interface RangeProblem {
  end: 'from' | 'to';
  problem: 'surah' | 'ayah' | 'reversed';
}

/** The first thing that is wrong with a range, and at which end of it; null when nothing is. Never fails. */
export function rangeProblem({ from, to }: MushafRange): RangeProblem | null {
  const atStart = positionProblem(from);
  if (atStart !== null) return { end: 'from', problem: atStart };
  const atEnd = positionProblem(to);
  if (atEnd !== null) return { end: 'to', problem: atEnd };
  return ayahNumber(from) <= ayahNumber(to) ? null : { end: 'to', problem: 'reversed' };
}

/**
 * The pages of a range, in halves: a whole page counts 1; the first and last page count the share of their ayahs that
 * is in the range. The sum is rounded half up to 0.5, and is at least 0.5. NaN for a range with a problem. If a range
 * is cut in two, the parts add up to the same, or to half a page more or less.
 */
export function pagesOfRange(range: MushafRange): number {
  if (rangeProblem(range) !== null) return Number.NaN;
  const [first, last] = [pageOf(range.from), pageOf(range.to)];
  const firstLength = ayahsOfPages[first - 1] ?? 1;
  const lastLength = ayahsOfPages[last - 1] ?? 1;
  const missingBefore = ayahNumber(range.from) - (pageStarts[first - 1] ?? 1);
  const missingAfter = (pageStarts[last] ?? 1) - 1 - ayahNumber(range.to);
  // Calculated in whole numbers, multiplied by both lengths, so that halves are exact.
  const denominator = firstLength * lastLength;
  const covered = (last - first + 1) * denominator - missingBefore * lastLength - missingAfter * firstLength;
  const halves = Math.floor((4 * covered + denominator) / (2 * denominator));
  return Math.max(1, halves) / 2;
}

/**
 * The pages of several ranges: their sum, at most the pages of the mushaf. Null without ranges; NaN if one has a
 * problem.
 */
export const pagesOfRanges = (ranges: readonly MushafRange[]): number | null =>
  ranges.length === 0
    ? null
    : Math.min(
        pageCount,
        ranges.reduce((sum, range) => sum + pagesOfRange(range), 0),
      );

/** Pages as they are shown: in halves, at least half a page of what is anything. */
export const roundPages = (exact: number): number =>
  exact <= 0 ? 0 : Math.max(Math.round(exact * 2) / 2, 0.5);

/** The place of the first range that has an ayah in common with an earlier one; -1 where none has. */
export function findOverlap(ranges: readonly MushafRange[]): number {
  const ends = ranges.map(({ from, to }) => [ayahNumber(from), ayahNumber(to)] as const);
  return ends.findIndex(([from, to], index) =>
    ends.slice(0, index).some(([earlier, last]) => from <= last && earlier <= to),
  );
}

/** Where to carry on after a range; null at the end of the mushaf, or when the range has a problem. Never fails. */
export function nextAyah(range: MushafRange): AyahPosition | null {
  return rangeProblem(range) === null ? ayahFromNumber(ayahNumber(range.to) + 1) : null;
}
