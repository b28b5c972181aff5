import { sql } from 'kysely';
import type { SessionUser } from '../../contract/accounts/auth';
import type { Data } from '../db/data';
import type { Condition } from '../db/search/matching';
import type { Call } from '../mount';

/** The person who reads assignments, and which ones this person may see. */
export interface Viewer {
  isStudent: boolean;
  /** The row number of the student; null for staff, and for an account without a student. */
  studentRowId: number | null;
  /**
   * SQL on `assignments` joined with `subjects`. Staff: subjects that are wholly in the scope, since an assignment is
   * for the whole subject. Students: published assignments of their batch.
   */
  sees: Condition;
}

/** The caller. */
export async function viewerOf({
  data,
  user,
  scope,
}: Pick<Call, 'data' | 'user' | 'scope'>): Promise<Viewer> {
  const { whole } = await scope();
  if (user.role !== 'student') return { isStudent: false, studentRowId: null, sees: whole };
  return {
    isStudent: true,
    studentRowId: await studentOf(data, user),
    sees: sql`(${whole} and assignments.is_published = 1)`,
  };
}

async function studentOf(data: Data, { id }: SessionUser): Promise<number | null> {
  const row = await data.read
    .selectFrom('users')
    .select('student_row_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.student_row_id ?? null;
}
