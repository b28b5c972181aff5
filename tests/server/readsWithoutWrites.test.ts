/** Who only reads needs no write: the time of the last call is stored after its answer, if it can be. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Data } from '../../server/db/engine/connection';
import { addAccount, callsStored } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { holdWrite } from '../support/heldWrite';

const minute = 60_000;
let clock = Date.parse('2026-11-20T08:00:00Z');
let isFull = false;
let server: TestApp;
const around = (data: Data): Data => ({
  ...data,
  writeUnlogged: (run) =>
    isFull
      ? Promise.reject(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }))
      : data.writeUnlogged(run),
});
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date(clock), hasFewRevisions: true, around });
});
afterAll(() => server.close());

const sessionOf = (userId: number) =>
  server.data.read.selectFrom('sessions').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
test('a caller who was quiet reads while another holds the database', async () => {
  const account = await addAccount(server, 'teacher');
  const as = await account.signIn();
  clock += 10 * minute;
  const release = await holdWrite(server.data);
  expect((await server.call('GET', '/subjects', { as })).status).toBe(200);
  await release();
  await callsStored();
  expect((await sessionOf(account.id)).last_seen_at).toBe(new Date(clock).toISOString());
});

test('a caller who was quiet reads on a full disk, and stays signed in', async () => {
  const account = await addAccount(server, 'teacher');
  const as = await account.signIn();
  const before = await sessionOf(account.id);
  clock += 10 * minute;
  isFull = true;
  expect((await server.call('GET', '/subjects', { as })).status).toBe(200);
  await callsStored();
  isFull = false;
  expect(await sessionOf(account.id)).toEqual(before);
  expect((await server.call('GET', '/subjects', { as })).status).toBe(200);
  await callsStored();
  expect((await sessionOf(account.id)).last_seen_at).toBe(new Date(clock).toISOString());
});

test('the own sessions tell of this call before it is stored', async () => {
  const account = await addAccount(server, 'teacher');
  const as = await account.signIn();
  clock += 10 * minute;
  const { body } = await server.call<{ last_seen_at: string }[]>('GET', '/auth/sessions', { as });
  expect(body).toMatchObject([{ last_seen_at: new Date(clock).toISOString(), is_current: true }]);
});
