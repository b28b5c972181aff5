import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { usersApi, type User } from '../../contract/accounts/users';
import { defaultRole, type Role, type StaffSection } from '../../contract/vocabulary';
import type { SessionUser } from '../../contract/accounts/auth';
import { initialValues } from '../../contract/fieldTable';
import { userFields } from '../../contract/recordFields';
import type { Scope } from '../auth/scope';
import { checkNewPassword, hashPassword, createOneTimePassword } from '../auth/passwords';
import { resolvePasswordRequests, checkAccounts } from '../domain/accounts';
import { removeWithChildren } from '../db/bulk/cascade';
import { deletionNames, deletionAnswer, findRecords } from '../domain/recordRemoval';
import { chunks } from '../db/engine/chunks';
import { refuseAccountOfDeletedStudent } from '../domain/links';
import { refuseTakenUsername } from '../domain/usernames';
import { oncePerDatabase } from '../db/engine/once';
import { listRows, codeColumn, equals, fieldColumns } from '../db/search/lists';
import { successBody, listRoute, type Route, route } from '../mount';
import { invalid, Problem, notFound } from '../problem';
import type { Db } from '../db/schema';
import { endTeaching, updateStudentLink } from './accountChanges';
import { makeAccountsRoute } from './manyAccounts';

interface AccountIdentity {
  username: string;
  role: Role;
}

/**
 * Checks the requested password. Without one, generates a password that must be changed at the first
 * sign-in.
 */
async function preparePassword(
  newPassword: string | null | undefined,
  { username, role }: AccountIdentity,
  now: Date,
) {
  if (!newPassword) {
    const { password, columns } = await createOneTimePassword(role, now);
    return { temporary_password: password, columns };
  }
  checkNewPassword(newPassword, username, 'password');
  const password_hash = await hashPassword(newPassword);
  return { columns: { password_hash, must_change_password: 0, password_ends_at: null } };
}

