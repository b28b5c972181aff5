import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { migrationNames } from '../../../server/db/migrations';
import { newFilledDatabase } from '../../support/app';
import { startProgram } from '../../support/childProcess';
import { isPostgres, newDatabase } from '../../support/database';
import { temporaryFolder } from '../../support/temporaryFolder';

const folder = temporaryFolder();

/** Expects the server to end at once. @returns its only line on stderr */
async function startErrorOf(url: string, program = 'server/main.ts'): Promise<string> {
  const server = startProgram(program, [], { DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'error', DEMO: '' });
  expect(await server.ended).toEqual({ code: 1, signal: null });
  expect(server.errors()).toMatch(/^[^\n]+\n$/);
  return server.errors();
}

/** Reads every row of every table, or every byte of the file. */
async function contentsOf(url: string): Promise<unknown> {
  if (!isPostgres) return readFileSync(url.slice('sqlite:'.length)).toString('base64');
  return onPostgres(url, async (client) => {
    const contents: unknown[] = [];
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    );
    for (const { name } of rows)
      contents.push(name, (await client.query(`select found::text from ${name} as found order by 1`)).rows);
    return contents;
  });
}

async function onPostgres<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const result = await work(client);
  await client.end();
  return result;
}

async function run(url: string, statement: string): Promise<void> {
  if (isPostgres) return void (await onPostgres(url, (client) => client.query(statement)));
  // Turns WAL off, because a copied database has none. A start of the server would turn it on.
  const file = new BetterSqlite3(url.slice('sqlite:'.length));
  file.pragma('journal_mode = DELETE');
  file.exec(statement).close();
}

test('the server refuses a database older than the baseline with one error line, and the database stays unchanged', async () => {
  const { url, discard } = await newFilledDatabase({ isEmpty: true });
  await run(url, `update kysely_migration set name = '0001_foundation' where name = '0001_baseline'`);
  await run(url, `insert into kysely_migration values ('0042_removals_of_records', '2026')`);
  const before = await contentsOf(url);
  expect(await startErrorOf(url)).toContain('An earlier Rasd made this database');
  expect(await contentsOf(url)).toEqual(before);

  // The same database with the migration of this version is served.
  await run(url, `delete from kysely_migration where name = '0042_removals_of_records'`);
  await run(url, `update kysely_migration set name = '0001_baseline' where name = '0001_foundation'`);
  const server = startProgram('server/main.ts', [], { DATABASE_URL: url, PORT: '0', DEMO: '' });
  await server.waitForOutput(/Rasd is ready/);
  server.process.kill('SIGTERM');
  await server.ended;
  await discard();
});

test('the export command refuses a database with pending steps or without tables, and changes neither', async () => {
  const { url, discard } = await newFilledDatabase({ isEmpty: true });
  const runExport = async (database: string) => {
    const file = join(folder, 'export.zip');
    const child = startProgram('server/commands/export.ts', [file], { DATABASE_URL: database });
    const { code } = await child.ended;
    const isWritten = existsSync(file);
    rmSync(file, { force: true });
    return { code, isWritten, errors: child.errors() };
  };
  const lastStep = migrationNames.at(-1) ?? '';
  // A refused start may change the pages of a SQLite file, but no row.
  const storedRows = async (database: string) => (isPostgres ? contentsOf(database) : []);
  await run(url, `delete from kysely_migration where name = '${lastStep}'`);
  const before = await storedRows(url);
  const refusal = { code: 1, isWritten: false, errors: expect.stringMatching(/lacks changes[^\n]*\n$/) };
  const refused = await runExport(url);
  expect(refused).toMatchObject(refusal);
  expect(refused.errors).toContain(lastStep);
  expect(await storedRows(url)).toEqual(before);
  await run(url, `insert into kysely_migration values ('${lastStep}', '2026')`);
  expect(await runExport(url)).toMatchObject({ code: 0, isWritten: true, errors: '' });
  await discard();

  const empty = await newDatabase();
  if (!isPostgres) new BetterSqlite3(empty.url.slice('sqlite:'.length)).close();
  expect(await runExport(empty.url)).toMatchObject(refusal);
  expect(await storedRows(empty.url)).toEqual([]);
  await empty.discard();
});

test.runIf(isPostgres)('the server refuses a database of another program with one error line', async () => {
  const { url, discard } = await newDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tables = `select table_name from information_schema.tables where table_schema = 'public' order by 1`;
  await client.query('create table notes (text text)');
  expect(await startErrorOf(url)).toContain('tables of another program');
  expect((await client.query(tables)).rows).toEqual([{ table_name: 'notes' }]);

  await client.query('drop table notes; create table kysely_migration (name text, timestamp text)');
  await client.query(`insert into kysely_migration values ('0001_other', '2026')`);
  expect(await startErrorOf(url)).toContain('tables of another program');

  await client.query('drop table kysely_migration');
  await client.end();
  const server = startProgram('server/main.ts', [], { DATABASE_URL: url, PORT: '0', DEMO: '' });
  await server.waitForOutput(/Rasd is ready/);
  server.process.kill('SIGTERM');
  await server.ended;
  await discard();
});

describe.skipIf(isPostgres)('a file that is no database of an institute', () => {
  const foreignFile = join(folder, 'foreign.db');
  const migrated = join(folder, 'migrated.db');

  test('the server refuses a file of another program with one error line, and the file stays unchanged', async () => {
    new BetterSqlite3(foreignFile).exec('create table notes (text)').close();
    new BetterSqlite3(migrated)
      .exec(
        "create table kysely_migration (name, timestamp); insert into kysely_migration values ('0001_x', '')",
      )
      .close();
    const before = readFileSync(foreignFile);
    for (const file of [foreignFile, migrated])
      expect(await startErrorOf(`sqlite:${file}`)).toContain('tables of another program');
    expect(readFileSync(foreignFile).equals(before)).toBe(true);
    expect(await startErrorOf(`sqlite:${foreignFile}`, 'server/commands/seed.ts')).toContain(
      'another program',
    );
  });

  test('the server refuses a file that is not a database, truncated, or damaged at its beginning, with one error line', async () => {
    const { url, discard } = await newFilledDatabase({ isEmpty: true });
    const whole = readFileSync(url.slice('sqlite:'.length));
    const zeroed = Buffer.from(whole);
    zeroed.fill(0, 100, 4_096);
    const contents = [Buffer.from('this is a text '.repeat(500)), whole.subarray(0, 20_000), zeroed];
    for (const content of contents) {
      const file = join(folder, 'damaged.db');
      writeFileSync(file, content);
      expect(await startErrorOf(`sqlite:${file}`)).toContain('npm run restore');
    }
    // The undamaged file is served.
    const file = join(folder, 'whole.db');
    copyFileSync(url.slice('sqlite:'.length), file);
    const server = startProgram('server/main.ts', [], { DATABASE_URL: `sqlite:${file}`, PORT: '0' });
    await server.waitForOutput(/Rasd is ready/);
    server.process.kill('SIGTERM');
    await server.ended;
    await discard();
  });

  test('the server refuses a folder with one error line', async () => {
    mkdirSync(join(folder, 'folder.db'));
    expect(await startErrorOf(`sqlite:${join(folder, 'folder.db')}`)).toContain('cannot be opened');
  });
});
