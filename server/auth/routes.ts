import type { FastifyReply, FastifyRequest } from 'fastify';
import { authApi, type SessionUser, type SignInResult, stepUpDuration } from '../../contract/accounts/auth';
import type { BodyOf } from '../../contract/endpoint';
import { ruleMessages } from '../../contract/errors';
import { usernameKey } from '../../contract/rules/arabicText';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { resolvePasswordRequests } from '../domain/accounts';
import type { Data } from '../db/data';
import { systemActor } from '../db/log/operationLog';
import { forNoKeyUpdate } from '../db/engine/dialect';
import { notify } from '../domain/notifications';
import { type Call, successBody, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';
import type { Db, Row } from '../db/schema';
import { beginAttempt, writeAndDeleteFailure } from './attempts';
import { deviceName, loadDevice } from './deviceCookie';
import { checkNewPassword, isPasswordExpired, hashPassword, isPassword } from './passwords';
import { outboxKey } from './serverKeys';
import {
  endOwnSession,
  endSession,
  endSessions,
  loadSessions,
  sessionUserColumns,
  setStepUp,
  startSession,
} from './sessions';

/** Counts attempts of this session only. @returns the stored hash if the password is right, else null */
async function checkOwnPassword(
  { data, user, session, address }: Call,
  password: string,
): Promise<string | null> {
  const attempt = await beginAttempt(data, { kind: 'own', usernameOrSession: session.id, address });
  const account = await findAccount(data.read, usernameKey(user.username));
  const storedHash = account?.password_hash ?? null;
  if (!(await isPassword(storedHash, password))) return null;
  await attempt.succeed();
  return storedHash;
}

/**
 * An unknown name takes the same time as a real one.
 * @returns whether a request was created; an account has only one open request
 */
async function requestPassword(
  data: Data,
  account: Pick<Row<'users'>, 'id' | 'name' | 'username' | 'role'> | null,
): Promise<boolean> {
  if (!account) return data.writeConcurrently(systemActor, async () => false);
  const actor = { userId: account.id, name: account.name, role: account.role, undoSession: null };
  return data.writeConcurrently(actor, async (unit) => {
    // The lock lets only one of several simultaneous calls create a request.
    const query = unit.trx.selectFrom('users').select('id').where('id', '=', account.id);
    await forNoKeyUpdate(unit.kind, query).execute();
    const openRequest = await unit.trx
      .selectFrom('password_requests')
      .select('id')
      .where('user_id', '=', account.id)
      .where('resolved_at', 'is', null)
      .executeTakeFirst();
    if (openRequest) return false;
    const description = operationDescriptions.passwordRequested(account.name);
    unit.describe('create', 'password_requests', account.name, description);
    await unit.insert('password_requests', { user_id: account.id, resolved_at: null });
    const details = { user_id: account.id, username: account.username, name: account.name };
    const link = `/users?${new URLSearchParams({ filter: JSON.stringify({ q: account.username }) })}`;
    await notify(unit.trx, unit.now, { role: 'admin' }, 'password_request', details, link);
    return true;
  });
}

async function signIn(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<SignInResult> {
  const { data, config, address } = call;
  const { username, password } = call.body as BodyOf<typeof authApi.login>;
  const device = await loadDevice(data, request.headers.cookie);
  const account = await findAccount(data.read, usernameKey(username));
  const deviceId = device.idFor(account?.id);
  const attempt = await beginAttempt(data, {
    kind: 'sign-in',
    usernameOrSession: username,
    address,
    device: deviceId,
  });
  const isRight = await isPassword(account?.is_active ? account.password_hash : null, password);
  if (!account || !isRight || isPasswordExpired(account, data.now())) throw new Problem('BAD_CREDENTIALS');
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
    // Another call changed the password after the check, and ended all sessions. The old password must not
    // start a session.
    if (numUpdatedRows === 0n) throw new Problem('BAD_CREDENTIALS');
    return startSession(trx, account.id, now, { address, device: deviceName(request.headers['user-agent']) });
  });
  if (!config.PLAIN_API)
    void reply.header('Set-Cookie', device.cookieWith(account.id, request.protocol === 'https'));
  return { user: await loadSessionUser(data.read, account.id), token };
}

