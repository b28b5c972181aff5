import type { NotificationData, NotificationKind } from '../../contract/notifications';
import type { Role } from '../../contract/vocabulary';
import { chunks } from '../db/engine/chunks';
import type { Trx } from '../db/schema';

export type Recipient = { userId: number } | { role: Role };

const chunkSize = 1_000;

export async function notifyAll<K extends NotificationKind>(
  trx: Trx,
  createdAt: string,
  userIds: readonly number[],
  kind: K,
  data: NotificationData<K>,
  link: string | null,
): Promise<void> {
  const sharedColumns = { role: null, kind, data: JSON.stringify(data), link, created_at: createdAt };
  for (const chunk of chunks(userIds, chunkSize))
    await trx
      .insertInto('notifications')
      .values(chunk.map((user_id) => ({ user_id, ...sharedColumns })))
      .execute();
}

/** Runs in the transaction of the event. @param link a path of the app */
export async function notify<K extends NotificationKind>(
  trx: Trx,
  createdAt: string,
  recipient: Recipient,
  kind: K,
  data: NotificationData<K>,
  link: string | null,
): Promise<void> {
  const recipientColumns =
    'role' in recipient ? { user_id: null, role: recipient.role } : { user_id: recipient.userId, role: null };
  await trx
    .insertInto('notifications')
    .values({ ...recipientColumns, kind, data: JSON.stringify(data), link, created_at: createdAt })
    .execute();
}
