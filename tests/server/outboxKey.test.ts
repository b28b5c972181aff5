import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount, stepUp } from '../support/accounts';
import { password, startTestApp, type TestApp } from '../support/app';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const keyOf = async (token: string) => {
  const { status, body } = await server.call<{ key: string }>('GET', '/auth/outbox-key', { as: { token } });
  expect(status).toBe(200);
  return body.key;
};

test('the outbox key is one for all sessions of a user, has 32 bytes, and differs between users', async () => {
  const [teacher, other] = [await addAccount(server, 'teacher'), await addAccount(server, 'student')];
  const { token } = await teacher.signIn();
  const key = await keyOf(token);
  expect(Buffer.from(key, 'base64url')).toHaveLength(32);
  expect(await keyOf(token)).toBe(key);
  await server.call('POST', '/auth/logout', { as: { token } });
  expect(await keyOf((await teacher.signIn()).token)).toBe(key);
  expect(await keyOf((await other.signIn()).token)).not.toBe(key);
  // A call without a session, or with an ended one, gets no key.
  expect((await server.call('GET', '/auth/outbox-key', { as: { token } })).status).toBe(401);
  expect((await server.call('GET', '/auth/outbox-key')).status).toBe(401);
});

test('a new password changes the key, also if an admin has set it', async () => {
  const teacher = await addAccount(server, 'teacher');
  const { token } = await teacher.signIn();
  const first = await keyOf(token);
  const next = 'نخلة-وسبع-سنابل';
  const body = { current: password, new: next };
  expect((await server.call('POST', '/auth/password', { as: { token }, body })).status).toBe(200);
  const second = await keyOf(token);
  expect(second).not.toBe(first);

  await stepUp(server, 'admin');
  const newPassword = 'سنبلة-ونخلتان-وبئر';
  const path = `/users/${teacher.id}/password`;
  const answer = await server.call('PUT', path, { as: 'admin', body: { password: newPassword } });
  expect(answer.status, answer.text).toBe(200);
  const again = await server.signIn(teacher.username, newPassword);
  expect([first, second]).not.toContain(await keyOf(again));
});

test('the key is stored nowhere', async () => {
  const teacher = await addAccount(server, 'teacher');
  const { token } = await teacher.signIn();
  const key = await keyOf(token);
  const rows = await server.data.read.selectFrom('server_keys').selectAll().execute();
  expect(rows.map(({ name }) => name)).toContain('rasd_outbox');
  expect(JSON.stringify(rows)).not.toContain(key);
});
