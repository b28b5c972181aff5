import FactCheck from '@mui/icons-material/FactCheckOutlined';
import Groups from '@mui/icons-material/GroupsOutlined';
import MenuBook from '@mui/icons-material/MenuBookOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useGetList } from 'react-admin';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { StatCard, StatCards } from '../../../ui/report/StatCard';
import { countsKey } from './useReportOutput';

/**
 * How many students and subjects the form has to choose from, of the batch or else of all that the caller sees; and
 * how many reports were generated and printed, from the log.
 */
export function LoadedFigures({ batchId }: { batchId: number | null }) {
  const t = useText();
  const query = {
    filter: batchId === null ? {} : { batch_id: batchId },
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'id', order: 'ASC' as const },
  };
  const students = useGetList('students', query);
  const subjects = useGetList('subjects', query);
  const { reportCounts } = useDataProvider<Api>();
  const counts = useQuery({ queryKey: countsKey, queryFn: () => reportCounts() });
  const hint = t(batchId === null ? 'staffReports.ofAll' : 'staffReports.ofBatch');
  const totalOf = ({ total, error }: typeof students) => (error ? t('ui.nothing') : total);
  // Another server counts none, and then no figure is shown.
  const countOf = (action: 'generated' | 'printed') =>
    counts.error || counts.data === null ? t('ui.nothing') : counts.data?.[action];
  return (
    <Box className="no-print">
      <StatCards>
        <StatCard
          label={t('staffReports.studentsLoaded')}
          icon={<Groups />}
          value={totalOf(students)}
          hint={hint}
        />
        <StatCard
          label={t('staffReports.subjectsLoaded')}
          icon={<MenuBook />}
          value={totalOf(subjects)}
          hint={hint}
        />
        <StatCard
          label={t('staffReports.generatedCount')}
          icon={<FactCheck />}
          value={countOf('generated')}
          hint={t('staffReports.fromLog')}
        />
        <StatCard
          label={t('staffReports.printedCount')}
          icon={<Print />}
          value={countOf('printed')}
          hint={t('staffReports.fromLog')}
        />
      </StatCards>
    </Box>
  );
}
