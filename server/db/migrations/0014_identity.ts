import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** Every academic number that a student has or had, the last one of each year, and every account that has or had a student. */
export async function identity(
  db: Kysely<unknown>,
  { text, keyOnly, fieldOfJson }: ColumnTypes,
): Promise<void> {
  await keyOnly(
    db.schema
      .createTable('student_numbers')
      .addColumn('number', text, (c) => c.notNull())
      .addColumn('student_row_id', 'integer', (c) => c.notNull())
      .addColumn('given_at', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('student_numbers_key', ['number']),
  ).execute();
  await keyOnly(
    db.schema
      .createTable('student_number_counters')
      .addColumn('year', text, (c) => c.notNull())
      .addColumn('last_number', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('student_number_counters_key', ['year']),
  ).execute();
  await keyOnly(
    db.schema
      .createTable('linked_accounts')
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('linked_accounts_key', ['user_id']),
  ).execute();

  const logged = (table: string, field: string) => sql`
    select ${fieldOfJson('after', field)} as value, row_id from operation_rows
      where table_name = ${sql.lit(table)} and after is not null
    union all
    select ${fieldOfJson('before', field)} as value, row_id from operation_rows
      where table_name = ${sql.lit(table)} and before is not null`;
  const knownNumbers = [
    sql`select student_id, id, created_at from students where 1 = 1`,
    sql`select value, max(row_id), '' from (${logged('students', 'student_id')}) as logged
      where value is not null group by value`,
    sql`select student_id, max(student_row_id), '' from issued_papers where 1 = 1 group by student_id`,
    sql`select student_id, 0, '' from report_log where student_id is not null group by student_id`,
  ];
  for (const known of knownNumbers)
    await sql`insert into student_numbers (number, student_row_id, given_at) ${known} on conflict do nothing`.execute(
      db,
    );
  // A number that came to a student later than the student came.
  await sql`
    update student_numbers set given_at = coalesce((
      select max(performed_at) from operation_rows join operations on operations.id = operation_rows.operation_id
      where operation_rows.table_name = 'students' and row_id = student_numbers.student_row_id
        and ${fieldOfJson('after', 'student_id')} = student_numbers.number
        and ${fieldOfJson('before', 'student_id')} <> student_numbers.number), given_at)`.execute(db);

  const linked = [
    sql`select id from users where student_row_id is not null`,
    sql`select user_id from students where user_id is not null`,
    sql`select distinct row_id from (${logged('users', 'student_row_id')}) as logged where value is not null`,
    sql`select distinct cast(value as integer) from (${logged('students', 'user_id')}) as logged where value is not null`,
  ];
  for (const known of linked)
    await sql`insert into linked_accounts (user_id) ${known} on conflict do nothing`.execute(db);
}
