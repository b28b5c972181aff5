import { type Kysely, sql, type SqlBool } from 'kysely';
import type { User } from '../../contract/users';
import type { Role } from '../../contract/vocabulary';
import { codeColumn, equals } from '../db/search/lists';
import type { Database } from '../db/schema';
import { notFound } from '../problem';

const isNamed = sql`exists (select 1 from students as naming where naming.user_id = users.id)`;
const isOrphaned = sql<SqlBool>`(users.role = 'student' and not ${isNamed}
  and not exists (select 1 from students as own where own.id = users.student_row_id)
  and exists (select 1 from linked_accounts where linked_accounts.user_id = users.id))`;

export const usersSelect = (db: Kysely<Database>) =>
  db
    .selectFrom('users')
    .leftJoin('students', 'students.id', 'users.student_row_id')
    .select([
      'users.id',
      'username',
      'users.email',
      'users.name',
      'users.role',
      'students.student_id',
      'students.full_name as student_name',
      'users.phone',
      'is_active',
      'last_login',
      'must_change_password',
      'users.created_at',
      'users.updated_at',
      'users.version',
    ])
    .select(sql<number>`case when ${isOrphaned} then 1 else 0 end`.as('is_orphaned'));

type UserRow = Awaited<ReturnType<ReturnType<typeof usersSelect>['execute']>>[number];

export const asUser = (row: UserRow): User => ({
  ...row,
  is_active: row.is_active === 1,
  must_change_password: row.must_change_password === 1,
  is_orphaned: row.is_orphaned === 1,
});

export const userSorts = {
  id: 'id',
  username: 'username_key',
  name: 'name_sort',
  role: 'role',
  last_login: 'last_login',
  created_at: 'created_at',
};

/** @throws NOT_FOUND */
export async function userById(db: Kysely<Database>, id: number): Promise<User> {
  const row = await usersSelect(db).where('users.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return asUser(row);
}

interface Filter {
  role?: Role | Role[] | undefined;
  is_active?: boolean | undefined;
  student_id?: string | number | undefined;
  has_student?: boolean | undefined;
  is_orphaned?: boolean | undefined;
}

const hasStudent = sql<SqlBool>`(users.student_row_id is not null or ${isNamed})`;
/** Not the negation of the other: so worded, the index of the links leads to the free ones. */
const hasNone = sql<SqlBool>`users.student_row_id is null and not ${isNamed}`;

const ofStudent = (asked: string | number | undefined) =>
  asked === undefined
    ? []
    : [
        sql<SqlBool>`users.student_row_id = (select id from students where ${sql.ref(codeColumn('student_id', asked))} = ${asked})`,
      ];

export function conditions(filter: Filter = {}) {
  const wanted = filter.role === undefined ? null : [filter.role].flat();
  const ofRole = !wanted
    ? []
    : [wanted.length > 0 ? sql<SqlBool>`users.role in (${sql.join(wanted)})` : sql<SqlBool>`1 = 0`];
  return [
    ...ofRole,
    ...equals('users.is_active', filter.is_active === undefined ? undefined : Number(filter.is_active)),
    ...ofStudent(filter.student_id),
    ...(filter.has_student === undefined ? [] : [filter.has_student ? hasStudent : hasNone]),
    ...(filter.is_orphaned === undefined
      ? []
      : [filter.is_orphaned ? isOrphaned : sql<SqlBool>`not ${isOrphaned}`]),
  ];
}
