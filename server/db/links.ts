import { ruleMessages } from '../../contract/errors';
import { invalid, Problem } from '../problem';
import type { UnitOfWork } from './log/unitOfWork';
import type { Db } from './schema';

// A link stands on two sides, `users.student_row_id` and `students.user_id`. Both are written here, and where a student
// is deleted or comes back (`studentAccounts.ts`).

const studentThatNames = (db: Db, userId: number) =>
  db.selectFrom('students').select('id').where('user_id', '=', userId).executeTakeFirst();
const accountThatNames = (db: Db, studentId: number) =>
  db.selectFrom('users').select('id').where('student_row_id', '=', studentId).executeTakeFirst();

const alreadyLinked = (message: string) => new Problem('ALREADY_LINKED', { message });

/** The account that a body names. @throws VALIDATION for an unknown one */
export async function accountToLink(db: Db, id: number, path: string) {
  const account = await db
    .selectFrom('users')
    .select(['id', 'name', 'username', 'is_active', 'student_row_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!account) throw invalid({ path, message: ruleMessages.unknownUser });
  return account;
}

/** The student of an academic number. @throws VALIDATION for an unknown one */
export async function studentToLink(db: Db, number: string, path: string) {
  const student = await db
    .selectFrom('students')
    .select(['id', 'full_name'])
    .where('student_id', '=', number)
    .executeTakeFirst();
  if (!student) throw invalid({ path, message: ruleMessages.unknownStudent });
  return student;
}

/**
 * Makes an account and a student name each other; half a link between the two becomes a whole one.
 * @throws ALREADY_LINKED when either has somebody else, or both each other; VALIDATION for a disabled account
 */
export async function linkStudent(unit: UnitOfWork, userId: number, studentId: number): Promise<void> {
  const account = await accountToLink(unit.trx, userId, 'user_id');
  if (!account.is_active) throw invalid({ path: 'user_id', message: ruleMessages.accountDisabled });
  const student = await unit.trx
    .selectFrom('students')
    .select(['id', 'user_id'])
    .where('id', '=', studentId)
    .executeTakeFirst();
  if (!student) throw invalid({ path: 'student_id', message: ruleMessages.unknownStudent });
  if (account.student_row_id === studentId && student.user_id === userId)
    throw alreadyLinked(ruleMessages.pairLinked);
  const named = await studentThatNames(unit.trx, userId);
  if ((named?.id ?? studentId) !== studentId || (await hasOtherStudent(unit.trx, account, studentId)))
    throw alreadyLinked(ruleMessages.accountLinked);
  const naming = await accountThatNames(unit.trx, studentId);
  if ((student.user_id ?? userId) !== userId || (naming?.id ?? userId) !== userId)
    throw alreadyLinked(ruleMessages.studentLinked);
  await unit.update('users', userId, { student_row_id: studentId });
  await unit.update('students', studentId, { user_id: userId });
}

/**
 * Refuses to link a student's account that belongs to nobody since its student was deleted: whoever had it knows the
 * password, so it is given (`POST /users/{id}/give`), not linked. One whose student was only unlinked is let through.
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
  if (!account || (await studentThatNames(trx, userId))) return;
  const last = account.student_row_id ?? (await lastStudentOf(trx, userId));
  const student = await trx.selectFrom('students').select('id').where('id', '=', last).executeTakeFirst();
  if (!student) throw alreadyLinked(ruleMessages.accountOfGone);
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

/** Whether an account names another student that there still is. */
async function hasOtherStudent(
  db: Db,
  { student_row_id }: { student_row_id: number | null },
  studentId: number,
): Promise<boolean> {
  if (student_row_id === null || student_row_id === studentId) return false;
  const other = await db
    .selectFrom('students')
    .select('id')
    .where('id', '=', student_row_id)
    .executeTakeFirst();
  return other !== undefined;
}

/** Takes the student from an account and the account from a student, wherever they name each other. @returns whether there was a link */
export async function unlinkAccount(unit: UnitOfWork, userId: number): Promise<boolean> {
  const account = await accountToLink(unit.trx, userId, 'user_id');
  const named = await studentThatNames(unit.trx, userId);
  if (account.student_row_id !== null) await unit.update('users', userId, { student_row_id: null });
  if (named) await unit.update('students', named.id, { user_id: null });
  return account.student_row_id !== null || named !== undefined;
}

/**
 * Makes both sides agree: the account that the student names counts, else the one that names the student.
 * @returns whether there was any account
 */
export async function mendLink(unit: UnitOfWork, studentId: number): Promise<boolean> {
  const student = await unit.trx
    .selectFrom('students')
    .select('user_id')
    .where('id', '=', studentId)
    .executeTakeFirst();
  const naming = await accountThatNames(unit.trx, studentId);
  const userId = student?.user_id ?? naming?.id;
  if (!userId) return false;
  if (naming && naming.id !== userId) await unit.update('users', naming.id, { student_row_id: null });
  await unit.update('users', userId, { student_row_id: studentId });
  await unit.update('students', studentId, { user_id: userId });
  return true;
}
