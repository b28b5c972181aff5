import type { Kysely } from 'kysely';

/** Deleting a subject looks for the members of its circles without reading those of all other subjects. */
export async function membersBySubject(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('circle_members_by_subject')
    .on('circle_members')
    .columns(['subject_id'])
    .execute();
}
