import Attendance from '@mui/icons-material/EventAvailableOutlined';
import Grades from '@mui/icons-material/GradingOutlined';
import Circles from '@mui/icons-material/Groups2Outlined';
import Tell from '@mui/icons-material/SmsOutlined';
import Groups from '@mui/icons-material/GroupsOutlined';
import Info from '@mui/icons-material/InfoOutlined';
import LibraryBooks from '@mui/icons-material/LibraryBooksOutlined';
import MenuBook from '@mui/icons-material/MenuBookOutlined';
import AddStudent from '@mui/icons-material/PersonAddAlt1Outlined';
import Print from '@mui/icons-material/PrintOutlined';
import School from '@mui/icons-material/SchoolOutlined';
import { Box, IconButton, Skeleton, Stack, Tooltip, Typography } from '@mui/material';
import { memo, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import type { DashboardStats } from '../../../contract/dashboard';
import { canOpen } from '../../dataProvider/access';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useSession } from '../../dataProvider/session';
import { AnnouncementNotices, useAnnouncements } from '../../features/announcements/AnnouncementNotices';
import { formulas } from '../../i18n/ar/dashboardFormulas';
import { type PlainTextKey, t } from '../../i18n/text';
import { Isolated } from '../../ui/page/Isolated';
import { LinkButton } from '../../ui/page/LinkButton';
import { Page } from '../../ui/page/Page';
import { Panel } from '../../ui/page/Panel';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';
import { lazyComponent } from '../../ui/page/lazyComponent';
import { StatCard, StatCards } from '../../ui/report/StatCard';
import { MarksCharts } from './MarksCharts';
import { TodayWork, useTodayWork } from './TodayWork';
import { useDashboardStats } from './dashboardQueries';

const FirstHour = lazyComponent(() => import('./FirstHour'), null);
const BackupLine = lazyComponent(() => import('../../features/backups/BackupLine'), null);
const LazyStudentsAndActivities = lazyComponent(
  () => import('./Activities'),
  <Skeleton variant="rounded" height={760} />,
);
// The panels load their own data, and do not render again when the stats arrive.
const StudentsAndActivities = memo(LazyStudentsAndActivities);
const Charts = memo(MarksCharts);

/** A student has no dashboard, so his own report opens. */
export default function DashboardPage() {
  const role = useSession()?.user.role;
  return role === 'student' ? <Navigate to="/reports" replace /> : <StaffDashboard />;
}

