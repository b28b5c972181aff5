import type { FastifyReply, FastifyRequest } from 'fastify';
import { authApi, type SessionUser, type SignInResult, stepUpDuration } from '../../contract/accounts/auth';
import type { BodyOf } from '../../contract/endpoint';
import { ruleMessages } from '../../contract/errors';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { resolvePasswordRequests } from '../domain/accounts';
import type { Data } from '../db/data';
import { systemActor } from '../db/log/operationLog';
import { forNoKeyUpdate } from '../db/engine/dialect';
import { notify } from '../domain/notifications';
import { type Call, done, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';
import type { Db, Row } from '../db/schema';
import { beginAttempt, usernameKey, writeNothing } from './attempts';
import { deviceName, deviceOf } from './deviceCookie';
import { checkNewPassword, hasEnded, hashPassword, isPassword } from './passwords';
import { outboxKey } from './serverKeys';
import {
  endOwnSession,
  endSession,
  endSessionsOf,
  sessionsOf,
  sessionUserColumns,
  setStepUp,
  startSession,
} from './sessions';

/**
 * The stored hash of the caller's password if the password is right, else null. Attempts are counted for this session
 * only.
 */
async function checkOwnPassword(
  { data, user, session, address }: Call,
  password: string,
): Promise<string | null> {
  const attempt = await beginAttempt(data, { kind: 'own', name: session.id, address });
  const account = await accountOf(data.read, usernameKey(user.username));
  const stored = account?.password_hash ?? null;
  if (!(await isPassword(stored, password))) return null;
  await attempt.succeed();
  return stored;
}

/**
 * Creates one open request for the admins. For an unknown name it only takes the same time, so that the answer does
 * not tell which names exist. @returns whether a request was created
 */
async function requestPassword(
  data: Data,
  account: Pick<Row<'users'>, 'id' | 'name' | 'username' | 'role'> | null,
): Promise<boolean> {
  if (!account) return data.writeTogether(systemActor, async () => false);
  const actor = { userId: account.id, name: account.name, role: account.role, undoSession: null };
  return data.writeTogether(actor, async (unit) => {
    // Locked, so that of several requests at the same time only one is created.
    const own = unit.trx.selectFrom('users').select('id').where('id', '=', account.id);
    await forNoKeyUpdate(unit.kind, own).execute();
    const open = await unit.trx
      .selectFrom('password_requests')
      .select('id')
      .where('user_id', '=', account.id)
      .where('resolved_at', 'is', null)
      .executeTakeFirst();
    if (open) return false;
    const what = operationDescriptions.passwordRequested(account.name);
    unit.describe('create', 'password_requests', account.name, what);
    await unit.insert('password_requests', { user_id: account.id, resolved_at: null });
    const told = { user_id: account.id, username: account.username, name: account.name };
    const link = `/users?${new URLSearchParams({ filter: JSON.stringify({ q: account.username }) })}`;
    await notify(unit.trx, unit.now, { role: 'admin' }, 'password_request', told, link);
    return true;
  });
}

/** Answers with a token, and notes in the cookie that this account signed in on this device. */
async function signIn(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<SignInResult> {
  const { data, config, address } = call;
  const { username, password } = call.body as BodyOf<typeof authApi.login>;
  const device = await deviceOf(data, request.headers.cookie);
  const account = await accountOf(data.read, usernameKey(username));
  const known = device.idFor(account?.id);
  const attempt = await beginAttempt(data, { kind: 'sign-in', name: username, address, device: known });
  const fits = await isPassword(account?.is_active ? account.password_hash : null, password);
  if (!account || !fits || hasEnded(account, data.now())) throw new Problem('BAD_CREDENTIALS');
  await attempt.succeed();
  const token = await data.writeUnlogged(async (trx) => {
    const now = data.now();
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ last_login: now.toISOString() })
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .where('is_active', '=', 1)
      .executeTakeFirst();
    // The password was changed after it was checked: that ended all sessions, and no new one may start with the old
    // one.
    if (numUpdatedRows === 0n) throw new Problem('BAD_CREDENTIALS');
    return startSession(trx, account.id, now, { address, device: deviceName(request.headers['user-agent']) });
  });
  if (!config.PLAIN_API)
    void reply.header('Set-Cookie', device.cookieWith(account.id, request.protocol === 'https'));
  return { user: await sessionUserOf(data.read, account.id), token };
}

