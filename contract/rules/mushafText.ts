import { foldArabic } from './arabicText';
import { ayahCount, type AyahPosition, type MushafRange, rangeProblem, parseAyahRange } from './mushaf';
import { surahNames, wholeSurah } from './mushafNames';

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

const surahNumbers = new Map(surahNames.map((name, index) => [foldArabic(name), index + 1]));
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
  return { isWhole, surah: surahNumbers.get(name), ayah: digits === undefined ? undefined : Number(digits) };
}

/** Reads any digits, dashes and spelling of alef, yeh and teh marbuta. Null for other text. */
export function parseRange(text: string): MushafRange | null {
  const folded = foldArabic(text.replace(dashes, '-'));
  const [start = '', end, ...more] = folded.split(/ ?- ?/);
  if (more.length > 0) return null;
  const range = parseEnds(start, end);
  return range !== null && rangeProblem(range) === null ? range : null;
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
