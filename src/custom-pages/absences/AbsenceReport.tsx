import Download from '@mui/icons-material/FileDownloadOutlined';
import {
  Box,
  Button,
  Chip,
  DialogActions,
  DialogContent,
  Skeleton,
  Stack,
  Tab,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Tabs,
  TextField,
  Typography,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import { cleanText, foldDigits } from '../../../contract/rules/arabicText';
import { absenteeBadge } from '../../../contract/rules/attendance';
import type { Circle } from '../../../contract/circles';
import type { Subject } from '../../../contract/subjects';
import { absenceTypes } from '../../../contract/vocabulary';
import type { CircleChoice } from '../../features/teaching-context/useCircleChoice';
import { useStudentText } from '../../i18n/gender';
import { type PlainTextKey, t } from '../../i18n/text';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { DayField } from '../../ui/form/DayField';
import { BothDates } from '../../ui/page/BothDates';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';
import { type RangeProblems, type Report, type ReportFilter, useAbsenceReport } from './useAbsenceReport';

interface AbsenceReportProps {
  batchName: string;
  subjects: readonly Subject[];
  subjectCode: string | undefined;
  circles: CircleChoice;
  today: string;
  onClose: () => void;
}

export default function AbsenceReport({
  batchName,
  subjects,
  subjectCode,
  circles: { circles, circleId },
  today,
  onClose,
}: AbsenceReportProps) {
  const { filter, change, problems, hasProblem, report, error, refetch, exportReport } = useAbsenceReport(
    batchName,
    today,
    circleId === null || subjectCode === undefined ? {} : { subjectCode, circleId },
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
          <AbsenceReportFilters
            filter={filter}
            subjects={subjects}
            circles={filter.subjectCode === subjectCode ? circles : []}
            problems={problems}
            onChange={change}
          />
          {hasProblem ? (
            <Typography color="text.secondary">{t('absences.mendFilter')}</Typography>
          ) : error ? (
            <ErrorState error={error} onRetry={refetch} />
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
          {t('ui.export')}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}

/** The export has all rows; only the screen has this limit. */
const maxVisibleRows = 200;

function AbsenceReportTable({ report }: { report: Report }) {
  const [view, setView] = useState<'students' | 'absences'>('students');
  const text = useStudentText();
  const total = report[view].length;
  return (
    <Box>
      <Tabs
        value={view}
        onChange={(_, chosen: typeof view) => setView(chosen)}
        aria-label={t('absences.report')}
      >
        <Tab value="students" label={text('absences.byStudent')} />
        <Tab value="absences" label={t('absences.byDay')} />
      </Tabs>
      <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={t('absences.report')}>
        {view === 'students' ? <ByStudent report={report} /> : <ByDay report={report} />}
      </Box>
      {view === 'students' && <SecondaryText sx={{ mt: 1 }}>{text('absences.daysAndTimes')}</SecondaryText>}
      {total > maxVisibleRows && (
        <SecondaryText sx={{ mt: 1 }}>
          {t('absences.firstRows', { shown: maxVisibleRows, total })}
        </SecondaryText>
      )}
    </Box>
  );
}

function TableFrame({ headings, children }: { headings: readonly PlainTextKey[]; children: ReactNode }) {
  const text = useStudentText();
  return (
    <Table size="small" aria-label={t('absences.report')}>
      <TableHead>
        <TableRow>
          {headings.map((heading) => (
            <TableCell key={heading}>{text(heading)}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>{children}</TableBody>
    </Table>
  );
}

function ByStudent({ report }: { report: Report }) {
  return (
    <TableFrame
      headings={[
        'labels.student',
        'teaching.absenceDays',
        'absences.excusedTimes',
        'absences.unexcusedTimes',
      ]}
    >
      {report.students
        .slice(0, maxVisibleRows)
        .map(({ studentId, studentName, days, excused, unexcused }) => (
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
    </TableFrame>
  );
}

const ByDay = ({ report }: { report: Report }) => (
  <TableFrame headings={['labels.date', 'labels.student', 'labels.subject', 'absences.type', 'labels.notes']}>
    {report.absences.slice(0, maxVisibleRows).map(({ id, date, studentName, subjectName, type, notes }) => (
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
  </TableFrame>
);

interface AbsenceReportFiltersProps {
  filter: ReportFilter;
  subjects: readonly Subject[];
  circles: readonly Circle[];
  problems: RangeProblems;
  onChange: (changed: Partial<ReportFilter>) => void;
}

const maxDays = 1_000;

/** Accepts digits of any script. Returns 1 for an empty text, and null for an invalid one. */
function parseMinDays(typed: string): number | null {
  const digits = foldDigits(cleanText(typed));
  if (digits === '') return 1;
  const days = /^\d+$/.test(digits) ? Number(digits) : 0;
  return days >= 1 && days <= maxDays ? days : null;
}

function AbsenceReportFilters({ filter, subjects, circles, problems, onChange }: AbsenceReportFiltersProps) {
  const [days, setDays] = useState(String(filter.minDays));
  const isInvalid = filter.minDays === null;
  const changeDays = (typed: string) => {
    setDays(typed);
    onChange({ minDays: parseMinDays(typed) });
  };
  return (
    <Box
      component="search"
      sx={{
        display: 'grid',
        columnGap: 1.5,
        rowGap: 2,
        gridTemplateColumns: 'repeat(auto-fit, minmax(14rem, 1fr))',
      }}
    >
      <DayField
        label={t('ui.firstDay')}
        value={filter.startDate}
        problem={problems.startDate ? t(problems.startDate) : ''}
        onChange={(startDate) => onChange({ startDate })}
      />
      <DayField
        label={t('ui.lastDay')}
        value={filter.endDate}
        problem={problems.endDate ? t(problems.endDate) : ''}
        onChange={(endDate) => onChange({ endDate })}
      />
      <ChoiceField
        label={t('labels.subject')}
        anyLabel={t('absences.anySubject')}
        value={filter.subjectCode || null}
        choices={subjects.map(({ subject_code, name }) => [subject_code, name] as const)}
        onChange={(code) => onChange({ subjectCode: code ?? '', circleId: null })}
      />
      {circles.length > 0 && (
        <ChoiceField
          label={t('labels.circle')}
          anyLabel={t('teaching.allCircles')}
          value={filter.circleId === null ? null : String(filter.circleId)}
          choices={circles.map(({ id, name }) => [String(id), name] as const)}
          onChange={(id) => onChange({ circleId: id === null ? null : Number(id) })}
        />
      )}
      <ChoiceField
        label={t('absences.type')}
        anyLabel={t('labels.anyType')}
        value={filter.type || null}
        choices={absenceTypes.map((type) => [type, type] as const)}
        onChange={(type) => onChange({ type: type ?? '' })}
      />
      <TextField
        label={t('absences.minDays')}
        value={days}
        onChange={({ target }) => changeDays(target.value)}
        error={isInvalid}
        helperText={isInvalid ? t('validation.between', { least: 1, most: maxDays }) : undefined}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 12 } }}
      />
    </Box>
  );
}
