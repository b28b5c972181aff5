import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DashboardStats } from '../../../contract/dashboard';
import type { Notification } from '../../../contract/notifications';
import type { Program } from '../../../contract/programs';
import type { BatchJob } from '../../../contract/reports/papers';
import { newFilledDatabase, password, startTestApp, type TestApp } from '../../support/app';
import { type Child, startProgram } from '../../support/childProcess';

/* Two servers on one database (ADR 79): one in this process, the other in a process that can be killed. */
let database: Awaited<ReturnType<typeof newFilledDatabase>>;
let one: TestApp;
let program: Child;
let otherUrl: string;

beforeAll(async () => {
  database = await newFilledDatabase();
  one = await startTestApp({ url: database.url });
});
afterAll(async () => {
  await one.close();
  await database.discard();
});
beforeEach(async () => {
  const env = { DATABASE_URL: database.url, PORT: '0', LOG_LEVEL: 'error', CALL_LIMITS: '10000' };
  program = startProgram('server/main.ts', [], env);
  [, otherUrl = ''] = await program.waitForOutput(/Rasd is ready: (\S+)/);
});
afterEach(killOther);

async function killOther() {
  program.process.kill('SIGKILL');
  await program.ended;
}

interface OtherOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

async function callOther<T>(method: string, path: string, { token, body, headers }: OtherOptions = {}) {
  const answer = await fetch(`${otherUrl}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}

const signInAtOther = async (username = 'admin') => {
  const body = { username, password };
  return (await callOther<{ token: string }>('POST', '/auth/login', { body })).body.token;
};

describe('two servers on one database', () => {
  test('a server is killed: the other answers the next call of the session, and a repeated call once', async () => {
    const token = await signInAtOther();
    const body = { program_id: 'SRV', program_name: 'برنامج الخوادم', specialty: 'قرآن', levels: 4 };
    const headers = { 'idempotency-key': 'several-servers-key-1' };
    const created = await callOther<Program>('POST', '/programs', { token, body, headers });
    expect(created.status).toBe(201);
    await killOther();
    const repeated = await one.call('POST', '/programs', { as: { token }, body, headers });
    expect([repeated.status, repeated.body]).toEqual([201, created.body]);
    const read = await one.call('GET', `/programs/${created.body.id}`, { as: { token } });
    expect([read.status, read.body]).toEqual([200, created.body]);
  });

  test('a step-up and its end on one server hold on the other', async () => {
    const token = await signInAtOther();
    const create = async (username: string) => {
      const body = { username, name: 'مدير', password: 'كلمة-طويلة-جداً', role: 'admin' };
      return (await one.call('POST', '/users', { as: { token }, body })).status;
    };
    expect(await create('admin-a')).toBe(403);
    expect((await callOther('POST', '/auth/step-up', { token, body: { password } })).status).toBe(200);
    expect(await create('admin-a')).toBe(201);
    expect((await callOther('DELETE', '/auth/step-up', { token })).status).toBe(200);
    expect(await create('admin-b')).toBe(403);
  });

  test('wrong passwords on both servers count together', async () => {
    const body = { username: 'teacher2', password: 'كلمة خاطئة' };
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await callOther('POST', '/auth/login', { body })).status).toBe(401);
    const statuses = [];
    for (let attempt = 0; attempt < 3; attempt += 1)
      statuses.push((await one.call('POST', '/auth/login', { body })).status);
    expect(statuses).toEqual([401, 401, 429]);
  });

  test('a notification of one server is read on the other', async () => {
    const token = await signInAtOther();
    const username = 'teacher';
    expect((await one.call('POST', '/auth/forgot', { body: { username } })).status).toBe(200);
    const list = async () =>
      (await callOther<{ unread: number; notifications: Notification[] }>('GET', '/notifications', { token }))
        .body;
    const { unread, notifications } = await list();
    expect(notifications[0]).toMatchObject({ kind: 'password_request', data: { username } });
    expect((await one.call('POST', '/notifications/read', { as: { token }, body: {} })).status).toBe(200);
    expect([unread > 0, (await list()).unread]).toEqual([true, 0]);
  });

  test('the dashboard of a server shows what the other has changed', async () => {
    const token = await signInAtOther();
    const countSubjects = async () =>
      (await one.call<DashboardStats>('GET', '/dashboard/stats', { as: { token } })).body.subjects;
    const before = await countSubjects();
    expect(await countSubjects()).toBe(before);
    const { rows } = await sql<{ id: number }>`select min(id) as id from batches`.execute(one.data.read);
    const body = { subject_code: 'SRV-1', name: 'مادة الخوادم', batch_id: rows[0]?.id };
    expect((await callOther('POST', '/subjects', { token, body })).status).toBe(201);
    expect(await countSubjects()).toBe(before + 1);
  });

  test('of two batches of transcripts that a user starts at once, one remains', async () => {
    const token = await signInAtOther();
    const body = { batchName: 'دفعة القرآن الأولى 1445', form: 'zip' };
    const starts = await Promise.all([
      callOther<BatchJob>('POST', '/papers/batches', { token, body }),
      one.call<BatchJob>('POST', '/papers/batches', { as: { token }, body }),
      callOther<BatchJob>('POST', '/papers/batches', { token, body }),
    ]);
    expect(starts.map(({ status }) => status)).toEqual([201, 201, 201]);
    const states = [];
    for (const start of starts)
      states.push((await one.call('GET', `/papers/batches/${start.body.id}`, { as: { token } })).status);
    expect(states.toSorted()).toEqual([200, 404, 404]);
  });

  test('a session that ends on one server is over on the other', async () => {
    const token = await signInAtOther();
    expect((await one.call('GET', '/auth/me', { as: { token } })).status).toBe(200);
    expect((await callOther('POST', '/auth/logout', { token })).status).toBe(200);
    expect((await one.call('GET', '/auth/me', { as: { token } })).status).toBe(401);
  });
});
