import type { Kysely, Transaction } from 'kysely';
import { readableKey } from '../../contract/idempotency';
import { importSentences } from '../../contract/importMessages';
import type { ImportResult } from '../../contract/imports';
import type { ImportType } from '../../contract/vocabulary';
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

const header = 'x-import-id';

/** What all requests of one import have in common; null where it is one alone. @throws VALIDATION for what no client of ours makes */
export function importIdOf(headers: Record<string, unknown>): string | null {
  const sent = headers[header];
  if (sent === undefined || sent === '') return null;
  if (typeof sent === 'string' && readableKey.test(sent)) return sent;
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
  await trx
    .insertInto('import_requests')
    .values({
      user_id: userId,
      key,
      import_id: importId,
      type,
      fingerprint: '',
      imported,
      updated,
      failed,
      created_at: now,
    })
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
  const sum = (count: 'imported' | 'updated' | 'failed') =>
    requests.reduce((total, request) => total + request[count], 0);
  return {
    operation_id: operation?.id ?? null,
    imported: sum('imported'),
    updated: sum('updated'),
    failed: sum('failed'),
    keys: requests.flatMap(({ key }) => key ?? []),
  };
}
