import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { openInstitute } from '../../../server/domain/openInstitute';
import { columnTypes } from '../../../server/db/engine/dialect';
import type { Engine } from '../../../server/db/engine/engine';
import { migrateSteps, type Step } from '../../../server/db/engine/migrator';
import { openPostgres } from '../../../server/db/engine/postgres';
import { openSqlite } from '../../../server/db/engine/sqlite';
import { retryWhileBusy } from '../../../server/db/engine/writeQueue';
import { migrate, migrationNames } from '../../../server/db/migrations/index';
import { newFilledDatabase, startTestApp } from '../../support/app';
import { startProgram } from '../../support/childProcess';
import { isPostgres, type NewDatabase, newDatabase } from '../../support/database';
import { plantedStep, plantedSteps } from '../../support/plantedSteps';
import { newProgram } from '../../support/sampleCalls';

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

async function urlOf(created: Promise<NewDatabase>): Promise<string> {
  const { url, discard } = await created;
  opened.push({ close: discard });
  return url;
}

function engineAt(url: string): Engine {
  const engine = isPostgres ? openPostgres(url, {}) : openSqlite(fileOf(url));
  opened.push(engine);
  return engine;
}

const fileOf = (url: string) => url.slice('sqlite:'.length);
const kind = isPostgres ? 'postgres' : 'sqlite';
const types = columnTypes(kind);

/** Migration steps of the schema in this test. */
const firstSteps: Record<string, Step> = {
  '1_houses': async (db) => {
    await sql`create table houses (id ${types.id})`.execute(db);
    await sql`create table rooms (id integer primary key, house_id integer not null references houses (id) on delete cascade)`.execute(
      db,
    );
  },
  '2_filled': async (db) => {
    await sql`insert into houses (id) values (1), (2)`.execute(db);
    await sql`insert into rooms (id, house_id) values (10, 1), (20, 2)`.execute(db);
  },
};

async function run(engine: Engine, steps: Record<string, Step>): Promise<void> {
  await migrateSteps(engine.migrationDb as unknown as Kysely<unknown>, kind, {
    steps,
    targetSteps: Object.keys(steps),
    before: async () => undefined,
  });
}

async function namesOf(engine: Engine): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    engine.migrationDb,
  );
  return rows.map(({ name }) => name);
}

const rowsOf = async (engine: Engine, table: string) =>
  (
    await sql<{ id: number }>`select id from ${sql.table(table)} order by id`.execute(engine.migrationDb)
  ).rows.map(({ id }) => id);

describe('a migration step', () => {
  test('a step that fails halfway is rolled back, and the next start repeats it', async () => {
    const engine = engineAt(await urlOf(newDatabase()));
    let isBroken = true;
    const thirdStep: Step = async (db) => {
      await sql`create table gardens (id integer)`.execute(db);
      await sql`insert into houses (id) values (3)`.execute(db);
      if (isBroken) throw new Error('the third step fails');
    };
    await run(engine, firstSteps);
    await expect(run(engine, { ...firstSteps, '3_gardens': thirdStep })).rejects.toThrow(
      'the third step fails',
    );
    expect(await namesOf(engine)).toEqual(['1_houses', '2_filled']);
    expect(await rowsOf(engine, 'houses')).toEqual([1, 2]);
    isBroken = false;
    await run(engine, { ...firstSteps, '3_gardens': thirdStep });
    expect(await namesOf(engine)).toEqual(['1_houses', '2_filled', '3_gardens']);
    expect(await rowsOf(engine, 'houses')).toEqual([1, 2, 3]);
    expect(await rowsOf(engine, 'gardens')).toEqual([]);
  });

  test.skipIf(isPostgres)('a step that recreates a table keeps the rows that refer to it', async () => {
    const engine = engineAt(await urlOf(newDatabase()));
    const recreateTable: Step = async (db) => {
      await sql`create table houses_new (id integer primary key autoincrement, name text)`.execute(db);
      await sql`insert into houses_new (id) select id from houses`.execute(db);
      await sql`drop table houses`.execute(db);
      await sql`alter table houses_new rename to houses`.execute(db);
    };
    await run(engine, firstSteps);
    await run(engine, { ...firstSteps, '3_anew': recreateTable });
    expect(await rowsOf(engine, 'rooms')).toEqual([10, 20]);
    // After the step, foreign keys are checked and cascade again.
    await sql`delete from houses where id = 1`.execute(engine.migrationDb);
    expect(await rowsOf(engine, 'rooms')).toEqual([20]);
  });

  test.skipIf(isPostgres)(
    'a step that would leave dangling references is refused, and the error lists them',
    async () => {
      const engine = engineAt(await urlOf(newDatabase()));
      const deleteParents: Step = async (db) => {
        await sql`delete from houses where id = 2`.execute(db);
      };
      await run(engine, firstSteps);
      await expect(run(engine, { ...firstSteps, '3_careless': deleteParents })).rejects.toThrow(
        '3_careless would leave references to nothing: 1 of rooms to houses',
      );
      expect(await rowsOf(engine, 'houses')).toEqual([1, 2]);
      expect(await namesOf(engine)).toEqual(['1_houses', '2_filled']);
    },
  );
});

