import Papa from 'papaparse';
import { safeCell } from '../../../contract/rules/spreadsheetCell';

type TextProblem = { kind: 'empty' | 'unreadable' | 'webPage' } | { kind: 'openQuote'; line: number };

const separators = [',', ';', '\t', '|'];

/** Decodes UTF-8, UTF-16 with a byte-order mark, or Windows-1256. Null: the encoding is unknown. */
export function decodeBytes(bytes: Uint8Array): string | null {
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
// Latin letters inside Arabic words show that the text is not Windows-1256.
const mixedLetters = /[\u0621-\u064A][\u00C0-\u00FF\u0152\u0153]|[\u00C0-\u00FF\u0152\u0153][\u0621-\u064A]/;

/** Checks a text that was decoded as Windows-1256. */
function isArabic(text: string): boolean {
  const sample = text.slice(0, 200_000);
  const letters = sample.match(arabic)?.length ?? 0;
  const characters = sample.match(beyondAscii)?.length ?? 0;
  return letters * 2 >= characters && !mixedLetters.test(sample);
}

/** UTF-8 with errors still decodes to Arabic letters. Windows-1256 bytes do not. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, 200_000));
  return (text.match(arabic)?.length ?? 0) > (text.match(/\uFFFD/g)?.length ?? 0);
}

/** The limit counts only the rows below the header. */
export const maxRows = 250_000;
/** One of these first records is the header. The parser guesses the separator from these records. */
export const maxHeaderRecords = 20;

/** Skips empty records, and guesses the separator. */
export function parseCsv(text: string): { records: CsvRecord[] } | { problem: TextProblem } {
  if (isWebPage(text)) return { problem: { kind: 'webPage' } };
  const [lines, declaredSeparator] = readSeparatorLine(text.replace(/\r\n?/g, '\n'));
  const { records, openQuote } = readRecords(lines, declaredSeparator ?? guessSeparator(lines), {
    records: maxRows + maxHeaderRecords + 1,
  });
  if (openQuote !== null) return { problem: { kind: 'openQuote', line: openQuote } };
  return { records };
}

/** Prefers the separator with the same number of cells in all first records, then the most cells. */
function guessSeparator(lines: string): string {
  let [best, lowestUnevenness, highestMean] = [',', Number.POSITIVE_INFINITY, 1.99];
  for (const separator of separators) {
    const widths = readRecords(lines, separator, { records: maxHeaderRecords }).records.map(
      ({ cells }) => cells.length,
    );
    const unevenness = widths.reduce(
      (sum, width, index) => sum + Math.abs(width - (widths[index - 1] ?? width)),
      0,
    );
    const mean = widths.reduce((sum, width) => sum + width, 0) / widths.length;
    if (unevenness > lowestUnevenness || !(mean > highestMean)) continue;
    [best, lowestUnevenness, highestMean] = [separator, unevenness, mean];
  }
  return best;
}

/** Some spreadsheets write a first line `sep=;`. Its line break stays, to keep the line numbers. */
function readSeparatorLine(lines: string): [lines: string, separator: string | null] {
  const match = /^("?)sep=([,;\t|])\1[,;\t|]*(?=\n|$)/i.exec(lines);
  return match ? [lines.slice(match[0].length), match[2] ?? null] : [lines, null];
}

export interface CsvRecord {
  line: number;
  cells: string[];
  /** True if a filter or the user hides the row in the spreadsheet. */
  isHidden?: boolean;
}

interface CsvReading {
  records: CsvRecord[];
  /** Line of the first quotation mark that is not closed on the same line, or null. */
  openQuote: number | null;
}

interface Limits {
  records: number;
}

/** The maximum width of a spreadsheet. Further cells are ignored. */
const maxCells = 16_384;

const quote = 0x22;
const lineEnd = 0x0a;
const isBlank = (code: number) => code === 0x20 || code === 0x09 || code === 0xa0;

// The time is linear: searching ahead from each quotation mark takes minutes for a small malicious file.
// Lines must end in `\n`.
function readRecords(text: string, separator: string, limits: Limits): CsvReading {
  const records: CsvRecord[] = [];
  const separatorCode = separator.charCodeAt(0);
  let openQuote: number | null = null;
  let position = 0;
  let line = 1;

  while (position < text.length && records.length < limits.records) {
    const record: CsvRecord = { line, cells: [] };
    let hasText = false;
    let hasBare = false;
    let breaks = 0;
    for (;;) {
      let cell: string;
      if (text.charCodeAt(position) === quote) {
        const quoted = readQuoted(text, position, separatorCode);
        if (!quoted) return { records, openQuote: openQuote ?? line };
        ({ cell, end: position } = quoted);
        hasBare ||= quoted.hasBare;
        breaks += quoted.breaks;
      } else {
        const end = findUnquotedEnd(text, position, separatorCode);
        cell = text.slice(position, end);
        position = end;
      }
      if (record.cells.length < maxCells) record.cells.push(cell);
      hasText ||= cell.trim() !== '';
      if (position >= text.length || text.charCodeAt(position) === lineEnd) break;
      position += 1;
    }
    position += 1;
    line += 1 + breaks;
    // The cell has a bare quotation mark and line breaks, so it may contain the next row.
    if (hasBare && breaks > 0) openQuote ??= record.line;
    if (hasText) records.push(record);
  }
  return { records, openQuote };
}

/** Null if the cell is not closed. `hasBare` means that the cell contains a single quotation mark. */
function readQuoted(text: string, start: number, separatorCode: number) {
  let hasBare = false;
  let hasPair = false;
  let breaks = 0;
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === lineEnd) breaks += 1;
    if (code !== quote) continue;
    if (text.charCodeAt(index + 1) === quote) {
      hasPair = true;
      index += 1;
      continue;
    }
    let afterQuote = index + 1;
    while (
      afterQuote < text.length &&
      text.charCodeAt(afterQuote) !== separatorCode &&
      isBlank(text.charCodeAt(afterQuote))
    )
      afterQuote += 1;
    const nextCode = afterQuote < text.length ? text.charCodeAt(afterQuote) : lineEnd;
    if (nextCode === separatorCode || nextCode === lineEnd) {
      const inside = text.slice(start + 1, index);
      return { cell: hasPair ? inside.replaceAll('""', '"') : inside, end: afterQuote, hasBare, breaks };
    }
    hasBare = true;
  }
  return null;
}

function findUnquotedEnd(text: string, start: number, separatorCode: number): number {
  let end = start;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === separatorCode || code === lineEnd) break;
  }
  return end;
}

/** Spreadsheets show the Arabic text correctly, and run no cell as a formula. */
export const csvFile = (rows: readonly (readonly string[])[]): Blob =>
  new Blob(['\uFEFF', Papa.unparse(rows.map((cells) => cells.map(safeCell)))], {
    type: 'text/csv;charset=utf-8',
  });

/** The actual kind of a file that is not a text table, regardless of its name. */
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

/** Detects the kind by the first bytes. Null for a workbook and for possible text. */
export const detectForeignKind = (bytes: Uint8Array): ForeignKind | null =>
  signatures.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte))?.[0] ?? null;

/** A zip file has `PK` and a byte below nine. In a text, letters follow `PK`. */
export const isZip = ([first, second, third = 255]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third < 9;

const markup = /^(?:<(?:!doctype|!--|\?xml|\/?[a-z][\w:-]*[\s/>])|mime-version:)/i;

/** Some sites respond with a web page instead of a table. */
export const isWebPage = (text: string): boolean =>
  markup.test(
    text
      .slice(0, 20_000)
      .replace(/^[\s\uFEFF]+/, '')
      .slice(0, 200),
  );
