import { successMessages } from '../../contract/successMessages';
import { notificationLimit, notificationsApi } from '../../contract/notifications';
import { type Route, route } from '../mount';
import { markRead, notificationsOf } from './queries';

export const notificationRoutes: Route[] = [
  route(notificationsApi.list, ({ data, user }) => notificationsOf(data.read, user, notificationLimit)),

  route(notificationsApi.read, async ({ data, user, body }) => {
    await data.writeUnlogged((trx) => markRead(trx, user, body.ids));
    return { success: true as const, message: successMessages.notificationsRead };
  }),
];
