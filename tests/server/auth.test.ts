import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Role, roles } from '../../contract/vocabulary';
import { addAccount, waitForStoredCalls, setAccount } from '../support/accounts';
import { password, startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop } from '../support/eventLoop';
import { uniqueText } from '../support/sampleCalls';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let clock = Date.parse('2026-11-20T08:00:00Z');
const advanceClock = (milliseconds: number) => {
  clock += milliseconds;
};

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date(clock), poolSize: 20 });
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);
// Resets the failed sign-ins of the previous test.
beforeEach(() => advanceClock(hour));

async function signIn(username: string, withPassword = password, address = '10.0.0.1') {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: address,
    payload: { username, password: withPassword },
  });
  return { status: response.statusCode, text: response.body, headers: response.headers };
}
const isAlive = async (token: string) => {
  const { status } = await server.call('GET', '/auth/me', { as: { token } });
  await waitForStoredCalls();
  return status === 200;
};
const rowsOf = (table: 'sessions' | 'sign_in_failures' | 'password_requests') =>
  server.data.read.selectFrom(table).selectAll().execute();

describe('a sign-in', () => {
  test('a sign-in answers with the user and a token', async () => {
    const { body, status } = await server.call<{ user: object; token: string }>('POST', '/auth/login', {
      body: { username: 'student', password },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      user: {
        id: expect.any(Number),
        name: expect.any(String),
        username: 'student',
        role: 'student',
        email: expect.toSatisfy((email) => email === null || typeof email === 'string'),
        student_id: expect.stringMatching(/^1445\d{4}$/),
        must_change_password: false,
        section: null,
      },
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    const { body: me } = await server.call('GET', '/auth/me', { as: { token: body.token } });
    expect(me).toEqual(body.user);
  });

  test('a sign-in fails with the same message and bytes for an unknown name, a wrong password and a disabled account', async () => {
    const disabled = await addAccount(server, 'teacher', { is_active: 0 });
    const answers = [
      await signIn(`nobody-${uniqueText()}`),
      await signIn('admin', 'wrong password'),
      await signIn(disabled.username),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.text).toBe(
        '{"error":"فشل تسجيل الدخول - تحقق من اسم المستخدم وكلمة المرور","code":"BAD_CREDENTIALS"}',
      );
    }
    expect((await signIn('admin')).status).toBe(200);
    await setAccount(server.data, disabled.id, { is_active: 1 });
    expect((await signIn(disabled.username)).status).toBe(200);
  });

  test('a sign-in ignores case, direction marks, surrounding spaces and the script of digits in the user name', async () => {
    const { username } = await addAccount(server, 'teacher', { username: `Ahmad-${uniqueText()}123` });
    for (const typed of [
      username.toUpperCase(),
      username.replace('123', '١٢٣'),
      username.replace('123', '۱۲۳'),
      `  ${username}\u200F `,
    ])
      expect((await signIn(typed)).status, typed).toBe(200);
    expect((await signIn(`${username}4`)).status).toBe(401);
    // The password is compared exactly.
    expect((await signIn(username, password.toUpperCase())).status).toBe(401);
  });

  test('a sign-in stores only the SHA-256 of the token, and creates a new token each time', async () => {
    const [first, second] = [await server.signIn('teacher'), await server.signIn('teacher')];
    expect(first).not.toBe(second);
    const sessions = await rowsOf('sessions');
    const hash = createHash('sha256').update(first).digest('hex');
    expect(sessions.filter(({ token_hash }) => token_hash === hash)).toHaveLength(1);
    expect(JSON.stringify(sessions)).not.toContain(first);
    expect(
      JSON.stringify(await server.data.read.selectFrom('operation_rows').selectAll().execute()),
    ).not.toContain(first);
    expect(await isAlive(hash)).toBe(false);
    expect(await isAlive(first)).toBe(true);
  });

  test('a sign-in with an invalid body does not count as a failed sign-in', async () => {
    for (const body of [
      {},
      { username: 'admin' },
      { username: '', password: 'x' },
      { username: 1, password: 2 },
    ])
      expect((await server.call('POST', '/auth/login', { body })).status).toBe(422);
    expect(await signIn('admin')).toMatchObject({ status: 200 });
  });
});

describe('guessing a password', () => {
  test('guessing a password is blocked after five failures for a name from one address, also with the right password', async () => {
    const { username } = await addAccount(server, 'teacher');
    for (let failure = 1; failure <= 5; failure++) {
      expect((await signIn(username, 'wrong', '10.1.0.1')).status).toBe(401);
      advanceClock(minute);
    }
    const sixth = await signIn(username.toUpperCase(), password, '10.1.0.1');
    expect(sixth.status).toBe(429);
    // The first failure was five minutes ago.
    const error = 'محاولات كثيرة، الرجاء المحاولة من جديد بعد 10 دقائق';
    expect(JSON.parse(sixth.text)).toEqual({ error, code: 'TOO_MANY' });
    expect(sixth.headers['retry-after']).toBe(String(10 * 60));
    expect((await signIn('admin', password, '10.1.0.1')).status).toBe(200);

    advanceClock(10 * minute - 1_000);
    expect((await signIn(username, password, '10.1.0.1')).status).toBe(429);
    advanceClock(1_001);
    expect((await signIn(username, password, '10.1.0.1')).status).toBe(200);
  });

  test.each([
    [13, 'دقيقتين'],
    [14, 'دقيقة واحدة'],
    [12, '3 دقائق'],
    [4, '11 دقيقة'],
  ])('a blocked sign-in answers after %i minutes that the block ends in %s', async (passed, remaining) => {
    const name = uniqueText();
    for (let failure = 1; failure <= 5; failure++) await signIn(name, 'wrong');
    advanceClock(passed * minute);
    expect(JSON.parse((await signIn(name, 'wrong')).text)).toMatchObject({
      error: `محاولات كثيرة، الرجاء المحاولة من جديد بعد ${remaining}`,
    });
  });

  test('guessing a password is blocked in the same way for unknown names', async () => {
    const name = uniqueText();
    for (let failure = 1; failure <= 5; failure++) expect((await signIn(name, 'x')).status).toBe(401);
    expect((await signIn(name, 'x')).status).toBe(429);
  });

  test('guessing a password is counted from zero after a success from the same address', async () => {
    const { username } = await addAccount(server, 'teacher');
    for (let round = 0; round < 3; round++) {
      for (let failure = 1; failure <= 4; failure++)
        expect((await signIn(username, 'wrong', '10.5.0.1')).status).toBe(401);
      expect((await signIn(username, password, '10.5.0.1')).status).toBe(200);
    }
    expect((await rowsOf('sign_in_failures')).filter((row) => row.username_key === username)).toEqual([]);
  });
});

describe('a session', () => {
  test.each([
    ['admin', 12 * hour],
    ['teacher', 12 * hour],
  ] as const)('a session of a %s ends after twelve hours without a call', async (role, idle) => {
    const { token } = await (await addAccount(server, role)).signIn();
    for (let use = 0; use < 3; use++) {
      advanceClock(idle - minute);
      expect(await isAlive(token)).toBe(true);
    }
    advanceClock(idle + minute);
    expect(await isAlive(token)).toBe(false);
  });

  test('a session of a student has no idle limit', async () => {
    const { token } = await (await addAccount(server, 'student')).signIn();
    advanceClock(29 * day);
    expect(await isAlive(token)).toBe(true);
  });

  test.each(roles)('a session of a %s ends after thirty days, even if it is in use', async (role) => {
    const { token } = await (await addAccount(server, role)).signIn();
    for (let half = 0; half < 60; half++) {
      expect(await isAlive(token), `after ${half / 2} days`).toBe(true);
      advanceClock(11 * hour + 59 * minute);
    }
    advanceClock(hour);
    expect(await isAlive(token)).toBe(false);
    advanceClock(day);
    await server.signIn('admin');
    expect((await rowsOf('sessions')).every(({ expires_at }) => Date.parse(expires_at) > clock)).toBe(true);
  });

  test('a session ends at once when the account is disabled', async () => {
    const account = await addAccount(server, 'teacher');
    const { token } = await account.signIn();
    expect(await isAlive(token)).toBe(true);
    await setAccount(server.data, account.id, { is_active: 0 });
    expect(await isAlive(token)).toBe(false);
  });

  test('a session ends by signing out; other sessions of the same user stay', async () => {
    const account = await addAccount(server, 'teacher');
    const [first, second] = [await account.signIn(), await account.signIn()];
    const answer = await server.call('POST', '/auth/logout', { as: first });
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: 'تم تسجيل الخروج' } });
    expect(await isAlive(first.token)).toBe(false);
    expect(await isAlive(second.token)).toBe(true);
    expect((await server.call('POST', '/auth/logout', { as: first })).status).toBe(401);
  });
});

