/** Permissions are checked after the body of a call has arrived, and again when its write begins. */
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAccount, setAccount, stepUp } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop } from '../support/eventLoop';
import { holdWrite } from '../support/heldWrite';
import { newUser, uniqueText } from '../support/sampleCalls';

let server: TestApp;
let onSession: () => void = () => undefined;
beforeAll(async () => {
  server = await startTestApp({
    hasFewRevisions: true,
    onQuery: ({ sql }) => {
      if (/^select .* from "sessions"/s.test(sql)) onSession();
    },
  });
});
afterAll(() => server.close());
beforeEach(() => yieldToEventLoop());

/** Resolves after the sessions table was read this many times. */
const sessionsRead = (times: number): Promise<void> =>
  new Promise((resolve) => {
    let remaining = times;
    onSession = () => {
      remaining -= 1;
      if (remaining === 0) resolve();
    };
  });

const newAdmin = async () => {
  const account = await addAccount(server, 'admin');
  const as = await account.signIn();
  expect((await stepUp(server, as)).status).toBe(200);
  return { ...account, as };
};
const accountBody = (role: 'admin' | 'teacher') => ({
  username: `late-${uniqueText()}`,
  name: 'حساب آخر',
  role,
});
const exists = async (username: string) =>
  (await server.data.read.selectFrom('users').select('id').where('username', '=', username).execute())
    .length === 1;

/** Starts a call whose headers are read, without sending its body. */
async function begin({ token }: { token: string }, body: object) {
  const text = JSON.stringify(body);
  const payload = new PassThrough();
  const isRead = sessionsRead(1);
  const answer = server.app.inject({
    method: 'POST',
    url: '/api/users',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    },
    payload,
  });
  payload.write(text.slice(0, 9));
  await isRead;
  await yieldToEventLoop();
  return async () => {
    payload.end(text.slice(9));
    const { statusCode, body: sent } = await answer;
    return [statusCode, (JSON.parse(sent) as { code?: string }).code];
  };
}

describe('a creation with a slow body', () => {
  test('a creation with a slow body succeeds if the caller is still an admin', async () => {
    const { as } = await newAdmin();
    const body = accountBody('admin');
    const end = await begin(as, body);
    expect(await end()).toEqual([201, undefined]);
    expect(await exists(body.username)).toBe(true);
  });

  test.each([
    [
      'was disabled',
      'teacher',
      [401, 'UNAUTHENTICATED'],
      (id: number) => setAccount(server.data, id, { is_active: 0 }),
    ],
    [
      'became a teacher',
      'teacher',
      [403, 'FORBIDDEN'],
      (id: number) => setAccount(server.data, id, { role: 'teacher' }),
    ],
    [
      'ended the step-up',
      'admin',
      [403, 'STEP_UP_REQUIRED'],
      (_: number, as: { token: string }) => server.call('DELETE', '/auth/step-up', { as }),
    ],
    [
      'signed out',
      'teacher',
      [401, 'UNAUTHENTICATED'],
      (_: number, as: { token: string }) => server.call('POST', '/auth/logout', { as }),
    ],
  ] as const)(
    'a creation is refused if the caller %s before the body arrives',
    async (_what, role, expected, meanwhile) => {
      const { id, as } = await newAdmin();
      const body = accountBody(role);
      const end = await begin(as, body);
      await meanwhile(id, as);
      expect(await end()).toEqual(expected);
      expect(await exists(body.username)).toBe(false);
    },
  );
});

describe('a guarded write that waits for another write', () => {
  /** Starts a write that blocks other writes, and ends the step-up of an admin. */
  const hold = (userId: number) =>
    holdWrite(server.data, (trx) =>
      trx.updateTable('sessions').set({ step_up_until: null }).where('user_id', '=', userId).execute(),
    );

  test.each([
    ['a new admin', 2, () => ['POST', '/users', accountBody('admin')] as const],
    ['a cleanup', 3, () => ['DELETE', '/cleanup/grades', undefined] as const],
    [
      'another admin',
      2,
      async () => ['PUT', `/users/${(await addAccount(server, 'admin')).id}`, { is_active: false }] as const,
    ],
  ])('a waiting guarded write checks the step-up in its transaction: %s', async (_what, reads, sample) => {
    const { id, as } = await newAdmin();
    const [method, path, body] = await sample();
    const marks = () => server.data.read.selectFrom('grades').select('id').execute();
    const before = await marks();
    const release = await hold(id);
    const areRead = sessionsRead(reads);
    const answer = server.call(method, path, { as, body });
    await areRead;
    await release();
    expect(await answer).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } });
    expect(await marks()).toEqual(before);
  });

  test('a waiting guarded write continues if it needs no step-up', async () => {
    const { id, as } = await newAdmin();
    const teacher = await newUser(server);
    const release = await hold(id);
    const areRead = sessionsRead(2);
    const answer = server.call('PUT', `/users/${teacher.id}`, { as, body: { name: 'اسم آخر' } });
    await areRead;
    await release();
    expect((await answer).status).toBe(200);
  });
});
