import { sql } from 'kysely';
import type { QueryOf } from '../../contract/endpoint';
import { tellApi } from '../../contract/families/tell';
import { tellMessages } from '../../contract/families/tellMessages';
import { areRecordsInScope } from '../auth/recordScope';
import type { Scope } from '../auth/scope';
import { isOwnStudent } from '../auth/visibleStudent';
import { isMemberOn } from '../domain/circles';
import { isOnRosterOn } from '../domain/enrolments';
import { loadInstituteDay } from '../domain/institute';
import { allOf, always, type Condition } from '../db/search/matching';
import type { Call } from '../mount';
import { notFound, Problem } from '../problem';

export type TellCall = Pick<Call, 'data' | 'user' | 'scope' | 'signal'>;

/** The students whose families the caller may contact, on a day. */
export interface Audience {
  today: string;
  date: string;
  scope: Scope;
  /** SQL condition on `students`. */
  students: Condition;
  /** SQL condition on `students`: also on the roster of the day. */
  onRoster: Condition;
  /** SQL condition on `subjects`. */
  subjects: Condition;
}

type TellQuery = Pick<QueryOf<typeof tellApi.list>, 'date' | 'batch_id' | 'circle_id'>;

/**
 * @throws FORBIDDEN for a teacher, unless the institute lets teachers contact guardians; NOT_FOUND for an unknown
 * batch or circle, or one outside of the scope
 */
export async function loadAudience(
  { data, user, scope: loadScope }: TellCall,
  { date, batch_id, circle_id }: TellQuery = {},
): Promise<Audience> {
  const { today } = await loadInstituteDay(data.read, data.now());
  const day = date ?? today;
  const scope = await loadScope(day);
  const isTeacher = user.role === 'teacher';
  if (isTeacher) {
    const settings = await data.read
      .selectFrom('settings')
      .select('teachers_contact_guardians')
      .executeTakeFirst();
    if (settings?.teachers_contact_guardians !== 1)
      throw new Problem('FORBIDDEN', { message: tellMessages.teachersMayNotContact });
  }
  if (batch_id !== undefined) {
    const batch = data.read.selectFrom('batches').select('id').where('id', '=', batch_id);
    await batch.where(scope.batches).executeTakeFirstOrThrow(notFound);
  }
  const circle =
    circle_id === undefined
      ? null
      : await data.read
          .selectFrom('circles')
          .select('subject_id')
          .where('id', '=', circle_id)
          .where(scope.circlesOn(day))
          .executeTakeFirstOrThrow(notFound);
  const isEnrolled = (condition: Condition): Condition =>
    sql`exists (select 1 from enrolments where enrolments.student_row_id = students.id and ${condition})`;
  const ofBatch: Condition = batch_id === undefined ? always : sql`enrolments.batch_id = ${batch_id}`;
  const others = [
    ...(isTeacher ? [isOwnStudent(user.id, today)] : []),
    ...(circle_id === undefined
      ? []
      : [
          sql<boolean>`exists (select 1 from circle_members join circles on circles.id = circle_members.circle_id
            where circle_members.student_row_id = students.id and circles.id = ${circle_id} and ${isMemberOn(day)})`,
        ]),
  ];
  return {
    today,
    date: day,
    scope,
    students: allOf([scope.students, ...others, ...(batch_id === undefined ? [] : [isEnrolled(ofBatch)])]),
    onRoster: allOf([scope.students, ...others, isEnrolled(allOf([isOnRosterOn(day), ofBatch]))]),
    subjects: allOf([
      scope.subjects,
      ...(batch_id === undefined ? [] : [sql<boolean>`subjects.batch_id = ${batch_id}`]),
      ...(circle === null ? [] : [sql<boolean>`subjects.id = ${circle.subject_id}`]),
    ]),
  };
}

/** SQL condition on a table of records of students: of these subjects, and visible to the caller. */
export const areOfAudience = (
  { scope, subjects }: Audience,
  table: 'absences' | 'daily_records' | 'sard',
): Condition =>
  allOf([
    sql`${sql.ref(`${table}.subject_id`)} in (select subjects.id from subjects where ${subjects})`,
    areRecordsInScope(scope, undefined, table),
  ]);
