import { sql, type SqlBool } from 'kysely';
import { successMessages } from '../../contract/successMessages';
import {
  maxNotifications,
  notificationsApi,
  type Notification,
  type NotificationKind,
} from '../../contract/notifications';
import type { SessionUser } from '../../contract/accounts/auth';
import { columnTypes } from '../db/engine/dialect';
import { type Call, done, type Route, route } from '../mount';
import type { Db } from '../db/schema';
import { countRows } from '../db/search/matching';

export const notificationRoutes: Route[] = [
  route(notificationsApi.list, (call) => notificationsOf(call, maxNotifications)),

  route(notificationsApi.read, async (call) => {
    const conditions = await receiverConditions(call);
    await call.data.writeUnlogged((trx) => markRead(trx, call.user, conditions, call.body.ids));
    return done(successMessages.notificationsRead);
  }),
];

type Asking = Pick<Call, 'data' | 'user' | 'scope'>;

const isRead = ({ id }: Pick<SessionUser, 'id'>) =>
  sql<number>`exists (select 1 from notification_reads where user_id = ${id} and notification_id = notifications.id)`;

/**
 * Two conditions, each with its own index: notifications for the user, and for the role. An admin of one section gets
 * only those for all admins that are about accounts of the section.
 */
async function receiverConditions({ data, user: { id, role }, scope }: Asking) {
  const { section, users } = await scope();
  const account = sql`cast(${columnTypes(data.kind).jsonField('data', 'user_id')} as bigint)`;
  const ofRole =
    section === null
      ? sql<SqlBool>`notifications.role = ${role}`
      : sql<SqlBool>`notifications.role = ${role} and ${account} in (select users.id from users where ${users})`;
  return [sql<SqlBool>`notifications.user_id = ${id}`, ofRole] as const;
}

/** The newest notifications of a user, and the number of all unread ones. */
async function notificationsOf(
  call: Asking,
  maxRows: number,
): Promise<{ unread: number; notifications: Notification[] }> {
  const found: Notification[] = [];
  let unread = 0;
  const db = call.data.read;
  for (const condition of await receiverConditions(call)) {
    const rows = await db
      .selectFrom('notifications')
      .select([
        'id',
        'kind',
        'data',
        'link',
        'created_at',
        sql<number>`case when ${isRead(call.user)} then 1 else 0 end`.as('read'),
      ])
      .where(condition)
      .orderBy('id', 'desc')
      .limit(maxRows)
      .execute();
    for (const { data, kind, read, ...row } of rows)
      found.push({ ...row, kind: kind as NotificationKind, data: JSON.parse(data), is_read: read === 1 });
    unread += await countRows(db, sql`from notifications where ${condition} and not ${isRead(call.user)}`);
  }
  return { unread, notifications: found.toSorted((a, b) => b.id - a.id).slice(0, maxRows) };
}

/** Marks notifications of a user as read: these, or all. Ignores notifications of others. */
async function markRead(
  db: Db,
  { id }: Pick<SessionUser, 'id'>,
  conditions: Awaited<ReturnType<typeof receiverConditions>>,
  ids: readonly number[] | undefined,
): Promise<void> {
  if (ids?.length === 0) return;
  const named = ids ? sql`and id in (${sql.join(ids)})` : sql``;
  for (const condition of conditions)
    await sql`
      insert into notification_reads (user_id, notification_id)
      select ${id}, id from notifications where ${condition} ${named}
      on conflict do nothing`.execute(db);
}
