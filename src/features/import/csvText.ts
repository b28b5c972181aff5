import Papa from 'papaparse';
import { safeCell } from '../../../contract/rules/spreadsheetCell';

type TextProblem = { kind: 'empty' | 'unreadable' | 'webPage' } | { kind: 'openQuote'; line: number };

const separators = [',', ';', '\t', '|'];

/**
 * The text of a file: UTF-8 with or without a byte-order mark, UTF-16 with one, else Windows-1256, as Arabic
 * spreadsheets save. Null for any other encoding: showing nothing is better than a wrong guess.
 */
export function textOfBytes(bytes: Uint8Array): string | null {
  const text = decodeText(bytes);
  return text === null || isBinary(text) || text.includes('\uFFFD') ? null : text.replace(/^\uFEFF/, '');
}

function decodeText(bytes: Uint8Array): string | null {
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
// Latin letters inside Arabic words show that text in another encoding was read as Windows-1256.
const mixed = /[\u0621-\u064A][\u00C0-\u00FF\u0152\u0153]|[\u00C0-\u00FF\u0152\u0153][\u0621-\u064A]/;

/** Whether text that was read as Windows-1256 really is in that encoding. */
function isArabic(text: string): boolean {
  const sample = text.slice(0, 200_000);
  const letters = sample.match(arabic)?.length ?? 0;
  const signs = sample.match(beyondAscii)?.length ?? 0;
  return letters * 2 >= signs && !mixed.test(sample);
}

/**
 * Whether the bytes are UTF-8 with errors: read as UTF-8 they still give Arabic letters, which Windows-1256 bytes do
 * not.
 */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, 200_000));
  return (text.match(arabic)?.length ?? 0) > (text.match(/\uFFFD/g)?.length ?? 0);
}

/** Records of a file, the header and lines above it not counted. */
export const maxRows = 250_000;
/** Number of first records that may contain the header, and from which the separator is guessed. */
export const maxAbove = 20;

/** Reads the records of a CSV text, without empty ones, the header first; guesses the separator. */
export function csvRecords(text: string): { records: CsvRecord[] } | { problem: TextProblem } {
  if (isWebPage(text)) return { problem: { kind: 'webPage' } };
  const [lines, declared] = readSeparatorLine(text.replace(/\r\n?/g, '\n'));
  const { records, openQuote } = readRecords(lines, declared ?? guessSeparator(lines), {
    records: maxRows + maxAbove + 1,
  });
  if (openQuote !== null) return { problem: { kind: 'openQuote', line: openQuote } };
  return { records };
}

