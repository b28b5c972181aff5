import type { RaRecord } from 'react-admin';
import type { z } from 'zod';
import { fieldNames, type RecordFields } from '../../../contract/fieldTable';
import { foldArabic } from '../../../contract/rules/arabicText';
import type { CellValues } from '../../../contract/rules/fieldKinds';
import { problemDetails, setArabicMessages } from '../../../contract/validation';
import type { FieldWords } from '../../i18n/ar/importSharedWords';
import type { RowNote } from './SheetWork';

// The Content Security Policy forbids generated code, which Zod uses by default.
setArabicMessages({ isJitless: true });

export type Cells = Record<string, string>;
type Values = Record<string, unknown>;

export interface CheckedRow {
  /** The values of the non-empty cells. */
  values: Values;
  /** Null: a new record. */
  stored: RaRecord | null;
  /** Values that must be unique in a file, for example a code or a name. */
  keys: readonly string[];
  problems: RowNote[];
}

type ReadRecords = <R extends RaRecord>(resource: string) => Promise<R[]>;

export interface ImportPlan {
  resource: 'programs' | 'batches';
  /** The column names of each field. Labels use the first name. */
  headers: FieldWords;
  /** The file must contain at least one column of each group. */
  requiredGroups: readonly (readonly string[])[];
  /** Loads the existing records once. The returned function checks one row. */
  createChecker: (read: ReadRecords) => Promise<(cells: Cells) => CheckedRow>;
}

/** The returned function returns undefined for an empty or invalid cell, and reports invalid cells. */
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

/** Finds the record with exactly this text, or the only record with the same folded text. */
export type Finder<R> = (text: string) => R | undefined;

export function createFinder<R>(records: readonly R[], toText: (record: R) => string): Finder<R> {
  const byText = new Map<string, R>();
  const byFoldedText = new Map<string, R | undefined>();
  for (const record of records) {
    const text = toText(record);
    const foldedText = foldArabic(text);
    if (!byText.has(text)) byText.set(text, record);
    byFoldedText.set(foldedText, byFoldedText.has(foldedText) ? undefined : record);
  }
  return (text) => byText.get(text) ?? byFoldedText.get(foldArabic(text));
}

export const dropUndefined = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
