import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** Every write that comes twice has one effect, as the requests of imports had before: theirs move over. */
export async function idempotency(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('key', text, (c) => c.notNull())
    .addColumn('fingerprint', text)
    .addColumn('answer', text)
    .addColumn('headers', text)
    .addColumn('place', text)
    .addColumn('place_id', 'integer')
    .addColumn('operation_id', 'integer')
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['user_id', 'key'])
    .execute();
  await db.schema
    .createIndex('idempotency_keys_by_time')
    .on('idempotency_keys')
    .column('created_at')
    .execute();
  // Of these it is not known by what they would be told from another request with the same key.
  await sql`
    insert into idempotency_keys (user_id, key, answer, created_at)
    select user_id, key, response, created_at from import_requests
    where key is not null and response <> ''`.execute(db);
  await db.schema.alterTable('import_requests').dropColumn('response').execute();
}
