import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import type { SessionUser } from '../../contract/accounts/auth';
import type { Role } from '../../contract/vocabulary';
import { invalid, Problem } from '../problem';
import type { Row, Db, Trx } from '../db/schema';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { always, type Condition } from '../db/search/matching';

const hour = 3_600_000;
/** Passwords of staff expire sooner, because staff have more access. */
const oneTimeMs: Record<Role, number> = { admin: 72 * hour, teacher: 72 * hour, student: 14 * 24 * hour };

export const oneTimeExpiry = (role: Role, now: Date): string =>
  new Date(now.getTime() + oneTimeMs[role]).toISOString();

/** An admin of one section does not count, because only other admins can change settings. */
const isActiveAdmin = (user: Row<'users'> | null) =>
  user?.role === 'admin' && user.is_active === 1 && (user.section ?? null) === null;

/** If one of these values changes, the sessions of the account end. */
const sessionBasis = ({ role, is_active, password_hash }: Row<'users'>) =>
  `${role} ${is_active} ${password_hash}`;

/** @throws LAST_ADMIN, or HAS_DEPENDENTS for a deleted account with records */
export async function checkAccounts(unit: UnitOfWork, exceptSession = ''): Promise<void> {
  const changes = unit.changed('users');
  await refuseAccountsWithWork(
    unit.trx,
    changes.flatMap(({ before, after }) => (before && !after ? [before] : [])),
  );
  for (const { before, after } of changes) {
    if (!before || !after) continue;
    if (before.section !== after.section) await clearStoredAnswers(unit.trx, before.id);
    if (sessionBasis(before) !== sessionBasis(after))
      await unit.trx
        .deleteFrom('sessions')
        .where('user_id', '=', before.id)
        .where('token_hash', '<>', exceptSession)
        .execute();
  }
  if (changes.some(({ before, after }) => isActiveAdmin(before) && !isActiveAdmin(after)))
    await refuseWithoutAdmin(unit);
  await limitOneTimePasswords(unit);
}

/** Stored answers may contain another section, so they are deleted. */
async function clearStoredAnswers(trx: Trx, userId: number): Promise<void> {
  await trx.updateTable('idempotency_keys').set({ answer: null }).where('user_id', '=', userId).execute();
}

async function limitOneTimePasswords(unit: UnitOfWork): Promise<void> {
  const accountsById = new Map<number, Row<'users'>>();
  for (const { before, after } of unit.changed('users'))
    if (after) accountsById.set(after.id, after);
    else if (before) accountsById.delete(before.id);
  const changes = [...accountsById.values()].flatMap(
    ({ id, role, must_change_password, password_ends_at }) => {
      const end = oneTimeExpiry(role, new Date(unit.now));
      const isLimited = must_change_password !== 1 || (password_ends_at !== null && password_ends_at <= end);
      return isLimited ? [] : [{ id, changes: { password_ends_at: end } }];
    },
  );
  await unit.updateMany('users', changes);
}

/** If two admins demote each other at the same time, the second change is refused. */
async function refuseWithoutAdmin(unit: UnitOfWork): Promise<void> {
  const userQuery = unit.trx.selectFrom('users').select('id').limit(1);
  const admin = await userQuery
    .where('role', '=', 'admin')
    .where('is_active', '=', 1)
    .where('section', 'is', null)
    .executeTakeFirst();
  // If no account is left, this operation undoes the creation of the institute.
  if (!admin && (await userQuery.executeTakeFirst())) throw new Problem('LAST_ADMIN');
}

const maxNames = 5;

async function refuseAccountsWithWork(db: Db, accounts: readonly Row<'users'>[]): Promise<void> {
  const names: string[] = [];
  for (const { id, name } of accounts) if (await hasWork(db, id)) names.push(name);
  if (names.length === 0) return;
  const message = ruleMessages.usersHaveWork(names.slice(0, maxNames), Math.max(0, names.length - maxNames));
  throw new Problem('HAS_DEPENDENTS', {
    message: accounts.length === 1 ? ruleMessages.userHasWork : message,
  });
}

/** Changes to the user's own account, password requests and saved filters do not count as work. */
async function hasWork(db: Db, userId: number): Promise<boolean> {
  const isOwnAccount = sql<SqlBool>`operations.table_name = 'users' and operations.action = 'update' and exists (
    select 1 from operation_rows where operation_id = operations.id and operation_rows.table_name = 'users' and row_id = ${userId})`;
  const work = await db
    .selectFrom('operations')
    .select('id')
    .where('user_id', '=', userId)
    .where('table_name', 'not in', ['password_requests', 'saved_filters'])
    .where(sql<SqlBool>`not (${isOwnAccount})`)
    .limit(1)
    .executeTakeFirst();
  return work !== undefined;
}

export async function resolvePasswordRequests(unit: UnitOfWork, userId: number): Promise<void> {
  const openRequests = await unit.trx
    .selectFrom('password_requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('resolved_at', 'is', null)
    .execute();
  for (const { id } of openRequests) await unit.update('password_requests', id, { resolved_at: unit.now });
}

export const teachersVisibleTo = ({ section }: Pick<SessionUser, 'section'>): Condition =>
  section === null ? always : sql`(users.section = ${section} or users.section is null)`;

/** @throws VALIDATION if the user is no active teacher or cannot teach the section of a batch */
export async function loadActiveTeacher(
  db: Db,
  id: number,
  caller: Pick<SessionUser, 'section'>,
  batchIds: readonly number[],
): Promise<{ name: string }> {
  const teacher = await db
    .selectFrom('users')
    .select(['name', 'section'])
    .where('id', '=', id)
    .where('role', '=', 'teacher')
    .where('is_active', '=', 1)
    .where(teachersVisibleTo(caller))
    .executeTakeFirst();
  if (!teacher) throw invalid({ path: 'teacher_id', message: ruleMessages.unknownTeacher });
  const settings = await db.selectFrom('settings').select('sections_enabled').executeTakeFirst();
  if (teacher.section === null || settings?.sections_enabled !== 1) return teacher;
  const otherBatch = await db
    .selectFrom('batches')
    .select('id')
    .where('id', 'in', batchIds)
    .where('section', 'not in', [teacher.section, 'mixed'])
    .executeTakeFirst();
  if (otherBatch) throw invalid({ path: 'teacher_id', message: ruleMessages.teacherOfOtherSection });
  return teacher;
}
