import { type Kysely, sql } from 'kysely';

/** The list of tests of whole juz, the newest first, of whoever sees all of them. */
export async function sardByDay(db: Kysely<unknown>): Promise<void> {
  await sql`create index sard_by_day on sard (date, id)`.execute(db);
}
