import type { RaRecord } from 'react-admin';
import type { z } from 'zod';
import { fieldNames, type RecordFields } from '../../../contract/fieldTable';
import { foldArabic } from '../../../contract/rules/arabicText';
import type { CellValues } from '../../../contract/rules/fieldKinds';
import { problemDetails, setArabicMessages } from '../../../contract/validation';
import type { FieldWords } from '../../i18n/ar/importSharedWords';
import type { RowNote } from './SheetWork';

// The schemas of the contract check the cells in the page, whose security policy forbids generated code.
setArabicMessages({ isJitless: true });

/** The cells of one row by field, cleaned; an empty cell is an empty text. */
export type Cells = Record<string, string>;
type Values = Record<string, unknown>;

/** A row as the resource reads it. */
export interface CheckedRow {
  /** The values in the file; an empty cell gives none. */
  values: Values;
  /** The existing record of the row; null for a new one. */
  stored: RaRecord | null;
  /** Values that two rows of one file must not share: a code, a name. */
  keys: readonly string[];
  problems: RowNote[];
}

type ReadRecords = <R extends RaRecord>(resource: string) => Promise<R[]>;

/** The description of a resource for the quick import on its list. */
export interface ImportPlan {
  resource: 'programs' | 'batches';
  /** For each field, the names for its column; the first one is shown. */
  headers: FieldWords;
  /** Groups of columns; a file must have at least one column of each group. */
  needed: readonly (readonly string[])[];
  /** Loads the existing records once; the returned function checks one row after the other. */
  checker: (read: ReadRecords) => Promise<(cells: Cells) => CheckedRow>;
}

/** Reads a cell with a schema of the contract; undefined for an empty one, and a problem for an invalid one. */
export function cellReader(cells: Cells, problems: RowNote[]) {
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

/** The fields of a record from its row; `prepared` converts a cell for its schema. */
export const readFields = <F extends RecordFields>(
  fields: F,
  schemas: Record<keyof F, z.ZodType>,
  read: ReturnType<typeof cellReader>,
  prepared: Partial<Record<keyof F, (text: string) => string>> = {},
) =>
  Object.fromEntries(
    fieldNames(fields).map((name) => [name, read(name, schemas[name], prepared[name])]),
  ) as CellValues<F>;

/** Finds a record by a text: the same text, else the only one with the same folded form. */
export type Finder<R> = (text: string) => R | undefined;

/** Builds an index of all records, so that each is read only once. */
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

/** The values without undefined ones. */
export const dropUndefined = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
