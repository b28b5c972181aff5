import { sql } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { userFields } from '../../contract/recordFields';
import { usernameKey } from '../../contract/rules/arabicText';
import { suggestUsernames } from '../../contract/rules/identity';
import { Problem } from '../problem';
import type { Db } from '../db/schema';
import type { Condition } from '../db/search/matching';

const namesPerQuery = 40;

/** @param isPlanned true if the caller will give this username to another account */
export async function findFreeUsername(
  db: Db,
  requested: string,
  isPlanned: (key: string) => boolean = () => false,
): Promise<string> {
  for (let from = 2; ; from += namesPerQuery) {
    const names = suggestUsernames(requested, from, namesPerQuery, userFields.username.max);
    const usedRows = await db
      .selectFrom('users')
      .select('username_key')
      .where('username_key', 'in', names.map(usernameKey))
      .execute();
    const usedKeys = new Set(usedRows.map(({ username_key }) => username_key));
    const freeName = names.find((name) => !usedKeys.has(usernameKey(name)) && !isPlanned(usernameKey(name)));
    if (freeName !== undefined) return freeName;
  }
}

/** @throws DUPLICATE with a free `suggestion`, and `user_id` if the account is visible to the caller */
export async function refuseTakenUsername(
  db: Db,
  username: string | undefined,
  isVisibleAccount: Condition,
  ownId?: number,
): Promise<void> {
  if (username === undefined) return;
  const holder = await db
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .select(sql<number>`case when ${isVisibleAccount} then 1 else 0 end`.as('is_visible'))
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst();
  if (!holder || holder.id === ownId) return;
  const isVisible = Number(holder.is_visible) === 1;
  const suggestion = await findFreeUsername(db, username);
  const message = ruleMessages.usernameHolder(isVisible ? holder : null, suggestion);
  throw new Problem('DUPLICATE', {
    message: ruleMessages.usernameTaken,
    details: [{ path: 'username', message }],
    extra: { suggestion, user_id: isVisible ? holder.id : null },
  });
}
