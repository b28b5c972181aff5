import { createHash, randomBytes } from 'node:crypto';
import type { CompiledQuery, InferResult, Kysely, Transaction } from 'kysely';
import type { SessionUser } from '../../contract/auth';
import type { Data } from '../db/connection';
import { oncePerDatabase } from '../db/once';
import type { Database } from '../db/schema';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Staff are signed out after so long without a call (decision 21). */
const staffIdle = 12 * hour;
/** The longest life of any session. */
const longest = 30 * day;
/** How often the time of the last call is written down. */
const touchEvery = 5 * minute;

export interface Session {
  tokenHash: string;
  user: SessionUser;
  hasSteppedUp: boolean;
}

/** Only the hash is stored: who reads the database cannot sign in with it. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export async function startSession(trx: Transaction<Database>, userId: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const at = now.toISOString();
  await trx.deleteFrom('sessions').where('expires_at', '<', at).execute();
  await trx
    .insertInto('sessions')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      created_at: at,
      last_seen_at: at,
      expires_at: new Date(now.getTime() + longest).toISOString(),
      step_up_until: null,
    })
    .execute();
  return token;
}

const sessionQuery = (db: Kysely<Database>, tokenHash: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('students', 'students.id', 'users.student_row_id')
    .where('token_hash', '=', tokenHash)
    .where('users.is_active', '=', 1)
    .select([
      'users.id',
      'users.name',
      'users.username',
      'users.role',
      'users.email',
      'users.must_change_password',
      'students.student_id',
      'sessions.last_seen_at',
      'sessions.expires_at',
      'sessions.step_up_until',
    ]);

type SessionRow = InferResult<ReturnType<typeof sessionQuery>>[number];
const sessionStatement = oncePerDatabase((db): CompiledQuery<SessionRow> => sessionQuery(db, '').compile());

/** Every call asks this first. */
async function sessionRow(db: Kysely<Database>, tokenHash: string): Promise<SessionRow | undefined> {
  const statement = sessionStatement(db);
  const [, ...others] = statement.parameters;
  const { rows } = await db.executeQuery<SessionRow>({ ...statement, parameters: [tokenHash, ...others] });
  return rows[0];
}

/** The living session of a token, or null. Notes the time of the call every five minutes. */
export async function findSession(data: Data, token: string): Promise<Session | null> {
  const tokenHash = hashOf(token);
  const row = await sessionRow(data.read, tokenHash);
  if (!row) return null;
  const now = data.now();
  const idle = now.getTime() - Date.parse(row.last_seen_at);
  if (row.expires_at <= now.toISOString() || (row.role !== 'student' && idle > staffIdle)) return null;
  if (idle > touchEvery) {
    await data.keep((trx) =>
      trx
        .updateTable('sessions')
        .set({ last_seen_at: now.toISOString() })
        .where('token_hash', '=', tokenHash)
        .execute(),
    );
  }
  const { last_seen_at, expires_at, step_up_until, must_change_password, ...user } = row;
  return {
    tokenHash,
    user: { ...user, must_change_password: must_change_password === 1 },
    hasSteppedUp: step_up_until !== null && step_up_until > now.toISOString(),
  };
}

export async function endSession(trx: Transaction<Database>, tokenHash: string): Promise<void> {
  await trx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends every session of a person, but for the one that is named. */
export async function endSessionsOf(
  trx: Transaction<Database>,
  userId: number,
  except: string | null,
): Promise<void> {
  let query = trx.deleteFrom('sessions').where('user_id', '=', userId);
  if (except) query = query.where('token_hash', '<>', except);
  await query.execute();
}

export async function setStepUp(
  trx: Transaction<Database>,
  tokenHash: string,
  until: Date | null,
): Promise<void> {
  const step_up_until = until?.toISOString() ?? null;
  await trx.updateTable('sessions').set({ step_up_until }).where('token_hash', '=', tokenHash).execute();
}
