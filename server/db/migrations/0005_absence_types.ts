import type { Kysely } from 'kysely';

/** Absences of a type are counted from an index alone, of one subject or of all. */
export async function absenceTypes(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('absences_of_type').on('absences').columns(['type', 'subject_id']).execute();
}
