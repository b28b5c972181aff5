import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** The stored numbers of rows (`rowCounts.ts`). */
export async function rowCounts(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('row_counts')
    .addColumn('table_name', text, (column) => column.primaryKey())
    .addColumn('total', 'integer', (column) => column.notNull())
    .execute();
  await sql`insert into row_counts (table_name, total) select 'students', count(*) from students`.execute(db);
}
