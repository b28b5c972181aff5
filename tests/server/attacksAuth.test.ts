/**
 * Attacks on accounts with a stolen session, by guessing, and with one-time passwords. Each attack has a
 * legitimate counterpart.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OwnSession } from '../../contract/accounts/auth';
import { errors, ruleMessages } from '../../contract/errors';
import type { User } from '../../contract/accounts/users';
import { createApp } from '../../server/app';
import { openInstitute } from '../../server/domain/openInstitute';
import { addAccount, stepUp } from '../support/accounts';
import { password, newFilledDatabase, startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop } from '../support/eventLoop';
import { uniqueText } from '../support/sampleCalls';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let clock = Date.parse('2026-11-20T08:00:00Z');
const now = () => new Date(clock);
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now, config: { TRUST_PROXY: true }, poolSize: 10 });
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);
// Resets the failed sign-ins of the previous test.
beforeEach(() => {
  clock += hour;
});

interface From {
  address?: string;
  cookie?: string | undefined;
  headers?: Record<string, string>;
}
/** Signs in through a reverse proxy. */
async function signIn(username: string, withPassword = password, from: From = {}, app = server.app) {
  const response = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: {
      'x-forwarded-for': from.address ?? '198.51.100.1',
      ...(from.cookie && { cookie: from.cookie }),
      ...from.headers,
    },
    payload: { username, password: withPassword },
  });
  const cookie = String(response.headers['set-cookie'] ?? '');
  return {
    status: response.statusCode,
    text: response.body,
    token: String(response.json()['token']),
    retryAfter: Number(response.headers['retry-after']),
    setCookie: cookie,
    cookie: cookie.split(';')[0],
  };
}
async function fail(times: number, username: string, from: From) {
  for (let failure = 1; failure <= times; failure++)
    expect((await signIn(username, 'wrong', from)).status, `failure ${failure}`).toBe(401);
}
const isAlive = async (token: string) =>
  (await server.call('GET', '/auth/me', { as: { token } })).status === 200;
const refusalWith = (code: keyof typeof errors) => ({
  status: errors[code].status,
  body: { code, error: errors[code].message },
});
const accountRow = (id: number) =>
  server.data.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

