import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { SubmissionRow } from '../../../../contract/assignments';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';
import { Moment } from '../../../ui/page/Moment';
import { LateChip } from './LateChip';
import { SubmissionLinks } from './SubmissionLinks';
import { SubmissionScore } from './SubmissionScore';

/** A line for everybody of the batch. */
export function SubmissionTable({ rows }: { rows: readonly SubmissionRow[] }) {
  const t = useText();
  return (
    <TableContainer
      component={Card}
      tabIndex={0}
      role="region"
      aria-label={t('assignments.submissionsTitle')}
    >
      <Table>
        <TableHead>
          <TableRow>
            <TableCell>{t('assignments.student')}</TableCell>
            <TableCell>{t('assignments.universityId')}</TableCell>
            <TableCell>{t('assignments.submittedAt')}</TableCell>
            <TableCell align="center">{t('assignments.score')}</TableCell>
            <TableCell>{t('ui.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.university_id} hover>
              <TableCell component="th" scope="row">
                <bdi>{row.student_name}</bdi>
              </TableCell>
              <TableCell>
                <Isolated>{row.university_id}</Isolated>
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                {row.submitted_at ? (
                  <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
                    <Moment value={row.submitted_at} />
                    {row.is_late && <LateChip />}
                  </Stack>
                ) : (
                  t('ui.nothing')
                )}
              </TableCell>
              <TableCell align="center">
                <SubmissionScore row={row} />
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                <SubmissionLinks row={row} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
