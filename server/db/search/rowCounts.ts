import { type RawBuilder, sql } from 'kysely';
import type { Database, Db, Trx } from '../schema';

/** The tables whose number of rows is stored, because PostgreSQL counts rows by reading all of them (ADR 37). */
const countedTables = ['students'] as const;
type CountedTable = (typeof countedTables)[number];
const isCounted = (table: string): table is CountedTable =>
  countedTables.some((counted) => counted === table);

/** SQL: the number of all rows of a table. */
export const rowCount = (table: keyof Database): RawBuilder<number> =>
  isCounted(table)
    ? sql`(select total from row_counts where table_name = ${sql.lit(table)})`
    : sql`(select count(*) from ${sql.table(table)})`;

/** The number of all rows of a table. */
export async function countAll(db: Db, table: keyof Database): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${rowCount(table)} as total`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** Totals of one process, for each database that it reads. */
const totals = new WeakMap<Db, Map<string, { state: number; total: number }>>();
const mostTotals = 500;

/**
 * The number of rows of a search that many rows match, counted once until a row of the table, or of its enrolments or
 * batches, changes (ADR 7). For other tables it is counted each time.
 * @param from `from … where …`, which asks those tables and the search alone
 */
export async function keptTotal(
  db: Db,
  table: keyof Database,
  from: RawBuilder<unknown>,
  count: () => Promise<number>,
): Promise<number> {
  if (!isCounted(table)) return count();
  const { sql: text, parameters } = from.compile(db);
  const key = JSON.stringify([table, text, parameters]);
  const own = totals.get(db) ?? new Map<string, { state: number; total: number }>();
  totals.set(db, own);
  const state = await stateOf(db, table);
  const kept = own.get(key);
  if (kept?.state === state) return kept.total;
  const total = await count();
  // A write that ended meanwhile may be in the count, or not.
  if ((await stateOf(db, table)) !== state) return total;
  own.delete(key);
  own.set(key, { state, total });
  const [oldest] = own.keys();
  if (own.size > mostTotals && oldest !== undefined) own.delete(oldest);
  return total;
}

/** A number that rises with each write of what the totals are counted from. */
async function stateOf(db: Db, table: CountedTable): Promise<number> {
  const stored = await db
    .selectFrom('row_counts')
    .select('changes')
    .where('table_name', '=', table)
    .executeTakeFirst();
  return Number(stored?.changes ?? 0);
}

interface Writes {
  trx: Trx;
  changed(table: CountedTable): readonly { before: unknown; after: unknown }[];
}

/**
 * Updates the stored numbers after the writes of a unit, in its transaction. No two units write these tables at the
 * same time.
 */
export async function keepRowCounts(unit: Writes): Promise<void> {
  for (const table of countedTables) {
    const rows = unit.changed(table);
    const more = rows.reduce((sum, { before, after }) => sum + (before ? 0 : 1) - (after ? 0 : 1), 0);
    await unit.trx
      .updateTable('row_counts')
      .set(({ eb }) => ({ total: eb('total', '+', more), changes: eb('changes', '+', 1) }))
      .where('table_name', '=', table)
      .execute();
  }
}
