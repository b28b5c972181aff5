import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Child, startProgram } from '../support/childProcess';
import { type Cluster, newCluster } from '../support/cluster';
import {
  startWriteLoad,
  writerCount,
  type Client,
  newClient,
  addLoadAdmins,
  type Reply,
  type WriteLoad,
  waitUntil,
} from '../support/writeLoad';

let cluster: Cluster;
let server: Child;
let calls: Client;
let tokens: string[];
let load: WriteLoad | null = null;

beforeAll(async () => {
  cluster = await newCluster();
  await cluster.start();
  await addLoadAdmins(cluster.url);
  server = startProgram('server/main.ts', [], {
    DATABASE_URL: cluster.url,
    PORT: '0',
    LOG_LEVEL: 'error',
  });
  const [, address = ''] = await server.waitForOutput(/Rasd is ready: (\S+)/);
  calls = newClient(address);
  const names = Array.from({ length: writerCount }, (_, index) => `admin${index}`);
  tokens = await Promise.all(names.map((name) => calls.signIn(name)));
});

afterEach(async () => {
  await load?.stop();
  load = null;
});

afterAll(async () => {
  calls?.close();
  server?.process.kill('SIGTERM');
  await server?.ended;
  await cluster?.remove();
});

/** Sends a statement on a separate connection. */
async function query<R extends pg.QueryResultRow>(statement: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    return (await client.query<R>(statement)).rows;
  } finally {
    await client.end();
  }
}

const otherConnections = `from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;

/** Stops the load once the server writes again. @returns lost writes and unexpected answers */
async function checkWritesAfterLoad(writeLoad: WriteLoad) {
  const before = writeLoad.acknowledged.size;
  await waitUntil(server, () => writeLoad.acknowledged.size > before + writerCount);
  await writeLoad.stop();
  const stored = await query<{ program_id: string }>('select program_id from programs');
  const codes = new Set(stored.map(({ program_id }) => program_id));
  const isExpected = ({ status, retryAfter }: Reply) =>
    status === 201 || (status === 503 && retryAfter === '2');
  return {
    lost: [...writeLoad.acknowledged].filter((code) => !codes.has(code)),
    unexpected: writeLoad.replies.filter((reply) => !isExpected(reply)),
  };
}

const noLoss = { lost: [], unexpected: [] };

test('a restart of PostgreSQL under load loses no acknowledged write, and the server keeps running', async () => {
  load = startWriteLoad(server, calls, tokens, 'restart');
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGINT'] as const) {
    await load.round();
    await cluster.stop(signal);
    await load.round();
    await cluster.start();
    const before = load.acknowledged.size;
    await waitUntil(server, () => (load?.acknowledged.size ?? 0) > before);
  }
  expect(await checkWritesAfterLoad(load)).toEqual(noLoss);
});

test('cutting every connection repeatedly under load loses no acknowledged write, and the server keeps running', async () => {
  load = startWriteLoad(server, calls, tokens, 'cut');
  for (let times = 0; times < 8; times += 1) {
    await load.round();
    for (let cuts = 0; cuts < 10; cuts += 1)
      await query(`select pg_terminate_backend(pid) ${otherConnections}`);
  }
  expect(await checkWritesAfterLoad(load)).toEqual(noLoss);
});

test('stopping every backend under load loses no acknowledged write, and the server recovers by itself', async () => {
  load = startWriteLoad(server, calls, tokens, 'stop');
  await load.round();
  const stoppedPids = (await query<{ pid: number }>(`select pid ${otherConnections}`)).map(({ pid }) => pid);
  expect(stoppedPids.length).toBeGreaterThan(0);
  for (const pid of stoppedPids) process.kill(pid, 'SIGSTOP');
  try {
    await load.round();
    await load.round();
  } finally {
    for (const pid of stoppedPids) process.kill(pid, 'SIGCONT');
  }
  expect(await checkWritesAfterLoad(load)).toEqual(noLoss);
});
