import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Data, openData, type OpenOptions } from '../../server/db/connection';

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

/** The address of a database of its own, and what removes it. */
export async function newDatabase(): Promise<{ url: string; discard: () => Promise<void> }> {
  if (!isPostgres) return { url: 'sqlite::memory:', discard: async () => undefined };
  const name = `rasd_test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = `/${name}`;
  return { url: url.href, discard: () => onServer(`drop database if exists ${name} with (force)`) };
}

/** An empty, migrated database that goes away when it is closed. */
export async function openTestData(options: OpenOptions = {}): Promise<Data> {
  const { url, discard } = await newDatabase();
  const data = await openData(url, { poolSize: 5, ...options });
  return {
    ...data,
    close: async () => {
      await data.close();
      await discard();
    },
  };
}

/** Every row of every table that undo must bring back, without what undo leaves aside. */
export async function dump(data: Data): Promise<Record<string, unknown[]>> {
  const { recordedTables } = await import('../../server/db/schema');
  const { bookkeeping } = await import('../../server/db/unitOfWork');
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