export const authRoutes: Route[] = [
  { endpoint: authApi.login, answer: signIn },

  route(authApi.logout, async ({ data, session }) => {
    await data.writeUnlogged((trx) => endSession(trx, session.tokenHash));
    return done(successMessages.signedOut);
  }),

  route(authApi.me, async ({ user }) => user),

  route(authApi.changePassword, async (call) => {
    const { data, body, user, actor, session } = call;
    const before = await checkOwnPassword(call, body.current);
    if (before === null) throw new Problem('WRONG_PASSWORD');
    if (body.new === body.current) throw invalid({ path: 'new', message: ruleMessages.passwordUnchanged });
    checkNewPassword(body.new, user.username, 'new');
    const password_hash = await hashPassword(body.new);
    // Without an undo session, since a new password must not be undone.
    await data.write({ ...actor, undoSession: null }, async (unit) => {
      // An admin may have set another password meanwhile; somebody who only knows the old one must not replace it.
      const current = await accountOf(unit.trx, usernameKey(user.username));
      if (current?.password_hash !== before) throw new Problem('WRONG_PASSWORD');
      unit.describe('update', 'users', user.name, operationDescriptions.passwordChanged(user.name));
      await unit.update('users', user.id, { password_hash, must_change_password: 0, password_ends_at: null });
      await resolvePasswordRequests(unit, user.id);
      await endSessionsOf(unit.trx, user.id, session.tokenHash);
    });
    return done(successMessages.passwordChanged);
  }),

  route(authApi.forgotPassword, async ({ data, body, address }) => {
    // Counted separately from sign-ins, so that requests cannot use up the limit of sign-ins.
    await beginAttempt(data, { kind: 'forgot', name: body.username, address });
    const account = await accountOf(data.read, usernameKey(body.username));
    const isAsked = await requestPassword(data, account?.is_active ? account : null);
    // If nothing is written, the same work is done.
    if (!isAsked) await writeNothing(data);
    return done(successMessages.passwordRequested);
  }),

  route(authApi.stepUp, async (call) => {
    if ((await checkOwnPassword(call, call.body.password)) === null) throw new Problem('WRONG_PASSWORD');
    const until = new Date(call.data.now().getTime() + stepUpDuration);
    await call.data.writeUnlogged((trx) => setStepUp(trx, call.session.tokenHash, until));
    return done(successMessages.steppedUp);
  }),

  route(authApi.stepDown, async ({ data, session }) => {
    await data.writeUnlogged((trx) => setStepUp(trx, session.tokenHash, null));
    return { message: successMessages.steppedDown };
  }),

  route(authApi.sessions, ({ data, session }) => sessionsOf(data, session)),

  route(authApi.outboxKey, async ({ data, user }) => ({ key: await outboxKey(data, user.id) })),

  route(authApi.endSession, async ({ data, user, session, params: { id } }) => {
    if (!(await data.writeUnlogged((trx) => endOwnSession(trx, user.id, id)))) throw notFound();
    return { message: id === session.id ? successMessages.signedOut : successMessages.sessionEnded };
  }),

  route(authApi.endOtherSessions, async ({ data, user, session }) => {
    const ended = await data.writeUnlogged((trx) => endSessionsOf(trx, user.id, session.tokenHash));
    return { message: successMessages.sessionsEnded(ended) };
  }),
];

/** The account of a folded user name, with what sign-in needs. */
const accountOf = (db: Db, key: string) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'role', 'password_hash', 'is_active', 'password_ends_at'])
    .where('username_key', '=', key)
    .executeTakeFirst();

async function sessionUserOf(db: Db, id: number): Promise<SessionUser> {
  const row = await db
    .selectFrom('users')
    .leftJoin('students', 'students.id', 'users.student_row_id')
    .select(sessionUserColumns)
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...row, must_change_password: row.must_change_password === 1 };
}
