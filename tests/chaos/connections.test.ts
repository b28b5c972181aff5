import { execFileSync } from 'node:child_process';
import { test } from 'vitest';
import { pause } from '../support/eventLoop';
import {
  assetBytes,
  type Connection,
  countHandles,
  getRequest,
  readPeakMemory,
  postHead,
  pageBytes,
  startServer,
  postHeadWithLength,
} from '../support/rawConnections';
import { waitUntil } from '../support/writeLoad';

/** Only Linux shows the number of file handles of a running process. */
const isLinux = process.platform === 'linux';

/** First bytes of a connection that is idle afterwards. */
const idleBeginnings = [
  '',
  postHead('/auth/login'),
  `${postHeadWithLength('/auth/login', 3_000)}{"username":"`,
];

// Each test has its own server, and mostly waits for it.
test.concurrent('two thousand idle connections and few file handles: the server keeps running and answers other clients', async ({
  expect,
  onTestFinished,
}) => {
  const started = await startServer(onTestFinished, { handles: 400, timeoutFactor: 10 });
  const token = await started.calls.signIn('admin');
  const usual = isLinux ? countHandles(started.server) : 0;
  const idle: Connection[] = [];
  const statuses: number[] = [];
  for (let group = 0; group < 20; group += 1) {
    const opened = Array.from({ length: 100 }, (_, index) => started.open(idleBeginnings[index % 3] ?? ''));
    idle.push(...(await Promise.all(opened)));
    statuses.push((await started.calls.call('GET', '/health')).status);
    // The server uses 60 % of its handles for connections. `usual` already includes the connection of the sign-in.
    const connections = () => (isLinux ? countHandles(started.server) - usual : 240);
    if (group > 3) await waitUntil(started.server, () => connections() > 230); // the last connections are still arriving
    expect(connections()).toBeLessThan(245);
  }
  statuses.push((await started.calls.call('GET', '/programs', { token })).status);
  expect(statuses).toEqual(statuses.map(() => 200));
  expect(idle).toHaveLength(2_000);
  expect((await started.calls.call('GET', '/ready')).status).toBe(200);
});

test.concurrent('idle connections are closed', async ({ expect, onTestFinished }) => {
  const started = await startServer(onTestFinished, { timeoutFactor: 0.1 });
  const idle = await Promise.all(idleBeginnings.map((sent) => started.open(sent)));
  await waitUntil(started.server, () => idle.every(({ isClosed }) => isClosed));
  expect((await started.calls.call('GET', '/ready')).status).toBe(200);
});

test.runIf(isLinux).concurrent.for([44, 60, 100])(
  'with %i file handles the server reserves some: idle connections of every kind do not block other clients',
  async (handles, { expect, onTestFinished }) => {
    const started = await startServer(onTestFinished, { handles, timeoutFactor: 10 });
    const token = await started.calls.signIn('admin');
    const asset = getRequest('/assets/large.js');
    const beginnings = [
      '',
      postHead('/auth/login'),
      `${postHeadWithLength('/programs', 3_000, token)}{"program_id":"`,
    ];
    const statuses: number[] = [];
    for (let group = 0; group < 10; group += 1) {
      await Promise.all(beginnings.flatMap((sent) => [1, 2, 3, 4, 5, 6, 7, 8].map(() => started.open(sent))));
      await Promise.all(
        ['/', '/assets/large.js', '/api/docs'].map((path) => started.openUnread(getRequest(path))),
      );
      started.calls.close(); // a new connection, like that of a new client
      statuses.push((await started.calls.call('GET', '/health')).status);
      statuses.push((await started.calls.call('GET', '/ready')).status);
      const body = { program_id: `P${group}`, program_name: `P${group}` };
      statuses.push((await started.calls.call('POST', '/programs', { token, body })).status);
      const file = await started.open(asset);
      await waitUntil(started.server, () => file.received.length > assetBytes);
    }
    expect(statuses).toEqual(Array.from({ length: 10 }, () => [200, 200, 201]).flat());
    expect(countHandles(started.server)).toBeLessThan(handles);
  },
);

// Only Linux can change the limit of a running process.
test
  .runIf(isLinux)
  .concurrent(
    'without free file handles the server keeps running, and answers again once handles are free',
    async ({ expect, onTestFinished }) => {
      const started = await startServer(onTestFinished, { handles: 400 });
      const token = await started.calls.signIn('admin');
      const limitHandles = (handles: number) =>
        execFileSync('prlimit', ['--pid', String(started.server.process.pid), `--nofile=${handles}:400`]);
      // This connection was open before, so its calls need no further handle.
      expect((await started.calls.call('GET', '/programs', { token })).status).toBe(200);
      limitHandles(countHandles(started.server));
      const others = await Promise.all(
        Array.from({ length: 50 }, () => started.open(getRequest('/api/health'))),
      );
      await waitUntil(started.server, () =>
        others.every(({ isClosed, received }) => isClosed || received !== ''),
      );
      // A few connections get a free handle with a lower number. All others are closed.
      expect(others.filter(({ received }) => received === '').length).toBeGreaterThan(30);
      expect((await started.calls.call('GET', '/programs', { token })).status).toBe(200);
      limitHandles(400);
      started.calls.close();
      expect((await started.calls.call('GET', '/health')).status).toBe(200);
      const file = await fetch(`http://127.0.0.1:${started.port}/assets/large.js`);
      expect((await file.text()).length).toBe(assetBytes);
    },
  );

