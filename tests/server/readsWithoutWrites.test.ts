/** A read needs no write: the server stores the time of the last call after its answer, if it can. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Data } from '../../server/db/data';
import { addAccount, waitForStoredCalls } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { holdWrite } from '../support/heldWrite';

const minute = 60_000;
let clock = Date.parse('2026-11-20T08:00:00Z');
let isFull = false;
/** Number of failed writes on the full disk. */
let failedWrites = 0;
let server: TestApp;
const withFullDisk = (data: Data): Data => ({
  ...data,
  writeUnlogged: (run) => {
    if (!isFull) return data.writeUnlogged(run);
    failedWrites += 1;
    return Promise.reject(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }));
  },
});
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date(clock), hasFewRevisions: true, wrapData: withFullDisk });
});
afterAll(() => server.close());

const sessionOf = (userId: number) =>
  server.data.read.selectFrom('sessions').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
test('an idle caller reads while another connection locks the database', async () => {
  const account = await addAccount(server, 'teacher');
  const as = await account.signIn();
  clock += 10 * minute;
  const release = await holdWrite(server.data);
  expect((await server.call('GET', '/subjects', { as })).status).toBe(200);
  await release();
  await waitForStoredCalls();
  expect((await sessionOf(account.id)).last_seen_at).toBe(new Date(clock).toISOString());
});

test('idle callers read on a full disk, the server tries one write a minute, and they stay signed in', async () => {
  const [account, other] = [await addAccount(server, 'teacher'), await addAccount(server, 'teacher')];
  const [as, another] = [await account.signIn(), await other.signIn()];
  const before = await sessionOf(account.id);
  clock += 10 * minute;
  const read = async (by: typeof as) => {
    expect((await server.call('GET', '/subjects', { as: by })).status).toBe(200);
    await waitForStoredCalls();
  };
  isFull = true;
  for (const by of [as, as, another]) await read(by);
  expect(failedWrites).toBe(1);
  clock += minute;
  for (const by of [as, another, as]) await read(by);
  expect(failedWrites).toBe(2);
  isFull = false;
  expect(await sessionOf(account.id)).toEqual(before);
  await read(as);
  expect(await sessionOf(account.id)).toEqual(before);
  clock += minute;
  for (const by of [as, another]) await read(by);
  for (const { id } of [account, other])
    expect((await sessionOf(id)).last_seen_at).toBe(new Date(clock).toISOString());
});

test('a clock that is set back does not stop the server from storing times', async () => {
  const account = await addAccount(server, 'teacher');
  const as = await account.signIn();
  clock += 60 * minute;
  isFull = true;
  expect((await server.call('GET', '/subjects', { as })).status).toBe(200);
  await waitForStoredCalls();
  isFull = false;
  clock -= 30 * minute;
  expect((await server.call('GET', '/subjects', { as })).status).toBe(200);
  await waitForStoredCalls();
  expect((await sessionOf(account.id)).last_seen_at).toBe(new Date(clock).toISOString());
});

test("the list of a user's sessions shows the time of the current call before it is stored", async () => {
  const account = await addAccount(server, 'teacher');
  const as = await account.signIn();
  clock += 10 * minute;
  const { body } = await server.call<{ last_seen_at: string }[]>('GET', '/auth/sessions', { as });
  expect(body).toMatchObject([{ last_seen_at: new Date(clock).toISOString(), is_current: true }]);
});
