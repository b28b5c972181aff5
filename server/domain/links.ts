import { ruleMessages } from '../../contract/errors';
import { invalid, Problem } from '../problem';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db } from '../db/schema';
import { always } from '../db/search/matching';

// A link is `users.student_row_id`. It is written here, and when a student is deleted or restored
// (`studentAccounts.ts`).

const accountThatNames = (db: Db, studentId: number) =>
  db.selectFrom('users').select('id').where('student_row_id', '=', studentId).executeTakeFirst();

const alreadyLinked = (message: string) => new Problem('ALREADY_LINKED', { message });

/** The account that a body names. @throws VALIDATION if it is unknown or outside of the scope */
export async function accountToLink(db: Db, id: number, path: string, scope = always) {
  const account = await db
    .selectFrom('users')
    .select(['id', 'name', 'username', 'is_active', 'student_row_id'])
    .where('id', '=', id)
    .where(scope)
    .executeTakeFirst();
  if (!account) throw invalid({ path, message: ruleMessages.unknownUser });
  return account;
}

/** The student of an academic number. @throws VALIDATION if it is unknown or outside of the scope */
export async function studentToLink(db: Db, number: string, path: string, scope = always) {
  const student = await db
    .selectFrom('students')
    .select(['id', 'full_name'])
    .where('student_id', '=', number)
    .where(scope)
    .executeTakeFirst();
  if (!student) throw invalid({ path, message: ruleMessages.unknownStudent });
  return student;
}

/**
 * Links an account to a student.
 * @throws ALREADY_LINKED if either has another link, or they are linked already; VALIDATION for a disabled account
 */
export async function linkStudent(unit: UnitOfWork, userId: number, studentId: number): Promise<void> {
  const account = await accountToLink(unit.trx, userId, 'user_id');
  if (!account.is_active) throw invalid({ path: 'user_id', message: ruleMessages.accountDisabled });
  if (!(await isThere(unit.trx, studentId)))
    throw invalid({ path: 'student_id', message: ruleMessages.unknownStudent });
  const { student_row_id: own } = account;
  if (own === studentId) throw alreadyLinked(ruleMessages.pairLinked);
  if (own !== null && (await isThere(unit.trx, own))) throw alreadyLinked(ruleMessages.accountLinked);
  if (await accountThatNames(unit.trx, studentId)) throw alreadyLinked(ruleMessages.studentLinked);
  await unit.update('users', userId, { student_row_id: studentId });
}

const isThere = async (db: Db, studentId: number): Promise<boolean> =>
  Boolean(await db.selectFrom('students').select('id').where('id', '=', studentId).executeTakeFirst());

/**
 * Refuses to link an account whose student was deleted: its former owner knows the password, so it must be given
 * (`POST /users/{id}/give`) instead. An account whose student was only unlinked is allowed.
 * @throws ALREADY_LINKED
 */
export async function refuseAccountOfGone({ trx }: UnitOfWork, userId: number): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .innerJoin('linked_accounts', 'linked_accounts.user_id', 'users.id')
    .select('student_row_id')
    .where('users.id', '=', userId)
    .where('role', '=', 'student')
    .executeTakeFirst();
  if (!account) return;
  const last = account.student_row_id ?? (await lastStudentOf(trx, userId));
  const student = await trx.selectFrom('students').select('id').where('id', '=', last).executeTakeFirst();
  if (!student) throw alreadyLinked(ruleMessages.accountOfDeletedStudent);
}

/** The row number of the last student of an account, from the log; 0 if the log no longer has it. */
async function lastStudentOf(db: Db, userId: number): Promise<number> {
  const written = await db
    .selectFrom('operation_rows')
    .select('before')
    .where('table_name', '=', 'users')
    .where('row_id', '=', userId)
    .where('before', 'not like', '%"student_row_id":null%')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Number(JSON.parse(written?.before ?? '{}').student_row_id ?? 0);
}

/** Removes the link of an account. @returns whether there was one */
export async function unlinkAccount(unit: UnitOfWork, userId: number): Promise<boolean> {
  const { student_row_id } = await accountToLink(unit.trx, userId, 'user_id');
  if (student_row_id === null) return false;
  await unit.update('users', userId, { student_row_id: null });
  return true;
}
