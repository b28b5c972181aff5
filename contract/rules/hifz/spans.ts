import { totalAyahs, pageCount } from '../mushaf';
import { ayahsOfHizb, ayahsOfPages } from '../mushafData';
import { ayahsOfRubs, lettersOfAyahs } from './letterData';

/** Ayahs from one to another, by their numbers in the whole mushaf (1 to 6,236); both are included. */
export interface Span {
  from: number;
  to: number;
}

/** A list in which an ayah has the place of its number; place 0 is empty. */
const ayahSlots = totalAyahs + 1;
/** A mark of each ayah, none set. */
export const createAyahMarks = (): Uint8Array => new Uint8Array(ayahSlots);
/** A number of each ayah. */
export const createAyahNumbers = (value: number): Int32Array => new Int32Array(ayahSlots).fill(value);

/** Letters of the ayahs up to each one. */
const lettersUpTo = createAyahNumbers(0);
for (const [index, letters] of lettersOfAyahs.entries())
  lettersUpTo[index + 1] = (lettersUpTo[index] ?? 0) + letters;

/** Letters of these ayahs. */
export const spanLetters = ({ from, to }: Span): number =>
  (lettersUpTo[to] ?? 0) - (lettersUpTo[from - 1] ?? 0);

/** Letters of those of these ayahs that are marked. In one run without objects: a task asks for all 6,236 twice. */
export function markedLetters({ from, to }: Span, marks: Uint8Array): number {
  let letters = 0;
  for (let ayah = from; ayah <= to; ayah += 1)
    if (marks[ayah] === 1) letters += (lettersUpTo[ayah] ?? 0) - (lettersUpTo[ayah - 1] ?? 0);
  return letters;
}

/** The spans of consecutive parts with these numbers of ayahs. */
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

function partNumbers(parts: readonly Span[]): Int32Array {
  const numbers = createAyahNumbers(0);
  for (const [index, { from, to }] of parts.entries()) numbers.fill(index + 1, from, to + 1);
  return numbers;
}
const pageNumbers = partNumbers(pages);
const juzNumbers = partNumbers(juz);

/** The ayahs of a page, 1-604. */
export const pageSpan = (page: number): Span => pages[page - 1] ?? { from: 1, to: 0 };
/** The ayahs of a juz, 1-30. */
export const juzSpan = (number: number): Span => juz[number - 1] ?? { from: 1, to: 0 };
/** The page of an ayah, 1-604. */
export const pageOfAyah = (ayah: number): number => pageNumbers[ayah] ?? 0;
/** The juz of an ayah, 1-30. */
export const juzOfAyah = (ayah: number): number => juzNumbers[ayah] ?? 0;

/**
 * How many of these parts end with or before each ayah; the part in which it stands is divided by the letters of its
 * ayahs. Worked out once for all ayahs: a plan of single ayahs asks for tens of thousands.
 */
function partsToAyahs(parts: readonly Span[]): Float64Array {
  const partsToAyah = new Float64Array(ayahSlots);
  for (const [index, part] of parts.entries())
    for (let ayah = part.from; ayah <= part.to; ayah += 1)
      partsToAyah[ayah] = index + spanLetters({ from: part.from, to: ayah }) / spanLetters(part);
  return partsToAyah;
}

/**
 * How far into the mushaf each ayah ends, in pages from its beginning: a page is divided by the letters of its ayahs
 * (hifz.md, "What is memorised"). 0 before the first ayah, 604 after the last.
 */
export const pagesToAyahs: Float64Array = partsToAyahs(pages);
/** As `pagesToAyahs`, in quarters of a hizb: 240 of them. */
export const rubsToAyahs: Float64Array = partsToAyahs(rubs);
/** The same of one ayah. */
export const pagesUpTo = (ayah: number): number => pagesToAyahs[ayah] ?? 0;
/** The last ayah of a quarter of a hizb, 1-240; none of any other number. */
export const lastAyahOfRub = (number: number): number | undefined => rubs[number - 1]?.to;

/** The pages of a span, as exactly as letters tell: the parts of a span that is cut add up to the same. */
export const countSpanPages = ({ from, to }: Span): number =>
  from > to ? 0 : Math.min(pagesUpTo(to) - pagesUpTo(from - 1), pageCount);

/** The sum of the pages of spans. */
export const sumSpanPages = (spans: readonly Span[]): number =>
  spans.reduce((sum, span) => sum + countSpanPages(span), 0);

/** The same ayahs in the order of the mushaf; what overlaps or follows directly is one span. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** The ayahs of a span that are marked, or with `false` those that are not, as spans in their order. */
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
    // Mostly there is one: a list to which something is added takes room for many more.
    if (spans.length === 0) spans = [span];
    else spans.push(span);
  }
  return spans;
}

/** Marks the ayahs of spans. */
export function markSpans(marks: Uint8Array, spans: readonly Span[]): Uint8Array {
  for (const { from, to } of spans) marks.fill(1, from, to + 1);
  return marks;
}
