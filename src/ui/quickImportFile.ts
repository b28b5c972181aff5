import Papa from 'papaparse';
import { csvRecords, type CsvRecord, textOfBytes, type TextProblem } from './csvText';

/** Why a file cannot be used at all. */
export type FileProblem = TextProblem | { kind: 'notCsv' | 'tooBig' };

export type CsvTable = { records: CsvRecord[] } | { problem: FileProblem };

/** In megabytes; also the one chunk in which papaparse reads a file, so that it is never cut in two. */
export const mostMegabytes = 5;
export const oneChunk = mostMegabytes * 1_048_576;

/** Each byte above 127 becomes one character of the private range U+F780-U+F7FF: nothing is lost, nothing is guessed. */
export const bytewise = 'x-user-defined';

/** What can be said of a file before it is read. */
export function problemOfFile({ name, size }: Pick<File, 'name' | 'size'>): FileProblem | null {
  if (!/\.(csv|tsv)$/i.test(name.trim())) return { kind: 'notCsv' };
  return size < oneChunk ? null : { kind: 'tooBig' };
}

/** The text of a file that was read `bytewise`; null for what is no text. */
export function textOf(raw: string): string | null {
  if (isBytewise(raw)) return textOfBytes(Uint8Array.from(raw, (sign) => sign.charCodeAt(0) & 0xff));
  return /(?![\s\u0085])\p{Cc}|\uFFFD/u.test(raw) ? null : raw.replace(/^\uFEFF/, '');
}

// A byte-order mark makes the browser decode the file itself, whatever encoding it was told.
const isBytewise = (raw: string) => !/[^\0-\x7F\uF780-\uF7FF]/.test(raw);

/** The records of a CSV text; a header alone is not enough. */
export function recordsOf(text: string): CsvTable {
  const table = csvRecords(text);
  return 'records' in table && table.records.length < 2 ? { problem: { kind: 'empty' } } : table;
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
