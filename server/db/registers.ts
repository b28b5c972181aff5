import { type RawBuilder, sql } from 'kysely';
import { isMemberOn } from './circles';
import { isOnRosterOf } from './enrolments';
import type { Offering } from './offering';
import type { Db } from './schema';
import type { Condition } from './search/matching';

/** SQL: a column of the membership that a student has in a circle of the subject of `registers` on its day; null for none. */
const membership = (column: 'circle_id' | 'created_at', student: RawBuilder<unknown>) => sql`(
  select ${sql.ref(`circle_members.${column}`)} from circle_members
    join circles on circles.id = circle_members.circle_id
  where circle_members.student_row_id = ${student} and circle_members.subject_id = registers.subject_id
    and ${isMemberOn(sql.ref<string>('registers.date'))})`;

/**
 * Of the table `registers`: it lists a student who was of the batch that day, being the register of his circle, or that
 * of those in none (rule 2 of the domain). What was taken of everybody before he was put into a circle in hindsight
 * lists him until the circle has a register of that day itself (ADR 29).
 */
export const listsStudent = (student: RawBuilder<unknown>): Condition => sql`(
  coalesce(registers.circle_id, 0) = coalesce(${membership('circle_id', student)}, 0)
  or (registers.circle_id is null and registers.created_at < ${membership('created_at', student)}
    and not exists (select 1 from registers as taken where taken.subject_id = registers.subject_id
      and taken.date = registers.date and taken.circle_id = ${membership('circle_id', student)})))`;

/**
 * How many of the members of these circles a register of the subject and day has counted that was taken before they were
 * put into a circle in hindsight, by circle; who came into the batch after it was taken was not in it.
 */
export async function countedBefore(
  db: Db,
  { subjectId, batchId }: Offering,
  date: string,
  circleIds: readonly number[],
): Promise<Map<number | null, number>> {
  if (circleIds.length === 0) return new Map();
  const { rows } = await sql<{ circle: number; counted: number | string }>`
    select circle_members.circle_id as circle, count(*) as counted
    from registers join circle_members on circle_members.subject_id = registers.subject_id
      join circles on circles.id = circle_members.circle_id
      join enrolments on enrolments.student_row_id = circle_members.student_row_id
    where registers.subject_id = ${subjectId} and registers.date = ${date} and registers.circle_id is null
      and circles.id in (${sql.join(circleIds)}) and ${isMemberOn(date)}
      and registers.created_at < circle_members.created_at
      and enrolments.batch_id = ${batchId} and ${isOnRosterOf(date)} and enrolments.created_at <= registers.created_at
    group by circle_members.circle_id`.execute(db);
  return new Map(rows.map(({ circle, counted }) => [circle, Number(counted)]));
}
