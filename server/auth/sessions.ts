import { createHash, randomBytes } from 'node:crypto';
import { type InferResult, sql } from 'kysely';
import { type OwnSession, type SessionUser, stepUpDuration } from '../../contract/accounts/auth';
import type { StaffSection } from '../../contract/vocabulary';
import type { Data } from '../db/data';
import { compiledOnce } from '../db/engine/once';
import type { Db, Trx } from '../db/schema';
import { Problem } from '../problem';
import { plainAddress } from './addresses';

const second = 1_000;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Staff are signed out after this time without a call (decision 21). */
const staffIdle = 12 * hour;
/** The maximum age of any session. */
const longest = 30 * day;
/** How often the time of the last call is stored. */
const touchEvery = 5 * minute;
/** The clocks of two servers may differ by this much; a later time was written before the clock was set back. */
const apart = 5 * second;

export interface Session {
  id: string;
  tokenHash: string;
  user: SessionUser;
  /** The address to store with the time of this call; null if a call was stored some minutes ago. */
  touchFrom: string | null;
}

/** Only the hash is stored, so that nobody who reads the database can sign in with it. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export async function startSession(
  trx: Trx,
  userId: number,
  now: Date,
  from: { address: string; device: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const at = now.toISOString();
  await trx.deleteFrom('sessions').where('expires_at', '<', at).execute();
  await trx
    .insertInto('sessions')
    .values({
      token_hash: hashOf(token),
      id: randomBytes(12).toString('base64url'),
      ...from,
      user_id: userId,
      created_at: at,
      last_seen_at: at,
      expires_at: new Date(now.getTime() + longest).toISOString(),
      step_up_until: null,
    })
    .execute();
  return token;
}

/** The columns of an account, joined with its student. */
export const sessionUserColumns = [
  'users.id',
  'users.name',
  'users.username',
  'users.role',
  'users.email',
  'users.must_change_password',
  'students.student_id',
  // Read at each call, like the role, so that a change holds at once.
  sql<StaffSection | null>`case when users.role <> 'student'
    and exists (select 1 from settings where sections_enabled = 1) then users.section end`.as('section'),
] as const;

