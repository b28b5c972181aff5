import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

const recorded = ['version', 'created_at', 'updated_at'] as const;

/** What the administration of people needs: terms and the rest of the settings, saved filters, lists of users. */
export async function people(db: Kysely<unknown>, { id, text, nullsFirst }: ColumnTypes): Promise<void> {
  const table = (name: string) => {
    let builder = db.schema.createTable(name).addColumn('id', id.type, id.build);
    for (const column of recorded) {
      builder = builder.addColumn(column, column === 'version' ? 'integer' : text, (c) => c.notNull());
    }
    return builder;
  };
  const index = (name: string, on: string, columns: string[]) =>
    db.schema.createIndex(name).on(on).columns(columns).execute();

  await db.schema.alterTable('settings').addColumn('logo', text).execute();
  await db.schema
    .alterTable('settings')
    .addColumn('archive_retention_days', 'integer', (c) =>
      c
        .notNull()
        .defaultTo(30)
        .check(sql`archive_retention_days between 1 and 3650`),
    )
    .execute();
  await db.schema.alterTable('settings').addColumn('terms_changed_at', text).execute();

  await table('terms')
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('start_date', text, (c) => c.notNull())
    .addColumn('end_date', text, (c) => c.notNull())
    .addCheckConstraint('terms_dates', sql`start_date <= end_date`)
    .execute();
  await index('terms_by_start', 'terms', ['start_date', 'id']);

  await table('saved_filters')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('resource', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('filter', text, (c) => c.notNull())
    .addColumn('sort', text)
    .addUniqueConstraint('saved_filters_once', ['user_id', 'resource', 'name'])
    .execute();

  await index('users_by_activity', 'users', ['is_active', 'name_sort', 'id']);
  await index('users_by_creation', 'users', ['created_at', 'id']);
  await sql`create index users_by_login on users (last_login ${nullsFirst}, id)`.execute(db);
}
