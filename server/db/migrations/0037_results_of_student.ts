import { type Kysely, sql } from 'kysely';

/** The hearings of a student are read from the index alone: with the result in it, no record is looked up. */
export async function resultsOfStudent(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('daily_records_of_student').execute();
  await sql`create index daily_records_of_student
    on daily_records (student_row_id, subject_id, kind, date, result)`.execute(db);
}
