import { sql } from 'kysely';
import type { Scope } from '../auth/scope';
import type { Offering } from '../domain/offering';
import type { Db } from '../db/schema';
import { allOf, always, type Condition } from '../db/search/matching';
import { notFound } from '../problem';
import type { RequestedCircles } from './day';

interface DayOfSubject {
  offering: Offering;
  date: string;
  circleId: number | undefined;
}

/**
 * Null where the whole subject is visible (rule 5 of the domain). @param scope of that day
 * @throws NOT_FOUND for a circle of another subject, or outside of the scope
 */
export async function findRequestedCircles(
  db: Db,
  scope: Scope,
  { offering, date, circleId }: DayOfSubject,
): Promise<RequestedCircles> {
  if (circleId === undefined && (await isWholeSubjectVisible(db, scope, offering))) return null;
  const rows = await db
    .selectFrom('circles')
    .select('id')
    .where('subject_id', '=', offering.subjectId)
    .where(scope.circlesOn(date))
    .$if(circleId !== undefined, (query) => query.where('id', '=', circleId ?? 0))
    .orderBy('id')
    .execute();
  if (rows.length === 0) throw notFound();
  return rows.map(({ id }) => id);
}

async function isWholeSubjectVisible(
  db: Db,
  { subjects, whole }: Scope,
  { subjectId }: Offering,
): Promise<boolean> {
  if (whole === subjects) return true;
  const subject = db.selectFrom('subjects').select('id').where('id', '=', subjectId).where(whole);
  return (await subject.executeTakeFirst()) !== undefined;
}

/** SQL on `registers`. */
export const isRegisterVisible = ({ subjects, whole, circlesOn }: Scope): Condition =>
  whole === subjects
    ? always
    : sql`(registers.subject_id in (select subjects.id from subjects where ${whole})
        or registers.circle_id in (select circles.id from circles where ${circlesOn(sql.ref('registers.date'))}))`;

/** SQL on `absences`: the student is in the scope today, or was on that day. */
export const isAbsenceVisible = ({ subjects, whole, pupils }: Scope): Condition =>
  whole === subjects
    ? always
    : pupils(
        { subject: sql.ref('absences.subject_id'), student: sql.ref('absences.student_row_id') },
        sql.ref('absences.date'),
      );

/** SQL on `registers`. @throws NOT_FOUND for a circle of other subjects, or outside of the scope today */
export async function isRegisterOfCircle(
  db: Db,
  { circlesOn }: Scope,
  { circleId, subjects, today }: { circleId: number; subjects: Condition; today: string },
): Promise<Condition> {
  const condition = allOf([sql`circles.id = ${circleId}`, subjects, circlesOn(today)]);
  const { rows } = await sql`
    select 1 from circles join subjects on subjects.id = circles.subject_id where ${condition}`.execute(db);
  if (rows.length === 0) throw notFound();
  return sql`registers.circle_id = ${circleId}`;
}
