import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/**
 * An operation of several writes, such as an import of many requests, keeps the time and author of each of them. Rows
 * of before have those of their operation.
 */
export async function operationWrites(
  db: Kysely<unknown>,
  { id, rowNumber, text }: ColumnTypes,
): Promise<void> {
  let writes = db.schema
    .createTable('operation_writes')
    .addColumn('id', id.type, id.build)
    .addColumn('operation_id', rowNumber, (c) => c.notNull().references('operations.id'));
  for (const column of ['table_name', 'user_name', 'user_role', 'performed_at'])
    writes = writes.addColumn(column, text, (c) => c.notNull());
  await writes.execute();
  await sql`create index operation_writes_by_time on operation_writes (performed_at, operation_id)`.execute(
    db,
  );
  await sql`create index operation_writes_by_table on operation_writes (table_name, performed_at)`.execute(
    db,
  );
  // No foreign key: without an index of so many rows, each new write would read all of them.
  await db.schema.alterTable('operation_rows').addColumn('write_id', rowNumber).execute();
}
