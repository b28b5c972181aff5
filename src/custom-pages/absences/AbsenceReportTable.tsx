import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { absenteeBadge } from '../../../contract/rules/attendance';
import { type PlainTextKey, useText } from '../../i18n/useText';
import { BothDates } from '../../ui/page/BothDates';
import { Isolated } from '../../ui/page/Isolated';
import type { Report } from './useAbsenceReport';

/** A page shows so many; the export has them all. */
const maxShown = 200;

/** The report by student, or each absence. */
export function AbsenceReportTable({ report }: { report: Report }) {
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
