import { ruleMessages } from '../../contract/errors';
import { invalid, Problem } from '../problem';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db } from '../db/schema';
import { always } from '../db/search/matching';

// The link is `users.student_row_id`. Deleting and restoring students changes it in `studentAccounts.ts`.

const findLinkedAccount = (db: Db, studentId: number) =>
  db.selectFrom('users').select('id').where('student_row_id', '=', studentId).executeTakeFirst();

const alreadyLinkedProblem = (message: string) => new Problem('ALREADY_LINKED', { message });

export async function loadAccountToLink(db: Db, id: number, path: string, scope = always) {
  const account = await db
    .selectFrom('users')
    .select(['id', 'name', 'username', 'is_active', 'student_row_id'])
    .where('id', '=', id)
    .where(scope)
    .executeTakeFirst();
  if (!account) throw invalid({ path, message: ruleMessages.unknownUser });
  return account;
}

export async function loadStudentToLink(db: Db, number: string, path: string, scope = always) {
  const student = await db
    .selectFrom('students')
    .select(['id', 'full_name'])
    .where('student_id', '=', number)
    .where(scope)
    .executeTakeFirst();
  if (!student) throw invalid({ path, message: ruleMessages.unknownStudent });
  return student;
}

/** @throws ALREADY_LINKED if the user or student has a link, VALIDATION for a disabled account */
export async function linkStudent(unit: UnitOfWork, userId: number, studentId: number): Promise<void> {
  const account = await loadAccountToLink(unit.trx, userId, 'user_id');
  if (!account.is_active) throw invalid({ path: 'user_id', message: ruleMessages.accountDisabled });
  if (!(await studentExists(unit.trx, studentId)))
    throw invalid({ path: 'student_id', message: ruleMessages.unknownStudent });
  const { student_row_id: linkedId } = account;
  if (linkedId === studentId) throw alreadyLinkedProblem(ruleMessages.pairLinked);
  if (linkedId !== null && (await studentExists(unit.trx, linkedId)))
    throw alreadyLinkedProblem(ruleMessages.accountLinked);
  if (await findLinkedAccount(unit.trx, studentId)) throw alreadyLinkedProblem(ruleMessages.studentLinked);
  await unit.update('users', userId, { student_row_id: studentId });
}

const studentExists = async (db: Db, studentId: number): Promise<boolean> =>
  Boolean(await db.selectFrom('students').select('id').where('id', '=', studentId).executeTakeFirst());

/** The former owner knows the password: only `POST /users/{id}/give` may link it. @throws ALREADY_LINKED */
export async function refuseAccountOfDeletedStudent({ trx }: UnitOfWork, userId: number): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .innerJoin('linked_accounts', 'linked_accounts.user_id', 'users.id')
    .select('student_row_id')
    .where('users.id', '=', userId)
    .where('role', '=', 'student')
    .executeTakeFirst();
  if (!account) return;
  const lastStudentId = account.student_row_id ?? (await readLastStudentId(trx, userId));
  const student = await trx
    .selectFrom('students')
    .select('id')
    .where('id', '=', lastStudentId)
    .executeTakeFirst();
  if (!student) throw alreadyLinkedProblem(ruleMessages.accountOfDeletedStudent);
}

async function readLastStudentId(db: Db, userId: number): Promise<number> {
  const logged = await db
    .selectFrom('operation_rows')
    .select('before')
    .where('table_name', '=', 'users')
    .where('row_id', '=', userId)
    .where('before', 'not like', '%"student_row_id":null%')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Number(JSON.parse(logged?.before ?? '{}').student_row_id ?? 0);
}

export async function unlinkAccount(unit: UnitOfWork, userId: number): Promise<boolean> {
  const { student_row_id } = await loadAccountToLink(unit.trx, userId, 'user_id');
  if (student_row_id === null) return false;
  await unit.update('users', userId, { student_row_id: null });
  return true;
}
