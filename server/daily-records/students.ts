import { sql } from 'kysely';
import { findCircleName, isInCircle, areRecordsInScope } from '../auth/recordScope';
import type { Scope } from '../auth/scope';
import { type RosterMember, loadRoster, type Offering, rosterQuery } from '../domain/offering';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';

export interface VisibleStudents {
  /** Sorted by name. */
  members: RosterMember[];
  /** True if the caller may save the record of the day. Rule 5 of the domain. */
  canWrite(rowId: number): boolean;
  /** SQL condition on daily records as `earlier`. */
  isReadable: Condition;
}

interface DayOfSubject {
  offering: Offering;
  date: string;
  circleId: number | undefined;
}

/**
 * A teacher with only circles gets the students of his circles.
 * @throws NOT_FOUND for a circle outside of the scope
 */
export async function loadVisibleStudents(
  db: Db,
  scope: Scope,
  { offering, date, circleId }: DayOfSubject,
): Promise<VisibleStudents> {
  const { subjectId, batchId } = offering;
  const isReadable = areRecordsInScope(scope, undefined, 'earlier');
  if (circleId === undefined && scope.wholeSubjects === scope.subjects)
    return { members: await loadRoster(db, batchId, date), canWrite: () => true, isReadable };
  const enrolment = { subject: sql`${subjectId}`, student: sql.ref('enrolments.student_row_id') };
  const members = await rosterQuery(db, batchId, date)
    .select(
      sql<number>`case when ${scope.isOwnStudentOn(enrolment, date)} then 1 else 0 end`.as('isOwnStudent'),
    )
    .where(scope.isStudentVisible(enrolment, date))
    .where(circleId === undefined ? always : isInCircle(circleId, enrolment, date))
    .execute();
  // If students are visible, the circle is in scope, even on a day before the start of the circle.
  if (circleId !== undefined && members.length === 0)
    await findCircleName(db, scope, { subjectId, circleId, date });
  const writableIds = new Set(
    members.flatMap(({ rowId, isOwnStudent }) => (isOwnStudent === 1 ? [rowId] : [])),
  );
  return { members, canWrite: (rowId) => writableIds.has(rowId), isReadable };
}
