import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/**
 * A student and an account are linked by `users.student_row_id` alone (ADR 26). A link of which only the student's side
 * stood is carried over; where the two disagreed the account's side holds, by which the person signs in, and the other is
 * kept in `lost_links`, so that a person can look at it.
 */
export async function oneLink(
  db: Kysely<unknown>,
  { rowNumber, areNumbersWide }: ColumnTypes,
): Promise<void> {
  await sql`
    update users set student_row_id = (select students.id from students where students.user_id = users.id)
    where student_row_id is null and exists (
      select 1 from students where students.user_id = users.id
        and not exists (select 1 from users as other where other.student_row_id = students.id))`.execute(db);
  await db.schema
    .createTable('lost_links')
    .addColumn('student_row_id', rowNumber, (c) => c.notNull())
    .addColumn('user_id', rowNumber, (c) => c.notNull())
    .execute();
  await sql`
    insert into lost_links (student_row_id, user_id)
    select students.id, students.user_id from students where students.user_id is not null and not exists (
      select 1 from users where users.id = students.user_id and users.student_row_id = students.id)`.execute(
    db,
  );
  if (areNumbersWide) await makeAnewWithoutLink(db);
  else await db.schema.alterTable('students').dropColumn('user_id').execute();
}

/** SQLite lets no column go that is unique. What refers to the table names it, and so refers to the new one. */
async function makeAnewWithoutLink(db: Kysely<unknown>): Promise<void> {
  const { rows: made } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_schema where tbl_name = 'students' and sql is not null`.execute(db);
  const { rows: columns } = await sql<{ name: string }>`
    select name from pragma_table_info('students') where name <> 'user_id'`.execute(db);
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const table = made.find(({ type }) => type === 'table')?.sql ?? '';
  const anew = table.replace('"students"', '"students_anew"').replace(/,\s*"user_id"[^,]*/, '');
  await sql.raw(anew).execute(db);
  await sql`insert into students_anew (${names}) select ${names} from students`.execute(db);
  // No number is given twice, also that of a student who was deleted.
  await sql`delete from sqlite_sequence where name = 'students_anew'`.execute(db);
  await sql`update sqlite_sequence set name = 'students_anew' where name = 'students'`.execute(db);
  await sql`drop table students`.execute(db);
  await sql`alter table students_anew rename to students`.execute(db);
  for (const { type, sql: index } of made) if (type === 'index') await sql.raw(index).execute(db);
}
