import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endGracefully } from '../../server/availability';
import { readConfig } from '../../server/config';
import { buildServerOptions, limitConnections } from '../../server/connections';
import { type Certificate, readCertificate, renewCertificate } from '../../server/tls/certificate';
import { serveTrust } from '../../server/tls/trust';
import { password, startTestApp } from '../support/app';
import {
  createCertificate,
  openSecurely,
  readServedCertificate,
  requestSecurely,
  runCertificate,
} from '../support/certificate';
import { type Child, startProgram } from '../support/childProcess';
import { newDatabase, type NewDatabase } from '../support/database';
import { temporaryFolder } from '../support/temporaryFolder';

const folder = temporaryFolder();

let database: NewDatabase;
let server: Child;
let origin: string;
let port: number;
let plainOrigin: string;
let certificate: ReturnType<typeof createCertificate>;
let ca: string;

beforeAll(async () => {
  certificate = createCertificate(folder, '127.0.0.1', 'rasd.local');
  ca = certificate.authority.toString();
  database = await newDatabase();
  server = startProgram('server/main.ts', [], {
    DATABASE_URL: database.url,
    ADMIN_PASSWORD: password,
    DEMO: '',
    LOG_LEVEL: 'info',
    PORT: '0',
    HTTP_PORT: '0',
    TLS_CERT: certificate.TLS_CERT,
    TLS_KEY: certificate.TLS_KEY,
    WEB_ROOT: 'public', // it has the page of `/trust`
    CONNECTION_TIMES: '0.2', // a handshake has two seconds
  });
  const [, plainPort = ''] = await server.waitForOutput(/"port":(\d+)},"msg":"HTTP_PORT"/);
  plainOrigin = `http://127.0.0.1:${plainPort}`;
  [, origin = ''] = await server.waitForOutput(/Rasd is ready: (\S+)/);
  port = Number(new URL(origin).port);
});

afterAll(async () => {
  server?.process.kill('SIGTERM');
  await server?.ended;
  await database?.discard();
});

const getPlainly = (path: string, init: RequestInit = {}) =>
  fetch(plainOrigin + path, { redirect: 'manual', ...init });

test('a client that trusts the authority is served by https; without trust, or under another name, it refuses', async () => {
  expect(origin).toMatch(/^https:/);
  const answer = await requestSecurely(`${origin}/api/ready`, { ca });
  expect(answer.status).toBe(200);
  await expect(requestSecurely(`${origin}/api/ready`, {})).rejects.toThrow(/self-signed certificate/);
  await expect(requestSecurely(`${origin}/api/ready`, { ca, servername: 'other.local' })).rejects.toThrow(
    /does not match certificate's altnames/,
  );
  expect((await requestSecurely(`${origin}/api/ready`, { ca, servername: 'rasd.local' })).status).toBe(200);
});

test('no header forbids plain HTTP if HTTP_PORT redirects; without HTTP_PORT, one does', async () => {
  const { headers } = await requestSecurely(`${origin}/api/ready`, { ca });
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers).not.toHaveProperty('strict-transport-security');
  const app = await startTestApp();
  expect((await app.call('GET', '/ready')).headers).toHaveProperty('strict-transport-security');
  await app.close();
});

test('the cookie of a device is only for https', async () => {
  const { status, headers } = await requestSecurely(
    `${origin}/api/auth/login`,
    { ca, method: 'POST', headers: { 'content-type': 'application/json' } },
    { username: 'admin', password },
  );
  expect(status).toBe(200);
  expect(String(headers['set-cookie'])).toMatch(/; Secure/);
});

test('plain HTTP redirects each page to https, and does not accept calls with a body', async () => {
  const answer = await getPlainly('/absences?date=2026-11-20');
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe(`${origin}/absences?date=2026-11-20`);
  expect((await getPlainly('//example.org/')).headers.get('location')).toBe(`${origin}//example.org/`);
  const { status } = await getPlainly('/api/auth/login', { method: 'POST', body: '{}' });
  expect(status).toBe(405);
});

test('a malformed host gets 400 on plain HTTP, and no address of another server', async () => {
  const ask = async (host: string) => {
    const socket = connect(Number(new URL(plainOrigin).port), '127.0.0.1');
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    const [head] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return head.toString();
  };
  expect(await ask('127.0.0.1')).toContain(`Location: ${origin}/`);
  for (const host of ['user@example.org', 'example.org/path?', 'a b'])
    expect(await ask(host)).toMatch(/^HTTP\/1.1 400 /);
});

