import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CallLimits } from '../../server/callLimits';
import { endpoints } from '../../contract/index';
import type { Role } from '../../contract/vocabulary';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt } from '../support/clock';

const clock = clockAt('2026-11-20T09:00:00Z');
let server: TestApp;
const tokens = {} as Record<Role, string>;
beforeAll(async () => {
  server = await startTestApp({ now: clock.now, config: { CALL_LIMITS: 1, TRUST_PROXY: true } });
  for (const role of ['admin', 'teacher', 'student'] as const) tokens[role] = await server.signIn(role);
});
afterAll(() => server.close());
// Resets the limits of the previous test.
beforeEach(() => moveClock(61));

const moveClock = (seconds: number) =>
  clock.set(new Date(clock.now().getTime() + seconds * 1_000).toISOString());

interface CallOptions {
  as?: Role;
  from?: string;
  body?: unknown;
}
const callFrom = (method: string, path: string, { as, from = '192.0.2.1', body }: CallOptions = {}) =>
  server.call(method, path, {
    as: as ? { token: tokens[as] } : null,
    headers: { 'x-forwarded-for': from },
    ...(body !== undefined && { body }),
  });

/** Counts the answers by status. */
async function countByStatus(
  times: number,
  one: () => Promise<{ status: number }>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let time = 0; time < times; time += 1) {
    const { status } = await one();
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

const wrong = { username: 'nobody', password: '' };
const paper = `/verify/${'0'.repeat(32)}`;

describe('a client without a session', () => {
  test('a client without a session has 60 sign-in calls a minute from one address, and the answer has the waiting time', async () => {
    expect(await countByStatus(60, () => callFrom('POST', '/auth/login', { body: wrong }))).toEqual({
      422: 60,
    });
    moveClock(18);
    const refusal = await callFrom('POST', '/auth/forgot', { body: { username: 'x' } });
    expect(refusal).toMatchObject({
      status: 429,
      headers: { 'retry-after': '42' },
      body: { code: 'TOO_MANY', error: 'طلبات كثيرة في وقت قصير، الرجاء المحاولة بعد 42 ثانية' },
    });
    // Other addresses, other calls, and signed-in users at the same address are not limited.
    expect((await callFrom('POST', '/auth/login', { body: wrong, from: '192.0.2.2' })).status).toBe(422);
    expect((await callFrom('GET', paper)).status).toBe(404);
    expect((await callFrom('GET', '/auth/me', { as: 'teacher' })).status).toBe(200);
    moveClock(42);
    expect((await callFrom('POST', '/auth/login', { body: wrong })).status).toBe(422);
  });

  test('a client without a session is refused before the server reads the body', async () => {
    await countByStatus(60, () => callFrom('POST', '/auth/login', { body: wrong }));
    const body = { ...wrong, password: 'x'.repeat(10_000) };
    expect((await callFrom('POST', '/auth/login', { body })).status).toBe(429);
    moveClock(61);
    expect((await callFrom('POST', '/auth/login', { body })).status).toBe(413);
  });

  test('a client without a session can verify 60 papers a minute', async () => {
    expect(await countByStatus(62, () => callFrom('GET', paper))).toEqual({ 404: 60, 429: 2 });
  });

  test('a client counts as one in all notations of its address, and in a whole IPv6 network', async () => {
    const forms = ['192.0.2.9', '::ffff:192.0.2.9', '192.0.2.9:4711', '::ffff:c000:209'];
    let turn = 0;
    const form = () => forms[(turn += 1) % forms.length] ?? '';
    expect(await countByStatus(61, () => callFrom('GET', paper, { from: form() }))).toEqual({
      404: 60,
      429: 1,
    });
    const inNetwork = () => `2001:db8:1:2:${(turn += 1).toString(16)}::1`;
    expect(await countByStatus(61, () => callFrom('GET', paper, { from: inNetwork() }))).toEqual({
      404: 60,
      429: 1,
    });
    expect((await callFrom('GET', paper, { from: '2001:db8:1:3::1' })).status).toBe(404);
  });

  test('a client without a session can read the documents of the API 60 times a minute', async () => {
    const documents = ['/openapi.json', '/docs'];
    let turn = 0;
    const read = () => callFrom('GET', documents[(turn += 1) % 2] ?? '');
    expect(await countByStatus(62, read)).toEqual({ 200: 60, 429: 2 });
    expect((await callFrom('GET', '/docs', { from: '192.0.2.2' })).status).toBe(200);
    moveClock(61);
    expect((await read()).status).toBe(200);
  });

  test('a client without a session has no limit for the health check', async () => {
    expect(await countByStatus(100, () => callFrom('GET', '/health'))).toEqual({ 200: 100 });
  });
});

describe('a signed-in user', () => {
  test('a signed-in user has 600 calls a minute over all addresses; other users at the same address have a separate limit', async () => {
    let turn = 0;
    const from = () => `198.51.100.${(turn += 1) % 250}`;
    const me = () => callFrom('GET', '/auth/me', { as: 'teacher', from: from() });
    expect(await countByStatus(601, me)).toEqual({ 200: 600, 429: 1 });
    // Refused calls and all other calls count too.
    expect((await callFrom('POST', '/programs', { as: 'teacher', body: {} })).status).toBe(429);
    const refusal = await callFrom('GET', '/programs', { as: 'teacher' });
    expect(refusal).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
    expect(refusal.body['error']).toBe('طلبات كثيرة في وقت قصير، الرجاء المحاولة بعد 60 ثانية');
    expect((await callFrom('GET', '/auth/me', { as: 'admin', from: from() })).status).toBe(200);
    moveClock(60);
    expect((await me()).status).toBe(200);
  });

  test('a signed-in user has a separate limit for imports: 100,000 students in requests of 50 are 2,000 calls', async () => {
    const body = { data: [{ name: 'برنامج', code: 'CALLS', levels: 2 }] };
    const sendImport = () => callFrom('POST', '/programs/import', { as: 'admin', body: { ...body, x: 1 } });
    expect(await countByStatus(2_000, sendImport)).toEqual({ 422: 2_000 });
    expect((await callFrom('POST', '/programs/import', { as: 'admin', body })).status).toBe(200);
    expect((await callFrom('GET', '/auth/me', { as: 'admin' })).status).toBe(200);
  });
});

test('a clock that was set back does not lock a user out', async () => {
  await countByStatus(61, () => callFrom('GET', paper, { from: '192.0.2.3' }));
  expect((await callFrom('GET', paper, { from: '192.0.2.3' })).status).toBe(429);
  const before = clock.now().toISOString();
  clock.set('2025-10-01T00:00:00Z');
  expect((await callFrom('GET', paper, { from: '192.0.2.3' })).status).toBe(404);
  clock.set(before);
});

test('a hundred thousand addresses use no more memory than ten thousand', () => {
  const limits = new CallLimits(() => 1, clock.now);
  const verify = endpoints.find(({ path }) => path === '/verify/{code}');
  if (!verify) throw new Error('no such call');
  for (let address = 0; address < 100_000; address += 1) limits.countAddress(verify, `address ${address}`);
  expect(limits.callerCount).toBeLessThanOrEqual(10_000);
});

test('every sign-in call has its limits, also future calls', () => {
  const calls = endpoints.filter(({ path }) => path.startsWith('/auth/'));
  expect(calls.length).toBeGreaterThan(5);
  for (const { path, maxBodyBytes, limitPerMinute } of calls)
    expect({ path, maxBodyBytes, limitPerMinute }).toEqual({ path, maxBodyBytes: 4_096, limitPerMinute: 60 });
  const papers = endpoints.filter(({ path, roles }) => roles === 'public' && path.startsWith('/verify'));
  for (const { path, limitPerMinute } of papers) expect(limitPerMinute, path).toBeGreaterThan(0);
});
