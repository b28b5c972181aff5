import { sql } from 'kysely';
import type { Scope } from '../auth/scope';
import type { Offering } from '../domain/offering';
import type { Db } from '../db/schema';
import { allOf, always, type Condition } from '../db/search/matching';
import { notFound } from '../problem';
import type { Circles } from './day';

interface AskedOfDay {
  offering: Offering;
  date: string;
  circleId: number | undefined;
}

/**
 * The circles whose registers a call is about: the circle that it names, else everything that the person may see on
 * that day: the whole subject, or the circles that he holds or substitutes in (rule 5 of the domain).
 * @param scope the scope of a call about the day
 * @throws NOT_FOUND for a circle that is not of the subject, or is outside of the scope
 */
export async function circlesMeant(
  db: Db,
  scope: Scope,
  { offering, date, circleId }: AskedOfDay,
): Promise<Circles> {
  if (circleId === undefined && (await isWholly(db, scope, offering))) return null;
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

/** Whether all students of the subject are in the person's scope. */
async function isWholly(db: Db, { subjects, whole }: Scope, { subjectId }: Offering): Promise<boolean> {
  if (whole === subjects) return true;
  const found = db.selectFrom('subjects').select('id').where('id', '=', subjectId).where(whole);
  return (await found.executeTakeFirst()) !== undefined;
}

/** SQL on `registers`: they are in the scope. */
export const registersOf = ({ subjects, whole, circlesOn }: Scope): Condition =>
  whole === subjects
    ? always
    : sql`(registers.subject_id in (select subjects.id from subjects where ${whole})
        or registers.circle_id in (select circles.id from circles where ${circlesOn(sql.ref('registers.date'))}))`;

/** SQL on `absences`: the student is in the scope today, or was on the day. */
export const absencesOf = ({ subjects, whole, pupils }: Scope): Condition =>
  whole === subjects
    ? always
    : pupils(
        { subject: sql.ref('absences.subject_id'), student: sql.ref('absences.student_row_id') },
        sql.ref('absences.date'),
      );

/**
 * SQL on `registers`: they are of the circle.
 * @throws NOT_FOUND if it is not of these subjects, or outside of the scope today
 */
export async function registersOfCircle(
  db: Db,
  { circlesOn }: Scope,
  { circleId, subjects, today }: { circleId: number; subjects: Condition; today: string },
): Promise<Condition> {
  const where = allOf([sql`circles.id = ${circleId}`, subjects, circlesOn(today)]);
  const { rows } = await sql`
    select 1 from circles join subjects on subjects.id = circles.subject_id where ${where}`.execute(db);
  if (rows.length === 0) throw notFound();
  return sql`registers.circle_id = ${circleId}`;
}
