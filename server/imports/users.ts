import { initialValues } from '../../contract/fieldTable';
import { userFields } from '../../contract/recordFields';
import { foldArabic, usernameKey } from '../../contract/rules/arabicText';
import type { ImportProblem } from '../../contract/rules/importsCells';
import type { UserValues } from '../../contract/rules/importsRecords';
import { roleLabels } from '../../contract/vocabulary';
import { type OneTimePassword, createOneTimePasswords } from '../auth/passwords';
import { checkAccounts } from '../domain/accounts';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { findFreeUsername } from '../domain/usernames';
import {
  type Draft,
  Drafts,
  type CreatedAccount,
  type PlanContext,
  refuseRow,
  RowRefused,
  loadInChunks,
} from './planning';

type UserDraft = Draft<'users'>;
interface KnownAccount {
  draft: UserDraft;
  isVisible: boolean;
}

/**
 * A teacher is found by user name. If another person has the name, the row is refused with a free name as
 * suggestion. So a mistake in a file cannot give an account to another person.
 * @param prepared passwords that were hashed before the write began
 */
export async function createUserPlanner(
  context: PlanContext,
  rows: readonly UserValues[],
  prepared: readonly OneTimePassword[] = [],
) {
  const { db, now, scope } = context;
  const accountsByKey = await loadAccounts(context, rows);
  const drafts = new Drafts('users');
  /** Keys of the user names in the file and of the suggested names. */
  const reservedKeys = new Set(rows.map(({ username = '' }) => usernameKey(username)));
  const createdAccounts: CreatedAccount[] = [];

  async function suggestUsername(username: string): Promise<string> {
    const freeName = await findFreeUsername(db, username, (key) => reservedKeys.has(key));
    reservedKeys.add(usernameKey(freeName));
    return freeName;
  }

  async function plan(values: UserValues, warn: (problem: ImportProblem) => void) {
    const { username = '', name = '', section } = values;
    const match = accountsByKey.get(usernameKey(username));
    if (match) await refuseOtherPerson(match, { username, name }, suggestUsername);
    if (scope.section !== null && section !== undefined && section !== scope.section)
      refuseRow('section', 'OTHER_SECTION', section);
    if (match) {
      if (match.draft.stored?.is_active === 0)
        warn({ field: 'username', code: 'ACCOUNT_DISABLED', value: username });
      return drafts.apply(match.draft, { ...values, username: undefined });
    }
    const draft: UserDraft = { stored: null, changes: {} };
    accountsByKey.set(usernameKey(username), { draft, isVisible: true });
    return drafts.apply(draft, {
      ...initialValues(userFields, { ...values, role: 'teacher' }),
      section: section ?? scope.section,
      is_active: 1,
      student_row_id: null,
      last_login: null,
    });
  }

  async function write(unit: UnitOfWork): Promise<void> {
    const { added } = drafts;
    // If an account was deleted after the preparation, its row needs another password.
    const morePasswords = await createOneTimePasswords(
      Math.max(0, added.length - prepared.length),
      'teacher',
      now,
    );
    const passwords = [...prepared, ...morePasswords];
    for (const [index, draft] of added.entries())
      draft.changes = { ...draft.changes, ...passwords[index]?.columns };
    for (const [index, { id, username, name }] of (await drafts.write(unit)).entries())
      createdAccounts.push({ id, username, name, temporary_password: passwords[index]?.password ?? null });
    await checkAccounts(unit);
  }

  return { plan, write, createdAccounts };
}

async function loadAccounts(
  { db, scope }: PlanContext,
  rows: readonly UserValues[],
): Promise<Map<string, KnownAccount>> {
  const stored = await loadInChunks(
    rows.map(({ username }) => username && usernameKey(username)),
    (chunk) => db.selectFrom('users').selectAll().where('username_key', 'in', chunk).execute(),
  );
  const visible = await loadInChunks(
    stored.map(({ id }) => id),
    (chunk) => db.selectFrom('users').select('id').where('id', 'in', chunk).where(scope.users).execute(),
  );
  const visibleIds = new Set(visible.map(({ id }) => id));
  return new Map(
    stored.map((row) => [
      row.username_key,
      { draft: { stored: row, changes: {} }, isVisible: visibleIds.has(row.id) },
    ]),
  );
}

/** @throws RowRefused unless the account belongs to a visible teacher with a matching name */
async function refuseOtherPerson(
  { draft, isVisible }: KnownAccount,
  { username, name }: { username: string; name: string },
  suggestUsername: (username: string) => Promise<string>,
): Promise<void> {
  const account = Drafts.current(draft);
  const problem = { field: 'username', value: username };
  if (!isVisible)
    throw new RowRefused({
      ...problem,
      code: 'USERNAME_UNSEEN',
      limit: await suggestUsername(username),
    });
  const { name: holder = '', role = 'teacher' } = account;
  if (role !== 'teacher')
    throw new RowRefused({
      ...problem,
      code: 'USERNAME_TAKEN',
      limit: await suggestUsername(username),
      holder: `«${holder}» (${roleLabels[role]})`,
    });
  if (!canBeSamePerson(holder, name))
    throw new RowRefused({
      ...problem,
      code: 'USERNAME_OF_TEACHER',
      limit: await suggestUsername(username),
      holder: `«${holder}»`,
    });
}

const splitWords = (name: string) => new Set(foldArabic(name).split(' '));

/** True if one name contains all words of the other. */
function canBeSamePerson(nameA: string, nameB: string): boolean {
  const [a, b] = [splitWords(nameA), splitWords(nameB)];
  const [shorter, longer] = a.size <= b.size ? [a, b] : [b, a];
  return [...shorter].every((word) => longer.has(word));
}
