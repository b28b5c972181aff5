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

/** A session of staff ends after this time without a call (decision 21). */
const maxStaffIdle = 12 * hour;
const maxSessionAge = 30 * day;
const touchInterval = 5 * minute;
/** The clocks of two servers may differ by this much. A later time was stored before a clock was set back. */
const maxClockDifference = 5 * second;

export interface Session {
  id: string;
  tokenHash: string;
  user: SessionUser;
  /** The address to store with the time of this call. Null: a recent call is already stored. */
  touchFrom: string | null;
}

/** The database stores only the hash, so that a reader of the database cannot use the session. */
const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export async function startSession(
  trx: Trx,
  userId: number,
  now: Date,
  origin: { address: string; device: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const startedAt = now.toISOString();
  await trx.deleteFrom('sessions').where('expires_at', '<', startedAt).execute();
  await trx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      id: randomBytes(12).toString('base64url'),
      ...origin,
      user_id: userId,
      created_at: startedAt,
      last_seen_at: startedAt,
      expires_at: new Date(now.getTime() + maxSessionAge).toISOString(),
      step_up_until: null,
    })
    .execute();
  return token;
}

export const sessionUserColumns = [
  'users.id',
  'users.name',
  'users.username',
  'users.role',
  'users.email',
  'users.must_change_password',
  'students.student_id',
  // The section is read on each call, like the role, so that a change takes effect at once.
  sql<StaffSection | null>`case when users.role <> 'student'
    and exists (select 1 from settings where sections_enabled = 1) then users.section end`.as('section'),
] as const;

const selectSession = (db: Db, tokenHash: string) =>
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

type SessionRow = InferResult<ReturnType<typeof selectSession>>[number];
/** Every call runs this query first. */
const loadSessionRows = compiledOnce(['tokenHash'], (db, { tokenHash }: { tokenHash: string }) =>
  selectSession(db, tokenHash),
);

const isExpired = (row: Pick<SessionRow, 'expires_at' | 'last_seen_at' | 'role'>, now: Date): boolean =>
  row.expires_at <= now.toISOString() ||
  (row.role !== 'student' && now.getTime() - Date.parse(row.last_seen_at) > maxStaffIdle);

/** An end beyond the maximum was stored before a clock was set back, and is invalid. */
function isSteppedUp(until: string | null, now: Date): boolean {
  if (until === null) return false;
  const remaining = Date.parse(until) - now.getTime();
  return remaining > 0 && remaining <= stepUpDuration + maxClockDifference;
}

export async function findSession(data: Data, token: string, address: string): Promise<Session | null> {
  const tokenHash = hashToken(token);
  const [row] = await loadSessionRows(data.read, { tokenHash });
  if (!row) return null;
  const now = data.now();
  if (isExpired(row, now)) return null;
  const idleTime = now.getTime() - Date.parse(row.last_seen_at);
  const { session_id, last_seen_at, expires_at, step_up_until, must_change_password, ...user } = row;
  return {
    id: session_id,
    tokenHash,
    user: { ...user, must_change_password: must_change_password === 1 },
    touchFrom: idleTime > touchInterval || idleTime < -maxClockDifference ? plainAddress(address) : null,
  };
}

/** Running writes by session. A locked database must not collect several writes of one session. */
const runningTouches = new Map<string, Promise<void>>();

/**
 * Time of the next attempt after a failed write. A full disk or a lock makes all writes fail, not only
 * one.
 */
const pausedUntil = new WeakMap<Data, number>();

function isPaused(data: Data): boolean {
  const remaining = (pausedUntil.get(data) ?? 0) - data.now().getTime();
  return remaining > 0 && remaining <= minute;
}

/** Resolves when no write of a call's time is running. */
export const flushSessionTouches = () => Promise.allSettled(runningTouches.values());

/**
 * Runs after the response is sent, so that a read does not wait for a write. After a failure, no call is
 * stored for a minute.
 */
export async function touchSession(data: Data, session: Session): Promise<void> {
  const { tokenHash } = session;
  if (runningTouches.has(tokenHash) || isPaused(data)) return;
  const storing = storeCall(data, session).catch((error: unknown) => {
    pausedUntil.set(data, data.now().getTime() + minute);
    throw error;
  });
  runningTouches.set(tokenHash, storing);
  await storing.finally(() => runningTouches.delete(tokenHash));
}

async function storeCall(data: Data, { tokenHash, touchFrom }: Session): Promise<void> {
  if (touchFrom === null) return;
  const now = data.now();
  const maxExpiry = new Date(now.getTime() + maxSessionAge).toISOString();
  await data.writeUnlogged((trx) =>
    trx
      .updateTable('sessions')
      .set((builder) => ({
        last_seen_at: now.toISOString(),
        address: touchFrom,
        expires_at: builder
          .case()
          .when('expires_at', '<', maxExpiry)
          .then(builder.ref('expires_at'))
          .else(maxExpiry)
          .end(),
      }))
      .where('token_hash', '=', tokenHash)
      .execute(),
  );
}

/** Sorted by the latest call. The current session has the time and address of this call. */
export async function loadSessions(data: Data, { id, user, touchFrom }: Session): Promise<OwnSession[]> {
  const rows = await data.read
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'expires_at', 'address', 'device'])
    .where('user_id', '=', user.id)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
  const activeRows = rows.filter((row) => !isExpired({ ...row, role: user.role }, data.now()));
  const currentCall =
    touchFrom === null ? {} : { last_seen_at: data.now().toISOString(), address: touchFrom };
  const sessions = activeRows.map(({ expires_at: _, ...row }) =>
    row.id === id ? { ...row, ...currentCall, is_current: true } : { ...row, is_current: false },
  );
  return sessions.toSorted((a, b) => Date.parse(b.last_seen_at) - Date.parse(a.last_seen_at));
}

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

export async function endSessions(trx: Trx, userId: number, exceptTokenHash: string | null): Promise<number> {
  let query = trx.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptTokenHash) query = query.where('token_hash', '<>', exceptTokenHash);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}

export async function setStepUp(trx: Trx, tokenHash: string, until: Date | null): Promise<void> {
  const step_up_until = until?.toISOString() ?? null;
  await trx.updateTable('sessions').set({ step_up_until }).where('token_hash', '=', tokenHash).execute();
}

/**
 * Runs in the transaction of the write, because the session may have ended since the call began.
 * @param isPlain true: no step-up is needed
 * @throws UNAUTHENTICATED, FORBIDDEN for another role or section, STEP_UP_REQUIRED without a recent
 * step-up
 */
export async function requireSessionStepUp(
  db: Db,
  { tokenHash, user }: Session,
  now: Date,
  isPlain: boolean,
): Promise<void> {
  const [row] = await selectSession(db, tokenHash).execute();
  if (!row || isExpired(row, now)) throw new Problem('UNAUTHENTICATED');
  if (row.role !== user.role || row.section !== user.section) throw new Problem('FORBIDDEN');
  if (!isPlain && !isSteppedUp(row.step_up_until, now)) throw new Problem('STEP_UP_REQUIRED');
}
