import Done from '@mui/icons-material/Done';
import { Box, Button, Link, Typography } from '@mui/material';
import type { Notification } from '../../contract/notifications';
import { hijriDate } from '../../contract/rules/hijri';
import { importTypes } from '../../contract/vocabulary';
import type { NotificationList } from '../dataProvider/oversight';
import { t } from '../i18n/text';
import { ListRow } from '../ui/list/ListRow';
import { IconAction } from '../ui/page/IconAction';
import { SecondaryText } from '../ui/page/SecondaryText';
import { formatAgo, useNow } from '../ui/page/useAgo';
import { useRouteExists } from './menu';

interface NotificationBellListProps {
  list: NotificationList;
  /** Undefined `ids` means all notifications. */
  onRead: (ids?: number[]) => void;
  onOpen: (notification: Notification, link: string) => void;
}

export default function NotificationBellList({ list, onRead, onOpen }: NotificationBellListProps) {
  const routeExists = useRouteExists();
  const { notifications, unread } = list;
  return (
    <Box sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, mb: 1 }}>
        <Typography variant="h3" component="h2">
          {t('shell.notifications')}
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
            link={notification.link !== null && routeExists(notification.link) ? notification.link : null}
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
  /** Null if this version of the app does not have the screen. */
  link: string | null;
  onRead: () => void;
  onOpen: NotificationBellListProps['onOpen'];
}

function Item({ notification, link, onRead, onOpen }: ItemProps) {
  const now = useNow();
  const text = notificationText(notification);
  const { created_at, is_read } = notification;
  return (
    <ListRow
      action={
        !is_read && (
          <IconAction
            title={t('notifications.read')}
            label={`${t('notifications.read')}: ${text}`}
            onClick={onRead}
          >
            <Done fontSize="small" />
          </IconAction>
        )
      }
    >
      <Typography component="div" sx={{ fontWeight: is_read ? 400 : 600 }}>
        {link === null ? (
          text
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
            {text}
          </Link>
        )}
      </Typography>
      <SecondaryText variant="caption" component="p">
        {!is_read && (
          <Box component="span" sx={{ color: 'primary.main', fontWeight: 700 }}>
            {`${t('notifications.isNew')} · `}
          </Box>
        )}
        <time dateTime={created_at}>{formatAgo(created_at, now)}</time>
      </SecondaryText>
    </ListRow>
  );
}

const importLabelKey = (type: string) => importTypes.find((importType) => importType === type) ?? 'several';

/** Returns a general text for a kind that this version does not know. */
function notificationText({ kind, data }: Notification): string {
  const value = (name: string) => String(data[name] ?? '');
  switch (kind) {
    case 'password_request':
      return t('notifications.password_request', { name: value('name'), username: value('username') });
    case 'archive_expiring':
      return t('notifications.archive_expiring', {
        smart_count: Number(data['count'] ?? 0),
        date: hijriDate(value('expires_on')),
      });
    case 'registers_not_taken':
      return t('notifications.registers_not_taken', {
        smart_count: Number(data['count'] ?? 0),
        date: hijriDate(value('date')),
      });
    case 'operation_undone_by_admin':
      return t('notifications.operation_undone_by_admin', {
        by: value('by'),
        description: value('description'),
      });
    case 'import_finished':
      return t('notifications.import_finished', {
        what: t(`notifications.imported.${importLabelKey(value('type'))}`),
        imported: value('imported'),
        updated: value('updated'),
        failed: value('failed'),
      });
    case 'assignment_published':
      return t('notifications.assignment_published', {
        title: value('title'),
        subject: value('subject_name'),
      });
    case 'assignment_graded':
      return t('notifications.assignment_graded', {
        title: value('title'),
        subject: value('subject_name'),
      });
    case 'excuse_sent': {
      const [from, to] = [hijriDate(value('from')), hijriDate(value('to'))];
      return t('notifications.excuse_sent', {
        student: value('student_name'),
        days: from === to ? t('excuses.oneDay', { day: from }) : t('excuses.days', { from, to }),
      });
    }
    case 'submission_late':
      return t('notifications.submission_late', {
        title: value('title'),
        student: value('student_name'),
      });
    default:
      return t('notifications.unknown');
  }
}
