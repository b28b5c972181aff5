import { type Kysely, sql } from 'kysely';
import { type ColumnTypes, kindOf } from '../engine/dialect';
import { nameKindsOfPieces } from '../search/searchIndex';

/**
 * A number that rises with each write of what a kept total is counted from (`rowCounts.ts`), and the kind of record in
 * the pieces of numbers of PostgreSQL.
 */
export async function keptTotals(db: Kysely<unknown>, { rowNumber }: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('row_counts')
    .addColumn('changes', rowNumber, (column) => column.notNull().defaultTo(sql.lit(0)))
    .execute();
  if (kindOf(db) === 'postgres') await nameKindsOfPieces(db);
}
