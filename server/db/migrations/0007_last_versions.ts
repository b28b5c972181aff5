import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** The last version of rows that are gone, so that one made anew in their place goes on from there. */
export async function lastVersions(db: Kysely<unknown>, { text, keyOnly }: ColumnTypes): Promise<void> {
  await keyOnly(
    db.schema
      .createTable('last_versions')
      .addColumn('table_name', text, (c) => c.notNull())
      .addColumn('key', text, (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('last_versions_key', ['table_name', 'key']),
  ).execute();
  // The best students of a scope are weighed by hours; their subjects are read from here alone.
  await db.schema
    .createIndex('subjects_with_hours')
    .on('subjects')
    .columns(['id', 'batch_id', 'hours'])
    .execute();
}
