import { sql } from 'kysely';
import { oldestMessageText } from '../../contract/rules/retention';
import type { Data } from '../db/data';
import { notify } from '../domain/notifications';
import { type Retention, loadRetention } from '../domain/institute';
import type { Trx } from '../db/schema';

/** Deletions per transaction; a small number keeps the waiting time of other writes short. */
const chunkSize = 200;
const dayMs = 24 * 3_600_000;
/** Retention of each table's rows. A client can repeat a write for 30 days without a second effect. */
const retentionByTable = [
  ['notifications', 90 * dayMs],
  ['import_requests', 30 * dayMs],
  ['idempotency_keys', 30 * dayMs],
  // An institute imports the lists of a year again a year later.
  ['import_answers', 400 * dayMs],
] as const;

/** Until then an expired link says that it has ended. */
const linkRetention = 180 * dayMs;

export interface UpkeepReport {
  expired: number;
  /** Deletions that expire soon, and that admins were notified of. */
  expiring: number;
}

/**
 * Deletes the rows of expired deletions; the log entries stay. A second run, also on another server, does
 * nothing.
 */
export async function runDailyUpkeep(data: Data): Promise<UpkeepReport> {
  const now = data.now();
  const retention = await loadRetention(data.read, now);
  let expired = 0;
  for (;;) {
    const expiredNow = await data.writeUnlogged((trx) => expireDeletions(trx, retention));
    expired += expiredNow;
    if (expiredNow < chunkSize) break;
  }
  const expiring = await data.writeUnlogged((trx) => notifyOfExpiring(trx, retention, now.toISOString()));
  for (const [table, retentionMs] of retentionByTable) {
    const oldest = new Date(now.getTime() - retentionMs).toISOString();
    await data.writeUnlogged((trx) => trx.deleteFrom(table).where('created_at', '<', oldest).execute());
  }
  const oldestLink = new Date(now.getTime() - linkRetention).toISOString();
  await data.writeUnlogged((trx) =>
    trx.deleteFrom('guardian_link_codes').where('expires_at', '<', oldestLink).execute(),
  );
  const oldestText = oldestMessageText(now);
  await data.writeUnlogged((trx) =>
    trx
      .updateTable('messages')
      .set({ text: null })
      .where('text', 'is not', null)
      .where('opened_at', '<', oldestText)
      .execute(),
  );
  return { expired, expiring };
}

/**
 * A restore in one transaction locks the operation, or finds it expired. A restore in chunks has a row in
 * `slow_undos`.
 */
async function expireDeletions(trx: Trx, { storedSince }: Retention): Promise<number> {
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

async function notifyOfExpiring(trx: Trx, retention: Retention, now: string): Promise<number> {
  const { rows } = await sql<{ performed_at: string }>`
    update operations set expiry_told_at = ${now}
    where archived_at >= ${retention.storedSince} and archived_at < ${retention.expiresSoonBefore}
      and undone_at is null and expiry_told_at is null
    returning performed_at`.execute(trx);
  const [earliest] = rows.map((row) => row.performed_at).toSorted();
  if (earliest !== undefined) {
    const details = { count: rows.length, expires_on: retention.lastDay(earliest) };
    await notify(trx, now, { role: 'admin' }, 'archive_expiring', details, '/archive');
  }
  return rows.length;
}
