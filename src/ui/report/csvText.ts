import { type CsvRecord, readRecords } from './csvReader';
import { isWebPage } from './fileKind';

/** Why a text cannot be used at all. */
export type TextProblem = { kind: 'empty' | 'unreadable' | 'webPage' } | { kind: 'openQuote'; line: number };

const separators = [',', ';', '\t', '|'];

/**
 * The text of a file: UTF-8 with or without a byte-order mark, UTF-16 with one, else Windows-1256, as Arabic
 * spreadsheets save. Null for what is none of these: nothing is guessed into garbage.
 */
export function textOfBytes(bytes: Uint8Array): string | null {
  const text = decoded(bytes);
  return text === null || isBinary(text) || text.includes('\uFFFD') ? null : text.replace(/^\uFEFF/, '');
}

function decoded(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('windows-1256').decode(bytes);
    return isArabic(text) && !isDamagedUtf8(bytes) ? text : null;
  }
}

const isBinary = (text: string) => /(?![\s\u0085])\p{Cc}/u.test(text);

const arabic = /[\u0621-\u064A]/g;
const beyondAscii = /[^\0-\x7F\u00A0]/g;
// What another table of signs gives when it is read as Windows-1256: Latin letters inside Arabic words.
const mixed = /[\u0621-\u064A][\u00C0-\u00FF\u0152\u0153]|[\u00C0-\u00FF\u0152\u0153][\u0621-\u064A]/;

/** Whether text that was read as Windows-1256 is text of that table. */
function isArabic(text: string): boolean {
  const sample = text.slice(0, 200_000);
  const letters = sample.match(arabic)?.length ?? 0;
  const signs = sample.match(beyondAscii)?.length ?? 0;
  return letters * 2 >= signs && !mixed.test(sample);
}

/** Whether Arabic words come out all the same as UTF-8: text of the other table gives next to none. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, 200_000));
  return (text.match(arabic)?.length ?? 0) > (text.match(/\uFFFD/g)?.length ?? 0);
}

/** Records of a file, the header and lines above it not counted. */
export const maxRows = 250_000;
/** Records in which the header may stand, and by which the separator is found out. */
export const maxAbove = 20;

/** The records of a CSV text that have anything in them, the header first; the separator is found out. */
export function csvRecords(text: string): { records: CsvRecord[] } | { problem: TextProblem } {
  if (isWebPage(text)) return { problem: { kind: 'webPage' } };
  const [lines, told] = toldSeparator(text.replace(/\r\n?/g, '\n'));
  const { records, openQuote } = readRecords(lines, told ?? guessedSeparator(lines), {
    records: maxRows + maxAbove + 1,
  });
  if (openQuote !== null) return { problem: { kind: 'openQuote', line: openQuote } };
  return { records };
}

/** The sign that cuts the first records into the most cells, of those that cut them most evenly. */
function guessedSeparator(lines: string): string {
  let [best, least, most] = [',', Number.POSITIVE_INFINITY, 1.99];
  for (const separator of separators) {
    const widths = readRecords(lines, separator, { records: maxAbove }).records.map(
      ({ cells }) => cells.length,
    );
    const unevenness = widths.reduce(
      (sum, width, at) => sum + Math.abs(width - (widths[at - 1] ?? width)),
      0,
    );
    const mean = widths.reduce((sum, width) => sum + width, 0) / widths.length;
    if (unevenness > least || !(mean > most)) continue;
    [best, least, most] = [separator, unevenness, mean];
  }
  return best;
}

/** A first line `sep=;`, as spreadsheets write it and hide it again: emptied, so that the lines still count. */
function toldSeparator(lines: string): [lines: string, separator: string | null] {
  const found = /^("?)sep=([,;\t|])\1[,;\t|]*(?=\n|$)/i.exec(lines);
  return found ? [lines.slice(found[0].length), found[2] ?? null] : [lines, null];
}
