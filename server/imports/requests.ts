import type { Kysely, Transaction } from 'kysely';
import { idempotencyKeyPattern } from '../../contract/endpoint';
import { importResultMessages } from '../../contract/importMessages';
import type { ImportResult } from '../../contract/imports';
import type { NotificationData } from '../../contract/notifications';
import type { ImportRecord } from '../../contract/rules/importsCells';
import type { ImportType } from '../../contract/vocabulary';
import { notify } from '../domain/notifications';
import type { Database } from '../db/schema';
import { invalid } from '../problem';

/** The keys of a request; both may be missing. */
export interface RequestKeys {
  userId: number;
  /** `Idempotency-Key`: the same for each repeat of a request. */
  key: string | null;
  /** `X-Import-Id`: the same for all requests of one import. */
  importId: string | null;
}

/** The body of a request of an import. */
export interface ImportBody {
  data: readonly ImportRecord[];
  stopOnError: boolean;
}

const header = 'x-import-id';

/**
 * The id that all requests of one import share; null for a single request. @throws VALIDATION for an id that our
 * client never makes
 */
export function importIdOf(headers: Record<string, unknown>): string | null {
  const sent = headers[header];
  if (sent === undefined || sent === '') return null;
  if (typeof sent === 'string' && idempotencyKeyPattern.test(sent)) return sent;
  throw invalid({ path: header, message: importResultMessages.badKey });
}

/** Stores the counts of a request, in its transaction. */
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

/** The progress of an import; all zeros if it is unknown. */
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

/** Keys of clients contain no space, so this key is never one of theirs. */
const keyOf = (importId: string) => `end of ${importId}`;

/**
 * Notifies a person of the result of an import; not if nothing reached the server. A repeat sends no second
 * notification, unless more rows were imported since.
 * @param failed rows that were not imported; default: the refused ones
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
