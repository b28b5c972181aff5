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

/** True with TEST_DB=postgres; default: SQLite. */
export const isPostgres = process.env['TEST_DB'] === 'postgres';

/** `@types/pg` lacks these methods. */
type Administrator = pg.Client & { ref(): void; unref(): void };

let administrator: Promise<Administrator> | null = null;

/** One connection for all databases that this process creates and drops. */
function connectAdministrator(url: string | undefined): Promise<Administrator> {
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

let lastStatement: Promise<unknown> = Promise.resolve();

/** Runs statements in sequence, because a connection runs one statement at a time. */
function runOnServer(statement: string): Promise<{ rows: { datname: string }[] }> {
  const result = lastStatement.then(async () => {
    const client = await connectAdministrator(process.env['TEST_DATABASE_URL']);
    client.ref();
    try {
      return await client.query<{ datname: string }>(statement);
    } finally {
      client.unref();
    }
  });
  lastStatement = result.catch(() => undefined);
  return result;
}

/** `file_copy` is twice as fast as the default strategy. PostgreSQL before 15 does not support it. */
async function copyClause(template: string): Promise<string> {
  const { rows } = await runOnServer(
    `select '' as datname where current_setting('server_version_num')::integer >= 150000`,
  );
  return ` template ${new URL(template).pathname.slice(1)}${rows.length > 0 ? ' strategy file_copy' : ''}`;
}

export interface NewDatabase {
  url: string;
  discard: () => Promise<void>;
}

/** @param template URL of a closed database to copy; default: an empty database */
export async function newDatabase(template?: string): Promise<NewDatabase> {
  const path = `${inject('databases')}${randomBytes(6).toString('hex')}`;
  if (!isPostgres) return newFile(path, template);
  const name = basename(path);
  await runOnServer(`create database ${name}${template ? await copyClause(template) : ''}`);
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = `/${name}`;
  return {
    url: url.href,
    discard: async () => void (await runOnServer(`drop database if exists ${name} with (force)`)),
  };
}

function newFile(folder: string, template?: string): NewDatabase {
  const file = join(folder, 'rasd.db');
  mkdirSync(folder);
  if (template) copyFileSync(template.slice('sqlite:'.length), file);
  return { url: `sqlite:${file}`, discard: async () => rmSync(folder, { recursive: true, force: true }) };
}

/** Path prefix of all databases of this run. The end of the run deletes databases with this prefix. */
export async function newRunPrefix(): Promise<string> {
  const { memoryFolder } = await script<{ memoryFolder: () => string }>('memoryFolder.mjs');
  return join(memoryFolder(), `rasd_test_${randomBytes(3).toString('hex')}_`);
}

/** Also deletes databases of failed tests. */
export async function removeDatabases(runPrefix: string): Promise<void> {
  const prefix = basename(runPrefix);
  if (!isPostgres) {
    const names = readdirSync(dirname(runPrefix)).filter((name) => name.startsWith(prefix));
    for (const name of names) rmSync(join(dirname(runPrefix), name), { recursive: true, force: true });
    return;
  }
  const { rows } = await runOnServer(
    `select datname from pg_database where starts_with(datname, '${prefix}')`,
  );
  for (const { datname } of rows) await runOnServer(`drop database ${datname} with (force)`);
}

const templates = new Map<string, Promise<string>>();

/** The URL of a database to copy. The first call with these `contents` creates it. */
export function findOrCreateTemplate(
  contents: string,
  fill: (url: string) => Promise<void>,
): Promise<string> {
  const existingTemplate = templates.get(contents);
  if (existingTemplate) return existingTemplate;
  const template = newDatabase().then(async ({ url }) => {
    await fill(url);
    return url;
  });
  templates.set(contents, template);
  return template;
}

/** Limit in milliseconds for a write that waits for others. Machines that run tests are slow. */
export const maxLockWaitMs = 60_000;

const emptyTemplate = () =>
  findOrCreateTemplate('the tables', async (url) => {
    const data = await openInstitute(url);
    await data.close();
  });

/** Opens a migrated database, which is deleted on close. `file` and address are null, as for a database in memory. */
export async function openTestData(options: OpenOptions = {}, template?: string): Promise<Data> {
  const { url, discard } = await newDatabase(template ?? (await emptyTemplate()));
  const data = await openInstitute(url, { poolSize: 5, maxLockWaitMs, ...options });
  return {
    ...data,
    file: null,
    postgresUrl: null,
    close: async () => {
      await data.close();
      await discard();
    },
  };
}

/** Columns that undo restores, by table. */
const dumpedColumns = new Map<string, string[]>();

/** Recent dumps by table: text and parsed rows. */
const recentDumps = new Map<string, { text: string; rows: readonly unknown[] }[]>();

/**
 * All rows that undo restores. The database returns each table as one text, and an unchanged text gives the
 * same objects. Comparing row by row took most of the time of the undo tests.
 */
export async function dump(data: Data): Promise<Record<string, readonly unknown[]>> {
  const { recordedTables } = await import('../../server/db/schema/recorded');
  const { bookkeeping } = await import('../../server/db/log/unitOfWork');
  const { passwordColumns } = await import('../../server/domain/undoAccounts');
  const excludedColumns = new Set([...bookkeeping, ...passwordColumns]);
  const tables: Record<string, readonly unknown[]> = {};
  for (const table of recordedTables) tables[table] = await readRows(data, table, ['id'], excludedColumns);
  tables['search_terms'] = await readRows(data, 'search_terms', ['kind', 'term', 'row_id']);
  tables['search_texts'] = await readRows(data, 'search_texts', ['kind', 'row_id']);
  return tables;
}

async function readRows(
  { read }: Data,
  table: keyof Database,
  order: readonly string[],
  excludedColumns: ReadonlySet<string> = new Set(),
): Promise<readonly unknown[]> {
  if (!dumpedColumns.has(table)) {
    const row = await read.selectFrom(table).selectAll().limit(1).executeTakeFirst();
    if (!row) return [];
    dumpedColumns.set(
      table,
      Object.keys(row).filter((column) => !excludedColumns.has(column)),
    );
  }
  const columns = dumpedColumns.get(table) ?? [];
  const columnRefs = sql.join(columns.map((column) => sql.ref(column)));
  const orderRefs = sql.join(order.map((column) => sql.ref(column)));
  const result = await (
    isPostgres
      ? sql<{ text: string | null }>`
          select json_agg(json_build_array(${columnRefs}) order by ${orderRefs})::text as text from ${sql.table(table)}`
      : sql<{ text: string }>`
          select json_group_array(json_array(${columnRefs}) order by ${orderRefs}) as text from ${sql.table(table)}`
  ).execute(read);
  return parseRows(table, result.rows[0]?.text ?? '[]', columns);
}

function parseRows(table: string, text: string, columns: readonly string[]): readonly unknown[] {
  const recent = recentDumps.get(table) ?? [];
  const unchanged = recent.find((one) => one.text === text);
  if (unchanged) return unchanged.rows;
  const rows = (JSON.parse(text) as unknown[][]).map((values) =>
    Object.freeze(Object.fromEntries(columns.map((column, index) => [column, values[index]]))),
  );
  recentDumps.set(table, [{ text, rows: Object.freeze(rows) }, ...recent.slice(0, 2)]);
  return rows;
}

/** Returns `expected` itself for equal rows, because `toEqual` is slow for different objects. */
export async function dumpOrExpected(expected: object, data: Data): Promise<object> {
  const rows = await dump(data);
  return isDeepStrictEqual(rows, expected) ? expected : rows;
}
