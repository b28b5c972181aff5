import { ruleMessages } from '../../contract/errors';
import { operationDescriptions } from '../../contract/successMessages';
import { usernameKey } from '../../contract/rules/arabicText';
import { isNationalId } from '../../contract/rules/identity';
import type { Scope } from '../auth/scope';
import { resolvePasswordRequests, checkAccounts } from '../domain/accounts';
import { linkStudent, loadStudentToLink } from '../domain/links';
import type { Changes, Row } from '../db/schema';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid, notFound, Problem } from '../problem';

/**
 * Gives the account of a deleted student to another student, and activates it. Name and contact data
 * become those of the new owner. Sessions, notifications and saved filters of the former owner are
 * deleted.
 * @param password columns of a one-time password
 * @throws NOT_FOUND, VALIDATION for a staff account or unknown student, ALREADY_LINKED
 */
export async function giveAccount(
  unit: UnitOfWork,
  userId: number,
  studentNumber: string,
  password: Changes<'users'>,
  { students, users }: Scope,
): Promise<string> {
  const account = await unit.trx
    .selectFrom('users')
    .leftJoin('students', 'students.id', 'users.student_row_id')
    .select(['users.username', 'users.role', 'students.id as student'])
    .where('users.id', '=', userId)
    .where(users)
    .executeTakeFirstOrThrow(notFound);
  if (account.role !== 'student') throw invalid({ path: '', message: ruleMessages.notStudentAccount });
  if (account.student !== null)
    throw new Problem('ALREADY_LINKED', { message: ruleMessages.accountHasStudent });
  const { id } = await loadStudentToLink(unit.trx, studentNumber, 'student_id', students);
  const student = await unit.trx
    .selectFrom('students')
    .select(['student_id', 'national_id', 'full_name', 'email', 'phone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { full_name, email, phone } = student;
  const username = await chooseUsername(unit, account.username, student);
  const description = operationDescriptions.accountGiven(account.username, full_name);
  unit.describe('update', 'users', full_name, description);
  const personalData = { username, name: full_name, email, phone };
  await unit.update('users', userId, { ...personalData, ...password, is_active: 1 });
  await linkStudent(unit, userId, id);
  await resolvePasswordRequests(unit, userId);
  await checkAccounts(unit);
  const filters = unit.trx.selectFrom('saved_filters').select('id').where('user_id', '=', userId);
  await unit.remove(
    'saved_filters',
    (await filters.execute()).map((filter) => filter.id),
  );
  await unit.trx.deleteFrom('notifications').where('user_id', '=', userId).execute();
  return username;
}

/**
 * A user name that is another student's number changes to the new owner's number, unless another account
 * already has this user name.
 */
async function chooseUsername(
  { trx }: UnitOfWork,
  username: string,
  { student_id, national_id }: Pick<Row<'students'>, 'student_id' | 'national_id'>,
): Promise<string> {
  const key = usernameKey(username);
  if ([student_id, national_id].some((number) => number !== null && usernameKey(number) === key))
    return username;
  const usedNumber = await trx
    .selectFrom('student_numbers')
    .select('number')
    .where('number', 'in', [username, key])
    .executeTakeFirst();
  if (!usedNumber && !isNationalId(username)) return username;
  const accountWithName = await trx
    .selectFrom('users')
    .select('id')
    .where('username_key', '=', usernameKey(student_id))
    .executeTakeFirst();
  return accountWithName ? username : student_id;
}
