import Notifications from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import { lazy } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../i18n/useText';
import { BarPopover } from './BarPopover';
import { useNotifications } from './useNotifications';

const NotificationBellList = lazy(() => import('./NotificationBellList'));

/** How many are not read, and what they say. */
export function NotificationBell() {
  const t = useText();
  const navigate = useNavigate();
  const { list, markRead, refetch } = useNotifications();
  if (!list) return null;
  return (
    <BarPopover
      name={t('notifications.unread', { smart_count: list.unread })}
      title={t('notifications.title')}
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
