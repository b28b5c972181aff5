import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/** Plans of memorisation and their templates, what was memorised before, what is skipped, and sard. */
export async function hifz(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { id, rowNumber, text, real } = types;
  /** A table whose rows go through the unit of work. */
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', id.type, id.build)
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('updated_at', text, (c) => c.notNull());
  const inMushaf = sql`from_ayah >= 1 and to_ayah >= from_ayah and to_ayah <= 6236`;

  // Of a student; of a circle or, with neither, of the whole subject it is a template.
  await table('hifz_plans')
    .addColumn('subject_id', rowNumber, (c) => c.notNull().references('subjects.id'))
    .addColumn('student_row_id', rowNumber, (c) => c.references('students.id'))
    .addColumn('circle_id', rowNumber, (c) => c.references('circles.id'))
    .addColumn('direction', text, (c) => c.notNull())
    .addColumn('ranges', text)
    .addColumn('start_ayah', 'integer', (c) => c.notNull().check(sql`start_ayah between 1 and 6236`))
    .addColumn('amount_unit', text, (c) => c.notNull())
    .addColumn('amount_value', real, (c) => c.notNull().check(sql`amount_value > 0`))
    .addColumn('new_days', text, (c) => c.notNull())
    .addColumn('revision_days', text, (c) => c.notNull())
    .addColumn('near_unit', text, (c) => c.notNull())
    .addColumn('near_value', 'integer', (c) => c.notNull())
    .addColumn('far_cycle_days', 'integer', (c) => c.notNull())
    .addColumn('far_pages_per_day', 'integer')
    .addColumn('juz_test', 'integer', (c) => c.notNull())
    .addColumn('begin_date', text, (c) => c.notNull())
    .addColumn('end_date', text)
    .addCheckConstraint('hifz_plans_owner', sql`student_row_id is null or circle_id is null`)
    .execute();
  await sql`create unique index hifz_plans_once
    on hifz_plans (subject_id, coalesce(student_row_id, 0), coalesce(circle_id, 0))`.execute(db);
  await sql`create index hifz_plans_of_student on hifz_plans (student_row_id) where student_row_id is not null`.execute(
    db,
  );
  await sql`create index hifz_plans_of_circle on hifz_plans (circle_id) where circle_id is not null`.execute(
    db,
  );

  await table('hifz_prior')
    .addColumn('student_row_id', rowNumber, (c) => c.notNull().references('students.id'))
    .addColumn('from_ayah', 'integer', (c) => c.notNull())
    .addColumn('to_ayah', 'integer', (c) => c.notNull())
    .addColumn('date', text, (c) => c.notNull())
    .addColumn('strength', 'integer', (c) => c.notNull().check(sql`strength between 1 and 5`))
    .addCheckConstraint('hifz_prior_ayahs', inMushaf)
    .execute();
  await sql`create index hifz_prior_of_student on hifz_prior (student_row_id, from_ayah)`.execute(db);

  await table('hifz_skips')
    .addColumn('subject_id', rowNumber, (c) => c.notNull().references('subjects.id'))
    .addColumn('student_row_id', rowNumber, (c) => c.notNull().references('students.id'))
    .addColumn('date', text, (c) => c.notNull())
    .addColumn('from_ayah', 'integer', (c) => c.notNull())
    .addColumn('to_ayah', 'integer', (c) => c.notNull())
    .addCheckConstraint('hifz_skips_ayahs', inMushaf)
    .execute();
  await sql`create index hifz_skips_of_student on hifz_skips (student_row_id, date)`.execute(db);
  await sql`create index hifz_skips_of_subject on hifz_skips (subject_id)`.execute(db);

  await table('sard')
    .addColumn('subject_id', rowNumber, (c) => c.notNull().references('subjects.id'))
    .addColumn('student_row_id', rowNumber, (c) => c.notNull().references('students.id'))
    .addColumn('date', text, (c) => c.notNull())
    .addColumn('from_juz', 'integer', (c) => c.notNull())
    .addColumn('to_juz', 'integer', (c) => c.notNull())
    .addColumn('examiner', text)
    .addColumn('mark', real)
    .addColumn('max', real)
    .addColumn('passed', 'integer', (c) => c.notNull())
    // So that the version rises with the faults.
    .addColumn('faults_changed_at', text)
    .addCheckConstraint('sard_juz', sql`from_juz >= 1 and to_juz >= from_juz and to_juz <= 30`)
    .execute();
  await sql`create index sard_of_student on sard (student_row_id, date)`.execute(db);
  await sql`create index sard_of_subject on sard (subject_id, date)`.execute(db);

  await table('sard_faults')
    .addColumn('sard_id', rowNumber, (c) => c.notNull().references('sard.id'))
    .addColumn('kind_id', rowNumber, (c) => c.notNull().references('fault_kinds.id'))
    .addColumn('ayah', 'integer', (c) => c.check(sql`ayah between 1 and 6236`))
    .addColumn('count', 'integer', (c) => c.notNull().check(sql`count >= 1`))
    .execute();
  await sql`create unique index sard_faults_of_sard on sard_faults (sard_id, kind_id, coalesce(ayah, 0))`.execute(
    db,
  );
  await sql`create index sard_faults_of_kind on sard_faults (kind_id)`.execute(db);
}
