import type { Kysely } from 'kysely';
import type { SessionUser } from '../../contract/auth';
import type { Database } from '../db/schema';

/** The account of a folded user name, with what sign-in needs. */
export const accountOf = (db: Kysely<Database>, usernameKey: string) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'role', 'password_hash', 'is_active', 'password_ends_at'])
    .where('username_key', '=', usernameKey)
    .executeTakeFirst();

export async function sessionUserOf(db: Kysely<Database>, id: number): Promise<SessionUser> {
  const row = await db
    .selectFrom('users')
    .leftJoin('students', 'students.id', 'users.student_row_id')
    .select([
      'users.id',
      'users.name',
      'username',
      'role',
      'users.email',
      'must_change_password',
      'students.student_id',
    ])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...row, must_change_password: row.must_change_password === 1 };
}
