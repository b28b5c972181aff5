import { Box, Button, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode } from 'react';
import { hijriDate } from '../../../../contract/rules/hijri';
import { type Level, levelNames } from '../../../../contract/vocabulary';
import type { StudentReport } from '../../../dataProvider/reports';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { useApi } from '../../../dataProvider/useApi';
import { NoteMark, NoteText } from '../../../features/behaviour/NoteFacts';
import { textFor } from '../../../i18n/gender';
import { t } from '../../../i18n/text';
import { ListRow } from '../../../ui/list/ListRow';
import { Isolated } from '../../../ui/page/Isolated';
import { Panel } from '../../../ui/page/Panel';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { EmptyState } from '../../../ui/page/States';
import { lazyComponent } from '../../../ui/page/lazyComponent';
import { Attendance, TermProgress } from './Attendance';
import { Marks } from './Marks';
import { MarksChart } from './MarksChart';
import { ReportCards } from './ReportCards';
import { ReportFacts } from './ReportFacts';
import { type ReportPart, ReportTabs, Section, useReportPart } from './ReportTabs';
import {
  completeResults,
  findBest,
  type findDailySubjects,
  hasRecordKinds,
  type OwnReport,
} from './reportModel';

const FormerPrograms = lazyComponent(
  () => import('./FormerPrograms'),
  <Skeleton variant="rounded" height={240} />,
);
const RecitationRecords = lazyComponent(
  () => import('./RecitationRecords'),
  <Skeleton variant="rounded" height={240} />,
);
const HifzPanel = lazyComponent(
  () => import('../../../features/hifz/HifzPanel'),
  <Skeleton variant="rounded" height={720} />,
);

interface ReportContentProps {
  report: OwnReport;
  /** The subjects of memorisation of all levels. */
  memorised: ReturnType<typeof findDailySubjects>;
  /** Null: all levels. */
  level: number | null;
  onAllLevels: () => void;
}

/** A part is visible if its tab is selected. A print has the sections of all parts, in this order. */
export const ReportContent = memo(function ReportContent({
  report,
  memorised,
  level,
  onAllLevels,
}: ReportContentProps) {
  const results = completeResults(report.subjects);
  const hasSubjects = report.subjects.length > 0;
  const { semester_info: semester, former } = report;
  const { student_id, name } = report.student_info;
  const hasHifz = memorised.length > 0;
  const { part, setPart } = useReportPart(hasHifz);
  const sectionOf = (owner: ReportPart) => ({ isVisible: part === owner });
  return (
    <ReportTabs part={part} hasHifz={hasHifz} onChange={setPart}>
      <Section {...sectionOf('marks')}>
        <ReportCards figures={report.academic_performance} section={report.student_info.section} />
      </Section>
      {part === 'attendance' && <Attendance report={report} />}
      {part === 'record' && <OwnNotes />}
      <Section {...sectionOf('record')}>
        <ReportInfo student_info={report.student_info} semester_info={semester} />
      </Section>
      <Section {...sectionOf('marks')}>
        {hasSubjects ? (
          <Marks subjects={report.subjects} repeated={report.repeated} />
        ) : (
          <NoSubjects level={level} onAllLevels={onAllLevels} />
        )}
      </Section>
      {part === 'record' &&
        report.subjects
          .filter(hasRecordKinds)
          .map((subject) => (
            <RecitationRecords key={subject.subject_code} studentId={student_id} subject={subject} />
          ))}
      {part === 'hifz' && <HifzPanel student={student_id} name={name} subjects={memorised} />}
      {former && former.length > 0 && (
        <Section {...sectionOf('marks')}>
          <FormerPrograms former={former} />
        </Section>
      )}
      <Box sx={twoColumnsInPrint}>
        {semester && (
          <Section {...sectionOf('attendance')}>
            <TermProgress term={semester} />
          </Section>
        )}
        {hasSubjects && (
          <Section {...sectionOf('marks')}>
            <Summary report={report} />
          </Section>
        )}
      </Box>
      {part === 'marks' && results.length > 0 && <MarksChart results={results} />}
    </ReportTabs>
  );
});

const twoColumnsInPrint = {
  '@media print': { display: 'grid', gap: 1, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
} as const;

function NoSubjects({ level, onAllLevels }: Pick<ReportContentProps, 'level' | 'onAllLevels'>) {
  if (level === null)
    return <EmptyState title={t('studentReport.emptyTitle')} text={t('studentReport.noSubjectsYet')} />;
  return (
    <EmptyState
      title={t('studentReport.noSubjectsTitle', { level: levelNames[level as Level] ?? String(level) })}
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
    <Panel title={textFor(student.section)('studentReport.info')}>
      <ReportFacts
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
      <ReportFacts
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

/** A student of age reads what a guardian would read. Without notes there is no panel, and no paper has them. */
function OwnNotes() {
  const { behaviour } = useApi();
  const isOurs = useServerFeatures().has('guardians');
  const { data = [] } = useQuery({
    queryKey: ['behaviour-notes', 'own'],
    queryFn: async () => (await behaviour()).own(),
    enabled: isOurs,
  });
  if (data.length === 0) return null;
  return (
    <Panel title={t('behaviour.ownTitle')} isOnScreenOnly>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.map((note) => (
          <ListRow key={note.id}>
            <NoteMark note={note} />
            <NoteText note={note} />
            <SecondaryText variant="caption" component="div">
              <time dateTime={note.date}>
                <bdi>{hijriDate(note.date)}</bdi>
              </time>
            </SecondaryText>
          </ListRow>
        ))}
      </Box>
    </Panel>
  );
}
