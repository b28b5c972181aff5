import type { NotificationData, NotificationKind } from '../../contract/notifications';
import type { Role } from '../../contract/vocabulary';
import { chunks } from '../db/engine/chunks';
import type { Trx } from '../db/schema';

/** Who gets the notification: one user, or all users with a role. */
export type Recipient = { userId: number } | { role: Role };

/** Rows per statement. */
const chunkSize = 1_000;

/** As `notify`, for many users. */
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

/**
 * Notifies a user or a role, within the transaction of the event. `at` is ISO 8601; `link` is an address of the
 * screens.
 */
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
