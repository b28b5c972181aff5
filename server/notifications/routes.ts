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
import { type Call, successBody, type Route, route } from '../mount';
import type { Db } from '../db/schema';
import { countRows } from '../db/search/matching';

export const notificationRoutes: Route[] = [
  route(notificationsApi.list, (call) => loadNotifications(call, maxNotifications)),

  route(notificationsApi.read, async (call) => {
    const conditions = await buildReceiverConditions(call);
    await call.data.writeUnlogged((trx) => markRead(trx, call.user, conditions, call.body.ids));
    return successBody(successMessages.notificationsRead);
  }),
];

type CallContext = Pick<Call, 'data' | 'user' | 'scope'>;

const isRead = ({ id }: Pick<SessionUser, 'id'>) =>
  sql<number>`exists (select 1 from notification_reads where user_id = ${id} and notification_id = notifications.id)`;

/**
 * Returns two conditions, for the user and for his role, because each uses its own index. An admin of one
 * section sees role notifications only about accounts of the section.
 */
async function buildReceiverConditions({ data, user: { id, role }, scope }: CallContext) {
  const { section, users } = await scope();
  const accountId = sql`cast(${columnTypes(data.kind).jsonField('data', 'user_id')} as bigint)`;
  const isForRole =
    section === null
      ? sql<SqlBool>`notifications.role = ${role}`
      : sql<SqlBool>`notifications.role = ${role} and ${accountId} in (select users.id from users where ${users})`;
  return [sql<SqlBool>`notifications.user_id = ${id}`, isForRole] as const;
}

async function loadNotifications(
  call: CallContext,
  maxRows: number,
): Promise<{ unread: number; notifications: Notification[] }> {
  const notifications: Notification[] = [];
  let unread = 0;
  const db = call.data.read;
  for (const condition of await buildReceiverConditions(call)) {
    const rows = await db
      .selectFrom('notifications')
      .select([
        'id',
        'kind',
        'data',
        'link',
        'created_at',
        sql<number>`case when ${isRead(call.user)} then 1 else 0 end`.as('is_read'),
      ])
      .where(condition)
      .orderBy('id', 'desc')
      .limit(maxRows)
      .execute();
    for (const { data, kind, is_read, ...row } of rows)
      notifications.push({
        ...row,
        kind: kind as NotificationKind,
        data: JSON.parse(data),
        is_read: is_read === 1,
      });
    unread += await countRows(db, sql`from notifications where ${condition} and not ${isRead(call.user)}`);
  }
  return { unread, notifications: notifications.toSorted((a, b) => b.id - a.id).slice(0, maxRows) };
}

/** @param ids default: all; ids of other users' notifications are ignored */
async function markRead(
  db: Db,
  { id }: Pick<SessionUser, 'id'>,
  conditions: Awaited<ReturnType<typeof buildReceiverConditions>>,
  ids: readonly number[] | undefined,
): Promise<void> {
  if (ids?.length === 0) return;
  const idFilter = ids ? sql`and id in (${sql.join(ids)})` : sql``;
  for (const condition of conditions)
    await sql`
      insert into notification_reads (user_id, notification_id)
      select ${id}, id from notifications where ${condition} ${idFilter}
      on conflict do nothing`.execute(db);
}
