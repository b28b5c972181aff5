import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import type { Data } from '../../server/db/data';
import type { OpenOptions } from '../../server/db/openData';
import { openInstitute } from '../../server/domain/openInstitute';
import type { Database } from '../../server/db/schema';
import { script } from './programs';

/** The database of this run: `sqlite` unless TEST_DB says `postgres`. */
export const isPostgres = process.env['TEST_DB'] === 'postgres';

/** Its types leave out that a connection need not keep the process running. */
type Administrator = pg.Client & { ref(): void; unref(): void };

let administrator: Promise<Administrator> | null = null;

/** One connection for all databases that this process creates and drops. */
function administratorOf(url: string | undefined): Promise<Administrator> {
  const connect = async () => {
    const client = new pg.Client({ connectionString: url }) as Administrator;
    client.on('error', () => (administrator = null)); // the next statement connects again
    await client.connect();
    return client;
  };
  return (administrator ??= connect().catch((error: unknown) => {
    administrator = null;
    throw error;
  }));
}

let last: Promise<unknown> = Promise.resolve();

/** Statements of this process run one after the other: a connection takes one at a time. */
function onServer(statement: string): Promise<{ rows: { datname: string }[] }> {
  const result = last.then(async () => {
    const client = await administratorOf(process.env['TEST_DATABASE_URL']);
    client.ref();
    try {
      return await client.query<{ datname: string }>(statement);
    } finally {
      client.unref();
    }
  });
  last = result.catch(() => undefined);
  return result;
}

/** To copy the files takes half as long as to log each page; older versions know no other way, nor the word. */
async function copyOf(template: string): Promise<string> {
  const { rows } = await onServer(
    `select '' as datname where current_setting('server_version_num')::integer >= 150000`,
  );
  return ` template ${new URL(template).pathname.slice(1)}${rows.length > 0 ? ' strategy file_copy' : ''}`;
}

export interface NewDatabase {
  url: string;
  /** Deletes the database. */
  discard: () => Promise<void>;
}

/**
 * Creates a database of this run; on SQLite a file. @param template URL of a database to copy, which must not be open;
 * without it the new one is empty
 */
export async function newDatabase(template?: string): Promise<NewDatabase> {
  const place = `${inject('databases')}${randomBytes(6).toString('hex')}`;
  if (!isPostgres) return newFile(place, template);
  const name = basename(place);
  await onServer(`create database ${name}${template ? await copyOf(template) : ''}`);
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = `/${name}`;
  return {
    url: url.href,
    discard: async () => void (await onServer(`drop database if exists ${name} with (force)`)),
  };
}

function newFile(folder: string, template?: string): NewDatabase {
  const file = join(folder, 'rasd.db');
  mkdirSync(folder);
  if (template) copyFileSync(template.slice('sqlite:'.length), file);
  return { url: `sqlite:${file}`, discard: async () => rmSync(folder, { recursive: true, force: true }) };
}

/** Returns what the path of each database of this run begins with, so that all of them can be found and deleted. */
export async function newRun(): Promise<string> {
  const { memoryFolder } = await script<{ memoryFolder: () => string }>('memoryFolder.mjs');
  return join(memoryFolder(), `rasd_test_${randomBytes(3).toString('hex')}_`);
}

/** Deletes every database of a run, also those that failed tests have left. */
export async function removeDatabases(run: string): Promise<void> {
  const beginning = basename(run);
  if (!isPostgres) {
    const names = readdirSync(dirname(run)).filter((name) => name.startsWith(beginning));
    for (const name of names) rmSync(join(dirname(run), name), { recursive: true, force: true });
    return;
  }
  const { rows } = await onServer(
    `select datname from pg_database where starts_with(datname, '${beginning}')`,
  );
  for (const { datname } of rows) await onServer(`drop database ${datname} with (force)`);
}

const templates = new Map<string, Promise<string>>();

/**
 * Returns the URL of a database to copy. The first call with the same `contents` in this process creates and fills it:
 * creating the tables alone takes a quarter of a second.
 */
