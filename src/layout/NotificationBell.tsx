import Notifications from '@mui/icons-material/NotificationsOutlined';
import { Badge, IconButton } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../dataProvider/useApi';
import type { NotificationList } from '../dataProvider/oversight';
import { useSession } from '../dataProvider/session';
import { t } from '../i18n/text';
import { useNotices } from '../ui/dialog/Toasts';
import { lazyComponent } from '../ui/page/lazyComponent';
import { BarPopover } from './BarPopover';
import { ScreenLoaded } from './screenLoaded';

const NotificationBellList = lazyComponent(() => import('./NotificationBellList'));

export function NotificationBell() {
  const navigate = useNavigate();
  const { list, isPending, markRead, refetch } = useNotifications();
  // An invisible button reserves the width, so that the other buttons do not move.
  if (isPending)
    return (
      <IconButton disabled aria-hidden sx={{ visibility: 'hidden' }}>
        <Notifications />
      </IconButton>
    );
  if (!list) return null;
  return (
    <BarPopover
      buttonLabel={t('shell.unreadNotifications', { smart_count: list.unread })}
      title={t('shell.notifications')}
      icon={
        <Badge badgeContent={list.unread} max={99} color="error">
          <Notifications />
        </Badge>
      }
      onOpen={refetch}
    >
      {(close) => (
        <NotificationBellList
          list={list}
          onRead={(ids) => void markRead(ids)}
          onOpen={({ id, is_read }, link) => {
            if (!is_read) void markRead([id]);
            close();
            void navigate(link);
          }}
        />
      )}
    </BarPopover>
  );
}

const refreshMs = 60_000;

/** Undefined `ids` means all notifications. */
function markReadIn({ notifications, unread }: NotificationList, ids?: readonly number[]): NotificationList {
  const isIncluded = (id: number) => ids === undefined || ids.includes(id);
  const readCount = notifications.filter(
    (notification) => !notification.is_read && isIncluded(notification.id),
  ).length;
  return {
    unread: ids === undefined ? 0 : Math.max(0, unread - readCount),
    notifications: notifications.map((notification) =>
      isIncluded(notification.id) ? { ...notification, is_read: true } : notification,
    ),
  };
}

/** `markRead` is an optimistic update. */
function useNotifications() {
  const { notifyProblem } = useNotices();
  const client = useQueryClient();
  const api = useApi();
  const queryKey = ['notifications', useSession()?.user.id];
  const { data, isPending, refetch } = useQuery({
    queryKey,
    queryFn: () => api.notifications(),
    enabled: useContext(ScreenLoaded),
    refetchInterval: ({ state }) => (state.data === null ? false : refreshMs),
  });
  const markRead = async (ids?: number[]) => {
    await client.cancelQueries({ queryKey });
    client.setQueryData<NotificationList | null>(queryKey, (list) => list && markReadIn(list, ids));
    try {
      await api.readNotifications(ids);
    } catch (problem) {
      notifyProblem(problem, t('shell.notificationsFailed'));
    }
    void refetch();
  };
  return { list: data ?? null, isPending, markRead, refetch: () => void refetch() };
}