const sessionQuery = (db: Db, tokenHash: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('students', 'students.id', 'users.student_row_id')
    .where('token_hash', '=', tokenHash)
    .where('users.is_active', '=', 1)
    .select([
      ...sessionUserColumns,
      'sessions.id as session_id',
      'sessions.last_seen_at',
      'sessions.expires_at',
      'sessions.step_up_until',
    ]);

type SessionRow = InferResult<ReturnType<typeof sessionQuery>>[number];
/** Read first by every call. */
const sessionRows = compiledOnce(['tokenHash'], (db, { tokenHash }: { tokenHash: string }) =>
  sessionQuery(db, tokenHash),
);

/** Whether a session has ended, by its expiry or by the time of its last call. */
const isOver = (row: Pick<SessionRow, 'expires_at' | 'last_seen_at' | 'role'>, now: Date): boolean =>
  row.expires_at <= now.toISOString() ||
  (row.role !== 'student' && now.getTime() - Date.parse(row.last_seen_at) > staffIdle);

/** Whether the step-up is still valid, and was not set by a clock that has been set back since. */
function isSteppedUp(until: string | null, now: Date): boolean {
  if (until === null) return false;
  const left = Date.parse(until) - now.getTime();
  return left > 0 && left <= stepUpDuration + apart;
}

/** The session of a token, or null if it has ended. */
export async function findSession(data: Data, token: string, from: string): Promise<Session | null> {
  const tokenHash = hashOf(token);
  const [row] = await sessionRows(data.read, { tokenHash });
  if (!row) return null;
  const now = data.now();
  if (isOver(row, now)) return null;
  const unseen = now.getTime() - Date.parse(row.last_seen_at);
  const { session_id, last_seen_at, expires_at, step_up_until, must_change_password, ...user } = row;
  return {
    id: session_id,
    tokenHash,
    user: { ...user, must_change_password: must_change_password === 1 },
    touchFrom: unseen > touchEvery || unseen < -apart ? plainAddress(from) : null,
  };
}

/** Times of calls that are being stored, by session: while the database is locked, its other calls add no more. */
const touching = new Map<string, Promise<void>>();

/** When storing is tried again: a full disk or a lock, which refused one time, refuses all. */
const pausedUntil = new WeakMap<Data, number>();

function isPaused(data: Data): boolean {
  const left = (pausedUntil.get(data) ?? 0) - data.now().getTime();
  return left > 0 && left <= minute;
}

/** Ends when the times of all answered calls are stored, or could not be. */
export const finishTouches = () => Promise.allSettled(touching.values());

/**
 * Stores the time and address of a call after its answer, since a call that reads must not wait for a write. What cannot
 * be stored is left out for a minute.
 * @throws where it cannot be stored
 */
export async function touchSession(data: Data, session: Session): Promise<void> {
  const { tokenHash } = session;
  if (touching.has(tokenHash) || isPaused(data)) return;
  const storing = storeCall(data, session).catch((error: unknown) => {
    pausedUntil.set(data, data.now().getTime() + minute);
    throw error;
  });
  touching.set(tokenHash, storing);
  await storing.finally(() => touching.delete(tokenHash));
}

async function storeCall(data: Data, { tokenHash, touchFrom }: Session): Promise<void> {
  if (touchFrom === null) return;
  const now = data.now();
  const latest = new Date(now.getTime() + longest).toISOString();
  await data.writeUnlogged((trx) =>
    trx
      .updateTable('sessions')
      .set((on) => ({
        last_seen_at: now.toISOString(),
        address: touchFrom,
        expires_at: on.case().when('expires_at', '<', latest).then(on.ref('expires_at')).else(latest).end(),
      }))
      .where('token_hash', '=', tokenHash)
      .execute(),
  );
}

/** The sessions of a person, the newest call first: that of this call, from its address. */
export async function sessionsOf(data: Data, { id, user, touchFrom }: Session): Promise<OwnSession[]> {
  const rows = await data.read
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'expires_at', 'address', 'device'])
    .where('user_id', '=', user.id)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
  const living = rows.filter((row) => !isOver({ ...row, role: user.role }, data.now()));
  const present = touchFrom === null ? {} : { last_seen_at: data.now().toISOString(), address: touchFrom };
  const sessions = living.map(({ expires_at: _, ...row }) =>
    row.id === id ? { ...row, ...present, is_current: true } : { ...row, is_current: false },
  );
  return sessions.toSorted((a, b) => Date.parse(b.last_seen_at) - Date.parse(a.last_seen_at));
}

/** @returns whether this person had such a session */
export async function endOwnSession(trx: Trx, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function endSession(trx: Trx, tokenHash: string): Promise<void> {
  await trx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends all sessions of a person except the named one. @returns how many */
export async function endSessionsOf(trx: Trx, userId: number, except: string | null): Promise<number> {
  let query = trx.deleteFrom('sessions').where('user_id', '=', userId);
  if (except) query = query.where('token_hash', '<>', except);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}

export async function setStepUp(trx: Trx, tokenHash: string, until: Date | null): Promise<void> {
  const step_up_until = until?.toISOString() ?? null;
  await trx.updateTable('sessions').set({ step_up_until }).where('token_hash', '=', tokenHash).execute();
}

/**
 * Reads a session again in the transaction of a guarded write: it may have ended since the call began.
 * @param isPlain a server with only the specification has no step-up
 * @throws UNAUTHENTICATED, FORBIDDEN for another role or section, STEP_UP_REQUIRED without a recent step-up
 */
export async function requireStepUpOf(
  db: Db,
  { tokenHash, user }: Session,
  now: Date,
  isPlain: boolean,
): Promise<void> {
  const [row] = await sessionQuery(db, tokenHash).execute();
  if (!row || isOver(row, now)) throw new Problem('UNAUTHENTICATED');
  if (row.role !== user.role || row.section !== user.section) throw new Problem('FORBIDDEN');
  if (!isPlain && !isSteppedUp(row.step_up_until, now)) throw new Problem('STEP_UP_REQUIRED');
}