test('plain HTTP answers 503 while the port of https is not open, and redirects once it is', async () => {
  const { TLS_CERT, TLS_KEY } = certificate;
  const config = readConfig({ TLS_CERT, TLS_KEY, HTTP_PORT: '0' });
  const read = readCertificate(config);
  if (!read) throw new Error('There is no certificate.');
  let log = '';
  const app = Fastify({
    ...buildServerOptions(config, read),
    logger: { stream: { write: (line: string) => void (log += line) } },
  }) as unknown as FastifyInstance;
  serveTrust(app, config, () => read);
  await app.ready();
  const url = `http://127.0.0.1:${/"port":(\d+)/.exec(log)?.[1]}`;
  for (const path of ['/', '/trust/authority.crt']) expect((await fetch(url + path)).status).toBe(503);
  await app.listen({ host: '127.0.0.1', port: 0 });
  expect((await fetch(url, { redirect: 'manual' })).status).toBe(302);
  await app.close();
});

test('/trust shows the steps with the fingerprint of the authority, by http and by https', async () => {
  const page = await getPlainly('/trust', { headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } });
  const html = await page.text();
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'/,
  );
  expect(html).toContain(certificate.authority.fingerprint256);
  expect(html).toContain(`href="${origin}/"`);
  expect(html).toMatch(/<details open>\s*<summary>آيفون/);
  expect(html).not.toMatch(/RASD_/);
  const secure = await requestSecurely(`${origin}/trust`, { ca });
  expect(secure.text).toMatch(/<details open>\s*<summary>أندرويد/);
  expect(secure.headers['content-security-policy']).toBe(page.headers.get('content-security-policy'));
});

test('/trust/authority.crt is the certificate of the authority, without its key', async () => {
  const file = await getPlainly('/trust/authority.crt');
  expect(file.headers.get('content-type')).toBe('application/x-x509-ca-cert');
  expect(Buffer.from(await file.arrayBuffer())).toEqual(certificate.authority.raw);
});

test('an iPhone downloads the authority as a configuration profile, other devices as a certificate', async () => {
  const openPage = async (device: string) =>
    (await getPlainly('/trust', { headers: { 'user-agent': `Mozilla/5.0 (${device})` } })).text();
  expect(await openPage('iPhone')).toContain('class="button" href="/trust/authority.mobileconfig"');
  expect(await openPage('Android')).toContain('class="button" href="/trust/authority.crt"');
  const mac = await openPage('Macintosh');
  expect(mac).toMatch(/<details open>\s*<summary>آيفون/);
  expect(mac).toMatch(/<details open>\s*<summary>ماك/);
  expect(await openPage('Windows NT 10.0')).toContain(certificate.authority.fingerprint);
  const file = await getPlainly('/trust/authority.mobileconfig');
  expect(file.headers.get('content-type')).toBe('application/x-apple-aspen-config');
  const profile = await file.text();
  expect(profile).toContain(`<data>${certificate.authority.raw.toString('base64')}</data>`);
  expect(profile.match(/<string>[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}<\/string>/g)).toHaveLength(2);
  expect(await (await getPlainly('/trust/authority.mobileconfig')).text()).toBe(profile);
});

test('plain HTTP at the port of https closes the connection, and the server continues', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket.resume(), 'close');
  expect((await requestSecurely(`${origin}/api/ready`, { ca })).status).toBe(200);
});

test('a client that sends many requests at once on plain HTTP gets the first answer only, and costs no further one', async () => {
  const { TLS_CERT, TLS_KEY } = certificate;
  const config = readConfig({ TLS_CERT, TLS_KEY, HTTP_PORT: '0', WEB_ROOT: 'public' });
  const served = readCertificate(config) as Certificate;
  let log = '';
  let reads = 0;
  const app = Fastify({
    ...buildServerOptions({ CONNECTION_TIMES: 1 }, served),
    logger: { stream: { write: (line) => void (log += line) } },
  }) as unknown as FastifyInstance;
  serveTrust(app, config, () => {
    reads += 1;
    return served;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect(Number(/"port":(\d+)},"msg":"HTTP_PORT"/.exec(log)?.[1]), '127.0.0.1');
  socket.on('error', () => undefined).write('GET /trust HTTP/1.1\r\nHost: rasd.local\r\n\r\n'.repeat(1_000));
  await once(socket.resume(), 'close');
  expect(reads).toBe(1);
  await app.close();
});

test('clients that never finish the handshake are closed, the oldest first, and block no other client', async () => {
  const maxOpen = 20;
  const { TLS_CERT, TLS_KEY } = certificate;
  const app = Fastify({
    ...buildServerOptions({ CONNECTION_TIMES: 100 }, readCertificate(readConfig({ TLS_CERT, TLS_KEY }))),
    forceCloseConnections: 'idle',
  }) as FastifyInstance;
  limitConnections(app, maxOpen, { CONNECTION_TIMES: 100 });
  endGracefully(app);
  app.get('/', async () => 'here');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const answered = await openSecurely(Number(new URL(url).port), ca);
  const silent: Socket[] = [];
  for (let number = 0; number < maxOpen; number += 1) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
    silent.push(socket.resume());
    await once(socket, 'connect');
  }
  expect((await requestSecurely(url, { ca })).text).toBe('here');
  const countClosed = () => silent.filter(({ closed }) => closed).length;
  await expect.poll(countClosed).toBeGreaterThanOrEqual(maxOpen - 4);
  expect(silent.at(-1)?.closed).toBe(false);
  expect(answered.closed).toBe(false); // its handshake is finished
  await app.close();
  await expect.poll(countClosed).toBe(maxOpen);
});

