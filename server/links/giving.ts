import { operationDescriptions, ruleMessages } from '../../contract/errors';
import { resolvePasswordRequests, settleAccounts } from '../db/accounts';
import { linkStudent, studentToLink } from '../db/links';
import type { Changes } from '../db/schema';
import type { UnitOfWork } from '../db/unitOfWork';
import { invalid, notFound, Problem } from '../problem';

/**
 * Gives a student's account whose student is gone to another student, as if it were new: with that one's name and
 * ways to be reached, active, with another password. Whoever had it is signed out, and what it was told is gone.
 * @param password the columns of a new one-time password
 * @throws NOT_FOUND, VALIDATION for the account of a member of staff or an unknown student, ALREADY_LINKED
 */
export async function giveAccount(
  unit: UnitOfWork,
  userId: number,
  number: string,
  password: Changes<'users'>,
): Promise<void> {
  const account = await unit.trx
    .selectFrom('users')
    .leftJoin('students', (join) =>
      join.on((on) =>
        on.or([
          on('students.id', '=', on.ref('users.student_row_id')),
          on('students.user_id', '=', on.ref('users.id')),
        ]),
      ),
    )
    .select(['users.username', 'users.role', 'students.id as student'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!account) throw notFound();
  if (account.role !== 'student') throw invalid({ path: '', message: ruleMessages.notStudentAccount });
  if (account.student !== null)
    throw new Problem('ALREADY_LINKED', { message: ruleMessages.accountHasStudent });
  const { id } = await studentToLink(unit.trx, number, 'student_id');
  const { full_name, email, phone } = await unit.trx
    .selectFrom('students')
    .select(['full_name', 'email', 'phone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  unit.describe(
    'update',
    'users',
    full_name,
    operationDescriptions.accountGiven(account.username, full_name),
  );
  await unit.update('users', userId, {
    name: full_name,
    email,
    phone,
    ...password,
    is_active: 1,
  });
  await linkStudent(unit, userId, id);
  await resolvePasswordRequests(unit, userId);
  await settleAccounts(unit);
  await unit.trx.deleteFrom('notifications').where('user_id', '=', userId).execute();
}
