import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** Backups by the clock (ADR 90). Each hour has one good backup, and at most one runs at a time. */
export async function createBackups(db: Kysely<unknown>, { id, rowId, text }: ColumnTypes): Promise<void> {
  const statements = [
    sql`create table backups (id ${id},
      slot ${text}, state ${text} not null, started_at ${text} not null, worked_at ${text} not null,
      finished_at ${text}, file ${text}, bytes ${rowId}, error ${text}, host ${text} not null)`,
    sql`create unique index backups_once on backups (slot) where state <> 'failed'`,
    sql`create unique index backups_alone on backups (state) where state = 'running'`,
    sql`create index backups_by_state on backups (state, id)`,
    sql`alter table settings add column backup_hour integer default 2`,
    sql`alter table settings add column backup_days integer not null default 14`,
  ];
  for (const statement of statements) await statement.execute(db);
}
