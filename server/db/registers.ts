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
 * SQL on `registers` and the membership `was`: the student was in the circle of the register when it was taken, and has
 * left it since with an earlier date.
 */
const wasCounted = (date: string): Condition => sql`
  was.circle_id = registers.circle_id and was.from_date <= ${date} and was.to_date <= ${date}
  and was.created_at <= registers.created_at and was.updated_at > registers.created_at`;

/**
 * For each circle, and for the students in none (null): how many of its students were already counted by another
 * register on this day, which was taken before they were put into the circle: by one of the whole subject, or by that
 * of the circle that they left. Students who joined the batch after that register are not counted.
 */
export async function countedBefore(
  db: Db,
  { subjectId, batchId }: Offering,
  date: string,
  circleIds: readonly (number | null)[],
): Promise<Map<number | null, number>> {
  const ofDay = sql`registers.subject_id = ${subjectId} and registers.date = ${date}`;
  const isListed = sql`enrolments.batch_id = ${batchId} and ${isOnRosterOf(date)}
    and enrolments.created_at <= registers.created_at`;
  const counts: RawBuilder<{ circle: number | null; counted: number | string }>[] = [];
  const circles = circleIds.filter((id) => id !== null);
  if (circles.length > 0)
    counts.push(sql`
      select circle_members.circle_id as circle, count(distinct circle_members.student_row_id) as counted
      from registers join circle_members on circle_members.subject_id = registers.subject_id
        join circles on circles.id = circle_members.circle_id
        join enrolments on enrolments.student_row_id = circle_members.student_row_id
      where ${ofDay} and circles.id in (${sql.join(circles)}) and ${isMemberOn(date)}
        and registers.created_at < circle_members.created_at and ${isListed}
        and (registers.circle_id is null or exists (select 1 from circle_members as was
          where was.student_row_id = circle_members.student_row_id and ${wasCounted(date)}))
      group by circle_members.circle_id`);
  if (circles.length < circleIds.length)
    counts.push(sql`
      select null as circle, count(distinct was.student_row_id) as counted
      from registers join circle_members as was on ${wasCounted(date)}
        join enrolments on enrolments.student_row_id = was.student_row_id
      where ${ofDay} and ${isListed}
        and not exists (select 1 from circle_members join circles on circles.id = circle_members.circle_id
          where circle_members.subject_id = ${subjectId} and circle_members.student_row_id = was.student_row_id
            and ${isMemberOn(date)})`);
  const counted = new Map<number | null, number>();
  for (const count of counts)
    for (const row of (await count.execute(db)).rows) counted.set(row.circle, Number(row.counted) || 0);
  return counted;
}
