import { sql } from 'kysely';
import { findCircle, isOfCircle, recordsWithin } from '../auth/recordScope';
import type { Scope } from '../auth/scope';
import { type RosterMember, loadRoster, type Offering, rosterQuery } from '../domain/offering';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';

/** The students of a day whose records a person has before him. */
export interface Pupils {
  /** Those whose records he may read, by name. */
  members: RosterMember[];
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
  const mayRead = recordsWithin(scope, undefined, 'earlier');
  if (circleId === undefined && scope.whole === scope.subjects)
    return { members: await loadRoster(db, batchId, date), mayWrite: () => true, mayRead };
  const pupil = { subject: sql`${subjectId}`, student: sql.ref('enrolments.student_row_id') };
  const members = await rosterQuery(db, batchId, date)
    .select(sql<number>`case when ${scope.pupilsOn(pupil, date)} then 1 else 0 end`.as('isHis'))
    .where(scope.pupils(pupil, date))
    .where(circleId === undefined ? always : isOfCircle(circleId, pupil, date))
    .execute();
  // Whom he may read there are his, also of a day on which the circle was not.
  if (circleId !== undefined && members.length === 0)
    await findCircle(db, scope, { subjectId, circleId, date });
  const his = new Set(members.flatMap(({ rowId, isHis }) => (isHis === 1 ? [rowId] : [])));
  return { members, mayWrite: (rowId) => his.has(rowId), mayRead };
}