describe('a stolen session of an admin', () => {
  type Attack = (admin: { id: number }, teacher: { id: number }) => [string, string, object?];
  const attacks: [string, Attack][] = [
    ['creates an admin', () => ['POST', '/users', { username: uniqueText(), name: 'دخيل', role: 'admin' }]],
    ['promotes a teacher to admin', (_, { id }) => ['PUT', `/users/${id}`, { role: 'admin' }]],
    ['demotes another admin', ({ id }) => ['PUT', `/users/${id}`, { role: 'teacher' }]],
    ['renames another admin', ({ id }) => ['PUT', `/users/${id}`, { username: uniqueText(), name: 'دخيل' }]],
    ['disables another admin', ({ id }) => ['PUT', `/users/${id}`, { is_active: false }]],
    [
      'sets the password of another admin',
      ({ id }) => ['PUT', `/users/${id}/password`, { password: 'نخلة وسبع سنابل' }],
    ],
    ['generates a password for another admin', ({ id }) => ['PUT', `/users/${id}/password`, {}]],
    ['deletes another admin', ({ id }) => ['DELETE', `/users/${id}`]],
  ];
  test.each(attacks)('a stolen session %s only after entering the password', async (_what, attack) => {
    const [stolenSession, admin, teacher] = [
      await addAccount(server, 'admin'),
      await addAccount(server, 'admin'),
      await addAccount(server, 'teacher'),
    ];
    const as = await stolenSession.signIn();
    const [method, path, body] = attack(admin, teacher);
    const before = [await accountRow(admin.id), await accountRow(teacher.id)];
    const answer = await server.call(method, path, { as, body });
    expect(answer).toMatchObject(refusalWith('STEP_UP_REQUIRED'));
    expect(answer.text).not.toContain('temporary_password');
    expect([await accountRow(admin.id), await accountRow(teacher.id)]).toEqual(before);
    // A step-up in one session is not valid in another session of the same user.
    await stepUp(server, await stolenSession.signIn());
    expect(await server.call(method, path, { as, body })).toMatchObject(refusalWith('STEP_UP_REQUIRED'));
    await stepUp(server, as);
    expect([200, 201]).toContain((await server.call(method, path, { as, body })).status);
  });

  test('a stolen session cannot avoid the step-up by an undo or a restore', async () => {
    const as = await (await addAccount(server, 'admin')).signIn();
    const headers = { 'x-session-id': uniqueText() };
    const call = (method: string, path: string, body?: object) =>
      server.call<User>(method, path, { as, headers, body });
    await stepUp(server, as);
    const { body: created } = await call('POST', '/users', {
      username: uniqueText(),
      name: 'مديرة',
      role: 'admin',
    });
    const demoted = await addAccount(server, 'admin');
    await call('PUT', `/users/${demoted.id}`, { role: 'teacher' });
    const deleted = await addAccount(server, 'admin');
    await call('DELETE', `/users/${deleted.id}`);
    const { body: list } = await server.call<{ operations: { id: number }[] }>(
      'GET',
      '/undo/session-operations',
      { as, headers },
    );
    const [deletion, demotion, creation] = list.operations.map(({ id }) => id);
    const undoCalls = [
      `/undo/${creation}`,
      `/undo/${demotion}`,
      `/undo/${deletion}`,
      '/undo/latest',
      `/archive/restore/${deletion}`,
    ];
    await server.call('DELETE', '/auth/step-up', { as });
    for (const path of undoCalls)
      expect(await call('POST', path), path).toMatchObject(refusalWith('STEP_UP_REQUIRED'));
    expect(await accountRow(created.id)).toMatchObject({ role: 'admin' });
    expect(await accountRow(demoted.id)).toMatchObject({ role: 'teacher' });
    expect(await accountRow(deleted.id)).toBeUndefined();
    await stepUp(server, as);
    for (const path of [`/archive/restore/${deletion}`, `/undo/${demotion}`, `/undo/${creation}`])
      expect((await call('POST', path)).status, path).toBe(200);
    expect(await accountRow(created.id)).toBeUndefined();
    expect(await accountRow(demoted.id)).toMatchObject({ role: 'admin' });
    expect(await accountRow(deleted.id)).toMatchObject({ role: 'admin' });
  });

  test('a stolen session can make all other calls without the password', async () => {
    const stolenAccount = await addAccount(server, 'admin');
    const as = await stolenAccount.signIn();
    const admin = await addAccount(server, 'admin');
    const teacher = await addAccount(server, 'teacher');
    for (const [method, path, body] of [
      [
        'PUT',
        `/users/${admin.id}`,
        { name: 'اسم آخر', phone: '0551112233', email: 'a@example.org', role: 'admin' },
      ],
      ['PUT', `/users/${stolenAccount.id}`, { username: uniqueText() }],
      ['POST', '/users', { username: uniqueText(), name: 'معلم' }],
      ['PUT', `/users/${teacher.id}`, { username: uniqueText(), role: 'student' }],
      ['PUT', `/users/${teacher.id}/password`, {}],
      ['PUT', `/users/${teacher.id}`, { is_active: false }],
      ['DELETE', `/users/${teacher.id}`],
    ] as const) {
      const answer = await server.call(method, path, { as, body });
      expect([200, 201], `${method} ${path} ${answer.text}`).toContain(answer.status);
    }
  });

  test('a stolen session cannot change its own password without the current one, with or without a step-up', async () => {
    const stolenAccount = await addAccount(server, 'admin');
    const as = await stolenAccount.signIn();
    for (const body of [{}, { password: 'نخلة وسبع سنابل' }])
      expect(await server.call('PUT', `/users/${stolenAccount.id}/password`, { as, body })).toMatchObject(
        refusalWith('USE_OWN_PASSWORD_CHANGE'),
      );
    await stepUp(server, as);
    expect(await server.call('PUT', `/users/${stolenAccount.id}/password`, { as, body: {} })).toMatchObject(
      refusalWith('USE_OWN_PASSWORD_CHANGE'),
    );
    expect((await signIn(stolenAccount.username)).status).toBe(200);
    const passwordChange = { current: password, new: 'نخلة وسبع سنابل' };
    expect((await server.call('POST', '/auth/password', { as, body: passwordChange })).status).toBe(200);
    expect((await signIn(stolenAccount.username, passwordChange.new)).status).toBe(200);
  });

  test('a stolen session can make all calls on a server with only the specification, which has no step-up', async () => {
    const plainServer = await startTestApp({ config: { PLAIN_API: true } });
    const body = { username: uniqueText(), name: 'مدير', role: 'admin', password: 'kalima-tawila-9' };
    expect((await plainServer.call('POST', '/users', { as: 'admin', body })).status).toBe(201);
    await plainServer.close();
  });
});

