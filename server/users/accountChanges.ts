import { sql, type SqlBool } from 'kysely';
import type { User } from '../../contract/accounts/users';
import type { Scope } from '../auth/scope';
import { removeWithChildren } from '../db/bulk/cascade';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { loadInstituteDay } from '../domain/institute';
import { linkStudent, loadStudentToLink, unlinkAccount } from '../domain/links';

/**
 * If a teacher's account gets another role, its subject links are deleted. Otherwise nobody could see the
 * links, and each link would block the subject for other teachers. The account's circles lose their teacher.
 * Past substitutions stay.
 */
export async function endTeaching(unit: UnitOfWork, teacher: User, role: string | undefined): Promise<void> {
  if (teacher.role !== 'teacher' || role === undefined || role === 'teacher') return;
  const loadIdsOfTeacher = async (
    table: 'subject_teachers' | 'circles' | 'circle_substitutes',
    minEndDate?: string,
  ) => {
    const rows = await unit.trx
      .selectFrom(table)
      .select('id')
      .where('teacher_id', '=', teacher.id)
      .$if(minEndDate !== undefined, (query) => query.where(sql<SqlBool>`to_date >= ${minEndDate}`))
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  };
  const { today } = await loadInstituteDay(unit.trx, new Date(unit.now));
  await removeWithChildren(unit, 'subject_teachers', await loadIdsOfTeacher('subject_teachers'));
  await unit.remove('circle_substitutes', await loadIdsOfTeacher('circle_substitutes', today));
  const circleIds = await loadIdsOfTeacher('circles');
  await unit.updateMany(
    'circles',
    circleIds.map((id) => ({ id, changes: { teacher_id: null } })),
  );
}

/** @param studentNumber null: no student */
export async function updateStudentLink(
  unit: UnitOfWork,
  before: Pick<User, 'id' | 'student_id'>,
  studentNumber: string | null | undefined,
  { students }: Scope,
): Promise<void> {
  if (studentNumber === undefined || (studentNumber || null) === before.student_id) return;
  const student = studentNumber
    ? await loadStudentToLink(unit.trx, studentNumber, 'student_id', students)
    : null;
  if (before.student_id !== null) await unlinkAccount(unit, before.id);
  if (student) await linkStudent(unit, before.id, student.id);
}
