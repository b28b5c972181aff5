import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** Numbers of merged records, and pairs of students that an admin has told apart. */
export async function mergedStudents(
  db: Kysely<unknown>,
  { recorded, rowId, text }: ColumnTypes,
): Promise<void> {
  const statements = [
    sql`alter table students add column former_numbers ${text}`,
    sql`create index students_with_former_numbers on students (id) where former_numbers is not null`,
    sql`create table distinct_students (${recorded},
      first_row_id ${rowId} not null references students (id),
      second_row_id ${rowId} not null references students (id),
      constraint distinct_students_once unique (first_row_id, second_row_id),
      constraint distinct_students_order check (first_row_id < second_row_id))`,
    sql`create index distinct_students_by_second on distinct_students (second_row_id)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