describe('password guessing', () => {
  test('guessing does not lock the user out, elsewhere or on a known device at the same address', async () => {
    const admin = await addAccount(server, 'admin');
    const { cookie } = await signIn(admin.username);
    for (let quarter = 0; quarter < 3; quarter++) {
      await fail(5, admin.username, { address: '203.0.113.9' });
      expect(await signIn(admin.username, password, { address: '203.0.113.9' })).toMatchObject({
        status: 429,
      });
      expect((await signIn(admin.username, password, { address: '198.51.100.2' })).status).toBe(200);
      expect((await signIn(admin.username, password, { address: '203.0.113.9', cookie })).status).toBe(200);
      // The user's sign-in does not give the attacker more attempts.
      expect((await signIn(admin.username, 'wrong', { address: '203.0.113.9' })).status).toBe(429);
      clock += 15 * minute + 1_000;
    }
  });

  test('guessing for one name from many addresses is limited to fifty attempts, and the user can sign in on a known device', async () => {
    const { username } = await addAccount(server, 'teacher');
    const { cookie } = await signIn(username);
    for (let at = 1; at <= 10; at++) await fail(5, username, { address: `10.7.0.${at}` });
    const next = await signIn(username, password, { address: '10.7.1.1' });
    expect(next.status).toBe(429);
    expect(next.retryAfter).toBe(15 * 60);
    expect((await signIn(username, password, { address: '10.7.1.1', cookie })).status).toBe(200);
    expect((await signIn('teacher', password, { address: '10.7.1.1' })).status).toBe(200);
  });

  test('guessing for many names from one address is limited to a hundred attempts, and typing mistakes of a class are not blocked', async () => {
    const address = '10.8.0.1';
    const failOn = (names: number, times: number) =>
      server.data.writeUnlogged((trx) =>
        trx
          .insertInto('sign_in_failures')
          .values(
            Array.from({ length: names * times }, (_, at) => ({
              kind: 'sign-in' as const,
              username_key: `pupil ${at % names}`,
              address,
              device: null,
              failed_at: now().toISOString(),
            })),
          )
          .execute(),
      );
    const { cookie } = await signIn('teacher', password, { address });
    await failOn(98, 4);
    await fail(1, uniqueText(), { address });
    expect((await signIn('admin', password, { address })).status).toBe(200);
    await fail(1, uniqueText(), { address });
    const over = await signIn('admin', password, { address });
    expect(over.status).toBe(429);
    expect(over.retryAfter).toBe(15 * 60);
    expect((await signIn('teacher', password, { address, cookie })).status).toBe(200);
    expect((await signIn('admin', password, { address: '10.8.0.2' })).status).toBe(200);
    clock += 15 * minute + 1_000;
    expect((await signIn('admin', password, { address })).status).toBe(200);
  });

  test.each([
    ['one IPv6 network', (at: number) => `2001:db8:7:7:${at}::${at}`, '2001:db8:7:7::99', '2001:db8:7:8::99'],
    ['changing ports', (at: number) => `203.0.113.7:${50_000 + at}`, '203.0.113.7', '203.0.113.8:50001'],
    [
      'IPv6 with a port',
      (at: number) => `[2001:db8:9::${at}]:${at}`,
      '2001:db8:9::99',
      '[2001:db8:9:1::1]:1',
    ],
    [
      'IPv4 written as IPv6',
      (at: number) => (at % 2 ? '::ffff:203.0.113.5' : '::ffff:cb00:7105'),
      '203.0.113.5',
      '::ffff:203.0.113.6',
    ],
    ['no address at all', (at: number) => `nonsense-${at}`, 'unknown', '203.0.113.66'],
  ])('guessing from %s counts as one address', async (_what, form, same, other) => {
    const { username } = await addAccount(server, 'teacher');
    for (let at = 1; at <= 5; at++) await fail(1, username, { address: form(at) });
    expect((await signIn(username, password, { address: same })).status).toBe(429);
    expect((await signIn(username, password, { address: other })).status).toBe(200);
  });

  test('guessing on a known device is limited to five separate attempts, which do not affect other devices', async () => {
    const { username } = await addAccount(server, 'teacher');
    const { cookie } = await signIn(username);
    await fail(5, username, { cookie, address: '10.9.0.1' });
    expect((await signIn(username, password, { cookie, address: '10.9.0.2' })).status).toBe(429);
    expect((await signIn(username, password, { address: '10.9.0.1' })).status).toBe(200);
    clock += 15 * minute + 1_000;
    expect((await signIn(username, password, { cookie })).status).toBe(200);
  });

  test('guessing with a cookie that is forged, of another user or too old counts as guessing on an unknown device', async () => {
    const [victim, attacker] = [await addAccount(server, 'admin'), await addAccount(server, 'student')];
    const address = '203.0.113.20';
    const own = (await signIn(victim.username)).cookie ?? '';
    const foreignCookie = (await signIn(attacker.username, password, { address })).cookie ?? '';
    await fail(5, victim.username, { address });
    const [name, value = ''] = own.split('=');
    const [content = '', signature = ''] = value.split('.');
    const people = JSON.parse(Buffer.from(content, 'base64url').toString()) as object;
    const other = Buffer.from(JSON.stringify({ ...people, id: 'another' })).toString('base64url');
    for (const cookie of [
      foreignCookie,
      `${name}=${other}.${signature}`,
      `${name}=${content}.`,
      `${name}=${content}.${createHash('sha256').update(content).digest('base64url')}`,
      `${name}=${content}`,
      `${name}=`,
      `${name}=${'x'.repeat(5_000)}`,
      '%%%; =; ;;',
    ])
      expect((await signIn(victim.username, password, { address, cookie })).status, cookie.slice(0, 80)).toBe(
        429,
      );
    expect((await signIn(victim.username, password, { address, cookie: `a=b; ${own}; c=d` })).status).toBe(
      200,
    );
    clock += 181 * day;
    await fail(5, victim.username, { address });
    expect((await signIn(victim.username, password, { address, cookie: own })).status).toBe(429);
  });

  test('a device of two users is known for both users', async () => {
    const [one, two] = [await addAccount(server, 'teacher'), await addAccount(server, 'teacher')];
    const first = (await signIn(one.username)).cookie;
    const { cookie } = await signIn(two.username, password, { cookie: first });
    for (const { username } of [one, two]) {
      await fail(5, username, { address: '203.0.113.21' });
      expect((await signIn(username, password, { address: '203.0.113.21' })).status).toBe(429);
      expect((await signIn(username, password, { address: '203.0.113.21', cookie })).status).toBe(200);
    }
  });

  test('a script cannot read the cookie: it is HttpOnly, and Secure for a sign-in over https', async () => {
    const { setCookie } = await signIn('teacher');
    expect(setCookie).toMatch(/^rasd_device=[\w-]+\.[\w-]{43}; Max-Age=15552000; HttpOnly; SameSite=Strict$/);
    const secure = await signIn('teacher', password, { headers: { 'x-forwarded-proto': 'https' } });
    expect(secure.setCookie).toMatch(/; HttpOnly; SameSite=Strict; Secure$/);
    expect((await signIn('teacher', 'wrong')).setCookie).toBe('');
    expect(setCookie).not.toContain(
      (await server.data.read.selectFrom('server_keys').selectAll().executeTakeFirstOrThrow()).value,
    );
  });

  test('another server behind ours never receives the cookie, and cannot set one here', async () => {
    const cookies: unknown[] = [];
    const other = createServer((sent, answer) => {
      cookies.push(sent.headers.cookie);
      answer
        .setHeader('set-cookie', 'rasd_device=theirs')
        .setHeader('content-type', 'application/json')
        .end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const API_PROXY = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const app = await createApp(server.data, { ...server.config, API_PROXY });
    const answer = await signIn('teacher', password, { cookie: 'rasd_device=ours' }, app);
    expect(answer).toMatchObject({ status: 200, setCookie: '' });
    expect(cookies).toEqual([undefined]);
    await app.close();
    other.close();
  });

  test('a failure before the clock was set back does not count, and no user waits longer than fifteen minutes', async () => {
    const { username } = await addAccount(server, 'teacher');
    clock += 400 * day;
    await fail(5, username, {});
    clock -= 400 * day;
    await fail(4, username, {});
    expect((await signIn(username)).status).toBe(200);
    await fail(5, username, {});
    const { status, retryAfter } = await signIn(username);
    expect(status).toBe(429);
    expect(retryAfter).toBeLessThanOrEqual(15 * 60);
  });

  test('guessing does not block the password check of a signed-in user, and each session has five attempts', async () => {
    const admin = await addAccount(server, 'admin');
    const [thisSession, otherSession] = [await admin.signIn(), await admin.signIn()];
    for (let at = 1; at <= 10; at++) await fail(5, admin.username, { address: `10.10.0.${at}` });
    expect((await signIn(admin.username, password, { address: '10.10.1.1' })).status).toBe(429);
    expect((await stepUp(server, thisSession)).status).toBe(200);
    const wrongBody = { current: 'wrong', new: 'نخلة وسبع سنابل' };
    for (let failure = 1; failure <= 5; failure++)
      expect((await server.call('POST', '/auth/password', { as: thisSession, body: wrongBody })).status).toBe(
        403,
      );
    expect(await stepUp(server, thisSession)).toMatchObject({
      status: 429,
      body: { error: ruleMessages.tooManyAttempts(15) },
    });
    const rightBody = { ...wrongBody, current: password };
    expect((await server.call('POST', '/auth/password', { as: otherSession, body: rightBody })).status).toBe(
      200,
    );
    // Failures in the session do not count for the sign-in.
    expect((await signIn(admin.username, rightBody.new, { address: '127.0.0.1' })).status).toBe(429);
    clock += 15 * minute + 1_000;
    expect((await signIn(admin.username, rightBody.new)).status).toBe(200);
  });

  test('guessing on two servers is limited to five attempts in total', async () => {
    const { url, discard } = await newFilledDatabase({ now });
    const one = await startTestApp({ url, now, poolSize: 5 });
    const data = await openInstitute(url, { now, poolSize: 5 });
    const two = await createApp(data, one.config);
    const { username } = await addAccount(one, 'teacher');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => signIn(username, 'wrong', {}, at % 2 ? one.app : two)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);
    // A device that one server knows is also known to the other server.
    clock += 15 * minute + 1_000;
    const { cookie } = await signIn(username, password, {}, one.app);
    for (let at = 0; at < 5; at++) await signIn(username, 'wrong', {}, two);
    expect((await signIn(username, password, {}, two)).status).toBe(429);
    expect((await signIn(username, password, { cookie }, two)).status).toBe(200);
    await two.close();
    await data.close();
    await one.close();
    await discard();
  });
});

describe('a one-time password', () => {
  const steppedUpAdmin = async () => {
    const as = { token: (await signIn('admin')).token };
    await stepUp(server, as);
    return as;
  };
  const newTemporaryAccount = async (role: 'admin' | 'teacher' | 'student') => {
    const as = await steppedUpAdmin();
    const username = uniqueText();
    const { body } = await server.call<User & { temporary_password: string }>('POST', '/users', {
      as,
      body: { username, name: 'نورة', role },
    });
    return { id: body.id, username, oneTime: body.temporary_password };
  };

  test.each([
    ['admin', 72 * hour],
    ['teacher', 72 * hour],
    ['student', 14 * day],
  ] as const)(
    'a one-time password of a %s expires, and then answers like a wrong one',
    async (role, lifetime) => {
      const { id, username, oneTime } = await newTemporaryAccount(role);
      clock += lifetime - 1_000;
      expect((await signIn(username, oneTime)).status).toBe(200);
      clock += 1_000;
      const ended = await signIn(username, oneTime);
      expect(ended).toMatchObject({ status: 401, text: (await signIn(username, 'wrong')).text });
      clock += 400 * day;
      expect((await signIn(username, oneTime)).status).toBe(401);
      // A second password from the admin has the full lifetime.
      const as = await steppedUpAdmin();
      const { body } = await server.call('PUT', `/users/${id}/password`, { as, body: {} });
      clock += lifetime - 1_000;
      expect((await signIn(username, String(body['temporary_password']))).status).toBe(200);
    },
  );

  test('a one-time password cannot be the new password; a chosen password never expires', async () => {
    const { username, oneTime } = await newTemporaryAccount('teacher');
    const as = { token: (await signIn(username, oneTime)).token };
    const change = (next: string) =>
      server.call('POST', '/auth/password', { as, body: { current: oneTime, new: next } });
    const message = 'كلمة المرور الجديدة هي كلمة المرور الحالية نفسها، الرجاء اختيار غيرها';
    expect(await change(oneTime)).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION', error: message, details: [{ path: 'new', message }] },
    });
    expect(await server.call('GET', '/programs', { as })).toMatchObject(refusalWith('MUST_CHANGE_PASSWORD'));
    expect((await change('نخلة وسبع سنابل')).status).toBe(200);
    clock += 400 * day;
    const again = await signIn(username, 'نخلة وسبع سنابل');
    expect(again.status).toBe(200);
    const same = { current: 'نخلة وسبع سنابل', new: 'نخلة وسبع سنابل' };
    expect(
      (await server.call('POST', '/auth/password', { as: { token: again.token }, body: same })).status,
    ).toBe(422);
  });
});

