import Box from '@mui/material/Box';
import { useText } from '../../i18n/useText';
import { Page } from '../../ui/page/Page';
import { ErrorState } from '../../ui/page/States';
import { Activities } from './Activities';
import { DashboardCards } from './DashboardCards';
import { MarksCharts } from './MarksCharts';
import { Overview } from './Overview';
import { QuickActions } from './QuickActions';
import { TopStudents } from './TopStudents';
import { useDashboardStats } from './useDashboard';

const columns = {
  display: 'grid',
  gap: { xs: 2, sm: 3 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
  alignItems: 'start',
} as const;
const column = { display: 'grid', gap: { xs: 2, sm: 3 }, minWidth: 0 } as const;

/** The institute, or what a teacher teaches of it, at a glance. */
export function StaffDashboard() {
  const t = useText();
  const stats = useDashboardStats();
  return (
    <Page
      title={t('dashboard.title')}
      subtitle={t('dashboard.subtitle')}
      cards={<DashboardCards stats={stats.data} />}
    >
      {stats.error && (
        <ErrorState
          title={t('dashboard.loadFailed')}
          error={stats.error}
          onRetry={() => void stats.refetch()}
        />
      )}
      <QuickActions />
      <Box sx={columns}>
        <Box sx={column}>
          {!stats.error && <Overview stats={stats.data} />}
          <MarksCharts />
        </Box>
        <Box sx={column}>
          <TopStudents />
          <Activities />
        </Box>
      </Box>
    </Page>
  );
}
