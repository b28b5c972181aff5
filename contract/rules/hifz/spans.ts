import { totalAyahs, pageCount } from '../mushaf';
import { ayahsOfHizb, ayahsOfPages } from '../mushafData';
import { ayahsOfRubs, lettersOfAyahs } from './letterData';

/** Ayahs by their index in the mushaf (1 to 6,236). Both ends are included. */
export interface Span {
  from: number;
  to: number;
}

/** Index 0 is empty, so that the index of an ayah is its number. */
const ayahSlots = totalAyahs + 1;
export const createAyahMarks = (): Uint8Array => new Uint8Array(ayahSlots);
export const createAyahNumbers = (value: number): Int32Array => new Int32Array(ayahSlots).fill(value);

/** The number of letters from the beginning of the mushaf to the end of each ayah. */
const lettersUpToAyah = createAyahNumbers(0);
for (const [index, letters] of lettersOfAyahs.entries())
  lettersUpToAyah[index + 1] = (lettersUpToAyah[index] ?? 0) + letters;

export const spanLetters = ({ from, to }: Span): number =>
  (lettersUpToAyah[to] ?? 0) - (lettersUpToAyah[from - 1] ?? 0);

/** A loop without objects is faster. A task needs all 6,236 ayahs twice. */
export function markedLetters({ from, to }: Span, marks: Uint8Array): number {
  let letters = 0;
  for (let ayah = from; ayah <= to; ayah += 1)
    if (marks[ayah] === 1) letters += (lettersUpToAyah[ayah] ?? 0) - (lettersUpToAyah[ayah - 1] ?? 0);
  return letters;
}

function consecutiveSpans(lengths: readonly number[]): Span[] {
  let last = 0;
  return lengths.map((length) => {
    const from = last + 1;
    last += length;
    return { from, to: last };
  });
}

const pages = consecutiveSpans(ayahsOfPages);
const rubs = consecutiveSpans(ayahsOfRubs);
const juz = consecutiveSpans(
  ayahsOfHizb.flatMap((ayahs, index) => (index % 2 === 0 ? [ayahs + (ayahsOfHizb[index + 1] ?? 0)] : [])),
);

function numberByAyah(parts: readonly Span[]): Int32Array {
  const numbers = createAyahNumbers(0);
  for (const [index, { from, to }] of parts.entries()) numbers.fill(index + 1, from, to + 1);
  return numbers;
}
const pageByAyah = numberByAyah(pages);
const juzByAyah = numberByAyah(juz);

export const pageSpan = (page: number): Span => pages[page - 1] ?? { from: 1, to: 0 };
export const juzSpan = (number: number): Span => juz[number - 1] ?? { from: 1, to: 0 };
export const pageOfAyah = (ayah: number): number => pageByAyah[ayah] ?? 0;
export const juzOfAyah = (ayah: number): number => juzByAyah[ayah] ?? 0;

/** Computed once, because a plan may need tens of thousands of values. */
function countPartsUpToAyahs(parts: readonly Span[]): Float64Array {
  const partsUpToAyah = new Float64Array(ayahSlots);
  for (const [index, part] of parts.entries())
    for (let ayah = part.from; ayah <= part.to; ayah += 1)
      partsUpToAyah[ayah] = index + spanLetters({ from: part.from, to: ayah }) / spanLetters(part);
  return partsUpToAyah;
}

/** Pages from the beginning of the mushaf to the end of each ayah (0 to 604), measured by letters. */
export const pagesUpToAyah: Float64Array = countPartsUpToAyahs(pages);
export const rubsUpToAyah: Float64Array = countPartsUpToAyahs(rubs);
export const pagesUpTo = (ayah: number): number => pagesUpToAyah[ayah] ?? 0;
export const lastAyahOfRub = (number: number): number | undefined => rubs[number - 1]?.to;

/** Measured by letters, so that the parts of a divided span have the same sum. */
export const countSpanPages = ({ from, to }: Span): number =>
  from > to ? 0 : Math.min(pagesUpTo(to) - pagesUpTo(from - 1), pageCount);

export const sumSpanPages = (spans: readonly Span[]): number =>
  spans.reduce((sum, span) => sum + countSpanPages(span), 0);

export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** Returns the marked ayahs of a span, or the unmarked ayahs if `isMarked` is false. */
export function spansWhere({ from, to }: Span, marks: Uint8Array, isMarked: boolean): Span[] {
  let spans: Span[] = [];
  const value = isMarked ? 1 : 0;
  let ayah = from;
  while (ayah <= to) {
    while (ayah <= to && marks[ayah] !== value) ayah += 1;
    if (ayah > to) break;
    const start = ayah;
    while (ayah <= to && marks[ayah] === value) ayah += 1;
    const span = { from: start, to: ayah - 1 };
    // Most spans have one part. Growing an array by `push` reserves room for many parts.
    if (spans.length === 0) spans = [span];
    else spans.push(span);
  }
  return spans;
}

export function markSpans(marks: Uint8Array, spans: readonly Span[]): Uint8Array {
  for (const { from, to } of spans) marks.fill(1, from, to + 1);
  return marks;
}