describe('the sessions of a user', () => {
  const agents = {
    phone:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    desk: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  };
  const listSessions = async (token: string) =>
    (await server.call<OwnSession[]>('GET', '/auth/sessions', { as: { token } })).body;
  const signInTwice = async () => {
    const { username } = await addAccount(server, 'teacher');
    const phone = await signIn(username, password, {
      address: '[2001:db8::7]:4000',
      headers: { 'user-agent': agents.phone },
    });
    clock += minute;
    const desk = await signIn(username, password, {
      address: '192.0.2.4',
      headers: { 'user-agent': agents.desk },
    });
    return { phone: phone.token, desk: desk.token };
  };

  test("a user's sessions are listed with device and address, and their ids do not reveal a token", async () => {
    const { phone, desk } = await signInTwice();
    const sessions = await listSessions(desk);
    expect(sessions).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{16}$/),
        created_at: now().toISOString(),
        last_seen_at: now().toISOString(),
        address: '192.0.2.4',
        device: 'Chrome على Windows',
        is_current: true,
      },
      expect.objectContaining({ address: '2001:db8::7', device: 'Safari على iPhone', is_current: false }),
    ]);
    expect((await listSessions(phone)).map(({ is_current }) => is_current)).toEqual([false, true]);
    for (const { id } of sessions) {
      for (const secret of [phone, desk]) {
        expect(secret).not.toContain(id);
        for (const form of ['hex', 'base64url'] as const)
          expect(createHash('sha256').update(secret).digest(form)).not.toContain(id);
      }
      expect(await isAlive(id)).toBe(false);
    }
  });

  test("a user's sessions are ended one by one, or all others at once", async () => {
    const { phone, desk } = await signInTwice();
    const other = (await listSessions(desk)).find(({ is_current }) => !is_current);
    const ended = await server.call('DELETE', `/auth/sessions/${other?.id}`, { as: { token: desk } });
    expect(ended).toMatchObject({ status: 200, body: { message: 'أُنهيت الجلسة على ذلك الجهاز' } });
    expect([await isAlive(phone), await isAlive(desk)]).toEqual([false, true]);
    expect(await server.call('DELETE', `/auth/sessions/${other?.id}`, { as: { token: desk } })).toMatchObject(
      refusalWith('NOT_FOUND'),
    );

    const { username } = await addAccount(server, 'student');
    const tokens = [];
    for (let at = 0; at < 4; at++) tokens.push((await signIn(username)).token);
    const [mine = ''] = tokens;
    const endOtherSessions = () => server.call('DELETE', '/auth/sessions', { as: { token: mine } });
    expect(await endOtherSessions()).toMatchObject({ status: 200, body: { message: 'أُنهيت 3 جلسات أخرى' } });
    expect(await Promise.all(tokens.map(isAlive))).toEqual([true, false, false, false]);
    expect(await endOtherSessions()).toMatchObject({ body: { message: 'لا توجد جلسات أخرى لإنهائها' } });
    const [current] = await listSessions(mine);
    expect(
      await server.call('DELETE', `/auth/sessions/${current?.id}`, { as: { token: mine } }),
    ).toMatchObject({ status: 200 });
    expect(await isAlive(mine)).toBe(false);
  });

  test('the sessions of other users can be neither listed nor ended', async () => {
    const [victim, attacker] = [await signInTwice(), await signInTwice()];
    const [session] = await listSessions(victim.desk);
    const ids = (await listSessions(attacker.desk)).map(({ id }) => id);
    expect(ids).not.toContain(session?.id);
    for (const id of [
      session?.id,
      'x',
      '..',
      '%00',
      'a'.repeat(500),
      createHash('sha256').update(victim.desk).digest('hex').slice(0, 40),
    ])
      expect(
        await server.call('DELETE', `/auth/sessions/${encodeURIComponent(String(id))}`, {
          as: { token: attacker.desk },
        }),
      ).toMatchObject(refusalWith('NOT_FOUND'));
    await server.call('DELETE', '/auth/sessions', { as: { token: attacker.desk } });
    expect([await isAlive(victim.phone), await isAlive(victim.desk)]).toEqual([true, true]);
  });

  test('ended sessions are not listed; current sessions show their last address', async () => {
    const { desk } = await signInTwice();
    clock += 6 * minute;
    await server.app.inject({
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${desk}`, 'x-forwarded-for': '192.0.2.99' },
    });
    expect((await listSessions(desk))[0]).toMatchObject({
      address: '192.0.2.99',
      last_seen_at: now().toISOString(),
    });
    clock += 12 * hour - minute;
    const sessions = await listSessions(desk);
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ is_current: true });
  });
});

test('a teacher with the new role of student loses the subjects, and undo restores them', async () => {
  const as = await (await addAccount(server, 'admin')).signIn();
  const headers = { 'x-session-id': uniqueText() };
  const { id } = await addAccount(server, 'teacher');
  const assign = { subject_code: 'QRN101-1', teacher_id: id };
  await server.call('POST', '/subject-teachers', { as, headers, body: assign });
  const subjects = async () => (await server.call('GET', `/subject-teachers/teacher/${id}`, { as })).body;
  expect(await subjects()).toHaveLength(1);
  expect((await server.call('PUT', `/users/${id}`, { as, headers, body: { role: 'student' } })).status).toBe(
    200,
  );
  expect(await subjects()).toEqual([]);
  expect((await server.call('POST', '/undo/latest', { as, headers })).status).toBe(200);
  expect(await subjects()).toHaveLength(1);
});
