import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** Links to the private pages of guardians (ADR 86). Codes and sessions are not in the operation log. */
export async function createGuardianLinks(
  db: Kysely<unknown>,
  { recorded, rowId, text }: ColumnTypes,
): Promise<void> {
  const statements = [
    sql`create table guardian_links (${recorded},
      guardian_id ${rowId} not null references guardians (id),
      phones ${text} not null,
      constraint guardian_links_once unique (guardian_id))`,
    // Without a foreign key: an undo can restore a removed link, which then finds its code again.
    sql`create table guardian_link_codes (
      link_id ${rowId} primary key,
      code_hash ${text} not null unique,
      pin_hash ${text} not null,
      expires_at ${text} not null,
      last_used_at ${text})`,
    sql`create table guardian_sessions (
      token_hash ${text} primary key,
      link_id ${rowId} not null,
      expires_at ${text} not null)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
