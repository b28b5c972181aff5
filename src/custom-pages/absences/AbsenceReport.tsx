import Download from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { absenteeBadge } from '../../../contract/rules/attendance';
import type { Subject } from '../../../contract/subjects';
import { type PlainTextKey, useText } from '../../i18n/useText';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { BothDates } from '../../ui/page/BothDates';
import { Isolated } from '../../ui/page/Isolated';
import { ErrorState } from '../../ui/page/States';
import { AbsenceReportFilters } from './AbsenceReportFilters';
import { type Report, useAbsenceReport } from './useAbsenceReport';

interface AbsenceReportProps {
  batchName: string;
  subjects: readonly Subject[];
  today: string;
  onClose: () => void;
}

/** Absences of a batch with real filters, and as .xlsx. */
export function AbsenceReport({ batchName, subjects, today, onClose }: AbsenceReportProps) {
  const t = useText();
  const { filter, change, problems, hasProblem, report, error, refetch, exportReport } = useAbsenceReport(
    batchName,
    today,
  );
  const hasRows = Boolean(report && report.absences.length > 0);
  return (
    <FormDialog
      isOpen
      maxWidth="md"
      title={t('absences.reportTitle', { batch: batchName })}
      onClose={onClose}
    >
      <DialogContent>
        <Stack spacing={2} sx={{ pt: 1 }}>
          <AbsenceReportFilters filter={filter} subjects={subjects} problems={problems} onChange={change} />
          {hasProblem ? (
            <Typography color="text.secondary">{t('absences.mendFilter')}</Typography>
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : report === undefined ? (
            <Skeleton variant="rounded" height={280} />
          ) : report === null ? (
            <Typography color="text.secondary">{t('absences.reportMissing')}</Typography>
          ) : hasRows ? (
            <AbsenceReportTable report={report} />
          ) : (
            <Typography color="text.secondary" role="status">
              {t('absences.reportEmpty')}
            </Typography>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui.close')}</Button>
        <Button
          variant="contained"
          startIcon={<Download />}
          disabled={!hasRows}
          onClick={() => report && void exportReport(report)}
        >
          {t('absences.exportReport')}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}

/** A page shows so many; the export has them all. */
const maxShown = 200;

/** The report by student, or each absence. */
function AbsenceReportTable({ report }: { report: Report }) {
  const t = useText();
  const [view, setView] = useState<'students' | 'absences'>('students');
  const total = report[view].length;
  return (
    <Box>
      <Tabs
        value={view}
        onChange={(_, chosen: typeof view) => setView(chosen)}
        aria-label={t('absences.report')}
      >
        <Tab value="students" label={t('absences.byStudent')} />
        <Tab value="absences" label={t('absences.byDay')} />
      </Tabs>
      <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={t('absences.report')}>
        {view === 'students' ? <ByStudent report={report} /> : <ByDay report={report} />}
      </Box>
      {view === 'students' && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          {t('absences.daysAndTimes')}
        </Typography>
      )}
      {total > maxShown && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          {t('absences.firstRows', { shown: maxShown, total })}
        </Typography>
      )}
    </Box>
  );
}

function Frame({ heads, children }: { heads: readonly PlainTextKey[]; children: ReactNode }) {
  const t = useText();
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          {heads.map((head) => (
            <TableCell key={head}>{t(head)}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>{children}</TableBody>
    </Table>
  );
}

function ByStudent({ report }: { report: Report }) {
  const t = useText();
  return (
    <Frame
      heads={['absences.student', 'absences.daysAbsent', 'absences.excusedTimes', 'absences.unexcusedTimes']}
    >
      {report.students.slice(0, maxShown).map(({ studentId, studentName, days, excused, unexcused }) => (
        <TableRow key={studentId}>
          <TableCell component="th" scope="row">
            {studentName}
          </TableCell>
          <TableCell>
            <Chip
              size="small"
              color={absenteeBadge(days)}
              label={t('absences.days', { smart_count: days })}
            />
          </TableCell>
          <TableCell>
            <Isolated>{excused}</Isolated>
          </TableCell>
          <TableCell>
            <Isolated>{unexcused}</Isolated>
          </TableCell>
        </TableRow>
      ))}
    </Frame>
  );
}

const ByDay = ({ report }: { report: Report }) => (
  <Frame
    heads={['absences.date', 'absences.student', 'absences.reportSubject', 'absences.type', 'absences.notes']}
  >
    {report.absences.slice(0, maxShown).map(({ id, date, studentName, subjectName, type, notes }) => (
      <TableRow key={id}>
        <TableCell sx={{ whiteSpace: 'nowrap' }}>
          <BothDates value={date} />
        </TableCell>
        <TableCell>{studentName}</TableCell>
        <TableCell>{subjectName}</TableCell>
        <TableCell sx={{ whiteSpace: 'nowrap' }}>{type}</TableCell>
        <TableCell sx={{ overflowWrap: 'anywhere' }}>{notes}</TableCell>
      </TableRow>
    ))}
  </Frame>
);
