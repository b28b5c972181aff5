import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** What is needed so that a request that comes twice has one effect, and many requests are one operation. */
export async function imports(db: Kysely<unknown>, { id, text }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('operations').addColumn('import_id', text).execute();
  await db.schema
    .createIndex('operations_by_import')
    .on('operations')
    .columns(['user_id', 'import_id'])
    .where(sql.ref('import_id'), 'is not', null)
    .execute();

  let requests = db.schema
    .createTable('import_requests')
    .addColumn('id', id.type, id.build)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('import_id', text)
    .addColumn('key', text)
    .addUniqueConstraint('import_requests_key', ['user_id', 'key']);
  for (const column of ['fingerprint', 'response', 'created_at'])
    requests = requests.addColumn(column, text, (c) => c.notNull());
  for (const column of ['imported', 'updated', 'failed'])
    requests = requests.addColumn(column, 'integer', (c) => c.notNull());
  await requests.execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('import_requests').columns(columns).execute();
  await index('import_requests_by_import', ['user_id', 'import_id']);
  await index('import_requests_by_time', ['created_at']);

  await db.schema
    .createTable('slow_undos')
    .addColumn('operation_id', 'integer', (c) => c.primaryKey().references('operations.id'))
    .addColumn('undo_id', 'integer', (c) => c.notNull().references('operations.id'))
    .addColumn('below', 'integer', (c) => c.notNull())
    .addColumn('is_giving_up', 'integer', (c) => c.notNull().check(sql`is_giving_up in (0, 1)`))
    .execute();
}
