import { type RawBuilder, sql } from 'kysely';
import type { UnitOfWork } from './log/unitOfWork';
import type { Database, Db } from './schema';

/** The tables whose number of rows is stored, because PostgreSQL counts rows by reading all of them (ADR 37). */
const countedTables = ['students'] as const;
const isCounted = (table: string) => countedTables.some((counted) => counted === table);

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

/**
 * Updates the stored numbers after the writes of a unit, in its transaction. No two units write these tables at the
 * same time.
 */
export async function keepRowCounts(unit: UnitOfWork): Promise<void> {
  for (const table of countedTables) {
    const more = unit
      .changed(table)
      .reduce((sum, { before, after }) => sum + (before ? 0 : 1) - (after ? 0 : 1), 0);
    if (more === 0) continue;
    await unit.trx
      .updateTable('row_counts')
      .set(({ eb }) => ({ total: eb('total', '+', more) }))
      .where('table_name', '=', table)
      .execute();
  }
}
