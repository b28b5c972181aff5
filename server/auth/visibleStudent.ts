import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { SessionUser } from '../../contract/accounts/auth';
import type { StudentRow } from '../../contract/students/students';
import type { Data } from '../db/data';
import { isMemberOn, isTaughtBy } from '../domain/circles';
import { loadInstituteDay } from '../domain/institute';
import { briefStudentsSelect, loadStudent } from '../domain/students';
import { notFound } from '../problem';
import type { Scope } from './scope';

/** One student with the columns that the caller may see. @throws NOT_FOUND, also outside of the scope */
export async function loadVisibleStudent(
  data: Data,
  user: SessionUser,
  scope: Scope,
  id: number,
): Promise<StudentRow> {
  if (user.role === 'admin') return loadStudent(data.read, id, scope.students);
  const { today } = await loadInstituteDay(data.read, data.now());
  const { is_own, health_note, ...student } = await briefStudentsSelect(data.read)
    .select([
      'students.health_note',
      sql<number>`case when ${isOwnStudent(user.id, today)} then 1 else 0 end`.as('is_own'),
    ])
    .where('students.id', '=', id)
    .where(scope.students)
    .executeTakeFirstOrThrow(notFound);
  return is_own === 1 ? { ...student, health_note } : student;
}

/**
 * Condition on `students`: the teacher is linked to a subject of the student, or has him in a circle today.
 * The scope can be wider, because a setting shows all students, or subjects without any teacher.
 */
export const isOwnStudent = (teacherId: number, today: string): RawBuilder<SqlBool> =>
  sql`students.id in (
    select own_enrolments.student_row_id from subject_teachers
      join subjects as own_subjects on own_subjects.id = subject_teachers.subject_id
      join enrolments as own_enrolments on own_enrolments.batch_id = own_subjects.batch_id
      where subject_teachers.teacher_id = ${teacherId} and own_enrolments.is_shown = 1
    union all select circle_members.student_row_id from circles cross join circle_members
      where circle_members.circle_id = circles.id and ${isMemberOn(today)} and ${isTaughtBy(teacherId, today)})`;
