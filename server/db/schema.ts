import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { AccountTables } from './schema/accounts';
import type { FamilyTables } from './schema/families';
import type { HifzTables } from './schema/hifz';
import type { InstituteTables } from './schema/institute';
import type { LogTables } from './schema/log';
import type { MessageTables } from './schema/messages';
import type { PaperTables } from './schema/papers';
import type { TeachingTables } from './schema/teaching';
import type { RecordedTable } from './schema/recorded';

/** Times are ISO 8601 in UTC, booleans 0 or 1. A foreign key ends in `_row_id` if `_id` is an API code. */
export type Database = AccountTables &
  InstituteTables &
  TeachingTables &
  HifzTables &
  FamilyTables &
  LogTables &
  MessageTables &
  PaperTables;

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

export type Values = Record<string, unknown>;

/** For a table that is only known at run time. */
export const anyTable = (db: Db) => db as unknown as Kysely<Record<string, Values>>;

export type Row<T extends keyof Database> = Selectable<Database[T]>;
export type NewRow<T extends RecordedTable> = Omit<
  Insertable<Database[T]>,
  'version' | 'created_at' | 'updated_at' | SortColumn
> & {
  created_at?: string;
};
type SortColumn =
  | 'percentage'
  | 'program_name_sort'
  | 'batch_name_sort'
  | 'name_sort'
  | 'full_name_sort'
  | 'username_key'
  | 'phone_key'
  | 'additional_phone_key';
export type Changes<T extends RecordedTable> = Partial<Omit<NewRow<T>, 'id' | 'created_at'>>;
