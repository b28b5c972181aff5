import { Box, LinearProgress, Stack, Typography } from '@mui/material';
import { useId } from 'react';
import type { AttendanceFigures } from '../../../../contract/reports/studentReport';
import type { StudentReport } from '../../../dataProvider/reports';
import { t } from '../../../i18n/text';
import { FactTable } from '../../../ui/list/FactTable';
import { BothDates } from '../../../ui/page/BothDates';
import { Isolated } from '../../../ui/page/Isolated';
import { Panel } from '../../../ui/page/Panel';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { EmptyState } from '../../../ui/page/States';
import { ReportFacts } from './ReportFacts';
import type { OwnReport, ReportSubject } from './reportModel';

type AttendedSubject = ReportSubject & { attendance: AttendanceFigures };
const isAttended = (subject: ReportSubject): subject is AttendedSubject =>
  (subject.attendance?.registers ?? 0) > 0;

/** Only on the screen. A print has these figures in the summary. */
export function Attendance({ report: { academic_performance, subjects } }: { report: OwnReport }) {
  const { attendance_rate: rate, attendance }: Partial<StudentReport['academic_performance']> =
    academic_performance;
  if (rate == null)
    return (
      <div className="no-print">
        <EmptyState title={t('ui.noData')} text={t('studentReport.noRegisters')} />
      </div>
    );
  const attended = subjects.filter(isAttended);
  const count = (value: number | undefined) =>
    value === undefined ? undefined : <Isolated>{value}</Isolated>;
  return (
    <Stack spacing={2} className="no-print">
      <Panel title={t('studentReport.attendanceSum')}>
        <ReportFacts
          columns={4}
          facts={[
            [t('studentReport.attendanceRate'), <Percent key="rate" value={rate} />],
            [t('studentReport.registers'), count(attendance?.registers)],
            [t('labels.excused'), count(attendance?.excused)],
            [t('labels.unexcused'), count(attendance?.unexcused)],
          ]}
        />
      </Panel>
      {attended.length > 0 && (
        <Panel title={t('studentReport.attendance')}>
          <FactTable
            label={t('studentReport.attendanceTable')}
            firstHeading={t('labels.subject')}
            rows={attended}
            rowKey={(subject) => subject.subject_code ?? subject.subject_name}
            renderTitle={({ subject_name }) => <bdi>{subject_name}</bdi>}
            columns={[
              {
                label: t('studentReport.attendanceRate'),
                render: ({ attendance: figures }) =>
                  figures.rate !== null && <Percent value={figures.rate} />,
              },
              { label: t('studentReport.registers'), render: (one) => count(one.attendance.registers) },
              { label: t('labels.excused'), render: (one) => count(one.attendance.excused) },
              { label: t('labels.unexcused'), render: (one) => count(one.attendance.unexcused) },
            ]}
          />
        </Panel>
      )}
    </Stack>
  );
}

const Percent = ({ value }: { value: number }) => <Isolated>{t('ui.percent', { value })}</Isolated>;

/** Shows the progress in weeks (decision 17). */
export function TermProgress({ term }: { term: NonNullable<StudentReport['semester_info']> }) {
  const id = useId();
  const { completed_weeks: completed, total_weeks: total } = term;
  const percent = total > 0 ? Math.round((completed / total) * 100) : 0;
  const weeks = t('studentReport.weeksOf', {
    completed,
    total: t('studentReport.weeks', { smart_count: total }),
  });
  return (
    <Panel title={t('studentReport.term')}>
      <Typography id={id} sx={{ fontWeight: 600 }}>
        <bdi>{term.semester_name}</bdi>
      </Typography>
      <SecondaryText>{weeks}</SecondaryText>
      <LinearProgress
        className="no-print"
        role="meter"
        aria-valuenow={percent}
        variant="determinate"
        value={percent}
        aria-labelledby={id}
        aria-valuetext={weeks}
        sx={{ height: 8, borderRadius: 1, my: 1.5 }}
      />
      <Box sx={{ '@media print': { mt: 1 } }}>
        <ReportFacts
          columns={2}
          facts={[
            [t('labels.termStart'), <BothDates key="start" value={term.start_date} />],
            [t('labels.termEnd'), <BothDates key="end" value={term.end_date} />],
          ]}
        />
      </Box>
    </Panel>
  );
}
