import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { hash } from 'node:crypto';
import type { SessionUser } from '../contract/accounts/auth';
import {
  type Endpoint,
  idempotencyHeader,
  idempotencyKeyPattern,
  takesIdempotencyKey,
} from '../contract/endpoint';
import { importResultMessages } from '../contract/importMessages';
import { loadScope } from './auth/scope';
import { inOneTransaction } from './db/callTransaction';
import type { Data, PendingOperation } from './db/data';
import type { Database, Row } from './db/schema';
import {
  callDay,
  castInteger,
  findKeyScope,
  type KeyScope,
  refuseLostScope,
  refuseOtherCircles,
  refuseOtherSection,
  refuseOtherStudent,
  refuseOtherStudents,
  type ScopedCall,
} from './idempotencyScope';
import { invalid, Problem } from './problem';

/** Limit per user. If an answer was deleted, a repeated call writes again. */
const maxKeys = 2_000;
const maxBytes = 16_000_000;
/** The server checks the limits of a user after this number of keys or bytes. */
const keysPerCheck = 500;
const bytesPerCheck = 8_000_000;

class KeyBudget {
  readonly #usage = new WeakMap<object, Map<number, number>>();

  async record(data: Data, userId: number, size: number): Promise<void> {
    const usageByUser = this.#usage.get(data) ?? new Map<number, number>();
    this.#usage.set(data, usageByUser);
    // A new counter starts at 1, so that the first call checks the answers of other servers too.
    const usage = (usageByUser.get(userId) ?? 1) + 1 / keysPerCheck + size / bytesPerCheck;
    usageByUser.set(userId, usage >= 1 ? 0 : usage);
    if (usage < 1) return;
    // The call has succeeded. If the deletion fails, the next call tries again.
    await deleteOldest(data, userId).catch(() => usageByUser.delete(userId));
  }
}

async function deleteOldest(data: Data, userId: number): Promise<void> {
  await data.writeUnlogged((trx) =>
    sql`
      delete from idempotency_keys where user_id = ${userId} and key in (
        select key from (
          select key, row_number() over newest_first as place,
            sum(coalesce(octet_length(answer), 0)) over newest_first as bytes
          from idempotency_keys where user_id = ${userId}
          window newest_first as (order by created_at desc, key)
        ) as of_person
        where place > ${maxKeys} or bytes > ${maxBytes})`.execute(trx),
  );
}

/** Characters. A longer answer is not stored, and a repeated call is refused. */
const maxAnswerLength = 4_000_000;
const storedHeaderNames = ['x-operation-id'];
const retryAfterSeconds = 2;
/** For these calls, looking up each key costs more than rolling back a rare repeated save. */
const sheetSaves = new Set([
  'POST /grades/save',
  'POST /absences/record',
  'PUT /absences/{x}/{y}/{date}',
  'POST /daily-records/save',
]);
const budget = new KeyBudget();