const columns = {
  display: 'grid',
  gap: { xs: 2, sm: 3 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
  alignItems: 'start',
} as const;
const column = { display: 'grid', gap: { xs: 2, sm: 3 }, minWidth: 0 } as const;

/** Shows the stats of the institute, or of a teacher's subjects. */
function StaffDashboard() {
  const stats = useDashboardStats();
  const { role, section = null } = useSession()?.user ?? {};
  const isOurs = useServerFeatures().isOurs === true;
  const work = useTodayWork(role === 'teacher');
  const isOverseer = role === 'admin' && section === null && isOurs;
  const setUpStats = isOverseer ? stats.data : undefined;
  const notices = useAnnouncements();
  // The height of a teacher's day depends on his circles. The other panels wait, so that nothing jumps.
  const isWaiting = notices.isPending || (role === 'teacher' && work.isPending);
  const hasStudents = (setUpStats?.students ?? 0) > 0;
  return (
    <Page
      title={t('shell.dashboard')}
      subtitle={t('dashboard.subtitle')}
      cards={
        <>
          <AnnouncementNotices notices={notices} hasGapBelow />
          {role === 'teacher' && !notices.isPending && <TodayWork work={work} />}
          {!isWaiting && <DashboardCards stats={stats.data} />}
        </>
      }
    >
      {stats.error && <ErrorState title={t('ui.loadFailed')} error={stats.error} onRetry={stats.refetch} />}
      {isOverseer && <BackupLine isWarning />}
      {setUpStats && !hasStudents && <FirstHour stats={setUpStats} />}
      {!isWaiting && <BelowCards stats={stats} />}
      {/* The steps load late. At the end they move nothing of a dashboard with figures. */}
      {setUpStats && hasStudents && <FirstHour stats={setUpStats} />}
      {isOverseer && <BackupLine isWarning={false} />}
    </Page>
  );
}

function BelowCards({ stats }: { stats: ReturnType<typeof useDashboardStats> }) {
  return (
    <>
      <QuickActions />
      <Box sx={columns}>
        <Box sx={column}>
          {!stats.error && <Overview stats={stats.data} />}
          <Charts />
        </Box>
        <Box sx={column}>
          <StudentsAndActivities />
        </Box>
      </Box>
    </>
  );
}

const quickActions: readonly { label: PlainTextKey; to: string; icon: ReactNode }[] = [
  { label: 'menu.addStudent', to: '/students/create', icon: <AddStudent /> },
  { label: 'dashboard.recordGrades', to: '/grades', icon: <Grades /> },
  { label: 'dashboard.recordAttendance', to: '/absences', icon: <Attendance /> },
  { label: 'dashboard.printReport', to: '/reports', icon: <Print /> },
];

/** Supervisors check the circles in the evening. */
const circlesAction = {
  label: 'dashboard.circlesToday',
  to: '/halaqa/overview',
  icon: <Circles />,
} as const;

/** A teacher has this link beside the work of his day. */
const tellAction = { label: 'menu.tell', to: '/tell', icon: <Tell /> } as const;

/** Other servers do not have these screens. */
const ownScreens: ReadonlySet<string> = new Set([circlesAction.to, tellAction.to]);

function QuickActions() {
  const role = useSession()?.user.role;
  const { has, isOurs } = useServerFeatures();
  // Reserves the space until the features of the server are loaded.
  const hasCircles = has('hifz') || isOurs === null;
  const hasMessages = role === 'admin' && (has('tell') || isOurs === null);
  const allowedActions = [
    ...quickActions,
    ...(hasCircles ? [circlesAction] : []),
    ...(hasMessages ? [tellAction] : []),
  ].filter(({ to }) => role && canOpen(role, to));
  return (
    <Stack
      component="section"
      direction="row"
      aria-label={t('dashboard.quickActions')}
      sx={{ gap: 1, flexWrap: 'wrap', '& > *': { flex: { xs: '1 1 9rem', sm: '0 0 auto' } } }}
    >
      {allowedActions.map(({ label, to, icon }) => (
        <LinkButton
          key={to}
          to={to}
          label={t(label)}
          variant="outlined"
          startIcon={icon}
          sx={{ visibility: isOurs === null && ownScreens.has(to) ? 'hidden' : 'visible' }}
        />
      ))}
    </Stack>
  );
}

interface CardStat {
  name: 'programs' | 'batches' | 'students' | 'subjects';
  label: PlainTextKey;
  icon: ReactNode;
  to: string;
}

const activeOnly = encodeURIComponent(JSON.stringify({ is_active: true }));
const cardStats: readonly CardStat[] = [
  { name: 'programs', label: 'labels.programs', icon: <MenuBook />, to: '/programs' },
  {
    name: 'batches',
    label: 'dashboard.activeBatches',
    icon: <School />,
    to: `/batches?filter=${activeOnly}`,
  },
  { name: 'students', label: 'dashboard.students', icon: <Groups />, to: '/students' },
  { name: 'subjects', label: 'labels.subjects', icon: <LibraryBooks />, to: '/subjects' },
];

/** A card links to its list if the user may open the list. */
function DashboardCards({ stats }: { stats: DashboardStats | undefined }) {
  const user = useSession()?.user;
  return (
    <StatCards>
      {cardStats.map(({ name, label, icon, to }) => (
        <StatCard
          key={name}
          label={t(label)}
          icon={icon}
          value={stats?.[name]}
          to={user && canOpen(user.role, `/${name}`, user.section) ? to : undefined}
        />
      ))}
    </StatCards>
  );
}

const overviewStats = [
  'successRate',
  'averageGrade',
  'attendanceRate',
  'activeStudents',
  'assignments',
  'todayAbsences',
] as const;
const percentStats: ReadonlySet<string> = new Set<(typeof overviewStats)[number]>([
  'successRate',
  'averageGrade',
  'attendanceRate',
]);

function Overview({ stats }: { stats: DashboardStats | undefined }) {
  // Another server does not tell, but without students there is no register.
  const { students, attendanceRateIsDefault: isDefault = students === 0 }: Partial<DashboardStats> =
    stats ?? {};
  return (
    <Panel title={t('dashboard.performance')}>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        {overviewStats.map((name) => {
          const isRateDefault = name === 'attendanceRate' && isDefault;
          return (
            <OverviewStat
              key={name}
              name={t(`dashboard.${name}`)}
              formula={formulas[isRateDefault ? 'attendanceDefault' : name]}
              value={stats === undefined ? undefined : formatValue(stats[name])}
              note={isRateDefault ? t('dashboard.defaultValue') : ''}
            />
          );
          function formatValue(value: number | null) {
            if (value === null) return t('ui.noData');
            return percentStats.has(name) ? t('ui.percent', { value }) : String(value);
          }
        })}
      </Box>
    </Panel>
  );
}

interface OverviewStatProps {
  name: string;
  formula: string;
  value: string | undefined;
  note: string;
}

function OverviewStat({ name, formula, value, note }: OverviewStatProps) {
  return (
    <div>
      <Box component="dt" sx={{ display: 'flex', alignItems: 'center', color: 'text.secondary' }}>
        <Typography variant="body2">{name}</Typography>
        <Tooltip title={formula} enterTouchDelay={0} leaveTouchDelay={6_000} describeChild>
          <IconButton size="small" aria-label={t('dashboard.howCounted', { name })}>
            <Info fontSize="small" />
          </IconButton>
        </Tooltip>
      </Box>
      <Typography component="dd" sx={{ m: 0, fontSize: '1.25rem', fontWeight: 700 }}>
        {value === undefined ? <Skeleton width={64} /> : <Isolated>{value}</Isolated>}
        {note && (
          <SecondaryText component="span" variant="caption" sx={{ display: 'block' }}>
            {note}
          </SecondaryText>
        )}
      </Typography>
    </div>
  );
}
