import type { Transaction } from 'kysely';
import type { NotificationData } from '../../contract/notifications';
import { notify } from '../db/notifications';
import type { Database } from '../db/schema';

/** No key of a client has a space in it. */
const keyOf = (importId: string) => `end of ${importId}`;

/**
 * Notifies a person of what an import has come to, of which nothing may have reached the server: then there is nothing
 * to tell. Said again, nobody is told again, unless more has come in since.
 * @param failed rows that are not in; those that were refused where nobody has counted them
 */
export async function finishImport(
  trx: Transaction<Database>,
  now: string,
  userId: number,
  importId: string,
  failed: number | undefined,
): Promise<void> {
  const told = await outcomeOf(trx, userId, importId, failed);
  if (!told) return;
  const fingerprint = JSON.stringify(told);
  const none = { import_id: null, type: null, imported: 0, updated: 0, failed: 0 };
  const isNew = await trx
    .insertInto('import_requests')
    .values({ ...none, user_id: userId, key: keyOf(importId), fingerprint, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'key'])
        .doUpdateSet({ fingerprint })
        .where('import_requests.fingerprint', '<>', fingerprint),
    )
    .returning('id')
    .executeTakeFirst();
  if (!isNew) return;
  const link = told.type === 'several' ? '/import' : `/${told.type}`;
  await notify(trx, now, { userId }, 'import_finished', told, link);
}

async function outcomeOf(
  trx: Transaction<Database>,
  userId: number,
  importId: string,
  failed: number | undefined,
): Promise<NotificationData<'import_finished'> | null> {
  const sums = await trx
    .selectFrom('import_requests')
    .select('type')
    .select(({ fn }) => [
      fn.sum<number>('imported').as('imported'),
      fn.sum<number>('updated').as('updated'),
      fn.sum<number>('failed').as('failed'),
    ])
    .where('user_id', '=', userId)
    .where('import_id', '=', importId)
    .groupBy('type')
    .execute();
  const [first] = sums;
  if (!first) return null;
  const sum = (count: 'imported' | 'updated' | 'failed') =>
    sums.reduce((total, part) => total + Number(part[count]), 0);
  return {
    type: sums.length === 1 && first.type ? first.type : 'several',
    imported: sum('imported'),
    updated: sum('updated'),
    failed: failed ?? sum('failed'),
  };
}
