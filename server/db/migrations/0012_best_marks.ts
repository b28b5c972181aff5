import type { Kysely } from 'kysely';

/** The best marks of a subject, and whose they are, from the index alone: the dashboard looks for them. */
export async function bestMarks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('grades_by_percentage')
    .on('grades')
    .columns(['subject_id', 'percentage', 'student_row_id'])
    .execute();
}
