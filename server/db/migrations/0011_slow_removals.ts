import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** What is needed so that very many rows are deleted in parts, and so that the end of an import can be told. */
export async function slowRemovals(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('slow_removals')
    .addColumn('operation_id', 'integer', (c) => c.primaryKey().references('operations.id'))
    .execute();
  await db.schema.alterTable('import_requests').addColumn('type', text).execute();
}
