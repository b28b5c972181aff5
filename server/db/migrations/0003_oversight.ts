import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';
import { learnOperation } from '../log/operationTerms';
import type { Database } from '../schema';

const atOnce = 1_000;

/** Archive and audit trail over the log of operations, and notifications. */
export async function oversight(db: Kysely<unknown>, { id, text, keyOnly }: ColumnTypes): Promise<void> {
  const index = (name: string, on: string, columns: string[]) =>
    db.schema.createIndex(name).on(on).columns(columns).execute();

  await db.schema.alterTable('operations').addColumn('archived_at', text).execute();
  await db.schema.alterTable('operations').addColumn('expiry_told_at', text).execute();
  await sql`update operations set archived_at = performed_at where action = 'delete'`.execute(db);
  // The archive is a small part of the log. Its two indexes hold all that its figures are counted from.
  const ofArchive = sql`where archived_at is not null`;
  await sql`create index archive_by_time on operations (archived_at, id, table_name, user_id, undone_at) ${ofArchive}`.execute(
    db,
  );
  await sql`create index archive_by_table on operations (table_name, archived_at, id, user_id, undone_at) ${ofArchive}`.execute(
    db,
  );
  await index('operations_by_person', 'operations', ['user_id', 'performed_at', 'id']);
  await index('operations_by_table', 'operations', ['table_name', 'performed_at', 'id']);
  await db.schema.dropIndex('operations_by_action').execute();
  await index('operations_by_action', 'operations', ['action', 'performed_at', 'id']);
  await index('operations_by_undone', 'operations', ['undo_of']);

  await keyOnly(
    db.schema
      .createTable('operation_terms')
      .addColumn('term', text, (c) => c.notNull())
      .addColumn('operation_id', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('operation_terms_key', ['term', 'operation_id']),
  ).execute();
  await index('operation_terms_by_operation', 'operation_terms', ['operation_id', 'term']);
  await learnEarlier(db);

  await db.schema
    .createTable('notifications')
    .addColumn('id', id.type, id.build)
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('role', text)
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('data', text, (c) => c.notNull())
    .addColumn('link', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addCheckConstraint('notifications_for_one', sql`(user_id is null) <> (role is null)`)
    .execute();
  await index('notifications_by_person', 'notifications', ['user_id', 'id']);
  await index('notifications_by_role', 'notifications', ['role', 'id']);
  await index('notifications_by_time', 'notifications', ['created_at']);

  await keyOnly(
    db.schema
      .createTable('notification_reads')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('notification_id', 'integer', (c) =>
        c.notNull().references('notifications.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('notification_reads_key', ['user_id', 'notification_id']),
  ).execute();
  await index('notification_reads_by_notification', 'notification_reads', ['notification_id']);
}

/** The terms of what was done before there were terms. */
async function learnEarlier(db: Kysely<Database>): Promise<void> {
  for (let last = 0; ;) {
    const part = await db
      .selectFrom('operations')
      .select(['id', 'description', 'item_name', 'user_name'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(atOnce)
      .execute();
    for (const { id, description, item_name, user_name } of part)
      await learnOperation(db, id, [description, item_name, user_name]);
    if (part.length < atOnce) return;
    last = part.at(-1)?.id ?? last;
  }
}
