import { type RawBuilder, sql } from 'kysely';
import { type Day, isMemberOn, type StudentInSubject } from '../domain/circles';
import type { Db } from '../db/schema';
import { allOf, type Condition } from '../db/search/matching';
import { notFound } from '../problem';
import type { Scope } from './scope';

export const isInCircle = (
  circleId: number,
  { subject, student }: StudentInSubject,
  day: Day,
): Condition => sql`
  exists (select 1 from circle_members join circles on circles.id = circle_members.circle_id
    where circles.id = ${circleId} and circle_members.subject_id = ${subject}
      and circle_members.student_row_id = ${student} and ${isMemberOn(day)})`;

/**
 * SQL condition on a table of daily records: the student is visible to the caller, and was in the circle
 * on that day.
 */
export function areRecordsInScope(
  { subjects, wholeSubjects, isStudentVisible }: Scope,
  circleId: number | undefined,
  table: string,
): Condition {
  const column = (name: string): RawBuilder<string> => sql.ref(`${table}.${name}`);
  const enrolment = { subject: column('subject_id'), student: column('student_row_id') };
  return allOf([
    ...(wholeSubjects === subjects ? [] : [isStudentVisible(enrolment, column('date'))]),
    ...(circleId === undefined ? [] : [isInCircle(circleId, enrolment, column('date'))]),
  ]);
}

/** @throws NOT_FOUND for a circle of another subject, or outside of the scope */
export async function findCircleName(
  db: Db,
  { circlesOn }: Scope,
  { subjectId, circleId, date }: { subjectId: number; circleId: number; date: Day },
): Promise<string> {
  const { name } = await db
    .selectFrom('circles')
    .select('name')
    .where('id', '=', circleId)
    .where('subject_id', '=', subjectId)
    .where(circlesOn(date))
    .executeTakeFirstOrThrow(notFound);
  return name;
}
