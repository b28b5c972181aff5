import { sql } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { userFields } from '../../contract/recordFields';
import { sortKey } from '../../contract/rules/arabicText';
import { suggestUsernames } from '../../contract/rules/identity';
import { Problem } from '../problem';
import type { Db } from '../db/schema';
import type { Condition } from '../db/search/matching';

/** Suggestions that one statement looks for. */
const atOnce = 40;

/**
 * A user name like the wanted one that no account has. @param isPlanned whether it is about to be given to another, by
 * its key
 */
export async function freeUsername(
  db: Db,
  wanted: string,
  isPlanned: (key: string) => boolean = () => false,
): Promise<string> {
  for (let from = 2; ; from += atOnce) {
    const names = suggestUsernames(wanted, from, atOnce, userFields.username.max);
    const taken = await db
      .selectFrom('users')
      .select('username_key')
      .where('username_key', 'in', names.map(sortKey))
      .execute();
    const keys = new Set(taken.map(({ username_key }) => username_key));
    const free = names.find((name) => !keys.has(sortKey(name)) && !isPlanned(sortKey(name)));
    if (free !== undefined) return free;
  }
}

/**
 * @throws DUPLICATE if another account has this name in any spelling of letters and digits: with a free one
 * (`suggestion`), and who has it (`user_id`), if the caller sees the account
 */
export async function refuseTakenUsername(
  db: Db,
  username: string | undefined,
  seen: Condition,
  own?: number,
): Promise<void> {
  if (username === undefined) return;
  const taken = await db
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .select(sql<number>`case when ${seen} then 1 else 0 end`.as('is_seen'))
    .where('username_key', '=', sortKey(username))
    .executeTakeFirst();
  if (!taken || taken.id === own) return;
  const isSeen = Number(taken.is_seen) === 1;
  const suggestion = await freeUsername(db, username);
  const message = ruleMessages.usernameHolder(isSeen ? taken : null, suggestion);
  throw new Problem('DUPLICATE', {
    message: ruleMessages.usernameTaken,
    details: [{ path: 'username', message }],
    extra: { suggestion, user_id: isSeen ? taken.id : null },
  });
}