export const userRoutes: Route[] = [
  listRoute(usersApi.list, async ({ data, query, scope }) => {
    const { rows, total } = await listRows(
      data.read,
      {
        table: 'users',
        select: selectUsers(data.read),
        sorts: userSorts,
        nullableColumn: 'last_login',
        scope: (await scope()).users,
        where: buildConditions(query.filter),
      },
      query,
    );
    return { rows: rows.map(toUser), total };
  }),

  route(usersApi.one, ({ data, user, params: { id }, scope }) => loadAccount(data.read, id, user, scope)),

  route(usersApi.create, async ({ data, actor, user, body, scope }) => {
    const role = body.role ?? defaultRole;
    const section = resolveSection(user, role, body.section);
    refuseOtherSection(user, { role, section });
    const { username, password } = body;
    const { temporary_password, columns } = await preparePassword(password, { username, role }, data.now());
    const created = await data.write(actor, async (unit) => {
      await refuseTakenUsername(unit.trx, body.username, (await scope()).users);
      unit.describe('create', 'users', body.name, operationDescriptions.userCreated(body.name));
      const { id } = await unit.insert('users', {
        ...initialValues(userFields, body),
        ...columns,
        section,
        is_active: 1,
        student_row_id: null,
        last_login: null,
      });
      await updateStudentLink(unit, { id, student_id: null }, body.student_id, await scope());
      return loadUser(unit.trx, id);
    });
    return { ...created, temporary_password };
  }),

  makeAccountsRoute,

  route(usersApi.update, ({ data, config, actor, user, params: { id }, body, scope }) =>
    data.write(actor, async (unit) => {
      const { version, student_id, is_active, ...input } = body;
      const before = await loadAccount(unit.trx, id, user, scope);
      const role = input.role ?? before.role;
      const becomesStaff = before.role === 'student' && role !== 'student';
      const requestedSection = input.section === undefined && !becomesStaff ? before.section : input.section;
      const changes = { ...input, section: resolveSection(user, role, requestedSection) };
      refuseOwnAccessChange(user, before, { role: changes.role, is_active, section: changes.section });
      if (id !== user.id) refuseOtherSection(user, { role, section: changes.section });
      if (student_id && !config.PLAIN_API) await refuseAccountOfDeletedStudent(unit, id);
      await refuseTakenUsername(unit.trx, changes.username, (await scope()).users, id);
      unit.describe(
        'update',
        'users',
        before.name,
        describeUpdate(before, { ...input, student_id, is_active }),
      );
      const columns = { ...changes, is_active: is_active === undefined ? undefined : Number(is_active) };
      await unit.update('users', id, columns, version, () => loadUser(unit.trx, id));
      await updateStudentLink(unit, before, student_id, await scope());
      await endTeaching(unit, before, changes.role);
      await checkAccounts(unit);
      return loadUser(unit.trx, id);
    }),
  ),

  route(usersApi.remove, ({ data, actor, user, params: { id }, scope }) =>
    data.write(actor, async (unit) => {
      const { name } = await loadAccount(unit.trx, id, user, scope);
      if (id === user.id) throw invalid({ path: '', message: ruleMessages.ownAccountDeleted });
      unit.describe('delete', 'users', name, operationDescriptions.userDeleted(name));
      await removeWithChildren(unit, 'users', [id]);
      await checkAccounts(unit);
      return { message: successMessages.userDeleted };
    }),
  ),

  route(usersApi.removeMany, async ({ data, actor, user, body, scope }) => {
    const {
      unit: { operation },
      deleted,
    } = await data.write(actor, async (unit) => {
      await loadAccounts(unit.trx, body.ids, user, scope);
      if (body.ids.includes(user.id)) throw invalid({ path: 'ids', message: ruleMessages.ownAccountDeleted });
      const records = await findRecords(unit.trx, 'users', body.ids);
      const { item, text } = deletionNames('users', records);
      unit.describe('delete', 'users', item, text);
      await removeWithChildren(
        unit,
        'users',
        records.map(({ id }) => id),
      );
      await checkAccounts(unit);
      return { unit, deleted: records.length };
    });
    return deletionAnswer('users', deleted, operation);
  }),

  route(usersApi.deactivateMany, async ({ data, actor, user, body, scope }) => {
    const {
      unit: { operation },
      count,
    } = await data.write(actor, async (unit) => {
      const accounts = await loadAccounts(unit.trx, body.ids, user, scope);
      if (body.ids.includes(user.id))
        throw invalid({ path: 'ids', message: ruleMessages.ownAccountDisabled });
      const active = accounts.filter(({ is_active }) => is_active);
      const singleName = active.length === 1 ? (active[0]?.name ?? null) : null;
      const text = singleName
        ? operationDescriptions.userDisabled(singleName)
        : operationDescriptions.usersDisabled(active.length);
      unit.describe('update', 'users', singleName, text);
      await unit.updateMany(
        'users',
        active.map(({ id }) => ({ id, changes: { is_active: 0 } })),
      );
      await checkAccounts(unit);
      return { unit, count: active.length };
    });
    return { ...successBody(successMessages.severalDisabled(count)), done: count, operation_id: operation };
  }),

  route(usersApi.setPassword, async ({ data, config, actor, user, session, params: { id }, body, scope }) => {
    if (id === user.id && !config.PLAIN_API) throw new Problem('USE_OWN_PASSWORD_CHANGE');
    const account = await loadAccount(data.read, id, user, scope);
    const { name } = account;
    const { temporary_password, columns } = await preparePassword(body.password, account, data.now());
    // Without an undo session, because a password change cannot be undone.
    await data.write({ ...actor, undoSession: null }, async (unit) => {
      unit.describe('update', 'users', name, operationDescriptions.passwordChanged(name));
      await unit.update('users', id, columns);
      await resolvePasswordRequests(unit, id);
      await checkAccounts(unit, session.tokenHash);
    });
    return { success: true as const, message: successMessages.passwordChanged, temporary_password };
  }),
];

const isOrphaned = sql<SqlBool>`(users.role = 'student'
  and not exists (select 1 from students as s where s.id = users.student_row_id)
  and exists (select 1 from linked_accounts where linked_accounts.user_id = users.id))`;

const selectUsers = oncePerDatabase((db) =>
  db
    .selectFrom('users')
    .leftJoin('students', 'students.id', 'users.student_row_id')
    .select([
      ...fieldColumns('users', userFields),
      'users.id',
      'students.student_id',
      'students.full_name as student_name',
      'is_active',
      'last_login',
      'must_change_password',
      'users.created_at',
      'users.updated_at',
      'users.version',
    ])
    .select(sql<number>`case when ${isOrphaned} then 1 else 0 end`.as('is_orphaned')),
);

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number];

const toUser = (row: UserRow): User => ({
  ...row,
  is_active: row.is_active === 1,
  must_change_password: row.must_change_password === 1,
  is_orphaned: row.is_orphaned === 1,
});

const userSorts = {
  id: 'id',
  username: 'username_key',
  name: 'name_sort',
  email: 'email',
  role: 'role',
  section: 'section',
  student_id: sql`(select s.full_name_sort from students as s where s.id = users.student_row_id)`,
  is_active: 'is_active',
  last_login: 'last_login',
  created_at: 'created_at',
};

/** @throws NOT_FOUND */
async function loadUser(db: Db, id: number): Promise<User> {
  const row = await selectUsers(db).where('users.id', '=', id).executeTakeFirstOrThrow(notFound);
  return toUser(row);
}

