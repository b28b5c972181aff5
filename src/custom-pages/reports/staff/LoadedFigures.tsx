import Groups from '@mui/icons-material/GroupsOutlined';
import MenuBook from '@mui/icons-material/MenuBookOutlined';
import Box from '@mui/material/Box';
import { useGetList } from 'react-admin';
import { useText } from '../../../i18n/useText';
import { StatCard, StatCards } from '../../../ui/StatCard';

/** How many students and subjects the form has to choose from: of the batch, else of all that the caller sees. */
export function LoadedFigures({ batchId }: { batchId: number | null }) {
  const t = useText();
  const query = {
    filter: batchId === null ? {} : { batch_id: batchId },
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'id', order: 'ASC' as const },
  };
  const students = useGetList('students', query);
  const subjects = useGetList('subjects', query);
  const hint = t(batchId === null ? 'staffReports.ofAll' : 'staffReports.ofBatch');
  const shown = ({ total, error }: typeof students) => (error ? t('ui.nothing') : total);
  return (
    <Box className="no-print">
      <StatCards>
        <StatCard
          label={t('staffReports.studentsLoaded')}
          icon={<Groups />}
          value={shown(students)}
          hint={hint}
        />
        <StatCard
          label={t('staffReports.subjectsLoaded')}
          icon={<MenuBook />}
          value={shown(subjects)}
          hint={hint}
        />
      </StatCards>
    </Box>
  );
}
