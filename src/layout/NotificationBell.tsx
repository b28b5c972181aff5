import Notifications from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../i18n/useText';
import { useNotifications } from './useNotifications';

const NotificationBellList = lazy(() => import('./NotificationBellList'));

/** How many are not read, and what they say. */
export function NotificationBell() {
  const t = useText();
  const navigate = useNavigate();
  const { list, markRead, refetch } = useNotifications();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!list) return null;
  const name = t('notifications.unread', { smart_count: list.unread });
  return (
    <>
      <Tooltip title={t('notifications.title')}>
        <IconButton
          aria-label={name}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => {
            setAnchor(event.currentTarget);
            refetch();
          }}
        >
          <Badge badgeContent={list.unread} max={99} color="error">
            <Notifications />
          </Badge>
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        transformOrigin={{ vertical: 'top', horizontal: 'center' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('notifications.title'),
            sx: { width: 400, maxWidth: 'calc(100vw - 32px)', border: 1, borderColor: 'divider' },
          },
        }}
      >
        <Suspense>
          <NotificationBellList
            list={list}
            onRead={(ids) => void markRead(ids)}
            onOpen={({ id, is_read }, link) => {
              if (!is_read) void markRead([id]);
              setAnchor(null);
              void navigate(link);
            }}
          />
        </Suspense>
      </Popover>
    </>
  );
}
