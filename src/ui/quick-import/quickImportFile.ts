import type { Text } from '../../i18n/useText';
import { type CsvRecord, csvRecords, maxRows, textOfBytes, type TextProblem } from '../report/csvText';
import { foreignBytes, type ForeignKind, isZip } from '../report/fileKind';

/** Why a file cannot be used at all. */
type FileProblem =
  TextProblem | { kind: 'notCsv' | 'tooBig' | 'tooManyRows' | 'tooManyColumns' | 'workbook' | ForeignKind };

export type CsvTable = { records: CsvRecord[] } | { problem: FileProblem };

/** In megabytes; also the one chunk in which papaparse reads a file, so that it is never cut in two. */
const maxMegabytes = 5;
export const oneChunk = maxMegabytes * 1_048_576;

/** Each byte above 127 becomes one character of the private range U+F780-U+F7FF: nothing is lost, nothing is guessed. */
export const bytewise = 'x-user-defined';

/** What can be said of a file before it is read. */
export function problemOfFile({ name, size }: Pick<File, 'name' | 'size'>): FileProblem | null {
  if (!/\.(csv|tsv)$/i.test(name.trim())) return { kind: 'notCsv' };
  return size < oneChunk ? null : { kind: 'tooBig' };
}

/** The text of a file that was read `bytewise`; null for what is no text. */
export function textOf(raw: string): string | null {
  if (isBytewise(raw)) return textOfBytes(bytesOf(raw));
  return /(?![\s\u0085])\p{Cc}|\uFFFD/u.test(raw) ? null : raw.replace(/^\uFEFF/, '');
}

const bytesOf = (raw: string) => Uint8Array.from(raw, (sign) => sign.charCodeAt(0) & 0xff);

// A byte-order mark makes the browser decode the file itself, whatever encoding it was told.
const isBytewise = (raw: string) => !/[^\0-\x7F\uF780-\uF7FF]/.test(raw);

/** Columns of a file; a programme or a batch has nine. */
const maxColumns = 200;

/** The records of a CSV text; a header alone is not enough. */
export function recordsOf(text: string): CsvTable {
  const table = csvRecords(text);
  if ('problem' in table) return table;
  const { records } = table;
  if (records.length < 2) return { problem: { kind: 'empty' } };
  if (records.length > maxRows + 1) return { problem: { kind: 'tooManyRows' } };
  return (records[0]?.cells.length ?? 0) > maxColumns ? { problem: { kind: 'tooManyColumns' } } : table;
}

/** What papaparse has read of a file, `bytewise` and in one chunk. */
export function tableOf(raw: string): CsvTable {
  const first = bytesOf(raw.slice(0, 16));
  if (isZip(first)) return { problem: { kind: 'workbook' } };
  const foreign = foreignBytes(first);
  if (foreign) return { problem: { kind: foreign } };
  const text = textOf(raw);
  return text === null ? { problem: { kind: 'unreadable' } } : recordsOf(text);
}

/** What is said of a file that cannot be used. */
export function fileSentence(t: Text, problem: FileProblem): string {
  if (problem.kind === 'openQuote') return t('quickImport.openQuote', { line: problem.line });
  if (problem.kind === 'tooBig') return t('quickImport.tooBig', { most: maxMegabytes });
  if (problem.kind === 'tooManyRows') return t('quickImport.tooManyRows', { most: maxRows });
  return t(`quickImport.${problem.kind}`);
}
