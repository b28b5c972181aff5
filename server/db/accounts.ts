import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import type { SessionUser } from '../../contract/auth';
import type { Role } from '../../contract/vocabulary';
import { invalid, Problem } from '../problem';
import type { Row, Db, Trx } from './schema';
import type { UnitOfWork } from './log/unitOfWork';
import { always, type Condition } from './search/matching';

const hour = 3_600_000;
/** So long a one-time password is good for: staff open more with it, students come less often. */
const lasts: Record<Role, number> = { admin: 72 * hour, teacher: 72 * hour, student: 14 * 24 * hour };

/** When a one-time password created now expires. */
export const oneTimeEnd = (role: Role, now: Date): string =>
  new Date(now.getTime() + lasts[role]).toISOString();

/** Of all sections: one of a section could change no settings, and let nobody else. */
const isActiveAdmin = (user: Row<'users'> | null) =>
  user?.role === 'admin' && user.is_active === 1 && (user.section ?? null) === null;

/** What a session rests on. */
const groundOf = ({ role, is_active, password_hash }: Row<'users'>) =>
  `${role} ${is_active} ${password_hash}`;

/**
 * What must hold after any write to accounts, undo and restore too; called at the end of the unit that wrote them.
 * Ends the sessions of those whose role, activity or password changed, but for the one that is named, and limits
 * their one-time passwords.
 * @throws LAST_ADMIN when no active admin is left, HAS_DEPENDENTS when somebody with work is gone
 */
export async function settleAccounts(unit: UnitOfWork, exceptSession = ''): Promise<void> {
  const changes = unit.changed('users');
  for (const { before, after } of changes) {
    if (!before) continue;
    if (!after) await refuseWithWork(unit.trx, before.id);
    else if (before.section !== after.section) await forgetAnswers(unit.trx, before.id);
    if (after && groundOf(before) !== groundOf(after))
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

/** What a call of another section was answered is not told again. */
async function forgetAnswers(trx: Trx, userId: number): Promise<void> {
  await trx.updateTable('idempotency_keys').set({ answer: null }).where('user_id', '=', userId).execute();
}

/** None is good for longer than one that is made now for the role: another role, or an account from before there was an end. */
async function limitOneTimePasswords(unit: UnitOfWork): Promise<void> {
  const left = new Map<number, Row<'users'>>();
  for (const { before, after } of unit.changed('users'))
    if (after) left.set(after.id, after);
    else if (before) left.delete(before.id);
  const changes = [...left.values()].flatMap(({ id, role, must_change_password, password_ends_at }) => {
    const end = oneTimeEnd(role, new Date(unit.now));
    const isLimited = must_change_password !== 1 || (password_ends_at !== null && password_ends_at <= end);
    return isLimited ? [] : [{ id, changes: { password_ends_at: end } }];
  });
  await unit.updateMany('users', changes);
}

/** Of two admins who take each other's role at once the second is refused. */
async function refuseWithoutAdmin(unit: UnitOfWork): Promise<void> {
  const anyone = unit.trx.selectFrom('users').select('id').limit(1);
  const admin = await anyone
    .where('role', '=', 'admin')
    .where('is_active', '=', 1)
    .where('section', 'is', null)
    .executeTakeFirst();
  // An institute without any account is one that is taken back as a whole.
  if (!admin && (await anyone.executeTakeFirst())) throw new Problem('LAST_ADMIN');
}

/** Own password, own saved filters and the like are no work: they may go with the account. */
async function refuseWithWork(db: Db, userId: number): Promise<void> {
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
  if (work) throw new Problem('HAS_DEPENDENTS', { message: ruleMessages.userHasWork });
}

/** A password that was set answers every open request for one. */
export async function resolvePasswordRequests(unit: UnitOfWork, userId: number): Promise<void> {
  const open = await unit.trx
    .selectFrom('password_requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('resolved_at', 'is', null)
    .execute();
  for (const { id } of open) await unit.update('password_requests', id, { resolved_at: unit.now });
}

/** The teachers whom an admin may give subjects and circles: one of a section those of it, and those of all. */
export const teachersSeenBy = ({ section }: Pick<SessionUser, 'section'>): Condition =>
  section === null ? always : sql`(users.section = ${section} or users.section is null)`;

/**
 * A teacher to whom something of these batches is given.
 * @throws VALIDATION for who is none, is not active, or would not see it since he is limited to another section
 */
export async function activeTeacher(
  db: Db,
  id: number,
  caller: Pick<SessionUser, 'section'>,
  batchIds: readonly number[],
): Promise<{ name: string }> {
  const found = await db
    .selectFrom('users')
    .select(['name', 'section'])
    .where('id', '=', id)
    .where('role', '=', 'teacher')
    .where('is_active', '=', 1)
    .where(teachersSeenBy(caller))
    .executeTakeFirst();
  if (!found) throw invalid({ path: 'teacher_id', message: ruleMessages.unknownTeacher });
  const settings = await db.selectFrom('settings').select('sections_enabled').executeTakeFirst();
  if (found.section === null || settings?.sections_enabled !== 1) return found;
  const other = await db
    .selectFrom('batches')
    .select('id')
    .where('id', 'in', batchIds)
    .where('section', 'not in', [found.section, 'mixed'])
    .executeTakeFirst();
  if (other) throw invalid({ path: 'teacher_id', message: ruleMessages.teacherOfOtherSection });
  return found;
}
