import { initialValues } from '../../contract/fieldTable';
import { userFields } from '../../contract/recordFields';
import { foldArabic, sortKey } from '../../contract/rules/arabicText';
import type { ImportProblem } from '../../contract/rules/importsCells';
import type { UserValues } from '../../contract/rules/importsRecords';
import { roleLabels } from '../../contract/vocabulary';
import { type OneTimePassword, oneTimePasswords } from '../auth/passwords';
import { checkAccounts } from '../domain/accounts';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { findFreeUsername } from '../domain/usernames';
import { type Draft, Drafts, type MadeAccount, type Reading, refuse, RowRefused, rowsFor } from './planning';

type UserDraft = Draft<'users'>;
interface KnownAccount {
  draft: UserDraft;
  /** Whether the person who imports sees it. */
  isSeen: boolean;
}

/**
 * Accounts of teachers, found by user name. A name that somebody else has is refused with a free one: to rename an
 * account by a mistake in a file would give it to another person. A stored account keeps its password.
 * @param prepared passwords, so that none is made while others wait to write
 */
export async function userPlanner(
  reading: Reading,
  rows: readonly UserValues[],
  prepared: readonly OneTimePassword[] = [],
) {
  const { db, now, scope } = reading;
  const known = await knownAccounts(reading, rows);
  const drafts = new Drafts('users');
  /** Keys of the names in the file, and of those that were suggested for its rows. */
  const planned = new Set(rows.map(({ username = '' }) => sortKey(username)));
  const made: MadeAccount[] = [];

  async function suggested(username: string): Promise<string> {
    const free = await findFreeUsername(db, username, (key) => planned.has(key));
    planned.add(sortKey(free));
    return free;
  }

  async function plan(values: UserValues, warn: (problem: ImportProblem) => void) {
    const { username = '', name = '', section } = values;
    const found = known.get(sortKey(username));
    if (found) await refuseOthers(found, { username, name }, suggested);
    if (scope.section !== null && section !== undefined && section !== scope.section)
      refuse('section', 'OTHER_SECTION', section);
    if (found) {
      if (found.draft.stored?.is_active === 0)
        warn({ field: 'username', code: 'ACCOUNT_DISABLED', value: username });
      return drafts.apply(found.draft, { ...values, username: undefined });
    }
    const draft: UserDraft = { stored: null, changes: {} };
    known.set(sortKey(username), { draft, isSeen: true });
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
    // More than were prepared if an account was deleted meanwhile.
    const more = await oneTimePasswords(Math.max(0, added.length - prepared.length), 'teacher', now);
    const passwords = [...prepared, ...more];
    for (const [place, draft] of added.entries())
      draft.changes = { ...draft.changes, ...passwords[place]?.written };
    for (const [place, { id, username, name }] of (await drafts.write(unit)).entries())
      made.push({ id, username, name, temporary_password: passwords[place]?.password ?? null });
    await checkAccounts(unit);
  }

  return { plan, write, made };
}

/** The accounts with the user names of the rows, by the key of the name. */
async function knownAccounts(
  { db, scope }: Reading,
  rows: readonly UserValues[],
): Promise<Map<string, KnownAccount>> {
  const stored = await rowsFor(
    rows.map(({ username }) => username && sortKey(username)),
    (part) => db.selectFrom('users').selectAll().where('username_key', 'in', part).execute(),
  );
  const seen = await rowsFor(
    stored.map(({ id }) => id),
    (part) => db.selectFrom('users').select('id').where('id', 'in', part).where(scope.users).execute(),
  );
  const seenIds = new Set(seen.map(({ id }) => id));
  return new Map(
    stored.map((row) => [
      row.username_key,
      { draft: { stored: row, changes: {} }, isSeen: seenIds.has(row.id) },
    ]),
  );
}

/** @throws RowRefused if the account is not one of a teacher who may be the one of the row */
async function refuseOthers(
  { draft, isSeen }: KnownAccount,
  { username, name }: { username: string; name: string },
  suggested: (username: string) => Promise<string>,
): Promise<void> {
  const account = Drafts.current(draft);
  const problem = { field: 'username', value: username };
  if (!isSeen)
    throw new RowRefused({ ...problem, code: 'USERNAME_UNSEEN', limit: await suggested(username) });
  const { name: holder = '', role = 'teacher' } = account;
  if (role !== 'teacher')
    throw new RowRefused({
      ...problem,
      code: 'USERNAME_TAKEN',
      limit: await suggested(username),
      holder: `«${holder}» (${roleLabels[role]})`,
    });
  if (!mayBeSame(holder, name))
    throw new RowRefused({
      ...problem,
      code: 'USERNAME_OF_TEACHER',
      limit: await suggested(username),
      holder: `«${holder}»`,
    });
}

const wordsOf = (name: string) => new Set(foldArabic(name).split(' '));

/** Whether two names may be of one person: all words of one are in the other. */
function mayBeSame(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  return [...few].every((word) => many.has(word));
}