export const authRoutes: Route[] = [
  { endpoint: authApi.login, answer: signIn },

  route(authApi.logout, async ({ data, session }) => {
    await data.writeUnlogged((trx) => endSession(trx, session.tokenHash));
    return successBody(successMessages.signedOut);
  }),

  route(authApi.me, async ({ user }) => user),

  route(authApi.changePassword, async (call) => {
    const { data, body, user, actor, session } = call;
    const storedHash = await checkOwnPassword(call, body.current);
    if (storedHash === null) throw new Problem('WRONG_PASSWORD');
    if (body.new === body.current) throw invalid({ path: 'new', message: ruleMessages.passwordUnchanged });
    checkNewPassword(body.new, user.username, 'new');
    const password_hash = await hashPassword(body.new);
    // Without an undo session, because a password change cannot be undone.
    await data.write({ ...actor, undoSession: null }, async (unit) => {
      // If an admin has set another password since the check, the old password must not replace it.
      const current = await findAccount(unit.trx, usernameKey(user.username));
      if (current?.password_hash !== storedHash) throw new Problem('WRONG_PASSWORD');
      unit.describe('update', 'users', user.name, operationDescriptions.passwordChanged(user.name));
      await unit.update('users', user.id, { password_hash, must_change_password: 0, password_ends_at: null });
      await resolvePasswordRequests(unit, user.id);
      await endSessions(unit.trx, user.id, session.tokenHash);
    });
    return successBody(successMessages.passwordChanged);
  }),

  route(authApi.forgotPassword, async ({ data, body, address }) => {
    // Requests have their own counter, so that they cannot use up the attempts to sign in.
    await beginAttempt(data, { kind: 'forgot', usernameOrSession: body.username, address });
    const account = await findAccount(data.read, usernameKey(body.username));
    const isCreated = await requestPassword(data, account?.is_active ? account : null);
    if (!isCreated) await writeAndDeleteFailure(data);
    return successBody(successMessages.passwordRequested);
  }),

  route(authApi.stepUp, async (call) => {
    if ((await checkOwnPassword(call, call.body.password)) === null) throw new Problem('WRONG_PASSWORD');
    const until = new Date(call.data.now().getTime() + stepUpDuration);
    await call.data.writeUnlogged((trx) => setStepUp(trx, call.session.tokenHash, until));
    return successBody(successMessages.steppedUp);
  }),

  route(authApi.stepDown, async ({ data, session }) => {
    await data.writeUnlogged((trx) => setStepUp(trx, session.tokenHash, null));
    return { message: successMessages.stepUpEnded };
  }),

  route(authApi.sessions, ({ data, session }) => loadSessions(data, session)),

  route(authApi.outboxKey, async ({ data, user }) => ({ key: await outboxKey(data, user.id) })),

  route(authApi.endSession, async ({ data, user, session, params: { id } }) => {
    if (!(await data.writeUnlogged((trx) => endOwnSession(trx, user.id, id)))) throw notFound();
    return { message: id === session.id ? successMessages.signedOut : successMessages.sessionEnded };
  }),

  route(authApi.endOtherSessions, async ({ data, user, session }) => {
    const endedCount = await data.writeUnlogged((trx) => endSessions(trx, user.id, session.tokenHash));
    return { message: successMessages.sessionsEnded(endedCount) };
  }),
];

const findAccount = (db: Db, key: string) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'role', 'password_hash', 'is_active', 'password_ends_at'])
    .where('username_key', '=', key)
    .executeTakeFirst();

async function loadSessionUser(db: Db, id: number): Promise<SessionUser> {
  const row = await db
    .selectFrom('users')
    .leftJoin('students', 'students.id', 'users.student_row_id')
    .select(sessionUserColumns)
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...row, must_change_password: row.must_change_password === 1 };
}
