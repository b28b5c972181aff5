import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../engine/dialect';
import type { Db, Trx } from '../schema';
import { cachedUntilChange } from './cachedValues';

/**
 * Counts a change of results, in the transaction of the write. On PostgreSQL, writes of several teachers
 * take counters that no other write holds, so that they do not wait for each other.
 */
export async function countResultChange({ trx, kind }: { trx: Trx; kind: DatabaseKind }): Promise<void> {
  const count = (id: RawBuilder<number>) =>
    sql`update result_changes set changes = changes + 1 where id = ${id}`.execute(trx);
  const first = sql<number>`0`;
  if (kind === 'sqlite') {
    await count(first);
    return;
  }
  const free = sql<number>`(select id from result_changes limit 1 for no key update skip locked)`;
  const { numAffectedRows } = await count(free);
  if (numAffectedRows === 0n) await count(first);
}

async function readResultChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number | string }>`
    select sum(changes) as changes from result_changes`.execute(db);
  return Number(rows[0]?.changes);
}

/**
 * Rows of a query that depends on stored results, subjects and batches only. They are read again after a
 * change of one of these tables.
 */
export const rowsUntilResultsChange = <R>(db: Db, query: RawBuilder<R>): Promise<R[]> =>
  cachedUntilChange(db, query, readResultChanges, async () => (await query.execute(db)).rows);
