import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { SessionUser } from '../contract/accounts/auth';
import {
  type Endpoint,
  idempotencyHeader,
  idempotencyKeyPattern,
  takesIdempotencyKey,
} from '../contract/endpoint';
import { importResultMessages } from '../contract/importMessages';
import { scopeOf } from './auth/scope';
import { inOneTransaction } from './db/callTransaction';
import type { Data, PromisedOperation } from './db/data';
import type { Database, Row } from './db/schema';
import { KeyBudget } from './idempotencyBudget';
import {
  type Asked,
  dayOf,
  integer,
  type Place,
  placeOf,
  refuseLostPlace,
  refuseOthersCircles,
  refuseOthersPupils,
  refuseOthersSection,
  refuseOthersStudent,
} from './idempotencyScope';
import { invalid, Problem } from './problem';

/** In characters: a longer answer is not kept, and a repeat is refused. */
const longestAnswer = 4_000_000;
/** What belongs to an answer beside its body. */
const keptHeaders = ['x-operation-id'];
const retryAfterSeconds = 2;
/**
 * Saved many times a day, in one transaction: that a call of these came before is found out when its answer is stored,
 * and what it did is taken back. To look for its key before each of them would cost more than to repeat one now and then.
 */
const sheetSaves = new Set([
  'POST /grades/save',
  'POST /absences/record',
  'PUT /absences/{x}/{y}/{date}',
  'POST /daily-records/save',
]);
const budget = new KeyBudget();

/** A call that may be sent again. */
interface KeyedCall extends Asked {
  key: string;
  user: SessionUser;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What is stored of an answer. */
interface StoredAnswer extends Pick<Row<'idempotency_keys'>, 'fingerprint' | 'answer'> {
  place: Place;
  /** Of a work in parts. */
  operation: PromisedOperation | null;
}

/** The key of a call; null where there is none, or the call takes none. @throws VALIDATION for one that no client makes */
export function keyOf(endpoint: Endpoint, headers: Record<string, unknown>): string | null {
  if (!takesIdempotencyKey(endpoint)) return null;
  const sent = headers[idempotencyHeader.toLowerCase()];
  if (sent === undefined || sent === '') return null;
  if (typeof sent === 'string' && idempotencyKeyPattern.test(sent)) return sent;
  throw invalid({ path: idempotencyHeader.toLowerCase(), message: importResultMessages.badKey });
}

/** By which a call and its body, as it was sent, are told from others. Passwords leave no trace in it. */
function fingerprintOf({ endpoint: { method, path }, request }: KeyedCall): string {
  const { params, query, body } = request;
  const text = jsonWithout('password', undefined, [method, path, params, query, body]);
  return hash('sha256', text, 'base64url');
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
  const { method, path } = call.endpoint;
  const before = sheetSaves.has(`${method} ${path}`) ? null : await storedAnswer(data, call, fingerprint);
  if (before) return before.answer;
  const place = await placeBefore(data, call);
  let written = null as Written | null;
  let size = 0;
  try {
    const result = await inOneTransaction(data, carryOut, (trx, answer, operation) => {
      const text = JSON.stringify(answer);
      const stored = withoutPasswords(answer, text);
      if (stored === text) written = { answer, text };
      size = stored.length;
      return storeAnswer(data, trx, call, {
        fingerprint,
        answer: size > longestAnswer ? null : stored,
        place,
        operation,
      });
    });
    sendAsWritten(call.reply, result, written);
    await budget.note(data, call.user.id, size);
    return result;
  } catch (error) {
    // The same call came before, or twice at once, and what it has done is in the way of this one.
    const meanwhile = await storedAnswer(data, call, fingerprint);
    if (meanwhile) return meanwhile.answer;
    throw error;
  }
}

async function storedAnswer(
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
  const scope = await scopeOf(data, user, dayOf(call));
  const isLimited = user.role !== 'admin' || user.section !== null;
  if (isLimited) await refuseLostPlace(data.read, call, stored, scope);
  if (await isUnderWay(data.read, stored)) throw new Problem('IN_PROGRESS', { retryAfterSeconds });
  if (stored.answer === null) throw new Problem('TOO_LARGE');
  const answer: unknown = JSON.parse(stored.answer);
  refuseOthersStudent(user, answer);
  const told = { answer, day: dayOf(call) };
  await refuseOthersCircles(data.read, stored.place_id, scope, told);
  await refuseOthersPupils(data.read, stored.place_id, scope, told);
  const headers = JSON.parse(stored.headers ?? '{}') as Record<string, string | number>;
  const operation = headers['x-operation-id'];
  if (user.role === 'admin') await refuseOthersSection(data.read, call, { answer, operation }, scope);
  void reply.headers(headers);
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

/** Read before the work where the work takes away what it is about; else the insert of the answer reads it. */
async function placeBefore(data: Data, call: KeyedCall): Promise<Place> {
  const isForAdmins = call.endpoint.roles.length === 1;
  const place = isForAdmins ? null : placeOf(call);
  if (!place || call.endpoint.method !== 'DELETE') return place;
  const { rows } = await sql<{ id: number | null }>`select ${place.id} as id`.execute(data.read);
  return { ...place, id: integer(rows[0]?.id ?? null) };
}

/**
 * In SQL as it is: to build these queries took longer than to run them.
 * @throws IN_PROGRESS where another call of this key has stored its answer; then nothing of this one stays
 */
async function storeAnswer(
  data: Data,
  trx: Transaction<Database>,
  { user, key, reply }: KeyedCall,
  { fingerprint, answer, place, operation }: StoredAnswer,
): Promise<void> {
  const { rows } = await sql`
    insert into idempotency_keys
      (user_id, key, fingerprint, answer, headers, place, place_id, operation_id, created_at)
    values (${user.id}, ${key}, ${fingerprint}, ${answer}, ${headersOf(reply, operation)},
      ${place?.place ?? null}, ${place?.id ?? null}, ${operation?.id ?? null}, ${data.now().toISOString()})
    on conflict do nothing
    returning user_id`.execute(trx);
  if (rows.length === 0) throw new Problem('IN_PROGRESS', { retryAfterSeconds });
}

/** An answer and its JSON, where nothing in it is to be left out. */
interface Written {
  answer: unknown;
  text: string;
}

/** What was written as text to be stored is sent as that text. */
function sendAsWritten(reply: FastifyReply, answer: unknown, written: Written | null): void {
  if (written && written.answer === answer)
    void reply.type('application/json; charset=utf-8').serializer(() => written.text);
}

/** The text of an answer as it is stored: a one-time password is shown once. */
const withoutPasswords = (answer: unknown, text: string): string =>
  text.includes('"temporary_password"') ? jsonWithout('temporary_password', null, answer) : text;

/** The headers that belong to the answer. @param operation whose number the answer tells once it is complete */
function headersOf(reply: FastifyReply, operation: PromisedOperation | null): string | null {
  if (operation?.isUndoable) return JSON.stringify({ 'x-operation-id': operation.id });
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
