import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** A student can recite several times in one kind on a day: the records are numbered by `seq`, and say who heard them. */
export async function recitations(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('daily_records')
    .addColumn('seq', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('daily_records').addColumn('heard_by', text).execute();
  await db.schema.dropIndex('daily_records_of_subject').execute();
  await db.schema.dropIndex('daily_records_of_student').execute();
  await sql`create unique index daily_records_of_subject
    on daily_records (subject_id, date, student_row_id, kind, seq)`.execute(db);
  await sql`create index daily_records_of_student
    on daily_records (student_row_id, subject_id, kind, date, seq, result)`.execute(db);
  await sql`update last_versions set key = key || '/1' where table_name = 'daily_records'`.execute(db);
}
