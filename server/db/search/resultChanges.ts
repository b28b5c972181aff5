import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../engine/dialect';
import type { Db, Trx } from '../schema';
import { cachedUntilChange } from './cachedValues';

/**
 * Counts a change of results, in the transaction of the write. On PostgreSQL, writes of several teachers
 * raise counters that no other write holds, so that they do not wait for each other.
 */
export async function countResultChange({ trx, kind }: { trx: Trx; kind: DatabaseKind }): Promise<void> {
  const raise = (id: RawBuilder<number>) =>
    sql`update result_changes set changes = changes + 1 where id = ${id}`.execute(trx);
  const firstId = sql<number>`0`;
  if (kind === 'sqlite') {
    await raise(firstId);
    return;
  }
  const freeId = sql<number>`(select id from result_changes limit 1 for no key update skip locked)`;
  const { numAffectedRows } = await raise(freeId);
  if (numAffectedRows === 0n) await raise(firstId);
}

async function readResultChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number | string }>`
    select sum(changes) as changes from result_changes`.execute(db);
  return Number(rows[0]?.changes);
}

/**
 * Caches a value that depends only on stored results, subjects, batches, enrolments, statuses, absences and
 * registers, until one of these tables changes.
 */
export const cachedUntilResultsChange = <T>(db: Db, key: string, load: () => Promise<T>): Promise<T> =>
  cachedUntilChange(db, key, readResultChanges, load);