test('a connection is used for several requests, although its silence is longer than the limit of a request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () => requestSecurely(`${origin}/api/ready`, { ca, agent });
  const sockets = new Set<unknown>();
  agent.on('free', (socket) => sockets.add(socket));
  await ask();
  // A client without a request is closed after this time.
  const silent = await openSecurely(port, ca);
  await once(silent.resume(), 'close');
  await ask();
  expect(sockets.size).toBe(1);
  agent.destroy();
});

test('a renewed certificate is served without a restart; a damaged file changes nothing', async () => {
  const before = await readServedCertificate(port, ca);
  const good = readFileSync(certificate.TLS_CERT, 'utf8');
  writeFileSync(certificate.TLS_CERT, good.slice(0, 700));
  await server.waitForOutput(/the certificate in use stays/);
  expect((await readServedCertificate(port, ca)).serialNumber).toBe(before.serialNumber);
  expect(runCertificate(folder, ['127.0.0.1', 'rasd.local']).status).toBe(0);
  await server.waitForOutput(/The certificate was read again/);
  const after = await readServedCertificate(port, ca); // the same authority
  expect(after.serialNumber).not.toBe(before.serialNumber);
});

test('the log warns of a certificate that ends soon, and says that browsers refuse one that has ended', async () => {
  const logOf = async (days: number) => {
    const [request, file] = [join(folder, `request${days}`), join(folder, `days${days}.pem`)];
    const run = (...args: string[]) => execFileSync('openssl', args, { encoding: 'utf8', stdio: 'pipe' });
    const key = run('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256');
    writeFileSync(file, key);
    run('req', '-new', '-key', file, '-subj', '/CN=Any', '-out', request);
    writeFileSync(file, key + run('x509', '-req', '-in', request, '-signkey', file, '-days', String(days)));
    const config = readConfig({ TLS_CERT: file, TLS_KEY: file });
    let log = '';
    const app = Fastify({ logger: { stream: { write: (line) => void (log += line) } } });
    renewCertificate(app, config, readCertificate(config) as Certificate);
    await app.close();
    return log;
  };
  expect(await logOf(10)).toMatch(/"level":40.*ends at/);
  expect(await logOf(-1)).toMatch(/"level":50.*ended at .*Browsers refuse it/);
  expect(await logOf(31)).toBe('');
});

test('settings that do not fit end the start with a message', async () => {
  const start = async (environment: Record<string, string>) => {
    const started = startProgram('server/main.ts', [], {
      DATABASE_URL: 'sqlite::memory:',
      PORT: '0',
      LOG_LEVEL: 'error',
      ...environment,
    });
    const { code } = await started.ended;
    return [code, started.errors()];
  };
  const { TLS_CERT } = certificate;
  const otherKey = join(folder, 'authority.pem');
  const unopened = join(folder, 'unopened.db');
  const results = await Promise.all([
    start({ TLS_CERT }),
    start({ HTTP_PORT: '0' }),
    start({ TLS_CERT, TLS_KEY: join(folder, 'none.pem'), DATABASE_URL: `sqlite:${unopened}` }),
    start({ TLS_CERT, TLS_KEY: otherKey }),
    start({
      TLS_CERT,
      TLS_KEY: TLS_CERT,
      HTTP_PORT: new URL(plainOrigin).port,
      ADMIN_PASSWORD: password,
    }),
    start({ HOST: '0.0.0.0', ADMIN_PASSWORD: '', DEMO: '' }), // passwords of the demo are known
  ]);
  expect(results).toEqual([
    [1, expect.stringContaining('need each other')],
    [1, expect.stringContaining('HTTP_PORT: is only for')],
    [1, expect.stringMatching(/^TLS_CERT or TLS_KEY: ENOENT/)],
    [1, expect.stringContaining('the key does not belong to the certificate')],
    [1, expect.stringContaining('HTTP_PORT: the server cannot listen')],
    [1, expect.stringContaining('ADMIN_PASSWORD: a new database')],
  ]);
  // A wrong file must not migrate. Open connections to PostgreSQL would delay the end by ten seconds.
  expect(existsSync(unopened)).toBe(false);
});
