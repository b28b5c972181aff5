import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

const columns = ['birth_date', 'joined_on', 'latin_name', 'previous_study', 'health_note'];

/** All columns are empty at first, so the search index stays as it is. */
export async function addStudentFile(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  for (const column of columns)
    await sql`alter table students add column ${sql.ref(column)} ${text}`.execute(db);
}
