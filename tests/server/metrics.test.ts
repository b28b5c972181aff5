import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../server/config';
import { password, startTestApp } from '../support/app';
import { type Child, startProgram } from '../support/childProcess';
import { isPostgres, newDatabase, type NewDatabase } from '../support/database';

let database: NewDatabase;
let server: Child;
let app: string;
let metrics: string;

function start(environment: Record<string, string>): Child {
  return startProgram('server/main.ts', [], {
    DATABASE_URL: database.url,
    PORT: '0',
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'info',
    DEMO: '',
    ...environment,
  });
}

beforeAll(async () => {
  database = await newDatabase();
  // Each public call of an address after the first one is refused.
  server = start({ METRICS_PORT: '0', CALL_LIMITS: '0.01' });
  [, metrics = ''] = await server.waitForOutput(/"address":"(http[^"]+)","msg":"metrics"/);
  [, app = ''] = await server.waitForOutput(/Rasd is ready: (\S+)/);
});

afterAll(async () => {
  server?.process.kill('SIGTERM');
  await server?.ended;
  await database?.discard();
});

const read = async () => (await fetch(metrics)).text();
/** Returns the value of a series; NaN if it is missing. */
const valueOf = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1) ?? NaN,
  );
const callCount = (method: string, route: string, status: string) =>
  `rasd_call_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
const signIn = () =>
  fetch(`${app}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'umm-secret', password: 'secret password' }),
  });

test('metrics are off by default, without a hook; two apps with metrics count in one process', async () => {
  const off = await startTestApp();
  const on = await startTestApp({ config: { METRICS_PORT: 0 } });
  const other = await startTestApp({ config: { METRICS_PORT: 0 } });
  const [hooksOff, hooksOn, otherHooks] = [off, on, other].map(({ app: one }) =>
    one.printRoutes({ includeHooks: true }),
  );
  expect(off.config.METRICS_PORT).toBe(undefined);
  expect(hooksOff).toContain('(onRequest)');
  expect(hooksOff).not.toContain('countCall');
  expect(hooksOn).toContain('countCall');
  expect(otherHooks).toContain('countCall');
  await Promise.all([off.close(), on.close(), other.close()]);
});

test('calls are counted by route pattern and status class, without paths, ids or names', async () => {
  await fetch(`${app}/api/students/4711?q=umm-secret`, { headers: { authorization: 'Bearer umm-secret' } });
  await fetch(`${app}/api/umm-secret`);
  expect((await signIn()).status).toBe(401);
  expect((await signIn()).status).toBe(429);
  await expect.poll(async () => valueOf(await read(), 'rasd_calls_running')).toBe(0);
  const text = await read();
  expect(valueOf(text, callCount('GET', '/api/students/:id', '4xx'))).toBe(1);
  expect(valueOf(text, callCount('GET', '-', '4xx'))).toBe(1);
  expect(valueOf(text, callCount('POST', '/api/auth/login', '4xx'))).toBe(2);
  expect(valueOf(text, 'rasd_calls_refused_total{status="429"}')).toBe(1);
  expect(valueOf(text, 'rasd_calls_refused_total{status="503"}')).toBe(0);
  expect(text).not.toMatch(/secret|4711|admin|rasd-demo/);
});

test('the metrics have the state of the process and of the database', async () => {
  const text = await read();
  for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes'])
    expect(valueOf(text, name)).toBeGreaterThan(0);
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds ');
  const idleSeries = isPostgres ? 'rasd_pool_connections{pool="write",state="waiting"}' : 'rasd_write_queue';
  expect(valueOf(text, idleSeries)).toBe(0);
});

test('the alerts of `deploy` use series that exist', async () => {
  const text = await read();
  const alerts = readFileSync(new URL('../../deploy/alerts.yml', import.meta.url), 'utf8');
  const names = new Set([...alerts.matchAll(/\b(?:rasd|process)_\w+/g)].map(([name]) => name));
  names.delete(isPostgres ? 'rasd_write_queue' : 'rasd_pool_connections');
  expect([...names]).toContain('rasd_call_duration_seconds_bucket');
  for (const name of names) expect(text).toMatch(new RegExp(`^${name}[ {]`, 'm'));
});

test('the port of the metrics serves GET and HEAD of one path, and the port of the app does not', async () => {
  expect((await fetch(metrics)).headers.get('content-type')).toContain('text/plain; version=0.0.4');
  expect((await fetch(`${metrics}?x=1`)).status).toBe(200);
  expect((await fetch(metrics, { method: 'HEAD' })).status).toBe(200);
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const refused = await fetch(metrics, { method });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
  for (const path of ['/', '/metrics/', '/api/health', '/metrics/..'])
    expect((await fetch(new URL(path, metrics))).status).toBe(404);
  expect(await (await fetch(`${app}/metrics`)).text()).not.toContain('rasd_call_duration_seconds');
});

test('a call that its client ends early is counted as aborted; the port of the metrics ends with the server', async () => {
  const ending = start({ METRICS_PORT: '0' });
  const [, address = ''] = await ending.waitForOutput(/"address":"(http[^"]+)","msg":"metrics"/);
  const [, url = ''] = await ending.waitForOutput(/Rasd is ready: (\S+)/);
  const load = async () => (await fetch(address)).text();
  const caller = connect(Number(new URL(url).port), '127.0.0.1');
  caller.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: rasd\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  await expect.poll(async () => valueOf(await load(), 'rasd_calls_running')).toBe(1);
  caller.destroy();
  await expect.poll(async () => valueOf(await load(), 'rasd_calls_running')).toBe(0);
  expect(valueOf(await load(), callCount('POST', '/api/auth/login', 'aborted'))).toBe(1);

  // A connection without a request must not delay the end.
  const silent = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
  await once(silent, 'connect');
  ending.process.kill('SIGTERM');
  expect(await ending.ended).toEqual({ code: 0, signal: null });
  await expect(load()).rejects.toThrow('fetch failed');
});

test('an occupied, an equal and an invalid port are refused with one error line', async () => {
  const occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  const { port } = occupant.address() as AddressInfo;
  const refusals: [Record<string, string>, RegExp][] = [
    [{ METRICS_PORT: String(port) }, /^METRICS_PORT: [^\n]+EADDRINUSE[^\n]+\n$/],
    [{ METRICS_PORT: '0', PORT: String(port) }, /^HOST or PORT: [^\n]+EADDRINUSE[^\n]+\n$/],
    // An address for documentation, which no machine has.
    [{ METRICS_PORT: '0', METRICS_HOST: '203.0.113.1' }, /^METRICS_PORT: [^\n]+EADDRNOTAVAIL[^\n]+\n$/],
  ];
  for (const [environment, message] of refusals) {
    const refused = start(environment);
    expect(await refused.ended).toEqual({ code: 1, signal: null });
    expect(refused.errors()).toMatch(message);
  }
  occupant.close();

  expect(() => readConfig({ PORT: '9000', METRICS_PORT: '9000' })).toThrow(
    new ConfigError('The configuration does not fit:\nMETRICS_PORT: must differ from PORT'),
  );
  for (const METRICS_PORT of ['-1', '65536', '1.5', 'http'])
    expect(() => readConfig({ METRICS_PORT })).toThrow(/\nMETRICS_PORT: /);
  expect(readConfig({ METRICS_PORT: '' }).METRICS_PORT).toBe(undefined);
  expect(readConfig({ PORT: '0', METRICS_PORT: '0' })).toMatchObject({
    METRICS_PORT: 0,
    METRICS_HOST: '127.0.0.1',
  });
});
