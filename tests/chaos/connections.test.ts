import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  assetBytes,
  type Connection,
  handlesOf,
  get,
  highestMemory,
  line,
  open,
  openUnread,
  pageBytes,
  start,
  withBody,
} from '../support/rawConnections';
import { until } from '../support/siege';

test('two thousand idle connections, and few file handles: the server keeps running, serves others, and closes them', async () => {
  const started = await start(400);
  const token = await started.calls.signIn('admin');
  const beginnings = ['', line('/auth/login'), `${withBody('/auth/login', 3_000)}{"username":"`];
  const idle: Connection[] = [];
  const statuses: number[] = [];
  for (let group = 0; group < 20; group += 1) {
    const opened = Array.from({ length: 100 }, (_, place) => open(started.port, beginnings[place % 3] ?? ''));
    idle.push(...(await Promise.all(opened)));
    statuses.push((await started.calls.call('GET', '/health')).status);
  }
  statuses.push((await started.calls.call('GET', '/programs', { token })).status);
  expect(statuses).toEqual(statuses.map(() => 200));
  expect(idle).toHaveLength(2_000);
  await until(started.server, () => idle.every(({ closedAt }) => closedAt !== null));
  expect((await started.calls.call('GET', '/ready')).status).toBe(200);
});

test('a body that stalls is closed after ten seconds, and a slow one is accepted', async () => {
  const started = await start();
  const token = await started.calls.signIn('admin');
  const body = JSON.stringify({ program_id: 'SLOW', program_name: 'SLOW', description: 'x'.repeat(450) });
  const began = performance.now();
  const stalled = await open(
    started.port,
    `${withBody('/programs', body.length, token)}${body.slice(0, 100)}`,
  );
  const slow = await open(started.port, withBody('/programs', body.length, token));
  // Until the stalled one is closed, and a little longer: 20 bytes every half second.
  let sent = 0;
  while (sent < body.length) {
    slow.socket.write(body.slice(sent, sent + 20));
    sent += 20;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await until(started.server, () => stalled.closedAt !== null && slow.received !== '');
  expect(slow.received).toMatch(/^HTTP\/1\.1 201 /);
  expect(stalled.received).toBe('');
  const waited = (stalled.closedAt ?? 0) - began;
  expect(waited).toBeGreaterThan(8_000);
});

test.runIf(existsSync('/proc/self/status'))(
  'four hundred half bodies take no great part of the memory, and nobody else is refused',
  async () => {
    const started = await start();
    const token = await started.calls.signIn('admin');
    const length = 1_048_576;
    const half = `${withBody('/programs', length, token)}{"description":"${'ا'.repeat(480_000)}`;
    for (let group = 0; group < 20; group += 1)
      await Promise.all(Array.from({ length: 20 }, () => open(started.port, half)));
    const answer = await started.calls.call('POST', '/programs', {
      token,
      body: { program_id: 'OTHER', program_name: 'OTHER' },
    });
    expect(answer.status).toBe(201);
    const highest = highestMemory(started.server);
    expect(highest).toBeGreaterThan(0);
    expect(highest).toBeLessThan(400);
  },
);

test('a stalled body and silent connections do not keep the server from ending', async () => {
  const started = await start();
  const token = await started.calls.signIn('admin');
  await open(started.port, `${withBody('/programs', 1_000, token)}{"program_id":`);
  await open(started.port, line('/programs'));
  await open(started.port, '');
  expect((await started.calls.call('GET', '/health')).status).toBe(200);
  const began = performance.now();
  started.server.process.kill('SIGTERM');
  expect(await started.server.ended).toEqual({ code: 0, signal: null });
  expect(performance.now() - began).toBeLessThan(6_000);
});

test.runIf(existsSync('/proc/self/status'))(
  'connections with many requests at once that read nothing take neither memory nor file handles, and nobody waits',
  async () => {
    const started = await start(1_024);
    await started.calls.call('GET', '/openapi.json');
    const before = highestMemory(started.server);
    const usual = handlesOf(started.server);
    const statuses: number[] = [];
    for (const path of ['/api/openapi.json', '/api/docs', '/assets/large.js']) {
      await openUnread(started.port, get(path).repeat(1_400));
      statuses.push((await started.calls.call('GET', '/health')).status);
      await Promise.all(Array.from({ length: 250 }, () => openUnread(started.port, get(path).repeat(20))));
      statuses.push((await started.calls.call('GET', '/health')).status);
    }
    expect(statuses).toEqual(statuses.map(() => 200));
    await until(started.server, () => handlesOf(started.server) < usual + 20);
    expect(highestMemory(started.server) - before).toBeLessThan(150);
  },
);

test.runIf(existsSync('/proc/self/status'))(
  'connections that read nothing of a file leave handles for others, and of the document no memory is taken',
  async () => {
    const started = await start(400);
    await started.calls.call('GET', '/openapi.json');
    await started.calls.call('GET', '/docs');
    const before = highestMemory(started.server);
    for (const path of ['/assets/large.js', '/api/openapi.json', '/api/docs'])
      for (let group = 0; group < 5; group += 1) {
        await Promise.all(Array.from({ length: 100 }, () => openUnread(started.port, get(path))));
        started.calls.close(); // a connection of its own, like a new client
        expect((await started.calls.call('GET', '/health')).status).toBe(200);
      }
    const file = await fetch(`http://127.0.0.1:${started.port}/assets/large.js`);
    expect((await file.text()).length).toBe(assetBytes);
    expect(highestMemory(started.server) - before).toBeLessThan(150);
  },
);

test('at SIGTERM a large answer that is being sent arrives whole, and a client that reads nothing does not delay it', async () => {
  const started = await start();
  const unread = await openUnread(started.port, get('/'));
  const reading = await openUnread(started.port, get('/'));
  const idle = await open(started.port, get('/api/health'));
  // Both answers are being sent: their first bytes have arrived.
  await until(started.server, () => [unread, reading].every(({ socket }) => socket.readableLength > 0));
  await until(started.server, () => idle.received.includes('"ok"'));
  const began = performance.now();
  started.server.process.kill('SIGTERM');
  await until(started.server, () => idle.closedAt !== null);
  reading.socket.on('data', (part: Buffer) => (reading.taken += part.length));
  expect(await started.server.ended).toEqual({ code: 0, signal: null });
  expect(reading.taken).toBeGreaterThan(pageBytes);
  expect(performance.now() - began).toBeLessThan(8_000);
});