interface KeyedCall extends ScopedCall {
  key: string;
  user: SessionUser;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface AnswerToStore extends Pick<Row<'idempotency_keys'>, 'fingerprint' | 'answer'> {
  keyScope: KeyScope;
  operation: PendingOperation | null;
}

/** @throws VALIDATION for an invalid key */
export function readKey(endpoint: Endpoint, headers: Record<string, unknown>): string | null {
  if (!takesIdempotencyKey(endpoint)) return null;
  const header = headers[idempotencyHeader.toLowerCase()];
  if (header === undefined || header === '') return null;
  if (typeof header === 'string' && idempotencyKeyPattern.test(header)) return header;
  throw invalid({ path: idempotencyHeader.toLowerCase(), message: importResultMessages.badKey });
}

function computeFingerprint({ endpoint: { method, path }, request }: KeyedCall): string {
  const { params, query, body } = request;
  const text = stringifyWithout(['password'], undefined, [method, path, params, query, body]);
  return hash('sha256', text, 'base64url');
}

export async function answerOnce(
  data: Data,
  call: KeyedCall,
  runCall: (data: Data) => Promise<unknown>,
): Promise<unknown> {
  const fingerprint = computeFingerprint(call);
  const { method, path } = call.endpoint;
  const previous = sheetSaves.has(`${method} ${path}`)
    ? null
    : await findStoredAnswer(data, call, fingerprint);
  if (previous) return previous.answer;
  const keyScope = await loadKeyScope(data, call);
  let serialized = null as SerializedAnswer | null;
  let size = 0;
  try {
    const result = await inOneTransaction(data, runCall, (trx, answer, operation) => {
      const text = JSON.stringify(answer);
      const stored = removeSecrets(answer, text);
      if (stored === text) serialized = { answer, text };
      size = stored.length;
      return storeAnswer(data, trx, call, {
        fingerprint,
        answer: size > maxAnswerLength ? null : stored,
        keyScope,
        operation,
      });
    });
    sendSerialized(call.reply, result, serialized);
    await budget.record(data, call.user.id, size);
    return result;
  } catch (error) {
    // A parallel call with this key has finished first, and this call conflicts with its writes.
    const storedMeanwhile = await findStoredAnswer(data, call, fingerprint);
    if (storedMeanwhile) return storedMeanwhile.answer;
    throw error;
  }
}

async function findStoredAnswer(
  data: Data,
  call: KeyedCall,
  fingerprint: string,
): Promise<{ answer: unknown } | null> {
  const { key, user, reply } = call;
  const { rows } = await sql<Row<'idempotency_keys'>>`
    select * from idempotency_keys where user_id = ${user.id} and key = ${key}`.execute(data.read);
  const [stored] = rows;
  if (!stored) return null;
  if (stored.fingerprint !== fingerprint) throw new Problem('KEY_REUSED');
  const scope = await loadScope(data, user, callDay(call));
  const isLimited = user.role !== 'admin' || user.section !== null;
  if (isLimited) await refuseLostScope(data.read, call, stored, scope);
  if (await isRunning(data.read, stored)) throw new Problem('IN_PROGRESS', { retryAfterSeconds });
  if (stored.answer === null) throw new Problem('TOO_LARGE');
  const answer: unknown = JSON.parse(stored.answer);
  refuseOtherStudent(user, answer);
  const response = { answer, day: callDay(call) };
  await refuseOtherCircles(data.read, stored.place_id, scope, response);
  await refuseOtherStudents(data.read, stored.place_id, scope, response);
  const headers = JSON.parse(stored.headers ?? '{}') as Record<string, string | number>;
  const operation = headers['x-operation-id'];
  if (user.role === 'admin') await refuseOtherSection(data.read, call, { answer, operation }, scope);
  void reply.headers(headers);
  return { answer };
}

async function isRunning(db: Kysely<Database>, { operation_id }: Row<'idempotency_keys'>): Promise<boolean> {
  if (operation_id === null) return false;
  const removal = db
    .selectFrom('slow_removals')
    .select('operation_id')
    .where('operation_id', '=', operation_id);
  const undo = db.selectFrom('slow_undos').select('undo_id').where('undo_id', '=', operation_id);
  return Boolean((await removal.executeTakeFirst()) ?? (await undo.executeTakeFirst()));
}

/** The scope is read before the call, because a deletion removes the rows that lead to it. */
async function loadKeyScope(data: Data, call: KeyedCall): Promise<KeyScope> {
  const isForAdmins = call.endpoint.roles.length === 1;
  const keyScope = isForAdmins ? null : findKeyScope(call);
  if (!keyScope || call.endpoint.method !== 'DELETE') return keyScope;
  const { rows } = await sql<{ id: number | null }>`select ${keyScope.id} as id`.execute(data.read);
  return { ...keyScope, id: castInteger(rows[0]?.id ?? null) };
}

/** Plain SQL is used because building the Kysely query takes longer than running it. @throws IN_PROGRESS */
async function storeAnswer(
  data: Data,
  trx: Transaction<Database>,
  { user, key, reply }: KeyedCall,
  { fingerprint, answer, keyScope, operation }: AnswerToStore,
): Promise<void> {
  const { rows } = await sql`
    insert into idempotency_keys
      (user_id, key, fingerprint, answer, headers, place, place_id, operation_id, created_at)
    values (${user.id}, ${key}, ${fingerprint}, ${answer}, ${serializeHeaders(reply, operation)},
      ${keyScope?.table ?? null}, ${keyScope?.id ?? null}, ${operation?.id ?? null}, ${data.now().toISOString()})
    on conflict do nothing
    returning user_id`.execute(trx);
  if (rows.length === 0) throw new Problem('IN_PROGRESS', { retryAfterSeconds });
}

interface SerializedAnswer {
  answer: unknown;
  text: string;
}

function sendSerialized(reply: FastifyReply, answer: unknown, serialized: SerializedAnswer | null): void {
  if (serialized && serialized.answer === answer)
    void reply.type('application/json; charset=utf-8').serializer(() => serialized.text);
}

/** Secrets that an answer has only once, and that the server does not store. */
const secretFields = ['temporary_password', 'link_code', 'link_pin'];

const removeSecrets = (answer: unknown, text: string): string =>
  secretFields.some((name) => text.includes(`"${name}"`))
    ? stringifyWithout(secretFields, null, answer)
    : text;

function serializeHeaders(reply: FastifyReply, operation: PendingOperation | null): string | null {
  if (operation?.isUndoable) return JSON.stringify({ 'x-operation-id': operation.id });
  const storedHeaders = storedHeaderNames.flatMap((name) => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [[name, value]];
  });
  return storedHeaders.length > 0 ? JSON.stringify(Object.fromEntries(storedHeaders)) : null;
}

function stringifyWithout(names: readonly string[], replacement: unknown, value: unknown): string {
  const text = JSON.stringify(value);
  if (!names.some((name) => text.includes(`"${name}"`))) return text;
  return JSON.stringify(value, (key, fieldValue) =>
    names.includes(key) && typeof fieldValue === 'string' ? replacement : fieldValue,
  );
}
