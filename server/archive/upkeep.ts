import { sql } from 'kysely';
import type { Data } from '../db/engine/connection';
import { notify } from '../db/notifications';
import { type Retention, retentionOf } from '../db/institute';
import type { Trx } from '../db/schema';

/** So many deletions expire in one transaction, so that others' writes never wait long. */
const chunkSize = 200;
const dayMs = 24 * 3_600_000;
/** How long the rows of these tables are kept: for 30 days a write can be sent again without a further effect. */
const keptFor = [
  ['notifications', 90 * dayMs],
  ['import_requests', 30 * dayMs],
  ['idempotency_keys', 30 * dayMs],
] as const;

export interface UpkeepReport {
  /** Deletions that can be restored no longer. */
  expired: number;
  /** Deletions that the admins were told of. */
  expiring: number;
}

/**
 * The work of a day: deletions past their retention lose the rows that a restore would need, what was done by whom
 * stays; admins are told of those that follow soon. Doing it again, or on several servers at once, changes nothing.
 */
export async function dailyUpkeep(data: Data): Promise<UpkeepReport> {
  const now = data.now();
  const retention = await retentionOf(data.read, now);
  let expired = 0;
  for (;;) {
    const part = await data.writeUnlogged((trx) => expire(trx, retention));
    expired += part;
    if (part < chunkSize) break;
  }
  const expiring = await data.writeUnlogged((trx) => tellOfExpiring(trx, retention, now.toISOString()));
  for (const [table, keptForMs] of keptFor) {
    const oldest = new Date(now.getTime() - keptForMs).toISOString();
    await data.writeUnlogged((trx) => trx.deleteFrom(table).where('created_at', '<', oldest).execute());
  }
  return { expired, expiring };
}

/** Who restores at this moment has the operation first and keeps its rows, or comes too late. */
async function expire(trx: Trx, { keptSince }: Retention): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update operations set archived_at = null
    where archived_at is not null and id in (
      select id from operations where archived_at < ${keptSince} order by archived_at, id limit ${chunkSize})
    returning id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await trx
      .updateTable('operation_rows')
      .set({ before: null })
      .where('operation_id', 'in', ids)
      .where('after', 'is', null)
      .execute();
  return ids.length;
}

async function tellOfExpiring(trx: Trx, retention: Retention, at: string): Promise<number> {
  const { rows } = await sql<{ performed_at: string }>`
    update operations set expiry_told_at = ${at}
    where archived_at >= ${retention.keptSince} and archived_at < ${retention.expiresSoonBefore}
      and undone_at is null and expiry_told_at is null
    returning performed_at`.execute(trx);
  const [first] = rows.map((row) => row.performed_at).toSorted();
  if (first !== undefined) {
    const told = { count: rows.length, expires_on: retention.lastDay(first) };
    await notify(trx, at, { role: 'admin' }, 'archive_expiring', told, '/archive');
  }
  return rows.length;
}
