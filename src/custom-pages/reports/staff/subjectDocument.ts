import { enabledColumns, enabledTotal, type GradeSettings } from '../../../../contract/rules/gradeSettings';
import type { SubjectReport } from '../../../dataProvider/reports';
import type { Text } from '../../../i18n/useText';
import type { Bar } from '../../../ui/BarsChart';
import type { Fact, ReportDocument } from './reportDocument';
import { nameOfLevel } from './transcriptDocument';

export type Statistics = SubjectReport['statistics'];
type ReportedSubject = Omit<SubjectReport['subject'], 'level' | 'hours'> & { level?: number; hours?: number };

/** The letters of a class as bars. */
type LetterBars = (counts: Statistics['gradeDistribution']) => Bar[];

export function factsOfSubject(t: Text, subject: ReportedSubject): Fact[] {
  return [
    { label: t('teaching.subject'), value: subject.subjectName },
    { label: t('staffReports.code'), value: subject.subjectCode, kind: 'code' },
    { label: t('teaching.batch'), value: subject.batchName },
    ...(subject.level === undefined
      ? []
      : [{ label: t('staffReports.level'), value: nameOfLevel(subject.level) }]),
    ...(subject.hours === undefined ? [] : [{ label: t('staffReports.hours'), value: subject.hours }]),
  ];
}

/** Rates and averages are percentages with one decimal. */
export function percentText(t: Text, value: number | null): string {
  return value === null ? t('staffReports.noData') : t('staffReports.percent', { value });
}

/** Of complete rows; the counts where the server tells them. */
export function factsOfClass(t: Text, { ...statistics }: Statistics): Fact[] {
  const { studentsCount, incompleteCount, passCount, failCount } = statistics as Partial<Statistics>;
  return [
    {
      label: t('staffReports.average'),
      value: percentText(t, statistics.average),
      ...(studentsCount === undefined || incompleteCount === undefined
        ? {}
        : { hint: t('staffReports.completeRows', { complete: studentsCount, missing: incompleteCount }) }),
    },
    {
      label: t('staffReports.passRate'),
      value: percentText(t, statistics.passRate),
      ...(passCount === undefined || failCount === undefined
        ? {}
        : { hint: t('staffReports.passedFailed', { passed: passCount, failed: failCount }) }),
    },
    { label: t('staffReports.highest'), value: percentText(t, statistics.highest) },
    { label: t('staffReports.lowest'), value: percentText(t, statistics.lowest) },
  ];
}

const columnHead = (settings: GradeSettings, column: ReturnType<typeof enabledColumns>[number]) => ({
  name: settings[`${column}Name`],
  max: settings[`${column}Max`],
});

/** The grade sheet of a subject, in its own columns. */
export function subjectDocument(t: Text, report: SubjectReport, letterBars: LetterBars): ReportDocument {
  const { subject, gradeSettings, grades, statistics } = report;
  const columns = enabledColumns(gradeSettings);
  const distribution = (statistics as Partial<Statistics>).gradeDistribution;
  return {
    title: t('staffReports.sheetName'),
    about: `${subject.subjectName} - ${subject.batchName}`,
    facts: factsOfSubject(t, subject),
    figures: factsOfClass(t, statistics),
    tables: [
      {
        title: t('staffReports.sheetTable'),
        columns: [
          { head: t('staffReports.student'), kind: 'name', width: 36 },
          { head: t('staffReports.studentNumber'), kind: 'figure', width: 16 },
          ...columns.map((column) => ({
            head: t('staffReports.columnOf', columnHead(gradeSettings, column)),
            kind: 'figure' as const,
            width: 16,
          })),
          {
            head: t('staffReports.totalOf', { max: enabledTotal(gradeSettings) }),
            kind: 'figure',
            width: 14,
          },
          { head: t('staffReports.letter'), kind: 'letter', width: 10 },
        ],
        rows: grades.map((row) => [
          row.studentName,
          row.studentId,
          ...columns.map((column) => row[`${column}Grade`]),
          row.total,
          row.grade,
        ]),
        empty: t('staffReports.noStudents'),
      },
    ],
    charts:
      distribution && Object.values(distribution).some((count) => count > 0)
        ? [
            {
              title: t('staffReports.distribution'),
              measure: t('staffReports.studentsMeasure'),
              bars: letterBars(distribution),
              isWide: true,
            },
          ]
        : [],
    notes: [],
  };
}