/** The separator that gives the first records the most even number of cells and, among equals, the most cells. */
function guessSeparator(lines: string): string {
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

/**
 * A first line `sep=;`, which spreadsheets write and hide. Its text is removed but not its line, so that line numbers
 * fit.
 */
function readSeparatorLine(lines: string): [lines: string, separator: string | null] {
  const found = /^("?)sep=([,;\t|])\1[,;\t|]*(?=\n|$)/i.exec(lines);
  return found ? [lines.slice(found[0].length), found[2] ?? null] : [lines, null];
}

/** A record of the file, with the line on which it begins; the header is usually line 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

interface CsvReading {
  /** Without empty ones. */
  records: CsvRecord[];
  /** The line of the first record with a quotation mark that is not closed, or closed on a later line; else null. */
  openQuote: number | null;
}

interface Limits {
  /** Records that are not empty; reading stops after this many. */
  records: number;
}

/** Columns of the widest spreadsheet; further cells are ignored. */
const maxCells = 16_384;

const quote = 0x22;
const lineEnd = 0x0a;
const isBlank = (code: number) => code === 0x20 || code === 0x09 || code === 0xa0;

/**
 * Reads the records of a text whose lines end in `\n`. Each character is read a fixed number of times: a reader that
 * looks ahead from each quotation mark needs minutes for a small malicious file.
 */
function readRecords(text: string, separator: string, limits: Limits): CsvReading {
  const records: CsvRecord[] = [];
  const separatorCode = separator.charCodeAt(0);
  let openQuote: number | null = null;
  let at = 0;
  let line = 1;

  while (at < text.length && records.length < limits.records) {
    const record: CsvRecord = { line, cells: [] };
    let hasText = false;
    let hasBare = false;
    let breaks = 0;
    for (;;) {
      let cell: string;
      if (text.charCodeAt(at) === quote) {
        const found = readQuoted(text, at, separatorCode);
        if (!found) return { records, openQuote: openQuote ?? line };
        ({ cell, end: at } = found);
        hasBare ||= found.hasBare;
        breaks += found.breaks;
      } else {
        const end = findUnquotedEnd(text, at, separatorCode);
        cell = text.slice(at, end);
        at = end;
      }
      if (record.cells.length < maxCells) record.cells.push(cell);
      hasText ||= cell.trim() !== '';
      if (at >= text.length || text.charCodeAt(at) === lineEnd) break;
      at += 1;
    }
    at += 1;
    line += 1 + breaks;
    // A single quotation mark in a cell with line breaks: the cell may have swallowed the next row.
    if (hasBare && breaks > 0) openQuote ??= record.line;
    if (hasText) records.push(record);
  }
  return { records, openQuote };
}

/**
 * Reads the quoted cell that begins at `from`, null if it is not closed. `hasBare`: it has a single quotation mark
 * inside.
 */
function readQuoted(text: string, from: number, separatorCode: number) {
  let hasBare = false;
  let hasPair = false;
  let breaks = 0;
  for (let seen = from + 1; seen < text.length; seen += 1) {
    const code = text.charCodeAt(seen);
    if (code === lineEnd) breaks += 1;
    if (code !== quote) continue;
    if (text.charCodeAt(seen + 1) === quote) {
      hasPair = true;
      seen += 1;
      continue;
    }
    let after = seen + 1;
    while (after < text.length && text.charCodeAt(after) !== separatorCode && isBlank(text.charCodeAt(after)))
      after += 1;
    const next = after < text.length ? text.charCodeAt(after) : lineEnd;
    if (next === separatorCode || next === lineEnd) {
      const inside = text.slice(from + 1, seen);
      return { cell: hasPair ? inside.replaceAll('""', '"') : inside, end: after, hasBare, breaks };
    }
    hasBare = true;
  }
  return null;
}

function findUnquotedEnd(text: string, from: number, separatorCode: number): number {
  let end = from;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === separatorCode || code === lineEnd) break;
  }
  return end;
}

/** A CSV as every spreadsheet opens it in Arabic; no cell is run as a formula. */
export const csvFile = (rows: readonly (readonly string[])[]): Blob =>
  new Blob(['\uFEFF', Papa.unparse(rows.map((cells) => cells.map(safeCell)))], {
    type: 'text/csv;charset=utf-8',
  });

/** The real kind of a file that is not a text table, whatever its name. */
export type ForeignKind = 'webPage' | 'pdf' | 'image' | 'oldWorkbook' | 'packed';

const signatures: readonly [kind: ForeignKind, bytes: readonly number[]][] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image', [0x89, 0x50, 0x4e, 0x47]],
  ['image', [0xff, 0xd8, 0xff]],
  ['image', [0x47, 0x49, 0x46, 0x38]],
  ['image', [0x52, 0x49, 0x46, 0x46]],
  ['image', [0x49, 0x49, 0x2a, 0x00]],
  ['image', [0x4d, 0x4d, 0x00, 0x2a]],
  ['oldWorkbook', [0xd0, 0xcf, 0x11, 0xe0]],
  ['packed', [0x1f, 0x8b]],
  ['packed', [0x52, 0x61, 0x72, 0x21, 0x1a]],
  ['packed', [0x37, 0x7a, 0xbc, 0xaf]],
];

/** By the first bytes; null for possible text, and for a workbook. */
export const foreignBytes = (bytes: Uint8Array): ForeignKind | null =>
  signatures.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte))?.[0] ?? null;

/** `PK` and a byte below nine; a text that begins with `PK` has letters next. */
export const isZip = ([first, second, third = 255]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third < 9;

const markup = /^(?:<(?:!doctype|!--|\?xml|\/?[a-z][\w:-]*[\s/>])|mime-version:)/i;

/** Whether the text is a web page or other markup: a site may answer one instead of a table. */
export const isWebPage = (text: string): boolean =>
  markup.test(
    text
      .slice(0, 20_000)
      .replace(/^[\s\uFEFF]+/, '')
      .slice(0, 200),
  );
