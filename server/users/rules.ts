import type { SessionUser } from '../../contract/auth';
import { ruleMessages } from '../../contract/errors';
import { operationDescriptions } from '../../contract/successMessages';
import { sortKey } from '../../contract/rules/arabicText';
import type { User } from '../../contract/users';
import { removeWithChildren } from '../db/bulk/cascade';
import { linkStudent, studentToLink, unlinkAccount } from '../db/links';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid, Problem } from '../problem';

/** @throws DUPLICATE when another account has this name, however its letters and digits are written */
export async function refuseTakenUsername(
  unit: UnitOfWork,
  username: string | undefined,
  own?: number,
): Promise<void> {
  if (username === undefined) return;
  const taken = await unit.trx
    .selectFrom('users')
    .select('id')
    .where('username_key', '=', sortKey(username))
    .executeTakeFirst();
  const message = ruleMessages.usernameTaken;
  if (taken && taken.id !== own)
    throw new Problem('DUPLICATE', { message, details: [{ path: 'username', message }] });
}

interface Access {
  role?: string | undefined;
  is_active?: boolean | undefined;
}

/** Nobody locks himself out. @throws VALIDATION when the caller disables or demotes the own account */
export function refuseOwn(caller: SessionUser, before: User, changes: Access): void {
  if (caller.id !== before.id) return;
  if (changes.is_active === false)
    throw invalid({ path: 'is_active', message: ruleMessages.ownAccountDisabled });
  if (changes.role !== undefined && changes.role !== before.role)
    throw invalid({ path: 'role', message: ruleMessages.ownAccountDemoted });
}

/** What the log says of an update: a switch has words of its own. */
export function updateText(before: User, changes: Record<string, unknown>): string {
  const isSwitch = Object.values(changes).filter((value) => value !== undefined).length === 1;
  if (!isSwitch || changes['is_active'] === undefined) return operationDescriptions.userUpdated(before.name);
  return changes['is_active']
    ? operationDescriptions.userEnabled(before.name)
    : operationDescriptions.userDisabled(before.name);
}

/** Gives an account the student of a number, another one than before, or with null none. */
export async function changeStudent(
  unit: UnitOfWork,
  before: Pick<User, 'id' | 'student_id'>,
  wanted: string | null | undefined,
): Promise<void> {
  if (wanted === undefined || (wanted || null) === before.student_id) return;
  const student = wanted ? await studentToLink(unit.trx, wanted, 'student_id') : null;
  if (before.student_id !== null) await unlinkAccount(unit, before.id);
  if (student) await linkStudent(unit, before.id, student.id);
}

/** Who is no longer a teacher teaches nothing: nobody would see the links, and they would keep subjects closed to others. */
export async function endTeaching(unit: UnitOfWork, before: User, role: string | undefined): Promise<void> {
  if (before.role !== 'teacher' || role === undefined || role === 'teacher') return;
  const links = await unit.trx
    .selectFrom('subject_teachers')
    .select('id')
    .where('teacher_id', '=', before.id)
    .execute();
  await removeWithChildren(
    unit,
    'subject_teachers',
    links.map(({ id }) => id),
  );
}
