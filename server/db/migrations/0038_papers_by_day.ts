import { type Kysely, sql } from 'kysely';

/** The issued papers of some days are found without reading all of them. */
export async function papersByDay(db: Kysely<unknown>): Promise<void> {
  await sql`create index issued_papers_by_time on issued_papers (created_at, id)`.execute(db);
}
