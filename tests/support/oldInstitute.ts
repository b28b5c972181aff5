// An institute as the version before the enrolments kept it: `tests/data/before-enrolments.db.gz`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import type { Role } from '../../contract/vocabulary';
import { openPostgres } from '../../server/db/engine/postgres';
import { migrate } from '../../server/db/migrations/index';
import { startTestApp, type TestApp } from './app';
import { isPostgres, type NewDatabase, newDatabase, templateOf } from './database';

const data = (name: string) =>
  gunzipSync(readFileSync(fileURLToPath(new URL(`../data/${name}`, import.meta.url))));

/** The last step of the schema that the file has. */
const lastStep = '0015_sign_in_safety';

/** The time at which the expected answers were asked for; the newest write is of the day before. */
export const oldInstituteNow = () => new Date('2026-11-20T10:00:00Z');

/** The header with which the answers were asked for: it stands for the session in which everything was done. */
export const oldInstituteSession = { 'x-session-id': 'before-enrolments' };

/** Students (by row number) and accounts (by user name) of the file that do not name each other. */
export const disagreeing = { students: [3, 4, 5, 12], users: ['first-half', 'second-half', 'crossed'] };

/** What that version answered with PLAIN_API=1 to each call of the specification that reads, by path with query. */
export const oldAnswers = (): Record<Role, Record<string, { status: number; body: unknown }>> =>
  JSON.parse(data('before-enrolments.json.gz').toString('utf8'));

/** The rows of a table as the file has them, by number. */
export function oldRows(table: string): object[] {
  const file = new BetterSqlite3(data('before-enrolments.db.gz'));
  const rows = file.prepare(`select * from ${table} order by id`).all() as object[];
  file.close();
  return rows;
}

/** Creates a database of this run as that version left it; on PostgreSQL the rows are copied out of the file. */
export async function newOldDatabase(): Promise<NewDatabase> {
  return newDatabase(
    await templateOf('an institute before the enrolments', async (url) => {
      if (isPostgres) await copyRows(url);
      else writeFileSync(url.slice('sqlite:'.length), data('before-enrolments.db.gz'));
    }),
  );
}

/** Today's server on that institute. Everybody's password is that of the demo. */
export async function openOldInstitute({ isPlain = false } = {}): Promise<TestApp> {
  const { url, discard } = await newOldDatabase();
  const server = await startTestApp({ url, now: oldInstituteNow, config: { PLAIN_API: isPlain } });
  return {
    ...server,
    close: async () => {
      await server.close();
      await discard();
    },
  };
}

async function copyRows(url: string): Promise<void> {
  const engine = openPostgres(url, {});
  await migrate(engine.schemaOwner, 'postgres', { last: lastStep });
  await engine.close();
  const file = new BetterSqlite3(data('before-enrolments.db.gz'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query('set local session_replication_role = replica'); // references may stand before what they name
  const tables = file
    .prepare(`select name from sqlite_schema where type = 'table'`)
    .pluck()
    .all() as string[];
  for (const table of tables.filter((name) => !/^(sqlite|kysely)_/.test(name))) {
    const rows = JSON.stringify(file.prepare(`select * from ${table}`).all());
    await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      rows,
    ]);
  }
  const counts = file.prepare('select name, seq from sqlite_sequence').all() as {
    name: string;
    seq: number;
  }[];
  for (const { name, seq } of counts)
    await client.query(`select setval(pg_get_serial_sequence($1, 'id'), $2)`, [name, seq]);
  await client.query('commit');
  await client.end();
  file.close();
}
