import { sql, type SqlBool } from 'kysely';
import { successMessages } from '../../contract/successMessages';
import {
  notificationLimit,
  notificationsApi,
  type Notification,
  type NotificationKind,
} from '../../contract/notifications';
import type { SessionUser } from '../../contract/auth';
import { done, type Route, route } from '../mount';
import type { Db } from '../db/schema';
import { countOf } from '../db/search/matching';

export const notificationRoutes: Route[] = [
  route(notificationsApi.list, ({ data, user }) => notificationsOf(data.read, user, notificationLimit)),

  route(notificationsApi.read, async ({ data, user, body }) => {
    await data.writeUnlogged((trx) => markRead(trx, user, body.ids));
    return done(successMessages.notificationsRead);
  }),
];

type Receiver = Pick<SessionUser, 'id' | 'role'>;

const isRead = ({ id }: Receiver) =>
  sql<number>`exists (select 1 from notification_reads where user_id = ${id} and notification_id = notifications.id)`;

/** Two conditions, each with its own index: notifications for the user, and for the role. */
const receiverConditions = ({ id, role }: Receiver) =>
  [sql<SqlBool>`user_id = ${id}`, sql<SqlBool>`role = ${role}`] as const;

/** The newest notifications of a user, and the number of all unread ones. */
async function notificationsOf(
  db: Db,
  receiver: Receiver,
  maxRows: number,
): Promise<{ unread: number; notifications: Notification[] }> {
  const found: Notification[] = [];
  let unread = 0;
  for (const condition of receiverConditions(receiver)) {
    const rows = await db
      .selectFrom('notifications')
      .select([
        'id',
        'kind',
        'data',
        'link',
        'created_at',
        sql<number>`case when ${isRead(receiver)} then 1 else 0 end`.as('read'),
      ])
      .where(condition)
      .orderBy('id', 'desc')
      .limit(maxRows)
      .execute();
    for (const { data, kind, read, ...row } of rows)
      found.push({ ...row, kind: kind as NotificationKind, data: JSON.parse(data), is_read: read === 1 });
    unread += await countOf(db, sql`from notifications where ${condition} and not ${isRead(receiver)}`);
  }
  return { unread, notifications: found.toSorted((a, b) => b.id - a.id).slice(0, maxRows) };
}

/** Marks notifications of a user as read: these, or all. Ignores notifications of others. */
async function markRead(db: Db, receiver: Receiver, ids: readonly number[] | undefined): Promise<void> {
  if (ids?.length === 0) return;
  const named = ids ? sql`and id in (${sql.join(ids)})` : sql``;
  for (const condition of receiverConditions(receiver))
    await sql`
      insert into notification_reads (user_id, notification_id)
      select ${receiver.id}, id from notifications where ${condition} ${named}
      on conflict do nothing`.execute(db);
}
