import Papa from 'papaparse';
import { safeCell } from '../../../contract/rules/spreadsheetCell';
import { isWebPage } from './fileKind';

type TextProblem = { kind: 'empty' | 'unreadable' | 'webPage' } | { kind: 'openQuote'; line: number };

const separators = [',', ';', '\t', '|'];

/**
 * The text of a file: UTF-8 with or without a byte-order mark, UTF-16 with one, else Windows-1256, as Arabic
 * spreadsheets save. Null for what is none of these: nothing is guessed into garbage.
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
  const [lines, told] = readSeparatorLine(text.replace(/\r\n?/g, '\n'));
  const { records, openQuote } = readRecords(lines, told ?? guessSeparator(lines), {
    records: maxRows + maxAbove + 1,
  });
  if (openQuote !== null) return { problem: { kind: 'openQuote', line: openQuote } };
  return { records };
}

/** The sign that cuts the first records into the most cells, of those that cut them most evenly. */
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

/** A first line `sep=;`, as spreadsheets write it and hide it again: emptied, so that the lines still count. */
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
  /** Those that have anything in them. */
  records: CsvRecord[];
  /** Where a record begins whose quotation mark is not closed, or closed in a later line; null where none is. */
  openQuote: number | null;
}

interface Limits {
  /** Records that have anything in them; reading ends behind the last. */
  records: number;
}

/** Columns of the widest spreadsheet; cells behind them are passed over. */
const maxCells = 16_384;

const quote = 0x22;
const lineEnd = 0x0a;
const isBlank = (code: number) => code === 0x20 || code === 0x09 || code === 0xa0;

/**
 * The records of a text whose lines end in `\n`. Every sign is looked at a fixed number of times, whatever a file is
 * made of: a reader that looks ahead from each quotation mark takes minutes for a small file made to that end.
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
    // A mark inside a cell that goes on over a line end: it may have swallowed the row behind it.
    if (hasBare && breaks > 0) openQuote ??= record.line;
    if (hasText) records.push(record);
  }
  return { records, openQuote };
}

/** Where the mark closes that opens at `from`; its text, and whether a mark inside of it was left bare. */
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
