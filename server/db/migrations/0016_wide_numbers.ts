import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/**
 * Numbers of rows, and whatever refers to one, have 64 bits, as they have on SQLite anyway: the log writes a row for each
 * row that changes, and two thousand million of them are not enough for ever.
 */
export async function wideNumbers(db: Kysely<unknown>, { areNumbersWide }: ColumnTypes): Promise<void> {
  if (areNumbersWide) return;
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as "table", array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = current_schema() and data_type = 'integer'
      and (column_name = 'id' or column_name like '%\\_id' or column_name in ('undo_of', 'below'))
    group by table_name order by table_name`.execute(db);
  for (const { table, columns } of rows) {
    // All columns of a table at once: each change writes the whole table anew.
    const changes = columns.map((column) => sql`alter column ${sql.ref(column)} type bigint`);
    await sql`alter table ${sql.table(table)} ${sql.join(changes)}`.execute(db);
  }
}
