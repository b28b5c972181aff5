import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { errors } from '../../contract/errors';
import { databaseFailure } from '../../server/db/dialect';
import { type Answer, startTestApp, type TestApp } from '../support/app';
import { isPostgres, newDatabase } from '../support/database';

let server: TestApp | null = null;
let discard = async () => {};
afterEach(async () => {
  await server?.close();
  await discard();
  server = null;
  discard = async () => {};
});

const addProgram = (app: TestApp, code: string): Promise<Answer> =>
  app.call('POST', '/programs', { as: 'admin', body: { program_id: code, program_name: code } });

const actor = { userId: null, name: 'writer', role: 'admin', undoSession: null };

describe.runIf(isPostgres)('PostgreSQL', () => {
  /** Cuts every connection to the database but its own. @returns how many there were */
  async function cutAll(url: string): Promise<number> {
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    const { rowCount } = await other.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await other.end();
    return rowCount ?? 0;
  }

  async function start(options: Parameters<typeof startTestApp>[0] = {}): Promise<[TestApp, string]> {
    const database = await newDatabase();
    discard = database.discard;
    server = await startTestApp({ url: database.url, ...options });
    await server.signIn('admin');
    return [server, database.url];
  }

  test('connections that are cut in the middle of writes are refused as busy, and the next write is stored', async () => {
    const [app, url] = await start();
    for (let round = 0; round < 3; round += 1) {
      let isWithin = () => {};
      const within = new Promise<void>((resolve) => (isWithin = resolve));
      let isCut = () => {};
      const cut = new Promise<void>((resolve) => (isCut = resolve));
      const writing = app.data.write(actor, async (unit) => {
        isWithin();
        await cut; // the client is in use and waits for nothing: its error is nobody's
        await unit.trx.selectFrom('programs').select('id').execute();
      });
      await within;
      const asking = sql`select pg_sleep(100)`.execute(app.data.read);
      const refused = Promise.allSettled([writing, asking]);
      while ((await cutAll(url)) > 0);
      isCut();
      for (const outcome of await refused)
        expect(databaseFailure('reason' in outcome ? outcome.reason : null)).toMatchObject({ code: 'BUSY' });
      expect((await addProgram(app, `CUT${round}`)).status).toBe(201);
    }
  });

  test('a statement that takes too long is ended, and refused as busy', async () => {
    const [app] = await start({ longestStatement: 300 });
    const error = await sql`select pg_sleep(100)`.execute(app.data.read).catch((reason: unknown) => reason);
    expect(databaseFailure(error)).toMatchObject({ code: 'BUSY' });
    expect((await addProgram(app, 'AFTER')).status).toBe(201);
  });

  test('a transaction that the database has rolled back is not answered as stored', async () => {
    const [app] = await start();
    const writing = app.data.keep(async (trx) => {
      await sql`select 1 / 0`.execute(trx).catch(() => undefined);
    });
    await expect(writing).rejects.toThrow('rolled this transaction back');
  });
});

test('whatever says that the database cannot be reached is answered as busy, and an error of ours is not', () => {
  const lost = [
    { message: 'Connection terminated unexpectedly' },
    { message: 'Connection terminated' },
    { message: 'Connection terminated due to connection timeout' },
    { message: 'Client has encountered a connection error and is not queryable' },
    { message: 'timeout exceeded when trying to connect' },
    ...['57P01', '57P02', '57P03', '08006', '08P01', '25P03', '57014', '53300'].map((code) => ({ code })),
    ...['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'].map((code) => ({ code })),
  ];
  for (const properties of lost)
    expect(databaseFailure(Object.assign(new Error('x'), properties)), JSON.stringify(properties)).toEqual({
      code: 'BUSY',
      column: null,
    });
  for (const properties of [{ message: 'terminated' }, { code: '42601' }, { code: 'ENOENT' }, {}])
    expect(databaseFailure(Object.assign(new Error('x'), properties))).toBeNull();
  expect(errors.BUSY.status).toBe(503);
});