test('the steps are sorted by number, because the last step tells whether a database is newer', () => {
  expect(migrationNames).toEqual(migrationNames.toSorted());
});

/** Creates an institute of this version; `plantedSteps` are later steps. */
const createOldDatabase = () => newFilledDatabase({ hasFewRevisions: true });

test('servers that open an old institute at the same time all start, and the step runs once', async () => {
  const url = await urlOf(createOldDatabase());
  const servers = ['first', 'second', 'third'].map(() =>
    startProgram('tests/support/migratingProcess.ts', [url]),
  );
  for (const server of servers) expect(await server.ended, server.errors()).toMatchObject({ code: 0 });
  const engine = engineAt(url);
  expect(await namesOf(engine)).toEqual(Object.keys(plantedSteps));
  const students = await rowsOf(engine, 'students');
  expect(students.length).toBeGreaterThan(50);
  expect(await rowsOf(engine, 'badges_of_students')).toHaveLength(students.length);
});

test.skipIf(!isPostgres)('PostgreSQL has statistics of a table that a step has filled', async () => {
  const url = await urlOf(createOldDatabase());
  await (await openInstitute(url, { steps: plantedSteps })).close();
  const { rows } = await sql`select attname from pg_stats where tablename = 'badges_of_students'`.execute(
    engineAt(url).migrationDb,
  );
  expect(rows).toContainEqual({ attname: 'holder_id' });
});

/** Holds an exclusive lock on a file, so that other connections cannot read or write it. */
const lockHolderSource = `
  const { parentPort, workerData } = require('node:worker_threads');
  const file = new (require('better-sqlite3'))(workerData);
  file.exec('begin exclusive');
  parentPort.postMessage('held');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  file.exec('commit');
  file.close();`;

test.skipIf(isPostgres)('a server start waits while another server opens the same file', async () => {
  const url = await urlOf(createOldDatabase());
  const holder = new Worker(lockHolderSource, { eval: true, workerData: fileOf(url) });
  await once(holder, 'message');
  const data = await openInstitute(url, { steps: plantedSteps });
  opened.push(data);
  expect((await data.read.selectFrom('settings').select('institute_name').execute()).length).toBe(1);
});

