import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/**
 * Batches are of boys, of girls, or of both; staff may be limited to one section. What was done before has no section in
 * the log: only staff who are limited to none see it there.
 */
export async function sections(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('settings')
    .addColumn('sections_enabled', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('batches')
    .addColumn('section', text, (c) =>
      c
        .notNull()
        .defaultTo('mixed')
        .check(sql`section in ('boys', 'girls', 'mixed')`),
    )
    .execute();
  for (const table of ['users', 'operations'])
    await db.schema
      .alterTable(table)
      .addColumn('section', text, (c) => c.check(sql`section in ('boys', 'girls')`))
      .execute();
  // Costs nothing where there are no sections.
  await sql`create index operations_of_section on operations (section, performed_at, id)
    where section is not null`.execute(db);
}
