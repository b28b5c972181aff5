import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** Excuses of families for absences, and the answers of teachers for their subjects (ADR 87). */
export async function createExcuses(
  db: Kysely<unknown>,
  { recorded, rowId, text }: ColumnTypes,
): Promise<void> {
  const statements = [
    sql`create table excuses (${recorded},
      student_row_id ${rowId} not null references students (id),
      guardian_id ${rowId} references guardians (id),
      sender ${text} not null, is_from_guardian integer not null,
      from_date ${text} not null, to_date ${text} not null,
      program_row_id ${rowId} references programs (id),
      reason ${text} not null, line ${text},
      state ${text} not null, answer ${text})`,
    sql`create index excuses_by_student on excuses (student_row_id, from_date)`,
    sql`create index excuses_by_guardian on excuses (guardian_id, created_at)`,
    sql`create index excuses_by_program on excuses (program_row_id)`,
    sql`create index excuses_by_end on excuses (to_date, from_date)`,
    sql`create index excuses_by_start on excuses (from_date, id)`,
    sql`create index excuses_by_state on excuses (state, id)`,
    sql`create table excuse_decisions (${recorded},
      excuse_id ${rowId} not null references excuses (id),
      subject_id ${rowId} not null references subjects (id),
      is_accepted integer not null, line ${text},
      constraint excuse_decisions_once unique (excuse_id, subject_id))`,
    sql`create index excuse_decisions_by_subject on excuse_decisions (subject_id)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
