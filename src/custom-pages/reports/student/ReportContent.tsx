import { Box, Button, LinearProgress, Skeleton, Stack, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { dailyRecordType } from '../../../../contract/vocabulary';
import type { StudentReport } from '../../../dataProvider/reports';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { t } from '../../../i18n/text';
import { BothDates } from '../../../ui/page/BothDates';
import { Isolated } from '../../../ui/page/Isolated';
import { Panel } from '../../../ui/page/Panel';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { EmptyState } from '../../../ui/page/States';
import { lazyComponent } from '../../../ui/page/lazyComponent';
import { RecitationRecords, hasRecordKinds } from './RecitationRecords';
import { Marks } from './Marks';
import { MarksChart } from './MarksChart';
import { ReportCards } from './ReportCards';
import { findBest, type OwnReport, completeResults } from './reportModel';

const FormerPrograms = lazyComponent(
  () => import('./FormerPrograms'),
  <Skeleton variant="rounded" height={240} />,
);
const HifzPanel = lazyComponent(
  () => import('../../../features/hifz/HifzPanel'),
  <Skeleton variant="rounded" height={720} />,
);

const twoColumns = {
  display: 'grid',
  gap: { xs: 2, sm: 3 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  '@media print': { gap: 1, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
} as const;

interface ReportContentProps {
  report: OwnReport;
  /** Null: all levels. */
  level: number | null;
  onAllLevels: () => void;
}

export function ReportContent({ report, level, onAllLevels }: ReportContentProps) {
  const results = completeResults(report.subjects);
  const hasSubjects = report.subjects.length > 0;
  const { student_id, name } = report.student_info;
  const dailySubjects = report.subjects
    .filter(({ type }) => type === dailyRecordType)
    .map(({ subject_code, subject_name }) => ({ subject_code, name: subject_name }));
  const hasHifzMap = useServerFeatures().has('hifz') && dailySubjects.length > 0;
  return (
    <Stack spacing={{ xs: 2, sm: 3 }} sx={{ '@media print': { '& > * + *': { mt: '8px !important' } } }}>
      <ReportCards figures={report.academic_performance} />
      <ReportInfo student_info={report.student_info} semester_info={report.semester_info} />
      {hasSubjects ? (
        <Marks subjects={report.subjects} repeated={report.repeated} />
      ) : (
        <NoSubjects level={level} onAllLevels={onAllLevels} />
      )}
      {report.subjects.filter(hasRecordKinds).map((subject) => (
        <RecitationRecords
          key={subject.subject_code}
          studentId={report.student_info.student_id}
          subject={subject}
        />
      ))}
      {hasHifzMap && <HifzPanel student={student_id} name={name} subjects={dailySubjects} />}
      {report.former && report.former.length > 0 && <FormerPrograms former={report.former} />}
      <Box sx={twoColumns}>
        {report.semester_info && <TermProgress term={report.semester_info} />}
        {hasSubjects && <Summary report={report} />}
      </Box>
      {results.length > 0 && <MarksChart results={results} />}
    </Stack>
  );
}

function NoSubjects({ level, onAllLevels }: Pick<ReportContentProps, 'level' | 'onAllLevels'>) {
  if (level === null)
    return <EmptyState title={t('studentReport.emptyTitle')} text={t('studentReport.noSubjectsYet')} />;
  return (
    <EmptyState
      title={t('studentReport.noSubjectsTitle', { level })}
      text={t('studentReport.noSubjectsText')}
      action={
        <Button variant="outlined" onClick={onAllLevels}>
          {t('studentReport.showAll')}
        </Button>
      }
    />
  );
}

type ReportInfoProps = Pick<StudentReport, 'student_info' | 'semester_info'>;

function ReportInfo({ student_info: student, semester_info: semester }: ReportInfoProps) {
  const formatOptional = (value: string | null) =>
    value ? <Isolated>{value}</Isolated> : t('ui.notSpecified');
  return (
    <Panel title={t('studentReport.info')}>
      <Facts
        columns={4}
        isFirstWide
        facts={[
          [t('studentReport.name'), <bdi key="name">{student.name}</bdi>],
          [t('labels.studentNumber'), <Isolated key="number">{student.student_id}</Isolated>],
          [t('studentReport.email'), formatOptional(student.email)],
          [t('studentReport.phone'), student.phone ? formatOptional(student.phone) : undefined],
          [t('labels.program'), formatOptional(student.program)],
          [t('labels.batch'), formatOptional(student.batch)],
          [
            t('studentReport.semester'),
            semester ? <bdi key="semester">{semester.semester_name}</bdi> : undefined,
          ],
        ]}
      />
    </Panel>
  );
}

/** Shows the progress in weeks (decision 17). */
function TermProgress({ term }: { term: NonNullable<StudentReport['semester_info']> }) {
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
        <Facts
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

/** Leaves out values that the server does not send. */
function Summary({ report }: { report: OwnReport }) {
  const { total_subjects: total, ...performance }: Partial<StudentReport['academic_performance']> =
    report.academic_performance;
  const completedCount = report.subjects.filter(({ letter_grade }) => letter_grade !== null).length;
  const best = findBest(completeResults(report.subjects));
  const { attendance } = performance;
  const count = (value: number | undefined): ReactNode | undefined =>
    value === undefined ? undefined : <Isolated>{value}</Isolated>;
  const gpa = (value: number | null | undefined): ReactNode | undefined =>
    value == null ? undefined : t('studentReport.ofFive', { value: value.toFixed(2) });
  return (
    <Panel title={t('studentReport.summary')}>
      <Facts
        columns={2}
        facts={[
          [
            t('studentReport.completedSubjects'),
            t('studentReport.rankOf', { rank: completedCount, total: total ?? 0 }),
          ],
          [
            t('studentReport.bestSubject'),
            best && (
              <>
                <bdi>{best.name}</bdi> <Isolated>{t('ui.percent', { value: best.percentage })}</Isolated>
              </>
            ),
          ],
          [t('studentReport.levelGpa'), gpa(performance.level_gpa)],
          [t('studentReport.cumulativeGpa'), gpa(performance.cumulative_gpa)],
          [t('studentReport.registers'), count(attendance?.registers)],
          [t('labels.excused'), count(attendance?.excused)],
          [t('labels.unexcused'), count(attendance?.unexcused)],
        ]}
      />
    </Panel>
  );
}

interface FactsProps {
  /** Undefined values are left out. */
  facts: readonly (readonly [name: string, value: ReactNode | undefined])[];
  /** Number of columns on a wide screen. */
  columns: number;
  /** On a phone the first fact fills a row, because names are long. */
  isFirstWide?: boolean;
}

const Facts = ({ facts, columns, isFirstWide = false }: FactsProps) => (
  <Box
    component="dl"
    sx={{
      m: 0,
      display: 'grid',
      gap: 2,
      gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: `repeat(${columns}, minmax(0, 1fr))` },
      ...(isFirstWide && { '& > :first-of-type': { gridColumn: { xs: '1 / -1', md: 'auto' } } }),
      '@media print': { gap: 0.5, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` },
    }}
  >
    {facts.map(
      ([name, value]) =>
        value !== undefined && (
          <div key={name}>
            <SecondaryText component="dt">{name}</SecondaryText>
            <Typography component="dd" sx={{ m: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
              {value}
            </Typography>
          </div>
        ),
    )}
  </Box>
);
