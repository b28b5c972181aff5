import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { SessionUser } from '../contract/auth';
import { keyHeader, readableKey, takesKey } from '../contract/idempotency';
import type { Endpoint } from '../contract/endpoint';
import { importSentences } from '../contract/importMessages';
import { scopeOf } from './auth/scope';
import { inOneTransaction } from './db/engine/callTransaction';
import type { Data } from './db/engine/connection';
import type { Database, Row } from './db/schema';
import { KeyBudget } from './idempotencyBudget';
import { type Asked, placeOf, refuseLostPlace, refuseOthersStudent } from './idempotencyPlaces';
import { invalid, Problem } from './problem';

/** In characters: a longer answer is not kept, and a repeat is refused. */
const longestAnswer = 4_000_000;
/** What belongs to an answer beside its body. */
const keptHeaders = ['x-operation-id'];
const retryAfterSeconds = 2;
const budget = new KeyBudget();

/** A call that may be sent again. */
interface KeyedCall extends Asked {
  key: string;
  user: SessionUser;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The key of a call; null where there is none, or the call takes none. @throws VALIDATION for one that no client makes */
export function keyOf(endpoint: Endpoint, headers: Record<string, unknown>): string | null {
  if (!takesKey(endpoint)) return null;
  const sent = headers[keyHeader.toLowerCase()];
  if (sent === undefined || sent === '') return null;
  if (typeof sent === 'string' && readableKey.test(sent)) return sent;
  throw invalid({ path: keyHeader.toLowerCase(), message: importSentences.badKey });
}

/** By which a call and its body, as it was sent, are told from others. Passwords leave no trace in it. */
function fingerprintOf({ endpoint: { method, path }, request }: KeyedCall): string {
  const { params, query, body } = request;
  const text = jsonWithout('password', undefined, [method, path, params, query, body]);
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * Answers a call that may be sent again: what was answered to the first of its key, or what it comes to now, stored
 * with what it writes.
 * @throws KEY_REUSED, IN_PROGRESS, and what the call itself does
 */
export async function answeredOnce(
  data: Data,
  call: KeyedCall,
  carryOut: (data: Data) => Promise<unknown>,
): Promise<unknown> {
  const fingerprint = fingerprintOf(call);
  const before = await storedAnswer(data, call, fingerprint);
  if (before) return before.answer;
  const isForAdmins = call.endpoint.roles.length === 1;
  const place = isForAdmins ? null : await placeOf(data.read, call);
  let size = 0;
  try {
    const answer = await inOneTransaction(data, carryOut, (trx, given, operation_id) => {
      const kept = storable(given);
      size = kept?.length ?? 0;
      return keepAnswer(trx, {
        user_id: call.user.id,
        key: call.key,
        fingerprint,
        answer: kept,
        headers: headersOf(call.reply),
        place: place?.place ?? null,
        place_id: place?.place_id ?? null,
        operation_id,
        created_at: data.now().toISOString(),
      });
    });
    await budget.note(data, call.user.id, size);
    return answer;
  } catch (error) {
    // The same call came twice at once, and what the other has done is in the way of this one.
    const meanwhile = await storedAnswer(data, call, fingerprint);
    if (meanwhile) return meanwhile.answer;
    throw error;
  }
}

async function storedAnswer(
  data: Data,
  { key, user, reply }: KeyedCall,
  fingerprint: string,
): Promise<{ answer: unknown } | null> {
  const stored = await data.read
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!stored) return null;
  if (stored.fingerprint !== null && stored.fingerprint !== fingerprint) throw new Problem('KEY_REUSED');
  if (user.role !== 'admin') await refuseLostPlace(data.read, stored, await scopeOf(data, user));
  if (await isUnderWay(data.read, stored)) throw new Problem('IN_PROGRESS', { retryAfterSeconds });
  if (stored.answer === null) throw new Problem('TOO_LARGE');
  const answer: unknown = JSON.parse(stored.answer);
  refuseOthersStudent(user, answer);
  if (stored.headers) void reply.headers(JSON.parse(stored.headers));
  return { answer };
}

/** Whether a work in parts goes on. */
async function isUnderWay(db: Kysely<Database>, { operation_id }: Row<'idempotency_keys'>): Promise<boolean> {
  if (operation_id === null) return false;
  const removal = db
    .selectFrom('slow_removals')
    .select('operation_id')
    .where('operation_id', '=', operation_id);
  const undo = db.selectFrom('slow_undos').select('undo_id').where('undo_id', '=', operation_id);
  return Boolean((await removal.executeTakeFirst()) ?? (await undo.executeTakeFirst()));
}

/** @throws IN_PROGRESS where another call of this key has stored its answer; then nothing of this one stays */
async function keepAnswer(trx: Transaction<Database>, row: Row<'idempotency_keys'>): Promise<void> {
  const stored = await trx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (!stored) throw new Problem('IN_PROGRESS', { retryAfterSeconds });
}

/** As it is stored: without a one-time password, which is shown once. Null where it is too long. */
function storable(answer: unknown): string | null {
  const text = jsonWithout('temporary_password', null, answer);
  return text.length > longestAnswer ? null : text;
}

/** The headers that belong to the answer. */
function headersOf(reply: FastifyReply): string | null {
  const kept = keptHeaders.flatMap((name) => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [[name, value]];
  });
  return kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : null;
}

/** As JSON, with something else in the place of every text of this name. */
function jsonWithout(name: string, instead: unknown, value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes(`"${name}"`)) return text;
  return JSON.stringify(value, (key, of) => (key === name && typeof of === 'string' ? instead : of));
}
