import type { RaRecord } from 'react-admin';
import type { z } from 'zod';
import { cleanText, foldArabic } from '../../../contract/rules/arabicText';
import { problemDetails, speakArabic } from '../../../contract/validation';
import { type CsvRecord, maxAbove } from '../report/csvText';

// The schemas of the contract judge the cells here, in the page; its security policy forbids code made from text.
speakArabic({ isJitless: true });

/** The cells of one row by field, cleaned; an empty one is an empty text. */
export type Cells = Record<string, string>;
export type Values = Record<string, unknown>;

export interface RowProblem {
  /** Null for the row as a whole. */
  field: string | null;
  message: string;
}

/** A row as the resource understands it. */
export interface CheckedRow {
  /** What the file gives; an empty cell gives nothing. */
  values: Values;
  /** The record that the row means; null for a new one. */
  stored: RaRecord | null;
  /** What two rows of one file must not share: a code, a name. */
  keys: readonly string[];
  problems: RowProblem[];
}

export interface ImportRow extends CheckedRow {
  line: number;
}

export type ReadRecords = <R extends RaRecord>(resource: string) => Promise<R[]>;

/** What a resource tells of itself, for the quick import on its list. */
export interface ImportPlan {
  resource: string;
  /** By field, the words for its column; the first is the one that is named to a person. */
  headers: Readonly<Record<string, readonly string[]>>;
  /** Groups of columns of which a file must have at least one. */
  needed: readonly (readonly string[])[];
  /** Reads what is stored once; the answer checks one row after the other. */
  checker: (read: ReadRecords) => Promise<(cells: Cells) => CheckedRow>;
}

export interface Columns {
  /** Field by column, null for one that fits no field. */
  fields: (string | null)[];
  ignored: string[];
  /** First words for the columns that are needed and not there. */
  missing: string[];
}

const folded = (text: string) =>
  foldArabic(text)
    .replace(/[\s_\-*:.]+/g, ' ')
    .trim();

/** Which column is which field, by the words of the header; the first column of a field counts. */
export function columnsOf(
  header: readonly string[],
  { headers, needed }: Pick<ImportPlan, 'headers' | 'needed'>,
): Columns {
  const fieldOf = new Map(
    Object.entries(headers).flatMap(([field, words]) => words.map((word) => [folded(word), field] as const)),
  );
  const taken = new Set<string>();
  const fields = header.map((cell) => {
    const field = fieldOf.get(folded(cell));
    if (field === undefined || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
  const ignored = header.map(cleanText).filter((cell, index) => cell !== '' && fields[index] === null);
  const absent = needed.filter((group) => !group.some((field) => taken.has(field)));
  const missing = absent.map(([first = '']) => headers[first]?.[0] ?? first);
  return { fields, ignored, missing };
}

/** The header, which the most words of a plan are found in, and the records below it. */
export function belowHeader(records: readonly CsvRecord[], plan: Pick<ImportPlan, 'headers' | 'needed'>) {
  const known = records
    .slice(0, maxAbove)
    .map(({ cells }) => columnsOf(cells, plan).fields.filter((field) => field !== null).length);
  const at = Math.max(0, known.indexOf(Math.max(...known)));
  return { header: records[at]?.cells ?? [], rows: records.slice(at + 1) };
}

/** A cell as a person meant it: cleaned, without the apostrophe by which a spreadsheet marks text. */
const cellText = (cell: string) => cleanText(cell).replace(/^'/, '');

/** Rows that are checked in one go, so that the page answers in between. */
const rowsAtOnce = 1_000;

/** Every row checked; `repeated` says that a row means the same record as an earlier one of the file. */
export async function checkRows(
  records: readonly CsvRecord[],
  fields: Columns['fields'],
  check: (cells: Cells) => CheckedRow,
  repeated: (line: number) => string,
): Promise<ImportRow[]> {
  const lineOf = new Map<string, number>();
  const rows: ImportRow[] = [];
  for (const { line, cells } of records) {
    const named = fields.flatMap((field, index) =>
      field === null ? [] : [[field, cellText(cells[index] ?? '')]],
    );
    const row = check(Object.fromEntries(named) as Cells);
    const earlier = row.keys.map((key) => lineOf.get(key)).find((found) => found !== undefined);
    const problems =
      earlier === undefined ? row.problems : [...row.problems, { field: null, message: repeated(earlier) }];
    if (problems.length === 0) for (const key of row.keys) lineOf.set(key, line);
    rows.push({ ...row, line, problems });
    if (rows.length % rowsAtOnce === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return rows;
}

/** What a schema of the contract makes of a cell; nothing for an empty one, and a problem for one that does not fit. */
export function cellReader(cells: Cells, problems: RowProblem[]) {
  return function read<S extends z.ZodType>(
    field: string,
    schema: S,
    prepared = (text: string) => text,
  ): z.output<S> | undefined {
    const text = cells[field] ?? '';
    if (text === '') return undefined;
    const result = schema.safeParse(prepared(text));
    if (result.success) return result.data;
    problems.push({ field, message: problemDetails(result.error)[0]?.message ?? '' });
    return undefined;
  };
}

/** Finds a record by a text of it: the same text, else the only one that reads the same in Arabic. */
export type Finder<R> = (text: string) => R | undefined;

/** Looks at every record once, however many texts are asked for. */
export function finderOf<R>(records: readonly R[], textOf: (record: R) => string): Finder<R> {
  const same = new Map<string, R>();
  const alike = new Map<string, R | undefined>();
  for (const record of records) {
    const text = textOf(record);
    const bare = foldArabic(text);
    if (!same.has(text)) same.set(text, record);
    alike.set(bare, alike.has(bare) ? undefined : record);
  }
  return (text) => same.get(text) ?? alike.get(foldArabic(text));
}

/** What is given, without the fields that are not. */
export const given = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
