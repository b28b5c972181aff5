import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { errors } from '../../../contract/errors';
import { openInstitute } from '../../../server/domain/openInstitute';
import { type Answer, newFilledDatabase, startTestApp, type TestApp } from '../../support/app';
import { yieldToEventLoop, pause } from '../../support/eventLoop';
import { isPostgres } from '../../support/database';

/** Milliseconds that a write waits for a lock. */
const maxWaitMs = 500;

let server: TestApp | null = null;
let discard = async () => {};
afterEach(async () => {
  await server?.close();
  await discard();
  server = null;
  discard = async () => {};
});

/** Copies the demo institute into a file that other connections can open. @returns its URL */
async function filledUrl(): Promise<string> {
  const database = await newFilledDatabase();
  discard = database.discard;
  return database.url;
}

const addProgram = (app: TestApp, code: string, description: string | null = null): Promise<Answer> =>
  app.call('POST', '/programs', { as: 'admin', body: { program_id: code, program_name: code, description } });

test('a server answers the next call after its event loop was blocked for a short time', async () => {
  const lookEvery = 10;
  server = await startTestApp({ pressure: { checkEvery: lookEvery } });
  for (let times = 0; times < 3; times++) {
    // The block is longer than the interval of the measurements, but much shorter than the limit.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 * lookEvery);
    await pause();
    expect((await server.call('GET', '/ready')).status).toBe(200);
  }
});

test('a server with a long block of its event loop refuses calls as busy, after each block', async () => {
  const lookEvery = 300;
  const app = await startTestApp({ pressure: { checkEvery: lookEvery, maxDelay: 50 } });
  server = app;
  for (let times = 0; times < 3; times += 1) {
    // The block is longer than the interval, so that no measurement falls within the block.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookEvery + 100);
    // Timers run between two turns of the event loop.
    await yieldToEventLoop();
    await yieldToEventLoop();
    expect(await app.call('GET', '/ready')).toMatchObject({
      status: 503,
      body: { code: 'BUSY', error: errors.BUSY.message },
    });
  }
});

describe.skipIf(isPostgres)('SQLite', () => {
  test('SQLite uses WAL and synchronous=FULL, so that an acknowledged write survives a power cut', async () => {
    const app = await startTestApp({ url: await filledUrl() });
    server = app;
    const valueOf = (pragma: string) =>
      app.data.writeUnlogged(async (trx) => {
        const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(pragma)}`.execute(trx);
        return rows[0]?.[pragma];
      });
    expect(await valueOf('journal_mode')).toBe('wal');
    expect(await valueOf('synchronous')).toBe(2);
  });

  test('SQLite on a full disk refuses writes with an Arabic message, still reads, and writes again once there is space', async () => {
    const url = await filledUrl();
    const app = await startTestApp({ url, maxPages: 2_400 });
    server = app;
    const text = 'وصف طويل '.repeat(200);
    // The disk is full when several similar writes fail: a write without a new index page may still fit.
    const refusals: Answer[] = [];
    for (let round = 0; round < 400 && refusals.length < 5; round += 1) {
      const answer = await addProgram(app, `F${round}`, text);
      if (answer.status === 201) refusals.length = 0;
      else refusals.push(answer);
    }
    expect(refusals).toHaveLength(5);
    for (const refused of refusals)
      expect(refused).toMatchObject({
        status: 507,
        body: { code: 'STORAGE_FULL', error: errors.STORAGE_FULL.message },
      });
    expect((await app.call('GET', '/programs', { as: 'admin' })).status).toBe(200);
    expect((await addProgram(app, 'F999', text)).status).toBe(507);

    const other = new BetterSqlite3(url.slice('sqlite:'.length));
    expect(other.pragma('integrity_check', { simple: true })).toBe('ok');
    other.exec('delete from operation_rows');
    other.close();
    expect((await addProgram(app, 'AGAIN', text)).status).toBe(201);
  });

  test('SQLite locked by another process refuses all waiting writes after the same time', async () => {
    const url = await filledUrl();
    const started: string[] = [];
    const onQuery = (query: { sql: string }) =>
      void (query.sql.startsWith('begin') && started.push(query.sql));
    const app = await startTestApp({ url, maxLockWaitMs: maxWaitMs, onQuery });
    server = app;
    await app.signIn('admin');
    expect((await addProgram(app, 'BEFORE')).status).toBe(201);
    const other = new BetterSqlite3(url.slice('sqlite:'.length));
    other.exec('begin immediate');
    const refused: string[] = [];
    const codes = ['L1', 'L2', 'L3', 'L4', 'L5'];
    const writes = codes.map((code) => addProgram(app, code).finally(() => refused.push(code)));
    await Promise.race(writes);
    // A second server starts to wait here, twice as long as one write and half as long as four writes.
    const later = await openInstitute(url, { maxLockWaitMs: 2 * maxWaitMs });
    const busy = await later.writeUnlogged(async () => undefined).catch((error: unknown) => error);
    expect(busy).toMatchObject({ code: 'SQLITE_BUSY' });
    expect(refused.toSorted()).toEqual(codes);
    await later.close();
    for (const answer of await Promise.all(writes)) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'BUSY', error: errors.BUSY.message } });
      expect(answer.headers['retry-after']).toBe('2');
    }
    expect((await app.call('GET', '/programs', { as: 'admin' })).status).toBe(200);

    started.length = 0;
    const queuedWrite = addProgram(app, 'WAITED');
    while (started.length < 2) await pause(); // Each write has tried once, and retries.
    other.exec('rollback').close();
    expect((await queuedWrite).status).toBe(201);
    expect((await addProgram(app, 'AFTER')).status).toBe(201);
  });
});

describe.runIf(isPostgres)('PostgreSQL', () => {
  test('PostgreSQL refuses a write as busy if it waits too long for a lock, and the next writes succeed', async () => {
    const url = await filledUrl();
    const app = await startTestApp({ url, maxLockWaitMs: maxWaitMs });
    server = app;
    await app.signIn('admin');
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('begin');
    await other.query('lock table programs in exclusive mode');
    const refusal = await addProgram(app, 'LOCKED');
    expect(refusal).toMatchObject({ status: 503, body: { code: 'BUSY', error: errors.BUSY.message } });
    expect((await app.call('GET', '/programs', { as: 'admin' })).status).toBe(200);
    await other.query('rollback');
    await other.end();
    expect((await addProgram(app, 'LOCKED')).status).toBe(201);
  });
});
