import { article, foldArabic } from './arabicText';
import { ayahCount, type AyahPosition, type MushafRange, rangeProblem, parseAyahRange } from './mushaf';
import { oathLetter, otherSurahNames, surahNames, wholeSurah } from './mushafNames';

export const surahName = (surah: number): string => surahNames[surah - 1] ?? '';

const beginsSurah = ({ ayah }: AyahPosition) => ayah === 1;
const endsSurah = ({ surah, ayah }: AyahPosition) => ayah === ayahCount(surah);

/** The stored form, with ASCII digits. A whole surah is written without ayahs. Empty for an invalid range. */
export function describeRange(range: MushafRange): string {
  if (rangeProblem(range) !== null) return '';
  const { from, to } = range;
  const isOneSurah = from.surah === to.surah;
  if (beginsSurah(from) && endsSurah(to)) {
    const surahs = isOneSurah ? [from.surah] : [from.surah, to.surah];
    return surahs.map((surah) => `${wholeSurah} ${surahName(surah)}`).join(' - ');
  }
  const start = describePosition(from);
  if (!isOneSurah) return `${start} - ${describePosition(to)}`;
  return from.ayah === to.ayah ? start : `${start}-${to.ayah}`;
}

export function describeAyahRange(ayahRange: { from: string; to: string }): string {
  const range = parseAyahRange(ayahRange);
  return range ? describeRange(range) : '';
}

export const describePosition = ({ surah, ayah }: AyahPosition): string => `${surahName(surah)} ${ayah}`;

/** Folded names: the name in the mushaf first. */
const namesOfSurahs = surahNames.map((name, index) => [name, ...otherSurahNames(index + 1)].map(foldArabic));
const surahNumbers = new Map(
  namesOfSurahs.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
);

/** Also reads a name without its article, or with the letter of the oath in its first ayah. */
const findSurah = (folded: string): number | undefined =>
  surahNumbers.get(folded) ??
  surahNumbers.get(article + folded) ??
  (folded.startsWith(oathLetter + article) ? surahNumbers.get(folded.slice(1)) : undefined);

const allSurahs: readonly number[] = surahNames.map((_, index) => index + 1);

/**
 * By the start of a number, or by a name: exact matches first, then starts of the names in the mushaf,
 * starts of other names, and parts of names.
 */
export function findSurahs(query: string): readonly number[] {
  const folded = foldArabic(query);
  if (folded === '') return allSurahs;
  if (/^\d+$/.test(folded)) return allSurahs.filter((surah) => String(surah).startsWith(folded));
  const exact = findSurah(folded);
  const find = (isMatch: (name: string) => boolean, count?: number) =>
    allSurahs.filter((surah) => namesOfSurahs[surah - 1]?.slice(0, count).some(isMatch));
  const isStart = (name: string) => name.startsWith(folded);
  return [
    ...new Set([
      ...(exact === undefined ? [] : [exact]),
      ...find(isStart, 1),
      ...find(isStart),
      ...find((name) => name.includes(folded)),
    ]),
  ];
}

const foldedPrefix = `${foldArabic(wholeSurah)} `;
// A tatweel that is not between letters is read as a dash.
const dashes = /[\u2010-\u2015\u2212]|(?<![\p{L}\p{M}])\u0640+(?!\p{L})/gu;

interface End {
  isWhole: boolean;
  surah: number | undefined;
  ayah: number | undefined;
}

function readEnd(text: string): End {
  const isWhole = text.startsWith(foldedPrefix);
  const [, name = '', digits] =
    /^(.*?) ?(\d{1,3})?$/.exec(isWhole ? text.slice(foldedPrefix.length) : text) ?? [];
  return { isWhole, surah: findSurah(name), ayah: digits === undefined ? undefined : Number(digits) };
}

/** Reads any digits, dashes and spelling of alef, yeh and teh marbuta. Null for other text. */
export function parseRange(text: string): MushafRange | null {
  const folded = foldArabic(text.replace(dashes, '-'));
  const [start = '', end, ...more] = folded.split(/ ?- ?/);
  if (more.length > 0) return null;
  const range = parseEnds(start, end);
  if (range === null || end === undefined) return validRange(range);
  return rangeProblem(range)?.problem === 'reversed'
    ? validRange(parseReversed(start, end))
    : validRange(range);
}

const validRange = (range: MushafRange | null): MushafRange | null =>
  range !== null && rangeProblem(range) === null ? range : null;

/** A range such as "67:10-1", or from a surah to an earlier one, is read from its earlier end. */
function parseReversed(startText: string, endText: string): MushafRange | null {
  if (!/^\d+$/.test(endText)) return parseEnds(endText, startText);
  const range = parseEnds(startText, endText);
  return range && { from: range.to, to: range.from };
}

const comma = /\s*[\u060C,;\n]\s*/;

export const parseRanges = (text: string): (MushafRange | null)[] =>
  text
    .split(comma)
    .filter((part) => part.trim() !== '')
    .map(parseRange);

function parseEnds(startText: string, endText: string | undefined): MushafRange | null {
  const start = readEnd(startText);
  const firstAyah = start.ayah ?? (start.isWhole ? 1 : undefined);
  if (start.surah === undefined || firstAyah === undefined) return null;
  const from = { surah: start.surah, ayah: firstAyah };
  if (endText === undefined) {
    return { from, to: start.ayah === undefined ? { surah: from.surah, ayah: ayahCount(from.surah) } : from };
  }
  if (/^\d{1,3}$/.test(endText)) {
    return start.ayah === undefined ? null : { from, to: { surah: from.surah, ayah: Number(endText) } };
  }
  const end = readEnd(endText);
  if (end.surah === undefined) return null;
  const lastAyah = end.ayah ?? (end.isWhole ? ayahCount(end.surah) : undefined);
  return lastAyah === undefined ? null : { from, to: { surah: end.surah, ayah: lastAyah } };
}
