import Fastify, { type FastifyInstance } from 'fastify';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { endGracefully } from '../../server/availability';
import { limitConnections, maxConnections } from '../../server/connections';
import { resolveAddresses, listenAt } from '../../server/listening';
import { startTestApp } from '../support/app';

let app: FastifyInstance | null = null;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app?.close();
  app = null;
});

/** Only Linux has the second address. */
const isLinux = process.platform === 'linux';

const connectionLimit = 20;

/** Starts a server with a limit on connections, at two addresses of this machine. */
async function start(): Promise<number> {
  app = Fastify({ forceCloseConnections: 'idle' });
  limitConnections(app, connectionLimit, { CONNECTION_TIMES: 1 });
  endGracefully(app);
  app.get('/', async () => 'here');
  return Number(new URL(await listenAt(app, ['127.0.0.1', '127.0.0.2'], 0)).port);
}

/** Opens a connection and sends nothing. */
const openConnection = (host: string, port: number) =>
  new Promise<Socket>((resolve) => {
    const socket = connect(port, host, () => resolve(socket));
    sockets.push(socket.on('error', () => undefined).resume());
  });
const findClosed = (some: readonly Socket[]) =>
  some.filter(({ closed, readableEnded }) => closed || readableEnded);
const answerOf = async (host: string, port: number) => (await fetch(`http://${host}:${port}/`)).text();

test.runIf(isLinux)(
  'silent connections to all addresses count together, the oldest is closed, and both addresses are served',
  async () => {
    const port = await start();
    expect(await Promise.all([answerOf('127.0.0.1', port), answerOf('127.0.0.2', port)])).toEqual([
      'here',
      'here',
    ]);
    const first: Socket[] = [];
    for (let number = 0; number < connectionLimit; number += 1)
      first.push(await openConnection(number % 2 === 0 ? '127.0.0.1' : '127.0.0.2', port));
    for (let number = 0; number < connectionLimit; number += 1) await openConnection('127.0.0.2', port);
    await expect.poll(() => findClosed(first).length).toBe(connectionLimit);
    expect(await answerOf('127.0.0.1', port)).toBe('here');
    expect(await answerOf('127.0.0.2', port)).toBe('here');
  },
);

test('unfinished headers, an unfinished request and an idle connection have time limits', async () => {
  const server = await startTestApp();
  // The test checks the settings of Node, because waiting for each limit would take minutes.
  const { headersTimeout, requestTimeout, keepAliveTimeout } = server.app.server;
  expect([headersTimeout, requestTimeout, keepAliveTimeout]).toEqual([10_000, 60_000, 65_000]);
  expect((await server.call('GET', '/health')).status).toBe(200);
  await server.close();
});

test.runIf(isLinux)(
  'a server at two addresses stops at once, despite a silent connection at the second',
  async () => {
    const port = await start();
    const silent = await openConnection('127.0.0.2', port);
    await app?.close();
    await expect.poll(() => findClosed([silent]).length).toBe(1);
    await expect(answerOf('127.0.0.2', port)).rejects.toThrow('fetch failed');
  },
);

test('the database reserves file handles for its connections; the rest is for clients', () => {
  const connectionsFor = (poolSize: number, limit = 1_024) =>
    maxConnections('postgres', { DATABASE_POOL: poolSize }, { limit, open: 40 });
  // Reserved: two pools, half a pool, one connection for migrations, and 14 other handles.
  expect(connectionsFor(200)).toBe(1_024 - 40 - (500 + 1 + 14));
  expect(connectionsFor(10)).toBe(Math.floor(1_024 * 0.6));
  expect(connectionsFor(200, 400)).toBe(1);
  expect(maxConnections('sqlite', { DATABASE_POOL: 200 }, { limit: 1_024, open: 40 })).toBe(
    Math.floor(1_024 * 0.6),
  );
});

test('localhost means all its addresses on this system, and any other host is used unchanged', async () => {
  expect(await resolveAddresses('192.0.2.7')).toEqual(['192.0.2.7']);
  expect(await resolveAddresses('localhost')).toContain('127.0.0.1');
});
