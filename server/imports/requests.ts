import type { Kysely, Transaction } from 'kysely';
import { keyPattern } from '../../contract/endpoint';
import { importSentences } from '../../contract/importMessages';
import type { ImportResult } from '../../contract/imports';
import type { NotificationData } from '../../contract/notifications';
import type { ImportRecord } from '../../contract/rules/importsCells';
import type { ImportType } from '../../contract/vocabulary';
import { notify } from '../db/notifications';
import type { Database } from '../db/schema';
import { invalid } from '../problem';

/** How a request is told from others; both may be missing. */
export interface RequestKeys {
  userId: number;
  /** `Idempotency-Key`: one request, however often it is sent. */
  key: string | null;
  /** `X-Import-Id`: all requests of one import. */
  importId: string | null;
}

/** What a request of an import brings. */
export interface ImportBody {
  data: readonly ImportRecord[];
  stopOnError: boolean;
}

const header = 'x-import-id';

/** What all requests of one import have in common; null where it is one alone. @throws VALIDATION for what no client of ours makes */
export function importIdOf(headers: Record<string, unknown>): string | null {
  const sent = headers[header];
  if (sent === undefined || sent === '') return null;
  if (typeof sent === 'string' && keyPattern.test(sent)) return sent;
  throw invalid({ path: header, message: importSentences.badKey });
}

/** Counts what a request has come to, in its transaction. */
export async function countRequest(
  trx: Transaction<Database>,
  { userId, key, importId }: RequestKeys,
  type: ImportType,
  { imported, updated, failed }: ImportResult,
  now: string,
): Promise<void> {
  if (importId === null) return;
  const request = { user_id: userId, key, import_id: importId, type, fingerprint: '', created_at: now };
  await trx
    .insertInto('import_requests')
    .values({ ...request, imported, updated, failed })
    .execute();
}

/** What an import has done so far: nothing, where nobody has heard of it. */
export async function progressOf(db: Kysely<Database>, userId: number, importId: string) {
  const requests = await db
    .selectFrom('import_requests')
    .select(['key', 'imported', 'updated', 'failed'])
    .where('user_id', '=', userId)
    .where('import_id', '=', importId)
    .orderBy('id')
    .execute();
  const operation = await db
    .selectFrom('operations')
    .select('id')
    .where('user_id', '=', userId)
    .where('import_id', '=', importId)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    operation_id: operation?.id ?? null,
    ...sumCounts(requests),
    keys: requests.flatMap(({ key }) => key ?? []),
  };
}

interface Counts {
  imported: number;
  updated: number;
  failed: number;
}

function sumCounts(parts: readonly Counts[]): Counts {
  const sum = (count: keyof Counts) => parts.reduce((total, part) => total + Number(part[count]), 0);
  return { imported: sum('imported'), updated: sum('updated'), failed: sum('failed') };
}

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
  const counts = sumCounts(sums);
  const type = sums.length === 1 && first.type ? first.type : 'several';
  return { type, ...counts, failed: failed ?? counts.failed };
}