export function templateOf(contents: string, fill: (url: string) => Promise<void>): Promise<string> {
  const existingTemplate = templates.get(contents);
  if (existingTemplate) return existingTemplate;
  const template = newDatabase().then(async ({ url }) => {
    await fill(url);
    return url;
  });
  templates.set(contents, template);
  return template;
}

/** How long a write waits for others, in milliseconds: longer than in the product, because a busy machine is slow. */
export const patience = 60_000;

const emptyTemplate = () =>
  templateOf('the tables', async (url) => {
    const data = await openInstitute(url);
    await data.close();
  });

/**
 * Opens a migrated database, empty or a copy of `template`, that is deleted on close. `file` is null, as for a database
 * in memory.
 */
export async function openTestData(options: OpenOptions = {}, template?: string): Promise<Data> {
  const { url, discard } = await newDatabase(template ?? (await emptyTemplate()));
  const data = await openInstitute(url, { poolSize: 5, maxLockWaitMs: patience, ...options });
  return {
    ...data,
    file: null,
    close: async () => {
      await data.close();
      await discard();
    },
  };
}

/** The columns of a table that undo must bring back, from its first row. */
const dumpedColumns = new Map<string, string[]>();

/** The last texts of a table that were read, with their rows. */
const readTexts = new Map<string, { text: string; rows: readonly unknown[] }[]>();

/**
 * Every row of every table that undo must bring back, without what undo leaves aside. The database writes each table as
 * one text, and rows that were read before are the same objects again. Most tables do not change between two dumps.
 * To read and compare their rows one by one took most of the time of the undo tests.
 */
export async function dump(data: Data): Promise<Record<string, readonly unknown[]>> {
  const { recordedTables } = await import('../../server/db/schema/recorded');
  const { bookkeeping } = await import('../../server/db/log/unitOfWork');
  const { passwordColumns } = await import('../../server/domain/undoAccounts');
  const leftOut = new Set([...bookkeeping, ...passwordColumns]);
  const tables: Record<string, readonly unknown[]> = {};
  for (const table of recordedTables) tables[table] = await rowsOf(data, table, ['id'], leftOut);
  tables['search_terms'] = await rowsOf(data, 'search_terms', ['kind', 'term', 'row_id']);
  tables['search_texts'] = await rowsOf(data, 'search_texts', ['kind', 'row_id']);
  return tables;
}

async function rowsOf(
  { read }: Data,
  table: keyof Database,
  order: readonly string[],
  leftOut: ReadonlySet<string> = new Set(),
): Promise<readonly unknown[]> {
  if (!dumpedColumns.has(table)) {
    const row = await read.selectFrom(table).selectAll().limit(1).executeTakeFirst();
    if (!row) return [];
    dumpedColumns.set(
      table,
      Object.keys(row).filter((column) => !leftOut.has(column)),
    );
  }
  const columns = dumpedColumns.get(table) ?? [];
  const refs = sql.join(columns.map((column) => sql.ref(column)));
  const sorted = sql.join(order.map((column) => sql.ref(column)));
  const result = await (
    isPostgres
      ? sql<{ text: string | null }>`
          select json_agg(json_build_array(${refs}) order by ${sorted})::text as text from ${sql.table(table)}`
      : sql<{ text: string }>`
          select json_group_array(json_array(${refs}) order by ${sorted}) as text from ${sql.table(table)}`
  ).execute(read);
  return rowsIn(table, result.rows[0]?.text ?? '[]', columns);
}

function rowsIn(table: string, text: string, columns: readonly string[]): readonly unknown[] {
  const recentTexts = readTexts.get(table) ?? [];
  const same = recentTexts.find((one) => one.text === text);
  if (same) return same.rows;
  const rows = (JSON.parse(text) as unknown[][]).map((values) =>
    Object.freeze(Object.fromEntries(columns.map((column, place) => [column, values[place]]))),
  );
  readTexts.set(table, [{ text, rows: Object.freeze(rows) }, ...recentTexts.slice(0, 2)]);
  return rows;
}

/** As `dump`, but `expected` itself where the rows equal it: `toEqual` takes many times as long to see that. */
export async function dumpOr(expected: object, data: Data): Promise<object> {
  const rows = await dump(data);
  return isDeepStrictEqual(rows, expected) ? expected : rows;
}
