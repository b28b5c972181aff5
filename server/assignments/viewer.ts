import { sql } from 'kysely';
import type { SessionUser } from '../../contract/auth';
import type { Data } from '../db/engine/connection';
import type { Condition } from '../db/search/matching';
import type { Call } from '../mount';

/** Who looks at assignments, and which ones that person may see. */
export interface Viewer {
  isStudent: boolean;
  /** Of the student who looks; null for staff, and for an account that belongs to no student. */
  studentRowId: number | null;
  /** A condition on `assignments` joined with `subjects`: staff by scope (an assignment
   * is for the whole subject, and so of who has the whole), students what is published in the own batch. */
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