test.concurrent('the connection of a stalled body is closed, and a body that arrives slowly is accepted', async ({
  expect,
  onTestFinished,
}) => {
  const started = await startServer(onTestFinished, { timeoutFactor: 0.3 });
  const token = await started.calls.signIn('admin');
  const body = JSON.stringify({ program_id: 'SLOW', program_name: 'SLOW' }).padEnd(50_000);
  const stalled = await started.open(
    `${postHeadWithLength('/programs', body.length, token)}${body.slice(0, 100)}`,
  );
  const slow = await started.open(postHeadWithLength('/programs', body.length, token));
  let sent = 0;
  while (!stalled.isClosed) {
    slow.socket.write(body.slice(sent, sent + 1));
    sent += 1;
    await pause();
  }
  expect(stalled.received).toBe('');
  expect([slow.isClosed, slow.received]).toEqual([false, '']);
  slow.socket.write(body.slice(sent));
  await waitUntil(started.server, () => slow.received !== '');
  expect(slow.received).toMatch(/^HTTP\/1\.1 201 /);
});

test
  .runIf(isLinux)
  .concurrent(
    'four hundred half-sent bodies stay within the memory limit, and other calls are accepted',
    async ({ expect, onTestFinished }) => {
      const started = await startServer(onTestFinished);
      const token = await started.calls.signIn('admin');
      const length = 1_048_576;
      const half = `${postHeadWithLength('/programs', length, token)}{"description":"${'ا'.repeat(480_000)}`;
      for (let group = 0; group < 20; group += 1)
        await Promise.all(Array.from({ length: 20 }, () => started.open(half)));
      const answer = await started.calls.call('POST', '/programs', {
        token,
        body: { program_id: 'OTHER', program_name: 'OTHER' },
      });
      expect(answer.status).toBe(201);
      const highest = readPeakMemory(started.server);
      expect(highest).toBeGreaterThan(0);
      expect(highest).toBeLessThan(400);
    },
  );

test.concurrent('a stalled body and silent connections do not delay the shutdown', async ({
  expect,
  onTestFinished,
}) => {
  const started = await startServer(onTestFinished);
  const token = await started.calls.signIn('admin');
  await started.open(`${postHeadWithLength('/programs', 1_000, token)}{"program_id":`);
  await started.open(postHead('/programs'));
  await started.open('');
  expect((await started.calls.call('GET', '/health')).status).toBe(200);
  started.server.process.kill('SIGTERM');
  // Code 1 would mean that connections delayed the end for longer than allowed.
  expect(await started.server.ended).toEqual({ code: 0, signal: null });
});

test
  .runIf(isLinux)
  .concurrent(
    'clients that pipeline many requests and read no response cost no memory or handles, and do not block others',
    async ({ expect, onTestFinished }) => {
      const started = await startServer(onTestFinished, { handles: 1_024 });
      await started.calls.call('GET', '/openapi.json');
      const before = readPeakMemory(started.server);
      const usual = countHandles(started.server);
      const statuses: number[] = [];
      for (const path of ['/api/openapi.json', '/api/docs', '/assets/large.js']) {
        await started.openUnread(getRequest(path).repeat(1_400));
        statuses.push((await started.calls.call('GET', '/health')).status);
        await Promise.all(Array.from({ length: 250 }, () => started.openUnread(getRequest(path).repeat(20))));
        statuses.push((await started.calls.call('GET', '/health')).status);
      }
      expect(statuses).toEqual(statuses.map(() => 200));
      await waitUntil(started.server, () => countHandles(started.server) < usual + 20);
      expect(readPeakMemory(started.server) - before).toBeLessThan(150);
    },
  );

test
  .runIf(isLinux)
  .concurrent(
    'clients that read no response leave handles for other clients, and cost no memory',
    async ({ expect, onTestFinished }) => {
      const started = await startServer(onTestFinished, { handles: 400 });
      await started.calls.call('GET', '/openapi.json');
      await started.calls.call('GET', '/docs');
      const before = readPeakMemory(started.server);
      for (const path of ['/assets/large.js', '/api/openapi.json', '/api/docs'])
        for (let group = 0; group < 5; group += 1) {
          await Promise.all(Array.from({ length: 100 }, () => started.openUnread(getRequest(path))));
          started.calls.close(); // a new connection, like that of a new client
          expect((await started.calls.call('GET', '/health')).status).toBe(200);
        }
      const file = await fetch(`http://127.0.0.1:${started.port}/assets/large.js`);
      expect((await file.text()).length).toBe(assetBytes);
      expect(readPeakMemory(started.server) - before).toBeLessThan(150);
    },
  );

test.concurrent('a large answer being sent at SIGTERM arrives completely, and a client that reads nothing does not delay the end', async ({
  expect,
  onTestFinished,
}) => {
  const started = await startServer(onTestFinished);
  const unread = await started.openUnread(getRequest('/'));
  const reading = await started.openUnread(getRequest('/'));
  const idle = await started.open(getRequest('/api/health'));
  // The server has sent the first bytes of each answer.
  await waitUntil(started.server, () => [unread, reading].every(({ socket }) => socket.readableLength > 0));
  await waitUntil(started.server, () => idle.received.includes('"ok"'));
  started.server.process.kill('SIGTERM');
  await waitUntil(started.server, () => idle.isClosed);
  reading.socket.on('data', (part: Buffer) => (reading.bytesRead += part.length));
  expect(await started.server.ended).toEqual({ code: 0, signal: null });
  expect(reading.bytesRead).toBeGreaterThan(pageBytes);
});
