import { levelNames, type Level } from '../../../../contract/vocabulary';
import type { TranscriptReport } from '../../../dataProvider/reports';
import type { Text } from '../../../i18n/useText';
import type { ReportDocument } from './reportDocument';

/** The name of a level; the number itself of one that has none. */
export const nameOfLevel = (level: number): string => levelNames[level as Level] ?? String(level);

/** @param askedLevel null: all levels */
export function transcriptDocument(
  t: Text,
  { student, transcript, ...sums }: TranscriptReport,
  askedLevel: number | null,
): ReportDocument {
  const gpa = (value: number | null) => (value === null ? t('staffReports.noData') : value.toFixed(2));
  // What is ours another server may lack.
  const { level, completedHours } = sums as Partial<typeof sums>;
  return {
    title: t('staffReports.transcriptName'),
    about: student.studentName,
    facts: [
      { label: t('staffReports.student'), value: student.studentName },
      ...(student.studentId
        ? [{ label: t('staffReports.studentNumber'), value: student.studentId, kind: 'code' as const }]
        : []),
      ...(student.programName ? [{ label: t('teaching.program'), value: student.programName }] : []),
      { label: t('teaching.batch'), value: student.batchName },
      {
        label: t('staffReports.level'),
        value: askedLevel === null ? t('staffReports.allLevels') : nameOfLevel(askedLevel),
      },
    ],
    figures: [
      {
        label: t('staffReports.totalHours'),
        value: sums.totalHours,
        ...(completedHours === undefined
          ? {}
          : { hint: t('staffReports.completedHours', { hours: completedHours }) }),
      },
      { label: t('staffReports.totalSubjects'), value: sums.totalSubjects },
      {
        label: t('staffReports.levelGpa'),
        value: gpa(sums.levelGPA),
        ...(level == null ? {} : { hint: nameOfLevel(level) }),
      },
      {
        label: t('staffReports.cumulativeGpa'),
        value: gpa(sums.cumulativeGPA),
        hint: t('staffReports.gpaScale'),
      },
    ],
    tables: [
      {
        title: t('staffReports.transcriptTable'),
        columns: [
          { head: t('teaching.subject'), kind: 'name', width: 32 },
          { head: t('staffReports.code'), kind: 'figure', width: 16 },
          { head: t('staffReports.level'), kind: 'figure', width: 10 },
          { head: t('staffReports.hours'), kind: 'figure', width: 10 },
          { head: t('staffReports.total'), kind: 'figure', width: 18 },
          { head: t('staffReports.letter'), kind: 'letter', width: 10 },
        ],
        rows: transcript.map((row) => [
          row.subjectName,
          row.subjectCode,
          row.level,
          row.hours,
          row.total ?? t('staffReports.notRecorded'),
          row.grade,
        ]),
        empty: t('staffReports.noSubjectsOfLevel'),
      },
    ],
    charts: [],
    notes: [],
  };
}
