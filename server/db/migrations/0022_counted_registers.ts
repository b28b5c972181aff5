import type { Kysely } from 'kysely';

/**
 * How many of those whom the register of a circle counts had been counted by one of everybody before, so that figures of
 * the whole subject count each once. Null, as in what the log holds of before: nobody.
 */
export async function countedRegisters(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('registers').addColumn('counted_before', 'integer').execute();
}
