import type { Kysely, Transaction } from 'kysely';
import { chunks } from './chunks';
import { type DatabaseKind, locked, parameterLimit } from './dialect';
import type { Database, RecordedTable } from './schema';

/** A row of any recorded table: its columns and their values. */
export type Values = Record<string, unknown>;
/** A row as it is, and as it is to be. */
export interface Replacement {
  before: Values;
  after: Values;
}

/** So many rows in one statement that reads them. */
const atOnce = 500;

/** For statements on a table that is known only when they run. */
export const anyTable = (trx: Transaction<Database>) => trx as unknown as Kysely<Record<string, Values>>;

/** The rows that there are of those asked for, locked until the transaction ends, by their numbers. */
export async function storedRows(
  { trx, kind }: { trx: Transaction<Database>; kind: DatabaseKind },
  table: RecordedTable,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  const found = new Map<number, Values>();
  for (const part of chunks(ids, atOnce)) {
    const query = anyTable(trx).selectFrom(table).selectAll().where('id', 'in', part).orderBy('id');
    for (const row of await locked(kind, query).execute()) found.set(Number(row['id']), row);
  }
  return found;
}

/**
 * Writes rows that are there already, each number once, in statements of many rows. Columns that none of them changes
 * are left alone, and their indexes with them. An insert that meets each row gives the values the types of the columns.
 */
export async function replaceRows(
  trx: Transaction<Database>,
  table: RecordedTable,
  rows: readonly Replacement[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first.after);
  const written = columns.filter((column) =>
    rows.some(({ before, after }) => before[column] !== after[column]),
  );
  for (const part of chunks(rows, Math.floor(parameterLimit / columns.length))) {
    await anyTable(trx)
      .insertInto(table)
      .values(part.map(({ after }) => after))
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((to) =>
            Object.fromEntries(written.map((column) => [column, to.ref(`excluded.${column}`)])),
          ),
      )
      .execute();
  }
}