describe('a change of the password', () => {
  const change = (token: string, current: string, next: string) =>
    server.call('POST', '/auth/password', {
      as: { token },
      body: { current, new: next },
      headers: { 'x-session-id': 'a page' },
    });
  const validPassword = 'نخلة-وسبع-سنابل';

  test('a change of the password ends the other sessions, keeps this one, and takes effect', async () => {
    const account = await addAccount(server, 'teacher');
    const [thisSession, otherSession] = [await account.signIn(), await account.signIn()];
    expect(await change(thisSession.token, password, validPassword)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await isAlive(thisSession.token)).toBe(true);
    expect(await isAlive(otherSession.token)).toBe(false);
    expect((await signIn(account.username, password)).status).toBe(401);
    expect((await signIn(account.username, validPassword)).status).toBe(200);
  });

  test('a change of the password cannot be undone', async () => {
    const account = await addAccount(server, 'teacher');
    const { token } = await account.signIn();
    await change(token, password, validPassword);
    const operations = await server.data.read
      .selectFrom('operations')
      .selectAll()
      .where('user_id', '=', account.id)
      .execute();
    expect(operations).toMatchObject([{ table_name: 'users', undo_session: null }]);
  });

  test('a change with a wrong current password answers 403, not 401, and changes nothing', async () => {
    const account = await addAccount(server, 'teacher');
    const { token } = await account.signIn();
    expect(await change(token, 'wrong', validPassword)).toMatchObject({
      status: 403,
      body: { error: 'كلمة المرور غير صحيحة', code: 'WRONG_PASSWORD' },
    });
    expect(await isAlive(token)).toBe(true);
    expect((await signIn(account.username)).status).toBe(200);
  });

  test.each([
    ['too short', '1234567', 'كلمة المرور يجب ألا تقل عن 8 أحرف'],
    ['too long', 'ن'.repeat(129), 'كلمة المرور يجب ألا تزيد على 128 حرفاً'],
    ['common', 'password123', 'كلمة المرور شائعة وسهلة التخمين، الرجاء اختيار غيرها'],
    ['common in Arabic digits', '١٢٣٤٥٦٧٨', 'كلمة المرور شائعة وسهلة التخمين، الرجاء اختيار غيرها'],
    ['empty', '', 'كلمة المرور يجب ألا تقل عن 8 أحرف'],
  ])('a change to a password that is %s is refused with the field', async (_why, next, message) => {
    const account = await addAccount(server, 'teacher');
    const { token } = await account.signIn();
    expect(await change(token, password, next)).toMatchObject({
      status: 422,
      body: { error: message, code: 'VALIDATION', details: [{ path: 'new', message }] },
    });
    expect((await signIn(account.username)).status).toBe(200);
  });

  test('a change of the password is blocked after five wrong current passwords, like signing in', async () => {
    const account = await addAccount(server, 'teacher');
    const { token } = await account.signIn();
    for (let failure = 1; failure <= 5; failure++)
      expect((await change(token, 'wrong', validPassword)).status).toBe(403);
    expect((await change(token, password, validPassword)).status).toBe(429);
    advanceClock(15 * minute + 1);
    expect((await change(token, password, validPassword)).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  const requestPassword = (username: string) => server.call('POST', '/auth/forgot', { body: { username } });

  test('a forgotten password gets the same answer for any name', async () => {
    const active = await addAccount(server, 'teacher');
    const disabled = await addAccount(server, 'teacher', { is_active: 0 });
    const answers = [];
    for (const name of [
      active.username,
      active.username,
      disabled.username,
      uniqueText(),
      '%',
      "' or 1=1 --",
    ])
      answers.push(await requestPassword(name));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { success: true } });
    const requests = await rowsOf('password_requests');
    expect(requests.map(({ user_id }) => user_id)).toContain(active.id);
    expect(requests.map(({ user_id }) => user_id)).not.toContain(disabled.id);
  });

  test('a forgotten password creates one open request, even if repeated or sent in parallel', async () => {
    const account = await addAccount(server, 'student');
    await Promise.all(Array.from({ length: 12 }, () => requestPassword(account.username)));
    await requestPassword(account.username.toUpperCase());
    const open = (await rowsOf('password_requests')).filter(({ user_id }) => user_id === account.id);
    expect(open).toMatchObject([{ resolved_at: null }]);
  });
});

describe('a generated password', () => {
  test.each(roles)(
    'a generated password of a %s blocks all other calls until it is changed',
    async (role: Role) => {
      const account = await addAccount(server, role, { must_change_password: 1 });
      const as = await account.signIn();
      for (const [method, path] of [
        ['GET', '/programs'],
        ['GET', '/subjects'],
        ['POST', '/auth/step-up'],
        ['DELETE', '/students/1'],
      ] as const)
        expect(await server.call(method, path, { as })).toMatchObject({
          status: 403,
          body: { error: 'يجب تغيير كلمة المرور المؤقتة قبل المتابعة', code: 'MUST_CHANGE_PASSWORD' },
        });
      expect(await server.call('GET', '/auth/me', { as })).toMatchObject({
        status: 200,
        body: { must_change_password: true },
      });
      const changeResponse = await server.call('POST', '/auth/password', {
        as,
        body: { current: password, new: 'نخلة-وسبع-سنابل' },
      });
      expect(changeResponse.status).toBe(200);
      expect((await server.call('GET', '/subjects', { as })).status).toBe(200);
    },
  );

  test('a generated password does not block signing out', async () => {
    const account = await addAccount(server, 'teacher', { must_change_password: 1 });
    expect((await server.call('POST', '/auth/logout', { as: await account.signIn() })).status).toBe(200);
  });
});

describe('the step-up', () => {
  const stepUp = (token: string, withPassword: string) =>
    server.call('POST', '/auth/step-up', { as: { token }, body: { password: withPassword } });
  const stepUpEnds = async (userId: number) =>
    (await rowsOf('sessions')).filter(({ user_id }) => user_id === userId).map((row) => row.step_up_until);

  test('the step-up is valid for five minutes in this session, and can be ended earlier', async () => {
    const account = await addAccount(server, 'admin');
    const [{ token }] = [await account.signIn(), await account.signIn()];
    expect(await stepUpEnds(account.id)).toEqual([null, null]);
    expect((await stepUp(token, password)).status).toBe(200);
    expect((await stepUpEnds(account.id)).filter(Boolean)).toEqual([
      new Date(clock + 5 * minute).toISOString(),
    ]);
    const guarded = async () => (await server.call('GET', '/cleanup/summary', { as: { token } })).status;
    advanceClock(5 * minute - 1);
    expect(await guarded()).toBe(200);
    advanceClock(1);
    expect(await guarded()).toBe(403);
    await stepUp(token, password);
    expect(await guarded()).toBe(200);
    expect((await server.call('DELETE', '/auth/step-up', { as: { token } })).status).toBe(200);
    expect(await guarded()).toBe(403);
  });

  test('a step-up with a wrong password answers 403 and does not change the session', async () => {
    const account = await addAccount(server, 'admin');
    const { token } = await account.signIn();
    expect(await stepUp(token, 'wrong')).toMatchObject({ status: 403, body: { code: 'WRONG_PASSWORD' } });
    expect(await stepUpEnds(account.id)).toEqual([null]);
    expect(await isAlive(token)).toBe(true);
  });

  test('the step-up is blocked after five wrong passwords', async () => {
    const { token } = await (await addAccount(server, 'admin')).signIn();
    for (let failure = 1; failure <= 5; failure++) expect((await stepUp(token, 'wrong')).status).toBe(403);
    const sixth = await stepUp(token, password);
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
  });
});
