import { type RawBuilder, sql } from 'kysely';
import type { Database, Db, Trx } from '../schema';
import { cachedUntilChange } from './cachedValues';

/** PostgreSQL counts rows by reading all of them, so the totals of these tables are stored (ADR 37). */
const countedTables = ['students'] as const;
type CountedTable = (typeof countedTables)[number];
const isCounted = (table: string): table is CountedTable =>
  countedTables.some((counted) => counted === table);

/** SQL: the number of all rows. */
export const rowCount = (table: keyof Database): RawBuilder<number> =>
  isCounted(table)
    ? sql`(select total from row_counts where table_name = ${sql.lit(table)})`
    : sql`(select count(*) from ${sql.table(table)})`;

export async function countAll(db: Db, table: keyof Database): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${rowCount(table)} as total`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** Cached until students, enrolments or batches change (ADR 7). @param from `from … where …` */
export async function cachedTotal(
  db: Db,
  table: keyof Database,
  from: RawBuilder<unknown>,
  count: () => Promise<number>,
): Promise<number> {
  if (!isCounted(table)) return count();
  const { sql: text, parameters } = from.compile(db);
  return cachedUntilChange(
    db,
    JSON.stringify([table, text, parameters]),
    () => readChanges(db, table),
    count,
  );
}

async function readChanges(db: Db, table: CountedTable): Promise<number> {
  const stored = await db
    .selectFrom('row_counts')
    .select('changes')
    .where('table_name', '=', table)
    .executeTakeFirst();
  return Number(stored?.changes ?? 0);
}

interface WrittenRows {
  trx: Trx;
  changed(table: CountedTable): readonly { before: unknown; after: unknown }[];
}

/** Runs in the transaction of the writes. No two units write these tables at the same time. */
export async function updateRowCounts(unit: WrittenRows): Promise<void> {
  for (const table of countedTables) {
    const rows = unit.changed(table);
    const difference = rows.reduce((sum, { before, after }) => sum + (before ? 0 : 1) - (after ? 0 : 1), 0);
    await unit.trx
      .updateTable('row_counts')
      .set(({ eb }) => ({ total: eb('total', '+', difference), changes: eb('changes', '+', 1) }))
      .where('table_name', '=', table)
      .execute();
  }
}
