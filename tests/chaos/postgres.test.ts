import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Child, startProgram } from '../support/childProcess';
import { type Cluster, newCluster } from '../support/cluster';
import {
  besiege,
  writerCount,
  type Client,
  newClient,
  fillForSiege,
  type Reply,
  type Siege,
  waitUntil,
} from '../support/siege';

let cluster: Cluster;
let server: Child;
let calls: Client;
let tokens: string[];
let siege: Siege | null = null;

beforeAll(async () => {
  cluster = await newCluster();
  await cluster.start();
  await fillForSiege(cluster.url);
  server = startProgram('server/main.ts', [], {
    DATABASE_URL: cluster.url,
    PORT: '0',
    LOG_LEVEL: 'error',
  });
  const [, address = ''] = await server.waitForOutput(/Rasd is ready: (\S+)/);
  calls = newClient(address);
  const names = Array.from({ length: writerCount }, (_, place) => `admin${place}`);
  tokens = await Promise.all(names.map((name) => calls.signIn(name)));
});

afterEach(async () => {
  await siege?.stop();
  siege = null;
});

afterAll(async () => {
  calls?.close();
  server?.process.kill('SIGTERM');
  await server?.ended;
  await cluster?.remove();
});

/** Sends a statement on a connection of its own. */
async function query<R extends pg.QueryResultRow>(statement: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    return (await client.query<R>(statement)).rows;
  } finally {
    await client.end();
  }
}

const others = `from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;

/**
 * Ends the load once the server writes again. @returns the acknowledged writes that are lost, and the answers that are neither success nor BUSY
 */
async function aftermath(ended: Siege) {
  const before = ended.acknowledged.size;
  await waitUntil(server, () => ended.acknowledged.size > before + writerCount);
  await ended.stop();
  const stored = await query<{ program_id: string }>('select program_id from programs');
  const codes = new Set(stored.map(({ program_id }) => program_id));
  const isClear = ({ status, retryAfter }: Reply) => status === 201 || (status === 503 && retryAfter === '2');
  return {
    lost: [...ended.acknowledged].filter((code) => !codes.has(code)),
    unclear: ended.replies.filter((reply) => !isClear(reply)),
  };
}

const harmless = { lost: [], unclear: [] };

test('PostgreSQL is restarted under load: the server keeps running, refuses calls meanwhile, and loses nothing', async () => {
  siege = besiege(server, calls, tokens, 'restart');
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGINT'] as const) {
    await siege.round();
    await cluster.stop(signal);
    await siege.round();
    await cluster.start();
    const before = siege.acknowledged.size;
    await waitUntil(server, () => (siege?.acknowledged.size ?? 0) > before);
  }
  expect(await aftermath(siege)).toEqual(harmless);
});

test('every connection is cut under load, again and again: the server keeps running and loses nothing', async () => {
  siege = besiege(server, calls, tokens, 'cut');
  for (let times = 0; times < 8; times += 1) {
    await siege.round();
    for (let cuts = 0; cuts < 10; cuts += 1) await query(`select pg_terminate_backend(pid) ${others}`);
  }
  expect(await aftermath(siege)).toEqual(harmless);
});

test('every backend is stopped under load: each call is answered, and the server recovers by itself', async () => {
  siege = besiege(server, calls, tokens, 'stop');
  await siege.round();
  const stopped = (await query<{ pid: number }>(`select pid ${others}`)).map(({ pid }) => pid);
  expect(stopped.length).toBeGreaterThan(0);
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  try {
    await siege.round();
    await siege.round();
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
  }
  expect(await aftermath(siege)).toEqual(harmless);
});
