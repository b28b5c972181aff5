import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { usersApi, type User } from '../../contract/accounts/users';
import { defaultRole, type Role, type StaffSection } from '../../contract/vocabulary';
import type { SessionUser } from '../../contract/accounts/auth';
import { initialValues } from '../../contract/fieldTable';
import { userFields } from '../../contract/recordFields';
import type { Scope } from '../auth/scope';
import { checkNewPassword, hashPassword, oneTimePassword } from '../auth/passwords';
import { resolvePasswordRequests, checkAccounts } from '../domain/accounts';
import { removeWithChildren } from '../db/bulk/cascade';
import { deletionNames, deletionAnswer, findRecords } from '../domain/recordRemoval';
import { chunks } from '../db/engine/chunks';
import { loadInstituteDay } from '../domain/institute';
import { refuseAccountOfDeleted, linkStudent, loadStudentToLink, unlinkAccount } from '../domain/links';
import { refuseTakenUsername } from '../domain/usernames';
import { listRows, codeColumn, equals, fieldColumns } from '../db/search/lists';
import { done, listRoute, type Route, route } from '../mount';
import { invalid, Problem, notFound } from '../problem';
import type { Db } from '../db/schema';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { makeAccounts } from './manyAccounts';

interface OfAccount {
  username: string;
  role: Role;
}

/** A chosen password, checked, or a generated one, which must be changed at the first sign-in. */
async function newPassword(chosen: string | null | undefined, { username, role }: OfAccount, now: Date) {
  if (!chosen) {
    const { password, written } = await oneTimePassword(role, now);
    return { temporary_password: password, written };
  }
  checkNewPassword(chosen, username, 'password');
  const password_hash = await hashPassword(chosen);
  return { written: { password_hash, must_change_password: 0, password_ends_at: null } };
}

