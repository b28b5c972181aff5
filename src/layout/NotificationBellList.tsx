import Done from '@mui/icons-material/Done';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { Notification } from '../../contract/notifications';
import type { NotificationList } from '../dataProvider/oversight';
import { useText } from '../i18n/useText';
import { useAgo, useNow } from '../ui/page/useAgo';
import { useNotificationText } from './useNotificationText';
import { useRouteExists } from './useRouteExists';

interface NotificationBellListProps {
  list: NotificationList;
  /** These, or all. */
  onRead: (ids?: number[]) => void;
  onOpen: (notification: Notification, link: string) => void;
}

export default function NotificationBellList({ list, onRead, onOpen }: NotificationBellListProps) {
  const t = useText();
  const exists = useRouteExists();
  const { notifications, unread } = list;
  return (
    <Box sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, mb: 1 }}>
        <Typography variant="h3" component="h2">
          {t('notifications.title')}
        </Typography>
        {unread > 0 && (
          <Button size="small" onClick={() => onRead()}>
            {t('notifications.readAll')}
          </Button>
        )}
      </Box>
      {notifications.length === 0 && <Typography>{t('notifications.empty')}</Typography>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {notifications.map((notification) => (
          <Item
            key={notification.id}
            notification={notification}
            link={notification.link !== null && exists(notification.link) ? notification.link : null}
            onRead={() => onRead([notification.id])}
            onOpen={onOpen}
          />
        ))}
      </Box>
    </Box>
  );
}

interface ItemProps {
  notification: Notification;
  /** Where a click leads; null where there is no such screen. */
  link: string | null;
  onRead: () => void;
  onOpen: NotificationBellListProps['onOpen'];
}

function Item({ notification, link, onRead, onOpen }: ItemProps) {
  const t = useText();
  const ago = useAgo();
  const now = useNow();
  const sentence = useNotificationText()(notification);
  const { created_at, is_read } = notification;
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 1, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="div" sx={{ fontWeight: is_read ? 400 : 600 }}>
          {link === null ? (
            sentence
          ) : (
            <Link
              href={link}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                onOpen(notification, link);
              }}
              sx={{ display: 'block', py: 0.5 }}
            >
              {sentence}
            </Link>
          )}
        </Typography>
        <Typography variant="caption" color="text.secondary" component="p">
          {!is_read && (
            <Box component="span" sx={{ color: 'primary.main', fontWeight: 700 }}>
              {`${t('notifications.isNew')} · `}
            </Box>
          )}
          <time dateTime={created_at}>{ago(created_at, now)}</time>
        </Typography>
      </Box>
      {!is_read && (
        <Tooltip title={t('notifications.read')}>
          <IconButton aria-label={`${t('notifications.read')}: ${sentence}`} onClick={onRead}>
            <Done fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}
