import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** Single records with very many rows are deleted in parts, too: which ones. */
export async function removalsOfRecords(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('slow_removals').addColumn('ids', text).execute();
}
