import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine/dialect';

/**
 * Whom a register listed when it was taken, so that the figures of a subject count each student once a day, wherever he
 * was moved since (ADR 29). For registers of before, it is what is known of the memberships of that time; those of
 * subjects that had no circles then listed everybody, and stay null.
 */
export async function listedStudents(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('registers').addColumn('listed', text).execute();
  const wasMember = sql`was.subject_id = registers.subject_id and was.from_date <= registers.date
    and was.created_at <= registers.created_at and (was.to_date is null or was.to_date > registers.date
      or was.updated_at > registers.created_at)`;
  const idsOf = (id: string) =>
    sql`'[' || coalesce(string_agg(cast(${sql.ref(id)} as text), ','), '') || ']'`;
  await sql`
    update registers set listed = (select ${idsOf('was.student_row_id')} from circle_members as was
      where was.circle_id = registers.circle_id and ${wasMember})
    where circle_id is not null`.execute(db);
  await sql`
    update registers set listed = (select ${idsOf('enrolments.student_row_id')}
      from subjects join enrolments on enrolments.batch_id = subjects.batch_id
      where subjects.id = registers.subject_id and enrolments.created_at <= registers.created_at
        and (enrolments.to_date is null or enrolments.to_date > registers.date)
        and (enrolments.from_date <= registers.date or not exists (select 1 from enrolments as earlier
          where earlier.student_row_id = enrolments.student_row_id and earlier.from_date < enrolments.from_date))
        and not exists (select 1 from circle_members as was
          where was.student_row_id = enrolments.student_row_id and ${wasMember}))
    where circle_id is null and exists (select 1 from circles
      where circles.subject_id = registers.subject_id and circles.created_at <= registers.created_at)`.execute(
    db,
  );
}
