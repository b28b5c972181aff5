import type { NotificationData, NotificationKind } from '../../contract/notifications';
import type { Role } from '../../contract/vocabulary';
import { chunks } from './engine/chunks';
import type { Trx } from './schema';

/** Who is told: one person, or all who have a role. */
export type Recipient = { userId: number } | { role: Role };

/** So many rows in one statement. */
const chunkSize = 1_000;

/** As `notify`, the same to many people. */
export async function notifyAll<K extends NotificationKind>(
  trx: Trx,
  at: string,
  userIds: readonly number[],
  kind: K,
  data: NotificationData<K>,
  link: string | null,
): Promise<void> {
  const same = { role: null, kind, data: JSON.stringify(data), link, created_at: at };
  for (const part of chunks(userIds, chunkSize))
    await trx
      .insertInto('notifications')
      .values(part.map((user_id) => ({ user_id, ...same })))
      .execute();
}

/** Tells somebody something, in the transaction of what it is about. `at` is ISO 8601; `link` an address of the screens. */
export async function notify<K extends NotificationKind>(
  trx: Trx,
  at: string,
  to: Recipient,
  kind: K,
  data: NotificationData<K>,
  link: string | null,
): Promise<void> {
  const receiver = 'role' in to ? { user_id: null, role: to.role } : { user_id: to.userId, role: null };
  await trx
    .insertInto('notifications')
    .values({ ...receiver, kind, data: JSON.stringify(data), link, created_at: at })
    .execute();
}
