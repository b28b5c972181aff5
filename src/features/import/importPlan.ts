import type { RaRecord } from 'react-admin';
import type { z } from 'zod';
import { fieldNames, type RecordFields } from '../../../contract/fieldTable';
import { foldArabic } from '../../../contract/rules/arabicText';
import type { CellValues } from '../../../contract/rules/fieldKinds';
import { problemDetails, setArabicMessages } from '../../../contract/validation';
import type { FieldWords } from '../../i18n/ar/importSharedWords';
import type { RowNote } from './SheetWork';

// Zod must not generate code: the page's security policy forbids it.
setArabicMessages({ isJitless: true });

export type Cells = Record<string, string>;
type Values = Record<string, unknown>;

export interface CheckedRow {
  /** Without empty cells. */
  values: Values;
  /** Null for a new record. */
  stored: RaRecord | null;
  /** Values that must be unique in a file: a code, a name. */
  keys: readonly string[];
  problems: RowNote[];
}

type ReadRecords = <R extends RaRecord>(resource: string) => Promise<R[]>;

export interface ImportPlan {
  resource: 'programs' | 'batches';
  /** For each field, the names of its column; the first one is displayed. */
  headers: FieldWords;
  /** A file must have at least one column of each group. */
  requiredGroups: readonly (readonly string[])[];
  /** Loads the existing records once; the returned function checks one row. */
  createChecker: (read: ReadRecords) => Promise<(cells: Cells) => CheckedRow>;
}

/** The returned function parses a cell: undefined if it is empty or invalid, and a problem if it is invalid. */
export function createCellReader(cells: Cells, problems: RowNote[]) {
  return function read<S extends z.ZodType>(
    field: string,
    schema: S,
    prepare = (text: string) => text,
  ): z.output<S> | undefined {
    const text = cells[field] ?? '';
    if (text === '') return undefined;
    const result = schema.safeParse(prepare(text));
    if (result.success) return result.data;
    problems.push({ field, message: problemDetails(result.error)[0]?.message ?? '' });
    return undefined;
  };
}

export const readFields = <F extends RecordFields>(
  fields: F,
  schemas: Record<keyof F, z.ZodType>,
  read: ReturnType<typeof createCellReader>,
  preparations: Partial<Record<keyof F, (text: string) => string>> = {},
) =>
  Object.fromEntries(
    fieldNames(fields).map((name) => [name, read(name, schemas[name], preparations[name])]),
  ) as CellValues<F>;

/** Finds the record with this text, else the only one with the same folded text. */
export type Finder<R> = (text: string) => R | undefined;

export function createFinder<R>(records: readonly R[], toText: (record: R) => string): Finder<R> {
  const byText = new Map<string, R>();
  const byFoldedText = new Map<string, R | undefined>();
  for (const record of records) {
    const text = toText(record);
    const folded = foldArabic(text);
    if (!byText.has(text)) byText.set(text, record);
    byFoldedText.set(folded, byFoldedText.has(folded) ? undefined : record);
  }
  return (text) => byText.get(text) ?? byFoldedText.get(foldArabic(text));
}

export const dropUndefined = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
