import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** The students of a subject of a batch are divided among teachers; each circle has registers of its own. */
export async function circles(db: Kysely<unknown>, { id, rowNumber, text }: ColumnTypes): Promise<void> {
  /** A table whose rows go through the unit of work and belong to a subject. */
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', id.type, id.build)
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('updated_at', text, (c) => c.notNull())
      .addColumn('subject_id', rowNumber, (c) => c.notNull().references('subjects.id'));

  await table('circles')
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('name_sort', text, (c) => c.notNull())
    .addColumn('teacher_id', rowNumber, (c) => c.references('users.id'))
    .addColumn('days', text, (c) => c.notNull())
    .addColumn('time', text)
    .addColumn('place', text)
    .addColumn('capacity', 'integer', (c) => c.check(sql`capacity > 0`))
    .addColumn('ended_on', text)
    .execute();
  await sql`create unique index circles_by_name on circles (subject_id, name_sort)`.execute(db);
  await sql`create index circles_by_teacher on circles (teacher_id, subject_id)`.execute(db);

  await table('circle_members')
    .addColumn('circle_id', rowNumber, (c) => c.notNull().references('circles.id'))
    .addColumn('student_row_id', rowNumber, (c) => c.notNull().references('students.id'))
    .addColumn('from_date', text, (c) => c.notNull())
    .addColumn('to_date', text)
    .addCheckConstraint('circle_members_days', sql`to_date is null or to_date > from_date`)
    .execute();
  await sql`create unique index circle_members_open_once on circle_members (subject_id, student_row_id)
    where to_date is null`.execute(db);
  await sql`create index circle_members_by_circle on circle_members (circle_id, to_date, student_row_id)`.execute(
    db,
  );
  await sql`create index circle_members_by_student on circle_members (student_row_id, subject_id, from_date)`.execute(
    db,
  );

  await table('circle_substitutes')
    .addColumn('circle_id', rowNumber, (c) => c.notNull().references('circles.id'))
    .addColumn('teacher_id', rowNumber, (c) => c.notNull().references('users.id'))
    .addColumn('from_date', text, (c) => c.notNull())
    .addColumn('to_date', text, (c) => c.notNull())
    .addCheckConstraint('circle_substitutes_days', sql`to_date >= from_date`)
    .execute();
  await sql`create index circle_substitutes_by_circle on circle_substitutes (circle_id, from_date)`.execute(
    db,
  );
  await sql`create index circle_substitutes_by_teacher on circle_substitutes (teacher_id, to_date)`.execute(
    db,
  );

  // Null: the register of those in no circle that day, and of everybody where the subject has none.
  await db.schema
    .alterTable('registers')
    .addColumn('circle_id', rowNumber, (c) => c.references('circles.id'))
    .execute();
  await db.schema.dropIndex('registers_of_subject').execute();
  await sql`create unique index registers_of_subject on registers (subject_id, date, coalesce(circle_id, 0))`.execute(
    db,
  );
  await sql`create index registers_of_circle on registers (circle_id, date) where circle_id is not null`.execute(
    db,
  );
  // What makes a register the same one for a person has its circle at the end.
  await sql`update last_versions set key = key || '/' where table_name = 'registers'`.execute(db);
}
