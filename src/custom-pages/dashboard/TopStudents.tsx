import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { PerformanceData } from '../../../contract/dashboard';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import { Panel } from '../../ui/page/Panel';
import { usePerformance } from './useDashboard';

/** Rank, name, subjects and average of the best; equal averages share a rank. */
export function TopStudents() {
  const t = useText();
  const { data, isPending, error } = usePerformance();
  if (error) return null; // the charts beside it say so, and try again for both
  return (
    <Panel title={t('dashboard.topStudents')}>
      {isPending ? (
        <Skeleton variant="rounded" height={320} />
      ) : data && data.topStudents.length > 0 ? (
        <Table size="small" sx={{ '& td, & th': { px: 1 } }}>
          <TableHead>
            <TableRow>
              <TableCell align="center">{t('dashboard.rank')}</TableCell>
              <TableCell>{t('dashboard.student')}</TableCell>
              <TableCell align="center">{t('dashboard.average')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {ranked(data.topStudents).map(({ place, rank, full_name, subjects_count, average_grade }) => (
              <TableRow key={place}>
                <TableCell align="center">
                  <Isolated>{rank}</Isolated>
                </TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>
                  {full_name}
                  <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
                    {t('dashboard.subjectsCount', { smart_count: subjects_count })}
                  </Typography>
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

/** A server of the specification tells no ranks: its order does. */
const ranked = (students: PerformanceData['topStudents']) =>
  students.map((student, index) => ({ ...student, place: index, rank: student.rank ?? index + 1 }));
