import type BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { openPostgres } from '../../server/db/engine/postgres';
import { migrate } from '../../server/db/migrations/index';

const atOnce = 20_000;

/** Copies an institute from a file into an empty PostgreSQL database, with the schema of the file. */
export async function copyToPostgres(file: BetterSqlite3.Database, url: string): Promise<void> {
  const last = file.prepare('select max(name) from kysely_migration').pluck().get() as string;
  const engine = openPostgres(url, {});
  await migrate(engine.schemaOwner, 'postgres', { last });
  await engine.close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query('set local session_replication_role = replica'); // rows may come before the rows that they refer to
  for (const table of tablesOf(file)) {
    let part: unknown[] = [];
    const send = () =>
      client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(part),
      ]);
    for (const row of file.prepare(`select * from ${table}`).iterate()) {
      part.push(row);
      if (part.length < atOnce) continue;
      await send();
      part = [];
    }
    await send();
  }
  const counts = file.prepare('select name, seq from sqlite_sequence').all() as {
    name: string;
    seq: number;
  }[];
  for (const { name, seq } of counts)
    await client.query(`select setval(pg_get_serial_sequence($1, 'id'), $2)`, [name, seq]);
  await client.query('commit');
  await client.end();
}

/** The tables of an institute, by name. */
export const tablesOf = (file: BetterSqlite3.Database): string[] =>
  (
    file
      .prepare(`select name from sqlite_schema where type = 'table' order by name`)
      .pluck()
      .all() as string[]
  ).filter((name) => !/^(sqlite|kysely)_/.test(name));