/**
 * @throws NOT_FOUND, also for a student's account of another section; FORBIDDEN for staff of another
 * section
 */
async function loadAccount(
  db: Db,
  id: number,
  caller: SessionUser,
  scope: () => Promise<Scope>,
): Promise<User> {
  const account = await loadUser(db, id);
  if (caller.section === null || id === caller.id) return account;
  refuseOtherSection(caller, account);
  const { users } = await scope();
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where(users)
    .executeTakeFirstOrThrow(notFound);
  return account;
}

/** @throws NOT_FOUND, FORBIDDEN as `loadAccount` */
async function loadAccounts(
  db: Db,
  ids: readonly number[],
  caller: SessionUser,
  scope: () => Promise<Scope>,
): Promise<User[]> {
  const accounts: User[] = [];
  for (const chunk of chunks([...new Set(ids)], 500)) {
    const rows = await selectUsers(db).where('users.id', 'in', chunk).orderBy('users.id').execute();
    accounts.push(...rows.map(toUser));
  }
  for (const account of accounts) if (account.id !== caller.id) refuseOtherSection(caller, account);
  await findRecords(db, 'users', ids, (await scope()).users);
  return accounts;
}

/** @throws FORBIDDEN if an admin of one section changes or creates an admin, or staff of other sections */
function refuseOtherSection(
  { section: ownSection }: SessionUser,
  account: Pick<User, 'role' | 'section'>,
): void {
  if (ownSection === null || account.role === 'student') return;
  if (account.role === 'admin' || account.section !== ownSection)
    throw new Problem('FORBIDDEN', { message: ruleMessages.notForOneSection });
}

/** A student has no section. Staff get the requested section, else the section of the admin who adds them. */
function resolveSection(
  { section: callerSection }: SessionUser,
  role: Role,
  requestedSection: StaffSection | null | undefined,
): StaffSection | null {
  if (role === 'student') return null;
  return requestedSection === undefined ? callerSection : requestedSection;
}

interface Filter {
  section?: StaffSection | 'all' | undefined;
  role?: Role | Role[] | undefined;
  is_active?: boolean | undefined;
  student_id?: string | number | undefined;
  has_student?: boolean | undefined;
  is_orphaned?: boolean | undefined;
}

const hasStudent = sql<SqlBool>`users.student_row_id is not null`;
const hasNoStudent = sql<SqlBool>`users.student_row_id is null`;

const studentCondition = (studentNumber: string | number | undefined) =>
  studentNumber === undefined
    ? []
    : [
        sql<SqlBool>`users.student_row_id = (select id from students where ${sql.ref(codeColumn('student_id', studentNumber))} = ${studentNumber})`,
      ];

function buildConditions(filter: Filter = {}) {
  const roles = filter.role === undefined ? null : [filter.role].flat();
  const roleCondition = !roles
    ? []
    : [roles.length > 0 ? sql<SqlBool>`users.role in (${sql.join(roles)})` : sql<SqlBool>`1 = 0`];
  return [
    ...roleCondition,
    ...(filter.section === 'all'
      ? [sql<SqlBool>`(users.role <> 'student' and users.section is null)`]
      : equals('users.section', filter.section)),
    ...equals('users.is_active', filter.is_active === undefined ? undefined : Number(filter.is_active)),
    ...studentCondition(filter.student_id),
    ...(filter.has_student === undefined ? [] : [filter.has_student ? hasStudent : hasNoStudent]),
    ...(filter.is_orphaned === undefined
      ? []
      : [filter.is_orphaned ? isOrphaned : sql<SqlBool>`not ${isOrphaned}`]),
  ];
}

interface AccessChanges {
  role?: string | undefined;
  is_active?: boolean | undefined;
  section: StaffSection | null;
}

/** @throws VALIDATION if the caller disables, demotes or moves his own account */
function refuseOwnAccessChange(caller: SessionUser, before: User, changes: AccessChanges): void {
  if (caller.id !== before.id) return;
  if (changes.is_active === false)
    throw invalid({ path: 'is_active', message: ruleMessages.ownAccountDisabled });
  if (changes.role !== undefined && changes.role !== before.role)
    throw invalid({ path: 'role', message: ruleMessages.ownAccountDemoted });
  if (changes.section !== before.section)
    throw invalid({ path: 'section', message: ruleMessages.ownSectionChanged });
}

/** For the log. Enabling or disabling an account has its own text. */
function describeUpdate(before: User, changes: Record<string, unknown>): string {
  const isSingleChange = Object.values(changes).filter((value) => value !== undefined).length === 1;
  if (!isSingleChange || changes['is_active'] === undefined)
    return operationDescriptions.userUpdated(before.name);
  return changes['is_active']
    ? operationDescriptions.userEnabled(before.name)
    : operationDescriptions.userDisabled(before.name);
}
