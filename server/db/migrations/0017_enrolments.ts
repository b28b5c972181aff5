import { type Kysely, sql } from 'kysely';
import { dateInZone, defaultTimeZone } from '../../../contract/rules/hijri';
import type { ColumnTypes } from '../engine/dialect';

/** So many students are read and written at a time. */
const chunkSize = 1_000;

interface PlacedStudent {
  id: number;
  batch_id: number;
  batch_since: string | null;
  created_at: string;
}

/**
 * Where a student belongs and when, and whether he takes part (ADR 25): out of the one batch that each student had. The
 * enrolment begins on the day on which he came into the batch, which is that of his creation where no other is known.
 */
export async function enrolments(db: Kysely<unknown>, { id, rowNumber, text }: ColumnTypes): Promise<void> {
  /** A table whose rows go through the unit of work. */
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', id.type, id.build)
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('updated_at', text, (c) => c.notNull())
      .addColumn('student_row_id', rowNumber, (c) => c.notNull().references('students.id'));

  await table('enrolments')
    .addColumn('batch_id', rowNumber, (c) => c.notNull().references('batches.id'))
    .addColumn('from_date', text, (c) => c.notNull())
    .addColumn('to_date', text)
    .addColumn('began_as', text, (c) => c.notNull())
    .addColumn('ended_as', text)
    .addColumn('reason', text)
    .addColumn('is_shown', 'integer', (c) => c.notNull().check(sql`is_shown in (0, 1)`))
    .addCheckConstraint('enrolments_days', sql`to_date is null or to_date >= from_date`)
    .addCheckConstraint(
      'enrolments_shown',
      sql`case when to_date is null then is_shown = 1 and ended_as is null
        else is_shown = 0 or ended_as in ('withdrawn', 'graduated') end`,
    )
    .execute();
  await table('student_statuses')
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('from_date', text, (c) => c.notNull())
    .addColumn('to_date', text)
    .addColumn('reason', text)
    .execute();

  await moveOver(db);

  await sql`create unique index enrolments_shown_once on enrolments (student_row_id) where is_shown = 1`.execute(
    db,
  );
  await sql`create index enrolments_by_student on enrolments (student_row_id, from_date)`.execute(db);
  await sql`create index enrolments_by_batch on enrolments (batch_id, to_date, student_row_id)`.execute(db);
  await sql`create unique index student_statuses_open_once on student_statuses (student_row_id) where to_date is null`.execute(
    db,
  );
  await sql`create index student_statuses_by_status on student_statuses (status, student_row_id) where to_date is null`.execute(
    db,
  );
  await sql`create index student_statuses_by_student on student_statuses (student_row_id, from_date)`.execute(
    db,
  );
  await db.schema.dropIndex('students_by_batch').execute();
  await db.schema.alterTable('students').dropColumn('batch_id').execute();
  await db.schema.alterTable('students').dropColumn('batch_since').execute();
  await db.schema.alterTable('students').addColumn('placed_at', text).execute();
  // Of the rows of an operation: who counts records leaves the enrolments out.
  await db.schema
    .alterTable('operations')
    .addColumn('parts_count', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}

async function moveOver(db: Kysely<unknown>): Promise<void> {
  const settings = await sql<{ time_zone: string }>`select time_zone from settings`.execute(db);
  const timeZone = settings.rows[0]?.time_zone ?? defaultTimeZone;
  for (let after = 0; ;) {
    const { rows } = await sql<PlacedStudent>`
      select id, batch_id, batch_since, created_at from students
      where id > ${after} and batch_id is not null order by id limit ${chunkSize}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    const values = rows.map(({ id, batch_id, batch_since, created_at }) => {
      const from = batch_since ?? dateInZone(new Date(created_at), timeZone);
      // A register counts that was taken after this moment, whatever its day (decision 8).
      const moment = batch_since === null ? created_at : `${batch_since}T00:00:00.000Z`;
      return sql`(1, ${moment}, ${moment}, ${id}, ${batch_id}, ${from}, ${batch_since === null ? 'joined' : 'moved'}, 1)`;
    });
    await sql`
      insert into enrolments
        (version, created_at, updated_at, student_row_id, batch_id, from_date, began_as, is_shown)
      values ${sql.join(values)}`.execute(db);
    after = last.id;
  }
}
