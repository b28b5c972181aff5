import Info from '@mui/icons-material/EditOutlined';
import Success from '@mui/icons-material/AddCircleOutline';
import Warning from '@mui/icons-material/RemoveCircleOutline';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { RecentActivity } from '../../../contract/dashboard';
import { useText } from '../../i18n/useText';
import { useAgo, useNow } from '../../ui/page/useAgo';
import { Panel } from '../../ui/page/Panel';
import { useActivities } from './useDashboard';

const icons = { info: Info, success: Success, warning: Warning };
const none = { color: 'info.main' };
const tones = { info: none, success: { color: 'success.main' }, warning: { color: 'warning.main' } };

/** The newest acts; where they cannot be loaded, one line of welcome (spec 1 §2). */
export function Activities() {
  const t = useText();
  const { data, isPending, error } = useActivities();
  const now = useNow();
  if (isPending)
    return (
      <Panel title={t('dashboard.activities')}>
        <Skeleton variant="rounded" height={320} />
      </Panel>
    );
  const welcome: RecentActivity = {
    id: 0,
    action: t('dashboard.welcomeActivity'),
    user: t('dashboard.welcomeUser'),
    time: now.toISOString(),
    type: 'info',
  };
  return (
    <Panel title={t('dashboard.activities')}>
      {!error && data?.length === 0 ? (
        <Typography color="text.secondary">{t('dashboard.noActivities')}</Typography>
      ) : (
        <List disablePadding>
          {(error ? [welcome] : (data ?? [])).map((activity) => (
            <Activity key={activity.id} activity={activity} now={now} />
          ))}
        </List>
      )}
    </Panel>
  );
}

function Activity({ activity: { action, user, time, type }, now }: { activity: RecentActivity; now: Date }) {
  const t = useText();
  const ago = useAgo();
  const Icon = icons[type];
  return (
    <ListItem disableGutters sx={{ alignItems: 'flex-start', py: 0.5 }}>
      <ListItemIcon sx={{ minWidth: 36, mt: 0.75, ...tones[type] }}>
        <Icon fontSize="small" titleAccess={t(`dashboard.activityTypes.${type}`)} />
      </ListItemIcon>
      <ListItemText
        primary={action}
        secondary={
          <>
            <bdi>{user}</bdi>
            <Box component="span" aria-hidden sx={{ mx: 0.75 }}>
              ·
            </Box>
            <time dateTime={time}>{ago(time, now)}</time>
          </>
        }
        slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }}
      />
    </ListItem>
  );
}
