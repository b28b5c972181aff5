import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { StatementNames } from '../../server/db/engine/statementNames';

export type Row = Record<string, unknown>;
/** Returns null for a statement without rows. */
export type Run = (sql: string, values: readonly unknown[]) => Row[] | null | Promise<Row[] | null>;

/** A database without our engine: prepared statements, and as many connections as our server has. */
export interface BareDatabase {
  begin: string;
  use<T>(work: (run: Run) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export const openBareDatabase = (url: string): BareDatabase =>
  url.startsWith('sqlite:') ? openFile(url.slice('sqlite:'.length)) : openPool(url);

function openFile(file: string): BareDatabase {
  const database = new BetterSqlite3(file);
  const pragmas = ['synchronous = FULL', 'foreign_keys = ON', 'cache_size = -65536', 'temp_store = MEMORY'];
  for (const pragma of pragmas) database.pragma(pragma);
  const statements = new Map<string, BetterSqlite3.Statement<unknown[], Row>>();
  const run: Run = (sql, values) => {
    let statement = statements.get(sql);
    if (!statement) statements.set(sql, (statement = database.prepare<unknown[], Row>(sql)));
    if (statement.reader) return statement.all(values);
    statement.run(values);
    return null;
  };
  return {
    begin: 'begin immediate',
    use: (work) => work(run),
    close: async () => void database.close(),
  };
}

/** Names the same statements as our server. */
function openPool(connectionString: string): BareDatabase {
  const pool = new pg.Pool({ connectionString, max: 10, options: '-c random_page_cost=1.1 -c jit=off' });
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const names = new StatementNames();
  return {
    begin: 'begin',
    async use(work) {
      const client = await pool.connect();
      try {
        return await work(async (text, values) => {
          const name = names.nameFor(text);
          const query = { text, values: [...values], ...(name !== undefined && { name }) };
          return (await client.query<Row>(query)).rows;
        });
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}

/** Copies a database that nobody has open. */
export async function copyDatabase(url: string, folder: string): Promise<string> {
  if (url.startsWith('sqlite:')) {
    const copy = join(folder, 'copy.db');
    copyFileSync(url.slice('sqlite:'.length), copy);
    return `sqlite:${copy}`;
  }
  // Otherwise PostgreSQL vacuums one of the two at any time, which changes its plans.
  const original = new pg.Client({ connectionString: url });
  await original.connect();
  await original.query('vacuum analyze');
  await original.end();
  const [copy, maintenance] = [new URL(url), new URL(url)];
  [copy.pathname, maintenance.pathname] = ['/rasd_bench_bare', '/template1'];
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  await client.query('drop database if exists rasd_bench_bare');
  await client.query(`create database rasd_bench_bare template "${new URL(url).pathname.slice(1)}"`);
  await client.end();
  return copy.href;
}
