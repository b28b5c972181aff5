import { sql } from 'kysely';
import type { Data } from '../db/data';
import { notify } from '../domain/notifications';
import { type Retention, loadRetention } from '../domain/institute';
import type { Trx } from '../db/schema';

/** Deletions that expire in one transaction, so that other writes never wait long. */
const chunkSize = 200;
const dayMs = 24 * 3_600_000;
/** How long the rows of these tables are kept: a write can be repeated for 30 days without a second effect. */
const keptFor = [
  ['notifications', 90 * dayMs],
  ['import_requests', 30 * dayMs],
  ['idempotency_keys', 30 * dayMs],
] as const;

export interface UpkeepReport {
  /** Deletions that can no longer be restored. */
  expired: number;
  /** Deletions that will expire soon, which the admins were told about. */
  expiring: number;
}

/**
 * The daily work: rows of deletions past their retention are removed, but the log still says what was done by whom;
 * admins are told about deletions that expire soon. A second run, or several servers, changes nothing.
 */
export async function dailyUpkeep(data: Data): Promise<UpkeepReport> {
  const now = data.now();
  const retention = await loadRetention(data.read, now);
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

/** A restore that runs now has locked the operation first and keeps its rows, or comes too late; one in parts has its row in `slow_undos`. */
async function expire(trx: Trx, { storedSince }: Retention): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update operations set archived_at = null
    where archived_at is not null and id in (
      select id from operations where archived_at < ${storedSince}
        and id not in (select operation_id from slow_undos) order by archived_at, id limit ${chunkSize})
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
    where archived_at >= ${retention.storedSince} and archived_at < ${retention.expiresSoonBefore}
      and undone_at is null and expiry_told_at is null
    returning performed_at`.execute(trx);
  const [first] = rows.map((row) => row.performed_at).toSorted();
  if (first !== undefined) {
    const told = { count: rows.length, expires_on: retention.lastDay(first) };
    await notify(trx, at, { role: 'admin' }, 'archive_expiring', told, '/archive');
  }
  return rows.length;
}
