import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Data, openData, type OpenOptions } from '../../server/db/engine/connection';

/** The database of this run: `sqlite` unless TEST_DB says `postgres`. */
export const isPostgres = process.env['TEST_DB'] === 'postgres';

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export interface NewDatabase {
  url: string;
  /** Deletes the database. */
  discard: () => Promise<void>;
}

/**
 * Creates a database. @param template URL of a database to copy, which must not be open; without it the new one is
 * empty
 */
export async function newDatabase(template?: string): Promise<NewDatabase> {
  if (!isPostgres)
    return template ? copyFile(template) : { url: 'sqlite::memory:', discard: async () => undefined };
  const name = `rasd_test_${randomBytes(6).toString('hex')}`;
  const copied = template ? ` template ${new URL(template).pathname.slice(1)}` : '';
  await onServer(`create database ${name}${copied}`);
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = `/${name}`;
  return { url: url.href, discard: () => onServer(`drop database if exists ${name} with (force)`) };
}

/** Creates a database that will be used as a template. */
export async function newTemplate(): Promise<NewDatabase> {
  if (isPostgres) return newDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'rasd-template-'));
  const discard = async () => rmSync(folder, { recursive: true, force: true });
  return { url: `sqlite:${join(folder, 'rasd.db')}`, discard };
}

function copyFile(template: string): NewDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'rasd-test-'));
  const file = join(folder, 'rasd.db');
  copyFileSync(template.slice('sqlite:'.length), file);
  return { url: `sqlite:${file}`, discard: async () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Opens a migrated database, empty or a copy of `template`, that is deleted on close. `file` is null, as for a database
 * in memory.
 */
export async function openTestData(options: OpenOptions = {}, template?: string): Promise<Data> {
  const { url, discard } = await newDatabase(template);
  const data = await openData(url, { poolSize: 5, ...options });
  return {
    ...data,
    file: null,
    close: async () => {
      await data.close();
      await discard();
    },
  };
}

/** All rows of the tables that undo restores, without the columns that undo ignores. */
export async function dump(data: Data): Promise<Record<string, unknown[]>> {
  const { recordedTables } = await import('../../server/db/schema/recorded');
  const { bookkeeping } = await import('../../server/db/log/unitOfWork');
  const tables: Record<string, unknown[]> = {};
  for (const table of recordedTables) {
    const rows = await data.read.selectFrom(table).selectAll().orderBy('id').execute();
    tables[table] = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !bookkeeping.has(column))),
    );
  }
  tables['search_terms'] = await data.read
    .selectFrom('search_terms')
    .selectAll()
    .orderBy('kind')
    .orderBy('term')
    .orderBy('row_id')
    .execute();
  return tables;
}
