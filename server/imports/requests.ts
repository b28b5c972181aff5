import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { importSentences } from '../../contract/errors';
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
  fingerprint: string;
}

const readable = /^[\u0021-\u007E]{8,100}$/;

/** @throws VALIDATION for keys that no client of ours makes */
export function requestKeys(
  userId: number,
  headers: Record<string, unknown>,
  sent: readonly unknown[],
): RequestKeys {
  const value = (name: string) => {
    const header = headers[name];
    if (header === undefined || header === '') return null;
    if (typeof header === 'string' && readable.test(header)) return header;
    throw invalid({ path: name, message: importSentences.badKey });
  };
  return {
    userId,
    key: value('idempotency-key'),
    importId: value('x-import-id'),
    fingerprint: createHash('sha256').update(JSON.stringify(sent)).digest('base64url'),
  };
}

/**
 * The answer that a request with this key got; null when there was none.
 * @throws VALIDATION when something else was sent with it
 */
export async function storedAnswer(
  db: Kysely<Database>,
  { userId, key, fingerprint }: RequestKeys,
): Promise<ImportResult | null> {
  if (key === null) return null;
  const request = await db
    .selectFrom('import_requests')
    .select(['fingerprint', 'response'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!request) return null;
  if (request.fingerprint !== fingerprint)
    throw invalid({ path: 'idempotency-key', message: importSentences.keyReused });
  return JSON.parse(request.response) as ImportResult;
}

/** Keeps an answer, in the transaction of what it tells. */
export async function keepAnswer(
  trx: Transaction<Database>,
  { userId, key, importId, fingerprint }: RequestKeys,
  type: ImportType,
  answer: ImportResult,
  now: string,
): Promise<void> {
  if (key === null && importId === null) return;
  const { imported, updated, failed } = answer;
  await trx
    .insertInto('import_requests')
    .values({
      user_id: userId,
      key,
      import_id: importId,
      type,
      fingerprint,
      response: JSON.stringify(answer),
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
