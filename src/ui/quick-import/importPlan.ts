import type { RaRecord } from 'react-admin';
import type { z } from 'zod';
import { namesOf, type RecordFields } from '../../../contract/fieldTable';
import { foldArabic } from '../../../contract/rules/arabicText';
import type { CellValues } from '../../../contract/rules/fieldKinds';
import { problemDetails, speakArabic } from '../../../contract/validation';
import type { FieldWords } from '../../i18n/ar/importSharedWords';
import type { RowNote } from '../import/SheetWork';

// The schemas of the contract judge the cells here, in the page; its security policy forbids code made from text.
speakArabic({ isJitless: true });

/** The cells of one row by field, cleaned; an empty one is an empty text. */
export type Cells = Record<string, string>;
type Values = Record<string, unknown>;

/** A row as the resource understands it. */
export interface CheckedRow {
  /** What the file gives; an empty cell gives nothing. */
  values: Values;
  /** The record that the row means; null for a new one. */
  stored: RaRecord | null;
  /** What two rows of one file must not share: a code, a name. */
  keys: readonly string[];
  problems: RowNote[];
}

type ReadRecords = <R extends RaRecord>(resource: string) => Promise<R[]>;

/** What a resource tells of itself, for the quick import on its list. */
export interface ImportPlan {
  resource: 'programs' | 'batches';
  /** By field, the words for its column; the first is the one that is named to a person. */
  headers: FieldWords;
  /** Groups of columns of which a file must have at least one. */
  needed: readonly (readonly string[])[];
  /** Reads what is stored once; the answer checks one row after the other. */
  checker: (read: ReadRecords) => Promise<(cells: Cells) => CheckedRow>;
}

/** What a schema of the contract makes of a cell; nothing for an empty one, and a problem for one that does not fit. */
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

/** The fields of a record as its row gives them; `prepared` makes a cell into what a schema takes. */
export const readFields = <F extends RecordFields>(
  fields: F,
  schemas: Record<keyof F, z.ZodType>,
  read: ReturnType<typeof cellReader>,
  prepared: Partial<Record<keyof F, (text: string) => string>> = {},
) =>
  Object.fromEntries(
    namesOf(fields).map((name) => [name, read(name, schemas[name], prepared[name])]),
  ) as CellValues<F>;

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

/** The values without those that are undefined. */
export const dropUndefined = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
