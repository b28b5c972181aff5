import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** Guardians of students (ADR 83), and the settings about messages to families. */
export async function createGuardians(
  db: Kysely<unknown>,
  { recorded, rowId, text }: ColumnTypes,
): Promise<void> {
  const statements = [
    sql`create table guardians (${recorded},
      name ${text}, name_sort ${text} not null,
      phone ${text}, phone_key ${text}, second_phone ${text}, second_phone_key ${text},
      email ${text}, note ${text})`,
    sql`create index guardians_by_name on guardians (name_sort, id)`,
    sql`create index guardians_by_phone on guardians (phone_key)`,
    sql`create index guardians_by_second_phone on guardians (second_phone_key)`,
    sql`create table student_guardians (${recorded},
      student_row_id ${rowId} not null references students (id),
      guardian_id ${rowId} not null references guardians (id),
      relation ${text} not null,
      is_primary integer not null,
      can_message integer not null, can_open_page integer not null, can_excuse integer not null,
      consent_on ${text},
      constraint student_guardians_once unique (student_row_id, guardian_id))`,
    sql`create index student_guardians_by_guardian on student_guardians (guardian_id)`,
    sql`create unique index student_guardians_primary on student_guardians (student_row_id) where is_primary = 1`,
    sql`alter table settings add column adult_age integer not null default 18`,
    sql`alter table settings add column teachers_contact_guardians integer not null default 0`,
    sql`alter table batches add column age_group ${text} not null default 'adults'`,
  ];
  for (const statement of statements) await statement.execute(db);
}
