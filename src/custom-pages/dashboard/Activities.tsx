import Success from '@mui/icons-material/AddCircleOutline';
import Info from '@mui/icons-material/EditOutlined';
import Warning from '@mui/icons-material/RemoveCircleOutline';
import {
  Box,
  List,
  ListItem,
  ListItemIcon,
  ListItemText,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { PerformanceData, RecentActivity } from '../../../contract/dashboard';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';
import { Isolated } from '../../ui/page/Isolated';
import { Panel } from '../../ui/page/Panel';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { formatAgo, useNow } from '../../ui/page/useAgo';
import { usePerformance } from './dashboardQueries';

const icons = { info: Info, success: Success, warning: Warning };
const infoColour = { color: 'info.main' };
const iconColours = {
  info: infoColour,
  success: { color: 'success.main' },
  warning: { color: 'warning.main' },
};

export default function StudentsAndActivities() {
  const students = usePerformance();
  const activities = useActivities();
  return (
    <>
      <TopStudents performance={students} />
      {/* The activities wait for the table above, because its height is unknown until it loads. */}
      {!students.isPending && <Activities activities={activities} />}
    </>
  );
}

/** If the activities cannot be loaded, the list has one line of welcome (spec 1 §2). */
function Activities({ activities }: { activities: ReturnType<typeof useActivities> }) {
  const { data, isPending, error } = activities;
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
  const Icon = icons[type];
  return (
    <ListItem disableGutters sx={{ alignItems: 'flex-start', py: 0.5 }}>
      <ListItemIcon sx={{ minWidth: 36, mt: 0.75, ...iconColours[type] }}>
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
            <time dateTime={time}>{formatAgo(time, now)}</time>
          </>
        }
        slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }}
      />
    </ListItem>
  );
}

/** Students with equal averages share a rank. */
function TopStudents({ performance }: { performance: ReturnType<typeof usePerformance> }) {
  const { data, isPending, error } = performance;
  if (error) return null; // the charts show the error, and their button retries both queries
  return (
    <Panel title={t('dashboard.topStudents')}>
      {isPending ? (
        <Skeleton variant="rounded" height={740} />
      ) : data && data.topStudents.length > 0 ? (
        <Table size="small" aria-label={t('dashboard.topStudents')} sx={{ '& td, & th': { px: 1 } }}>
          <TableHead>
            <TableRow>
              <TableCell align="center">{t('labels.rank')}</TableCell>
              <TableCell>{t('labels.student')}</TableCell>
              <TableCell align="center">{t('labels.average')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {addRanks(data.topStudents).map(({ index, rank, full_name, subjects_count, average_grade }) => (
              <TableRow key={index}>
                <TableCell align="center">
                  <Isolated>{rank}</Isolated>
                </TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>
                  {full_name}
                  <SecondaryText variant="caption" sx={{ display: 'block' }}>
                    {t('counted.subjects', { smart_count: subjects_count })}
                  </SecondaryText>
                </TableCell>
                <TableCell align="center">
                  <Isolated>{average_grade.toFixed(1)}</Isolated>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      ) : (
        <Typography color="text.secondary">{t('dashboard.noResults')}</Typography>
      )}
    </Panel>
  );
}

/** Another server sends no `rank`; the index then gives the rank. */
const addRanks = (students: PerformanceData['topStudents']) =>
  students.map((student, index) => ({ ...student, index, rank: student.rank ?? index + 1 }));

function useActivities() {
  const { recentActivities } = useApi();
  return useQuery({ queryKey: ['dashboard', 'activities'], queryFn: () => recentActivities() });
}
