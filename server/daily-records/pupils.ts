import { sql } from 'kysely';
import { findCircle, isOfCircle, recordsWithin } from '../auth/recordScope';
import type { Scope } from '../auth/scope';
import { isOnRosterOf } from '../db/enrolments';
import { type Member, membersOf, type Offering } from '../db/offering';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';

/** The students of a day whose records a person has before him. */
export interface Pupils {
  /** Those whose records he may read, by name. */
  members: Member[];
  /** He may save what was heard that day; of others he only sees what there is. Rule 5 of the domain. */
  mayWrite(rowId: number): boolean;
  /** Of the table `earlier` of daily records: he may read them. */
  mayRead: Condition;
}

interface Asked {
  offering: Offering;
  date: string;
  circleId: number | undefined;
}

/**
 * Whose records a call about a day is about: everybody's on the roster, of one circle where it is named, and of a teacher
 * who has circles alone those of his circles.
 * @throws NOT_FOUND for a circle that is not of the subject, or not the person's
 */
export async function pupilsOf(db: Db, scope: Scope, { offering, date, circleId }: Asked): Promise<Pupils> {
  const { subjectId, batchId } = offering;
  const members = await membersOf(db, batchId, date);
  const mayRead = recordsWithin(scope, undefined, 'earlier');
  if (circleId === undefined && scope.whole === scope.subjects)
    return { members, mayWrite: () => true, mayRead };
  const pupil = { subject: sql`${subjectId}`, student: sql.ref('enrolments.student_row_id') };
  const inCircle = circleId === undefined ? always : isOfCircle(circleId, pupil, date);
  const { rows } = await sql<{ id: number; writes: number }>`
    select enrolments.student_row_id as id, case when ${scope.pupilsOn(pupil, date)} then 1 else 0 end as writes
    from enrolments where enrolments.batch_id = ${batchId} and ${isOnRosterOf(date)}
      and ${scope.pupils(pupil, date)} and ${inCircle}`.execute(db);
  // Whom he may read there are his, also of a day on which the circle was not.
  if (circleId !== undefined && rows.length === 0) await findCircle(db, scope, { subjectId, circleId, date });
  const writes = new Map(rows.map((row) => [row.id, row.writes === 1]));
  return {
    members: members.filter(({ rowId }) => writes.has(rowId)),
    mayWrite: (rowId) => writes.get(rowId) === true,
    mayRead,
  };
}
