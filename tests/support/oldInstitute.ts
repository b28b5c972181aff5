// An institute of the version before enrolments: `tests/data/before-enrolments.db.gz`.
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

/** The time at which the expected answers were recorded; the newest write is one day older. */
export const oldInstituteNow = () => new Date('2026-11-20T10:00:00Z');

/** The header with which the answers were recorded: the session in which all operations were done. */
export const oldInstituteSession = { 'x-session-id': 'before-enrolments' };

/** Students (by row number) and accounts (by user name) of the file with conflicting links. */
export const disagreeing = { students: [3, 4, 5, 12], users: ['first-half', 'second-half', 'crossed'] };

/** The answers of that version with PLAIN_API=1 to each reading call of the specification, by path with query. */
export const oldAnswers = (): Record<Role, Record<string, { status: number; body: unknown }>> =>
  JSON.parse(data('before-enrolments.json.gz').toString('utf8'));

/** The rows of a table in the file, by number. */
export function oldRows(table: string): object[] {
  const file = new BetterSqlite3(data('before-enrolments.db.gz'));
  const rows = file.prepare(`select * from ${table} order by id`).all() as object[];
  file.close();
  return rows;
}

/**
 * Creates a database of this run with the schema of that version; on PostgreSQL the rows are copied from the file.
 */
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

/** Starts the current server on that institute. All passwords are those of the demo. */
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