export const userRoutes: Route[] = [
  listRoute(usersApi.list, async ({ data, query, scope }) => {
    const { rows, total } = await listRows(
      data.read,
      {
        table: 'users',
        select: usersSelect(data.read),
        sorts: userSorts,
        nullableColumn: 'last_login',
        scope: (await scope()).users,
        where: conditions(query.filter),
      },
      query,
    );
    return { rows: rows.map(asUser), total };
  }),

  route(usersApi.one, ({ data, user, params: { id }, scope }) => accountFor(data.read, id, user, scope)),

  route(usersApi.create, async ({ data, actor, user, body, scope }) => {
    const role = body.role ?? defaultRole;
    const section = sectionOf(user, role, body.section);
    refuseOtherSection(user, { role, section });
    const { username, password } = body;
    const { temporary_password, written } = await newPassword(password, { username, role }, data.now());
    const created = await data.write(actor, async (unit) => {
      await refuseTakenUsername(unit.trx, body.username, (await scope()).users);
      unit.describe('create', 'users', body.name, operationDescriptions.userCreated(body.name));
      const { id } = await unit.insert('users', {
        ...initialValues(userFields, body),
        ...written,
        section,
        is_active: 1,
        student_row_id: null,
        last_login: null,
      });
      await changeStudent(unit, { id, student_id: null }, body.student_id, await scope());
      return userById(unit.trx, id);
    });
    return { ...created, temporary_password };
  }),

  makeAccounts,

  route(usersApi.update, ({ data, config, actor, user, params: { id }, body, scope }) =>
    data.write(actor, async (unit) => {
      const { version, student_id, is_active, ...sent } = body;
      const before = await accountFor(unit.trx, id, user, scope);
      const role = sent.role ?? before.role;
      const isNewInStaff = before.role === 'student' && role !== 'student';
      const wanted = sent.section === undefined && !isNewInStaff ? before.section : sent.section;
      const changes = { ...sent, section: sectionOf(user, role, wanted) };
      refuseOwn(user, before, { role: changes.role, is_active, section: changes.section });
      if (id !== user.id) refuseOtherSection(user, { role, section: changes.section });
      if (student_id && !config.PLAIN_API) await refuseAccountOfDeleted(unit, id);
      await refuseTakenUsername(unit.trx, changes.username, (await scope()).users, id);
      unit.describe('update', 'users', before.name, updateText(before, { ...sent, student_id, is_active }));
      const written = { ...changes, is_active: is_active === undefined ? undefined : Number(is_active) };
      await unit.update('users', id, written, version, () => userById(unit.trx, id));
      await changeStudent(unit, before, student_id, await scope());
      await endTeaching(unit, before, changes.role);
      await checkAccounts(unit);
      return userById(unit.trx, id);
    }),
  ),

  route(usersApi.remove, ({ data, actor, user, params: { id }, scope }) =>
    data.write(actor, async (unit) => {
      const { name } = await accountFor(unit.trx, id, user, scope);
      if (id === user.id) throw invalid({ path: '', message: ruleMessages.ownAccountDeleted });
      unit.describe('delete', 'users', name, operationDescriptions.userDeleted(name));
      await removeWithChildren(unit, 'users', [id]);
      await checkAccounts(unit);
      return { message: successMessages.userDeleted };
    }),
  ),

  route(usersApi.removeMany, async ({ data, actor, user, body, scope }) => {
    const { unit: written, deleted } = await data.write(actor, async (unit) => {
      await accountsFor(unit.trx, body.ids, user, scope);
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
    return deletionAnswer('users', deleted, written.operation);
  }),

  route(usersApi.deactivateMany, async ({ data, actor, user, body, scope }) => {
    const { unit, count } = await data.write(actor, async (writing) => {
      const accounts = await accountsFor(writing.trx, body.ids, user, scope);
      if (body.ids.includes(user.id))
        throw invalid({ path: 'ids', message: ruleMessages.ownAccountDisabled });
      const active = accounts.filter(({ is_active }) => is_active);
      const only = active.length === 1 ? (active[0]?.name ?? null) : null;
      const text = only
        ? operationDescriptions.userDisabled(only)
        : operationDescriptions.usersDisabled(active.length);
      writing.describe('update', 'users', only, text);
      await writing.updateMany(
        'users',
        active.map(({ id }) => ({ id, changes: { is_active: 0 } })),
      );
      await checkAccounts(writing);
      return { unit: writing, count: active.length };
    });
    return { ...done(successMessages.severalDisabled(count)), done: count, operation_id: unit.operation };
  }),

  route(usersApi.setPassword, async ({ data, config, actor, user, session, params: { id }, body, scope }) => {
    if (id === user.id && !config.PLAIN_API) throw new Problem('USE_OWN_PASSWORD_CHANGE');
    const account = await accountFor(data.read, id, user, scope);
    const { name } = account;
    const { temporary_password, written } = await newPassword(body.password, account, data.now());
    // Without an undo session, since a new password must not be undone.
    await data.write({ ...actor, undoSession: null }, async (unit) => {
      unit.describe('update', 'users', name, operationDescriptions.passwordChanged(name));
      await unit.update('users', id, written);
      await resolvePasswordRequests(unit, id);
      await checkAccounts(unit, session.tokenHash);
    });
    return { success: true as const, message: successMessages.passwordChanged, temporary_password };
  }),
];

const isOrphaned = sql<SqlBool>`(users.role = 'student'
  and not exists (select 1 from students as own where own.id = users.student_row_id)
  and exists (select 1 from linked_accounts where linked_accounts.user_id = users.id))`;

const usersSelect = (db: Db) =>
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
    .select(sql<number>`case when ${isOrphaned} then 1 else 0 end`.as('is_orphaned'));

type UserRow = Awaited<ReturnType<ReturnType<typeof usersSelect>['execute']>>[number];

const asUser = (row: UserRow): User => ({
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
  student_id: sql`(select of.full_name_sort from students as of where of.id = users.student_row_id)`,
  is_active: 'is_active',
  last_login: 'last_login',
  created_at: 'created_at',
};

/** @throws NOT_FOUND */
async function userById(db: Db, id: number): Promise<User> {
  const row = await usersSelect(db).where('users.id', '=', id).executeTakeFirstOrThrow(notFound);
  return asUser(row);
}

/**
 * The account of a call. An admin of one section sees the accounts of its students and teachers.
 * @throws NOT_FOUND, also for the account of a student of another section, FORBIDDEN for other staff
 */
async function accountFor(
  db: Db,
  id: number,
  caller: SessionUser,
  scope: () => Promise<Scope>,
): Promise<User> {
  const account = await userById(db, id);
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

/** As `accountFor`, of several. @throws NOT_FOUND, FORBIDDEN */
async function accountsFor(
  db: Db,
  ids: readonly number[],
  caller: SessionUser,
  scope: () => Promise<Scope>,
): Promise<User[]> {
  const accounts: User[] = [];
  for (const part of chunks([...new Set(ids)], 500)) {
    const rows = await usersSelect(db).where('users.id', 'in', part).orderBy('users.id').execute();
    accounts.push(...rows.map(asUser));
  }
  for (const account of accounts) if (account.id !== caller.id) refuseOtherSection(caller, account);
  await findRecords(db, 'users', ids, (await scope()).users);
  return accounts;
}

/** @throws FORBIDDEN if an admin of one section changes or creates an admin, or staff of other sections */
function refuseOtherSection({ section: own }: SessionUser, account: Pick<User, 'role' | 'section'>): void {
  if (own === null || account.role === 'student') return;
  if (account.role === 'admin' || account.section !== own)
    throw new Problem('FORBIDDEN', { message: ruleMessages.notForOneSection });
}

/** The section of an account: none for students; staff added by an admin of one section get that section. */
function sectionOf(
  { section: own }: SessionUser,
  role: Role,
  wanted: StaffSection | null | undefined,
): StaffSection | null {
  if (role === 'student') return null;
  return wanted === undefined ? own : wanted;
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
const hasNone = sql<SqlBool>`users.student_row_id is null`;

const ofStudent = (asked: string | number | undefined) =>
  asked === undefined
    ? []
    : [
        sql<SqlBool>`users.student_row_id = (select id from students where ${sql.ref(codeColumn('student_id', asked))} = ${asked})`,
      ];

function conditions(filter: Filter = {}) {
  const wanted = filter.role === undefined ? null : [filter.role].flat();
  const ofRole = !wanted
    ? []
    : [wanted.length > 0 ? sql<SqlBool>`users.role in (${sql.join(wanted)})` : sql<SqlBool>`1 = 0`];
  return [
    ...ofRole,
    ...(filter.section === 'all'
      ? [sql<SqlBool>`(users.role <> 'student' and users.section is null)`]
      : equals('users.section', filter.section)),
    ...equals('users.is_active', filter.is_active === undefined ? undefined : Number(filter.is_active)),
    ...ofStudent(filter.student_id),
    ...(filter.has_student === undefined ? [] : [filter.has_student ? hasStudent : hasNone]),
    ...(filter.is_orphaned === undefined
      ? []
      : [filter.is_orphaned ? isOrphaned : sql<SqlBool>`not ${isOrphaned}`]),
  ];
}

interface Access {
  role?: string | undefined;
  is_active?: boolean | undefined;
  section: StaffSection | null;
}

/** Protects the caller's own access. @throws VALIDATION if the caller disables, demotes or moves their own account */
function refuseOwn(caller: SessionUser, before: User, changes: Access): void {
  if (caller.id !== before.id) return;
  if (changes.is_active === false)
    throw invalid({ path: 'is_active', message: ruleMessages.ownAccountDisabled });
  if (changes.role !== undefined && changes.role !== before.role)
    throw invalid({ path: 'role', message: ruleMessages.ownAccountDemoted });
  if (changes.section !== before.section)
    throw invalid({ path: 'section', message: ruleMessages.ownSectionChanged });
}

/** The log text of an update; switching an account on or off has its own text. */
function updateText(before: User, changes: Record<string, unknown>): string {
  const isSwitch = Object.values(changes).filter((value) => value !== undefined).length === 1;
  if (!isSwitch || changes['is_active'] === undefined) return operationDescriptions.userUpdated(before.name);
  return changes['is_active']
    ? operationDescriptions.userEnabled(before.name)
    : operationDescriptions.userDisabled(before.name);
}

/** Links the account to another student by number, or with null to none. */
async function changeStudent(
  unit: UnitOfWork,
  before: Pick<User, 'id' | 'student_id'>,
  wanted: string | null | undefined,
  { students }: Scope,
): Promise<void> {
  if (wanted === undefined || (wanted || null) === before.student_id) return;
  const student = wanted ? await loadStudentToLink(unit.trx, wanted, 'student_id', students) : null;
  if (before.student_id !== null) await unlinkAccount(unit, before.id);
  if (student) await linkStudent(unit, before.id, student.id);
}

/**
 * Removes the subjects of an account that is no longer a teacher: nobody would see the links, and they would block
 * the subjects for others. Past substitutions stay.
 */
async function endTeaching(unit: UnitOfWork, before: User, role: string | undefined): Promise<void> {
  if (before.role !== 'teacher' || role === undefined || role === 'teacher') return;
  const idsIn = async (table: 'subject_teachers' | 'circles' | 'circle_substitutes', lastDay?: string) => {
    const rows = await unit.trx
      .selectFrom(table)
      .select('id')
      .where('teacher_id', '=', before.id)
      .$if(lastDay !== undefined, (of) => of.where(sql<SqlBool>`to_date >= ${lastDay}`))
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  };
  const { today } = await loadInstituteDay(unit.trx, new Date(unit.now));
  await removeWithChildren(unit, 'subject_teachers', await idsIn('subject_teachers'));
  await unit.remove('circle_substitutes', await idsIn('circle_substitutes', today));
  const held = await idsIn('circles');
  await unit.updateMany(
    'circles',
    held.map((id) => ({ id, changes: { teacher_id: null } })),
  );
}
