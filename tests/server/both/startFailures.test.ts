import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { startProgram } from '../../support/childProcess';
import { isPostgres, newDatabase } from '../../support/database';
import { newOldDatabase } from '../../support/oldInstitute';
import { temporaryFolder } from '../../support/temporaryFolder';

const folder = temporaryFolder();

/** The server ends at once, with one line on stderr. */
async function sentenceOf(url: string, program = 'server/main.ts'): Promise<string> {
  const server = startProgram(program, [], { DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'error', DEMO: '' });
  expect(await server.ended).toEqual({ code: 1, signal: null });
  expect(server.errors()).toMatch(/^[^\n]+\n$/);
  return server.errors();
}

test.runIf(isPostgres)('a database of another program ends the start with one sentence', async () => {
  const { url, discard } = await newDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tables = `select table_name from information_schema.tables where table_schema = 'public' order by 1`;
  await client.query('create table notes (text text)');
  expect(await sentenceOf(url)).toContain('tables of another program');
  expect((await client.query(tables)).rows).toEqual([{ table_name: 'notes' }]);

  await client.query('drop table notes; create table kysely_migration (name text, timestamp text)');
  await client.query(`insert into kysely_migration values ('0001_other', '2026')`);
  expect(await sentenceOf(url)).toContain('tables of another program');

  await client.query('drop table kysely_migration');
  await client.end();
  const server = startProgram('server/main.ts', [], { DATABASE_URL: url, PORT: '0', DEMO: '' });
  await server.printed(/Rasd is ready/);
  server.process.kill('SIGTERM');
  await server.ended;
  await discard();
});

describe.skipIf(isPostgres)('a file', () => {
  const foreign = join(folder, 'foreign.db');
  const migrated = join(folder, 'migrated.db');

  test('of another program ends the start with one sentence, and stays as it is', async () => {
    new BetterSqlite3(foreign).exec('create table notes (text)').close();
    new BetterSqlite3(migrated)
      .exec(
        "create table kysely_migration (name, timestamp); insert into kysely_migration values ('0001_x', '')",
      )
      .close();
    const before = readFileSync(foreign);
    for (const file of [foreign, migrated])
      expect(await sentenceOf(`sqlite:${file}`)).toContain('tables of another program');
    expect(readFileSync(foreign).equals(before)).toBe(true);
    expect(await sentenceOf(`sqlite:${foreign}`, 'server/commands/seed.ts')).toContain('another program');
  });

  test('that is no database, cut off, or damaged where it begins ends the start with one sentence', async () => {
    const { url, discard } = await newOldDatabase();
    const whole = readFileSync(url.slice('sqlite:'.length));
    const zeroed = Buffer.from(whole);
    zeroed.fill(0, 100, 4_096);
    const contents = [Buffer.from('this is a text '.repeat(500)), whole.subarray(0, 20_000), zeroed];
    for (const content of contents) {
      const file = join(folder, 'damaged.db');
      writeFileSync(file, content);
      expect(await sentenceOf(`sqlite:${file}`)).toContain('npm run restore');
    }
    // The same file undamaged is served.
    const file = join(folder, 'whole.db');
    copyFileSync(url.slice('sqlite:'.length), file);
    const server = startProgram('server/main.ts', [], { DATABASE_URL: `sqlite:${file}`, PORT: '0' });
    await server.printed(/Rasd is ready/);
    server.process.kill('SIGTERM');
    await server.ended;
    await discard();
  });

  test('that is a folder ends the start with one sentence', async () => {
    mkdirSync(join(folder, 'folder.db'));
    expect(await sentenceOf(`sqlite:${join(folder, 'folder.db')}`)).toContain('cannot be opened');
  });
});
