import type { Kysely, Transaction } from 'kysely';
import { idempotencyKeyPattern } from '../../contract/endpoint';
import { importResultMessages } from '../../contract/importMessages';
import type { ImportResult, PersonDecision } from '../../contract/imports';
import type { NotificationData } from '../../contract/notifications';
import type { ImportRecord } from '../../contract/rules/importsCells';
import type { ImportType } from '../../contract/vocabulary';
import { notify } from '../domain/notifications';
import type { Database } from '../db/schema';
import { invalid } from '../problem';

export interface RequestKeys {
  userId: number;
  /** The header `Idempotency-Key`; the same for each retry of a request. */
  key: string | null;
  /** The header `X-Import-Id`; the same for all requests of one import. */
  importId: string | null;
}

export type ImportRow = ImportRecord & { decision?: PersonDecision };

export interface ImportBody {
  data: readonly ImportRow[];
  stopOnError: boolean;
}

const header = 'x-import-id';

/** Returns null without the header. @throws VALIDATION for an invalid id */
export function parseImportId(headers: Record<string, unknown>): string | null {
  const value = headers[header];
  if (value === undefined || value === '') return null;
  if (typeof value === 'string' && idempotencyKeyPattern.test(value)) return value;
  throw invalid({ path: header, message: importResultMessages.badKey });
}

export async function storeCounts(
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

/** Returns zeros for an unknown import. */
export async function loadProgress(db: Kysely<Database>, userId: number, importId: string) {
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

function sumCounts(counts: readonly Counts[]): Counts {
  const sum = (column: keyof Counts) => counts.reduce((total, row) => total + Number(row[column]), 0);
  return { imported: sum('imported'), updated: sum('updated'), failed: sum('failed') };
}

/** This key has spaces, so it never equals a key of a client. */
const endKey = (importId: string) => `end of ${importId}`;

/**
 * A repeated call notifies only if the result has changed.
 * @param failed default: the number of refused rows
 */
export async function finishImport(
  trx: Transaction<Database>,
  now: string,
  userId: number,
  importId: string,
  failed: number | undefined,
): Promise<void> {
  const result = await loadResult(trx, userId, importId, failed);
  if (!result) return;
  const fingerprint = JSON.stringify(result);
  const noCounts = { import_id: null, type: null, imported: 0, updated: 0, failed: 0 };
  const isNew = await trx
    .insertInto('import_requests')
    .values({ ...noCounts, user_id: userId, key: endKey(importId), fingerprint, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'key'])
        .doUpdateSet({ fingerprint })
        .where('import_requests.fingerprint', '<>', fingerprint),
    )
    .returning('id')
    .executeTakeFirst();
  if (!isNew) return;
  const link = result.type === 'several' ? '/import' : `/${result.type}`;
  await notify(trx, now, { userId }, 'import_finished', result, link);
}

async function loadResult(
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
  const [firstSum] = sums;
  if (!firstSum) return null;
  const counts = sumCounts(sums);
  const type = sums.length === 1 && firstSum.type ? firstSum.type : 'several';
  return { type, ...counts, failed: failed ?? counts.failed };
}
