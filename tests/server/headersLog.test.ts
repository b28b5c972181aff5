import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { password, startTestApp, type TestApp } from '../support/app';

type Line = Record<string, unknown>;
const text: string[] = [];
const logTo = new Writable({
  write(chunk: Buffer, _encoding, done) {
    text.push(chunk.toString());
    done();
  },
});
const lines = () =>
  text
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

let quiet: TestApp;
let server: Awaited<ReturnType<typeof createApp>>;
beforeAll(async () => {
  quiet = await startTestApp();
  server = await createApp(quiet.data, readConfig({ LOG_LEVEL: 'info', WEB_ROOT: '/nonexistent' }), {
    logTo,
  });
});
afterAll(async () => {
  await server.close();
  await quiet.close();
});

test('each request writes one line of JSON with call, status and user', async () => {
  text.length = 0;
  const login = await server.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'teacher', password },
  });
  const { token, user } = login.json<{ token: string; user: { id: number } }>();
  const headers = { authorization: `Bearer ${token}` };
  await server.inject({ url: '/api/programs/1', headers });
  await server.inject({ url: '/api/nothing/here' });
  await server.inject({ url: '/api/subject-curriculum/%zz' });
  expect(lines()).toMatchObject([
    { msg: 'request', method: 'POST', path: '/api/auth/login', status: 200, user: null },
    { msg: 'request', method: 'GET', path: '/api/programs/:id', status: 200, user: user.id },
    { msg: 'request', method: 'GET', path: '-', status: 404, user: null },
    { msg: 'request', method: 'GET', path: '-', status: 404, user: null },
  ]);
  for (const line of lines()) {
    expect(line['time']).toBeTypeOf('number');
    expect(line['ms']).toBeTypeOf('number');
    expect(Object.keys(line).toSorted()).toEqual([
      'id',
      'level',
      'method',
      'ms',
      'msg',
      'path',
      'status',
      'time',
      'user',
    ]);
  }
});

test('no line has a password, a token, a name, or a search text', async () => {
  text.length = 0;
  const login = await server.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'admin', password },
  });
  const { token } = login.json<{ token: string }>();
  const headers = {
    authorization: `Bearer ${token}`,
    'x-user-name': 'private-name',
    'x-session-id': 'private-session',
  };
  const query = new URLSearchParams({ filter: JSON.stringify({ q: 'private-query' }), range: '[0,1]' });
  await server.inject({ url: `/api/students?${query}`, headers });
  await server.inject({ url: `/api/students?token=${token}`, headers });
  await server.inject({ url: '/api/subject-curriculum/private-code', headers });
  await server.inject({
    method: 'POST',
    url: '/api/auth/password',
    headers,
    payload: { current: 'private-wrong', new: 'private-new' },
  });
  await server.inject({ method: 'POST', url: '/api/auth/login', payload: '{"password":"private-broken"' });
  await server.inject({
    method: 'POST',
    url: '/api/students',
    headers,
    payload: { first_name: 'private-person', last_name: 'x', national_id: '1000000001', 'private-key': 1 },
  });
  expect(lines().length).toBe(7);
  for (const hidden of [password, token, 'private-', 'admin', 'argon2'])
    expect(text.join('')).not.toContain(hidden);
});

test('an unexpected error is logged, and the answer has no detail of it', async () => {
  text.length = 0;
  let isBroken = true;
  const failingApp = await createApp(
    {
      ...quiet.data,
      get read() {
        if (isBroken) throw new Error('the inner workings');
        return quiet.data.read;
      },
    },
    readConfig({ LOG_LEVEL: 'info', WEB_ROOT: '/nonexistent' }),
    { logTo },
  );
  const answer = await failingApp.inject({ url: '/api/ready' });
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({ error: 'حدث خطأ غير متوقع في الخادم', code: 'INTERNAL' });
  expect(lines()).toMatchObject([
    { msg: 'unforeseen', err: { message: 'the inner workings' } },
    { msg: 'request', status: 500 },
  ]);
  isBroken = false;
  await failingApp.close();
});
