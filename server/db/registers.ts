import { type RawBuilder, sql } from 'kysely';
import { isMemberOn } from './circles';
import { isOnRosterOf } from './enrolments';
import type { Offering } from './offering';
import type { Db } from './schema';
import type { Condition } from './search/matching';

/**
 * SQL: a column of the student's membership in a circle of the subject on the day of the register; null if there is
 * none.
 */
const membership = (column: 'circle_id' | 'created_at', student: RawBuilder<unknown>) => sql`(
  select ${sql.ref(`circle_members.${column}`)} from circle_members
    join circles on circles.id = circle_members.circle_id
  where circle_members.student_row_id = ${student} and circle_members.subject_id = registers.subject_id
    and ${isMemberOn(sql.ref<string>('registers.date'))})`;

/**
 * SQL on `registers`: it lists this student, who was in the batch that day: it is the register of his circle, or of
 * the students in no circle (rule 2 of the domain). A register of the whole subject from before he was put into a
 * circle with an earlier start date also lists him, until the circle has its own register of that day (ADR 29).
 */
export const listsStudent = (student: RawBuilder<unknown>): Condition => sql`(
  coalesce(registers.circle_id, 0) = coalesce(${membership('circle_id', student)}, 0)
  or (registers.circle_id is null and registers.created_at < ${membership('created_at', student)}
    and not exists (select 1 from registers as taken where taken.subject_id = registers.subject_id
      and taken.date = registers.date and taken.circle_id = ${membership('circle_id', student)})))`;

/**
 * For each circle: how many of its members were already counted by a register of the whole subject on this day, which
 * was taken before they were put into the circle. Students who joined the batch after that register are not counted.
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
