import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { dailyRecordType } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import { isMemberOn } from '../domain/circles';
import { isOnRosterOn } from '../domain/enrolments';
import { loadInstituteDay } from '../domain/institute';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';
import type { Call } from '../mount';
import { invalid, notFound } from '../problem';

export interface HifzStudent {
  id: number;
  student_id: string;
  full_name: string;
}

/** A student sees only himself. */
const visibleCondition = ({ user }: Pick<Call, 'user'>, scope: Scope): Condition =>
  user.role === 'student'
    ? sql`students.id = (select own.student_row_id from users as own where own.id = ${user.id})`
    : scope.students;

/** @throws NOT_FOUND, also for a record outside of the scope */
export async function findStudent(
  call: Pick<Call, 'user' | 'scope'>,
  db: Db,
  studentId: string,
): Promise<HifzStudent> {
  return db
    .selectFrom('students')
    .select(['id', 'student_id', 'full_name'])
    .where('student_id', '=', studentId)
    .where(visibleCondition(call, await call.scope()))
    .executeTakeFirstOrThrow(notFound);
}

export interface HifzSubject {
  id: number;
  subject_code: string;
  name: string;
  batch_id: number;
}

/**
 * @param student null: any student
 * @throws NOT_FOUND, also for a record outside of the scope; VALIDATION without daily records
 */
export async function findSubject(
  call: Pick<Call, 'user' | 'scope'>,
  db: Db,
  code: string,
  student: HifzStudent | null,
): Promise<HifzSubject> {
  const scope = await call.scope();
  const { type, ...subject } = await db
    .selectFrom('subjects')
    .select(['subjects.id', 'subject_code', 'name', 'batch_id', 'type'])
    .where('subject_code', '=', code)
    .where(call.user.role === 'student' ? always : scope.subjects)
    .where(
      student === null
        ? always
        : sql<boolean>`exists (select 1 from enrolments where enrolments.batch_id = subjects.batch_id
            and enrolments.student_row_id = ${student.id})
          and ${scope.isStudentVisible({ subject: sql.ref('subjects.id'), student: sql`${student.id}` })}`,
    )
    .executeTakeFirstOrThrow(notFound);
  if (type !== dailyRecordType)
    throw invalid({ path: 'subject_code', message: ruleMessages.notDailySubject });
  return subject;
}

/** @param day default: today @throws NOT_FOUND, also for a record outside of the scope */
export async function loadCircleMembers(
  call: Pick<Call, 'user' | 'scope' | 'data'>,
  id: number,
  day?: string,
): Promise<{ subjectId: number; name: string; date: string; students: HifzStudent[] }> {
  const { read } = call.data;
  const date = day ?? (await loadInstituteDay(read, call.data.now())).today;
  const circle = await read
    .selectFrom('circles')
    .innerJoin('subjects', 'subjects.id', 'circles.subject_id')
    .select(['circles.subject_id', 'circles.name', 'subjects.batch_id'])
    .where('circles.id', '=', id)
    .where((await call.scope(date)).circlesOn(date))
    .executeTakeFirstOrThrow(notFound);
  const students = await read
    .selectFrom('circle_members')
    .innerJoin('circles', 'circles.id', 'circle_members.circle_id')
    .innerJoin('students', 'students.id', 'circle_members.student_row_id')
    .select(['students.id', 'students.student_id', 'students.full_name'])
    .where('circle_members.circle_id', '=', id)
    .where(isMemberOn(date))
    .where(
      sql<SqlBool>`exists (select 1 from enrolments where enrolments.student_row_id = students.id
      and enrolments.batch_id = ${circle.batch_id} and ${isOnRosterOn(date)})`,
    )
    .orderBy('students.full_name_sort')
    .orderBy('students.id')
    .execute();
  return { subjectId: circle.subject_id, name: circle.name, date, students };
}
