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
 * Returns null if the caller sees the whole subject (rule 5 of the domain).
 * @param scope the scope on that day
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
  { subjects, wholeSubjects }: Scope,
  { subjectId }: Offering,
): Promise<boolean> {
  if (wholeSubjects === subjects) return true;
  const subject = db.selectFrom('subjects').select('id').where('id', '=', subjectId).where(wholeSubjects);
  return (await subject.executeTakeFirst()) !== undefined;
}

export const isRegisterVisible = ({ subjects, wholeSubjects, circlesOn }: Scope): Condition =>
  wholeSubjects === subjects
    ? always
    : sql`(registers.subject_id in (select subjects.id from subjects where ${wholeSubjects})
        or registers.circle_id in (select circles.id from circles where ${circlesOn(sql.ref('registers.date'))}))`;

/**
 * SQL condition on `absences`: the student is in the scope today, or was in the scope on the day of the
 * absence.
 */
export const isAbsenceVisible = ({ subjects, wholeSubjects, isStudentVisible }: Scope): Condition =>
  wholeSubjects === subjects
    ? always
    : isStudentVisible(
        { subject: sql.ref('absences.subject_id'), student: sql.ref('absences.student_row_id') },
        sql.ref('absences.date'),
      );

/** @throws NOT_FOUND for a circle of another subject, or outside of today's scope */
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
