import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** Without a holiday, all registers count as before, so nothing is computed anew. */
export async function addHolidays(
  db: Kysely<unknown>,
  { recorded, rowId, text }: ColumnTypes,
): Promise<void> {
  await sql`create table holidays (${recorded},
    name ${text} not null, kind ${text} not null,
    from_date ${text} not null, to_date ${text} not null,
    section ${text},
    program_row_id ${rowId} references programs (id),
    batch_id ${rowId} references batches (id),
    excludes_registers integer not null,
    constraint holidays_days check (from_date <= to_date))`.execute(db);
  await sql`create index holidays_of_program on holidays (program_row_id)`.execute(db);
  await sql`create index holidays_of_batch on holidays (batch_id)`.execute(db);
  await sql`alter table settings add column confirmed_years ${text}`.execute(db);
  await sql`alter table registers add column is_excluded integer default 0 not null`.execute(db);
  await sql`create index registers_excluded on registers (subject_id, date) where is_excluded = 1`.execute(
    db,
  );
}
