import Papa from 'papaparse';

/** A record of the file, with the line on which it begins; the header is usually line 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** Why a file cannot be used at all. */
export type FileProblem =
  { kind: 'empty' | 'notCsv' | 'tooBig' | 'unreadable' } | { kind: 'openQuote'; line: number };

export type CsvTable = { records: CsvRecord[] } | { problem: FileProblem };

/** In megabytes; also the one chunk in which papaparse reads a file, so that it is never cut in two. */
export const mostMegabytes = 5;
export const oneChunk = mostMegabytes * 1_048_576;

/** Each byte above 127 becomes one character of the private range U+F780-U+F7FF: nothing is lost, nothing is guessed. */
export const bytewise = 'x-user-defined';

const separators = [',', ';', '\t', '|'];

/** What can be said of a file before it is read. */
export function problemOfFile({ name, size }: Pick<File, 'name' | 'size'>): FileProblem | null {
  if (!/\.(csv|tsv)$/i.test(name.trim())) return { kind: 'notCsv' };
  return size < oneChunk ? null : { kind: 'tooBig' };
}

/**
 * The text of a file that was read `bytewise`: UTF-8 with or without a byte-order mark, UTF-16 with one, else
 * Windows-1256, as Arabic spreadsheets save. Null for what is no text.
 */
export function textOf(raw: string): string | null {
  const text = isBytewise(raw) ? decoded(Uint8Array.from(raw, (sign) => sign.charCodeAt(0) & 0xff)) : raw;
  return isBinary(text) || text.includes('\uFFFD') ? null : text.replace(/^\uFEFF/, '');
}

// A byte-order mark makes the browser decode the file itself, whatever encoding it was told.
const isBytewise = (raw: string) => !/[^\0-\x7F\uF780-\uF7FF]/.test(raw);

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1256').decode(bytes);
  }
}

const isBinary = (text: string) => /(?![\s\u0085])\p{Cc}/u.test(text);

/** The records of a CSV text that have anything in them; the separator is found out. */
export function recordsOf(text: string): CsvTable {
  const lines = text.replace(/\r\n?/g, '\n');
  // Blank lines mislead the search for the separator, and count where the lines do.
  const { meta } = Papa.parse(lines, {
    preview: 20,
    skipEmptyLines: 'greedy',
    delimitersToGuess: separators,
  });
  const { data, errors } = Papa.parse<string[]>(lines, { newline: '\n', delimiter: meta.delimiter });
  let line = 1;
  const all = data.map((cells): CsvRecord => {
    const record = { line, cells };
    line += 1 + cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0);
    return record;
  });
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  if (open) return { problem: { kind: 'openQuote', line: all[open.row ?? 0]?.line ?? 1 } };
  const records = all.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  return records.length < 2 ? { problem: { kind: 'empty' } } : { records };
}

/** What papaparse has read of a file, `bytewise` and in one chunk. */
export function tableOf(raw: string): CsvTable {
  const text = textOf(raw);
  return text === null ? { problem: { kind: 'unreadable' } } : recordsOf(text);
}

/**
 * Records as a CSV that react-admin-import-csv reads without losing anything: commas, one column for the line of the
 * file, and column names of ours, since it takes a header such as `a.b` for a path into an object.
 */
export function plainCsv(records: readonly CsvRecord[]): string {
  const width = Math.max(...records.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, index) => `c${index}`);
  const rows = records.map(({ line, cells }) => [
    String(line),
    ...columns.map((_, index) => cells[index] ?? ''),
  ]);
  return Papa.unparse([['line', ...columns], ...rows], { newline: '\n' });
}

/** The records again, from the rows that react-admin-import-csv made of `plainCsv`. */
export function recordsOfRows(rows: readonly Record<string, unknown>[]): CsvRecord[] {
  return rows.map(({ line, ...cells }) => ({
    line: Number(line),
    cells: Object.keys(cells).map((_, index) => String(cells[`c${index}`] ?? '')),
  }));
}
