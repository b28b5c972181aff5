import { sql } from 'kysely';
import type { SessionUser } from '../../contract/accounts/auth';
import type { Data } from '../db/data';
import type { Condition } from '../db/search/matching';
import type { Call } from '../mount';

export interface Viewer {
  isStudent: boolean;
  /** Null for staff, and for an account without a student. */
  studentRowId: number | null;
  /**
   * SQL condition on `assignments` joined with `subjects`. Staff must see the whole subject, because an
   * assignment is for all of its students.
   */
  isVisible: Condition;
}

export async function loadViewer({
  data,
  user,
  scope,
}: Pick<Call, 'data' | 'user' | 'scope'>): Promise<Viewer> {
  const { wholeSubjects } = await scope();
  if (user.role !== 'student') return { isStudent: false, studentRowId: null, isVisible: wholeSubjects };
  return {
    isStudent: true,
    studentRowId: await loadStudentId(data, user),
    isVisible: sql`(${wholeSubjects} and assignments.is_published = 1)`,
  };
}

async function loadStudentId(data: Data, { id }: SessionUser): Promise<number | null> {
  const row = await data.read
    .selectFrom('users')
    .select('student_row_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.student_row_id ?? null;
}
