import { type Kysely, sql } from 'kysely';

/**
 * What the figures of absences are read from where they are of the whole institute: the days of each student, and an
 * index by type.
 */
export async function absenceDays(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('absences_of_type').on('absences').columns(['type', 'subject_id']).execute();
  await db.schema
    .createTable('student_absences')
    .addColumn('student_row_id', 'integer', (c) =>
      c.primaryKey().references('students.id').onDelete('cascade'),
    )
    .addColumn('days', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('student_absences_by_days')
    .on('student_absences')
    .columns(['days', 'student_row_id'])
    .execute();
  await sql`
    insert into student_absences (student_row_id, days)
    select student_row_id, count(distinct date) from absences group by student_row_id`.execute(db);
}