describe('the copy before a change of the schema', () => {
  const copiesIn = (folder: string) =>
    readdirSync(folder)
      .filter((name) => name.includes('before-migration'))
      .toSorted();
  const readFrom = <T>(file: string, read: (database: BetterSqlite3.Database) => T): T => {
    const database = new BetterSqlite3(file, { readonly: true });
    const result = read(database);
    database.close();
    return result;
  };
  const lastStepOf = (file: string) =>
    readFrom(file, (database) => database.prepare('select max(name) from kysely_migration').pluck().get());
  const studentsIn = (file: string) =>
    readFrom(file, (database) => database.prepare('select * from students order by id').all());

  test.skipIf(isPostgres)('a copy is made beside the database, accessible only to its owner', async () => {
    const url = await urlOf(createOldDatabase());
    const messages: string[] = [];
    const open = () =>
      openInstitute(url, {
        steps: plantedSteps,
        now: () => new Date('2026-11-20T10:00:00Z'),
        report: (message) => messages.push(message),
      });
    const students = studentsIn(fileOf(url));
    await (await open()).close();
    const folder = dirname(fileOf(url));
    const copies = copiesIn(folder);
    expect(copies).toEqual([
      expect.stringMatching(/^rasd\.before-migration-9999_planted-20261120T100000000Z\.db$/),
    ]);
    expect(messages).toEqual([
      expect.stringContaining('A copy of it comes first'),
      expect.stringContaining(`${copies[0]}, beside rasd.db, is a copy`),
    ]);
    const copy = join(folder, String(copies[0]));
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(existsSync(`${copy}-wal`)).toBe(false);
    expect(lastStepOf(copy)).toBe(migrationNames.at(-1));
    expect(studentsIn(copy)).toEqual(students);
    expect(lastStepOf(fileOf(url))).toBe(plantedStep);

    // The next start has no step to run.
    await (await open()).close();
    expect(copiesIn(folder)).toEqual(copies);
    expect(messages).toHaveLength(2);
  });

  test.skipIf(isPostgres)('the copies of the newest three steps are kept, one for each step', async () => {
    const url = await urlOf(createOldDatabase());
    const folder = dirname(fileOf(url));
    const oldCopies = [
      '0001_a-20260101T000000000Z',
      '0001_b-20260102T000000000Z',
      '0001_c-20260103T000000000Z',
    ].map((name) => `rasd.before-migration-${name}.db`);
    for (const name of oldCopies) writeFileSync(join(folder, name), '');
    await (await openInstitute(url, { steps: plantedSteps })).close();
    expect(copiesIn(folder)).toEqual([...oldCopies.slice(1), expect.stringContaining(`-${plantedStep}-`)]);
  });

  test.skipIf(isPostgres)('nothing changes if no copy can be made', async () => {
    const url = await urlOf(createOldDatabase());
    const file = fileOf(url);
    const damaged = new BetterSqlite3(file);
    // A damaged database cannot be copied, so it is not changed.
    damaged.exec(
      'drop table kysely_migration_lock; alter table settings rename column institute_name to label',
    );
    damaged.close();
    await expect(openInstitute(url, { steps: plantedSteps })).rejects.toThrow(
      /is unchanged, because it could not be copied\. .* is not a database of Rasd/,
    );
    expect(lastStepOf(file)).toBe(migrationNames.at(-1));
    expect(copiesIn(dirname(file))).toEqual([]);
  });

  test.skipIf(!isPostgres)('the start asks the administrator to run pg_dump first', async () => {
    const url = await urlOf(createOldDatabase());
    const messages: string[] = [];
    const open = () =>
      openInstitute(url, { steps: plantedSteps, report: (message) => messages.push(message) });
    await (await open()).close();
    expect(messages).toEqual([expect.stringContaining('pg_dump comes first')]);
    await (await open()).close();
    expect(messages).toHaveLength(1);
  });

  test('a new database needs neither a copy nor pg_dump', async () => {
    const url = await urlOf(newDatabase());
    const messages: string[] = [];
    await (await openInstitute(url, { report: (message) => messages.push(message) })).close();
    expect(messages).toEqual([]);
    expect(isPostgres ? [] : copiesIn(dirname(fileOf(url)))).toEqual([]);
  });
});

describe('a database of a newer version', () => {
  const addFutureStep = (engine: Engine) =>
    retryWhileBusy(
      () =>
        sql`insert into kysely_migration (name, timestamp) values ('9999_future', '2030-01-01T00:00:00.000Z')`.execute(
          engine.migrationDb,
        ),
      10_000,
    );

  test('an older server refuses to start and prints the reason', async () => {
    const url = await urlOf(newDatabase());
    const engine = engineAt(url);
    await migrate(engine.migrationDb, kind);
    await addFutureStep(engine);
    const server = startProgram('server/main.ts', [], { DATABASE_URL: url, PORT: '0', DEMO: '' });
    expect(await server.ended).toMatchObject({ code: 1 });
    expect(server.errors()).toBe(
      'A newer Rasd has changed this database (9999_future). Start that version, or put back a copy from before.\n',
    );
  });

  test('a running older server stops writing and answers as busy', async () => {
    const url = await urlOf(newDatabase());
    const server = await startTestApp({ url });
    opened.push(server);
    await newProgram(server);
    expect((await server.call('GET', '/ready')).status).toBe(200);
    const engine = engineAt(url);
    await addFutureStep(engine);
    const body = { program_id: 'LATE', program_name: 'برنامج متأخر' };
    expect(await server.call('POST', '/programs', { as: 'admin', body })).toMatchObject({
      status: 503,
      body: { code: 'BUSY', error: expect.stringContaining('لإصدار أحدث') },
    });
    expect((await server.call('GET', '/ready')).status).toBe(503);
    await sql`delete from kysely_migration where name = '9999_future'`.execute(engine.migrationDb);
    expect((await server.call('POST', '/programs', { as: 'admin', body })).status).toBe(201);
  });

  test('a running older server stops by itself', async () => {
    const url = await urlOf(newDatabase());
    const server = startProgram('server/main.ts', [], {
      DATABASE_URL: url,
      PORT: '0',
      ADMIN_PASSWORD: 'a strong enough one',
      LOG_LEVEL: 'error',
      DEMO: '',
    });
    await server.waitForOutput(/Rasd is ready/);
    await addFutureStep(engineAt(url));
    expect(await server.ended).toEqual({ code: 1, signal: null });
    expect(server.errors()).toContain('A newer Rasd has changed this database (9999_future)');
  });
});
