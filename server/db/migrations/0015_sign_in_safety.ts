import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

const hour = 3_600_000;

/**
 * One-time passwords end, sessions are known by a number, an address and a device, failed sign-ins by what was tried
 * and from which device, and the server has keys of its own.
 */
export async function signInSafety(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('users').addColumn('password_ends_at', text).execute();
  // Nobody knows when those that wait were handed out: they get their whole time once more, from today.
  const from = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
  await sql`update users set password_ends_at = case when role = 'student' then ${from(14 * 24)} else ${from(72)} end
    where must_change_password = 1`.execute(db);

  for (const column of ['id', 'address', 'device'])
    await db.schema.alterTable('sessions').addColumn(column, text).execute();
  const sessions = await sql<{ token_hash: string }>`select token_hash from sessions`.execute(db);
  for (const { token_hash } of sessions.rows)
    await sql`update sessions set id = ${randomBytes(12).toString('base64url')} where token_hash = ${token_hash}`.execute(
      db,
    );
  await db.schema.createIndex('sessions_by_id').on('sessions').column('id').unique().execute();

  await db.schema
    .alterTable('sign_in_failures')
    .addColumn('kind', text, (c) => c.notNull().defaultTo('sign-in'))
    .execute();
  await db.schema.alterTable('sign_in_failures').addColumn('device', text).execute();

  await db.schema
    .createTable('server_keys')
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('value', text, (c) => c.notNull())
    .execute();
}
