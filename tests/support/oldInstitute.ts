// An institute as the version before the enrolments kept it: `tests/data/before-enrolments.db.gz`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import BetterSqlite3 from 'better-sqlite3';
import type { Role } from '../../contract/vocabulary';
import { startTestApp, type TestApp } from './app';
import { isPostgres, type NewDatabase, newDatabase, templateOf } from './database';
import { copyToPostgres } from './rowsToPostgres';

const data = (name: string) =>
  gunzipSync(readFileSync(fileURLToPath(new URL(`../data/${name}`, import.meta.url))));

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
      if (isPostgres) {
        const file = new BetterSqlite3(data('before-enrolments.db.gz'));
        await copyToPostgres(file, url);
        file.close();
      } else writeFileSync(url.slice('sqlite:'.length), data('before-enrolments.db.gz'));
    }),
  );
}

/** Today's server on that institute. Everybody's password is that of the demo. */
export async function openOldInstitute({
  isPlain = false,
  tell,
}: { isPlain?: boolean; tell?: (sentence: string) => void } = {}): Promise<TestApp> {
  const { url, discard } = await newOldDatabase();
  const server = await startTestApp({
    url,
    now: oldInstituteNow,
    config: { PLAIN_API: isPlain },
    ...(tell && { tell }),
  });
  return {
    ...server,
    close: async () => {
      await server.close();
      await discard();
    },
  };
}
