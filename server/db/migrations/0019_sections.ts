import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/**
 * A batch is for boys, girls or both; staff may be limited to one section. Older operations have no section in the
 * log, so only staff without a limit see them there.
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
  // Partial, so that it is empty while the institute has no sections.
  await sql`create index operations_of_section on operations (section, performed_at, id)
    where section is not null`.execute(db);
}
