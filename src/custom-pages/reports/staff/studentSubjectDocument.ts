import { enabledColumns, enabledTotal } from '../../../../contract/rules/gradeSettings';
import type { StudentSubjectReport } from '../../../dataProvider/reports';
import type { Text } from '../../../i18n/useText';
import type { ReportDocument, ReportTable } from './reportDocument';
import { factsOfClass, factsOfSubject, type Statistics } from './subjectDocument';

/** The marks and absences of a student in a subject, beside the figures of the class. */
export function studentSubjectDocument(t: Text, report: StudentSubjectReport): ReportDocument {
  const { student, subject, gradeSettings, grade, statistics } = report;
  // What is ours another server may lack.
  const { rank, attendance } = report as Partial<StudentSubjectReport>;
  const count = (statistics as Partial<Statistics>).studentsCount;
  return {
    title: t('staffReports.studentSubjectName'),
    about: `${student.studentName} - ${subject.subjectName}`,
    facts: [
      { label: t('staffReports.student'), value: student.studentName },
      ...(student.studentId
        ? [{ label: t('staffReports.studentNumber'), value: student.studentId, kind: 'code' as const }]
        : []),
      ...factsOfSubject(t, subject),
    ],
    figures: [
      {
        label: t('staffReports.totalOf', { max: enabledTotal(gradeSettings) }),
        value: grade.total ?? t('staffReports.notRecorded'),
      },
      { label: t('staffReports.letter'), value: grade.grade, kind: 'letter' },
      ...(rank === undefined || count === undefined
        ? []
        : [
            {
              label: t('staffReports.rank'),
              value: rank === null ? t('staffReports.noData') : t('staffReports.rankOf', { rank, count }),
            },
          ]),
      {
        label: t('staffReports.absenceDays'),
        value: grade.absenceDays,
        ...(attendance == null || attendance.rate === null
          ? {}
          : { hint: t('staffReports.attendanceRate', { rate: attendance.rate }) }),
      },
    ],
    tables: [marksTable(t, report), classTable(t, statistics), absencesTable(t, report)],
    charts: [],
    notes: [],
  };
}

function marksTable(t: Text, { gradeSettings, grade }: StudentSubjectReport): ReportTable {
  return {
    title: t('staffReports.marks'),
    isHalf: true,
    columns: [
      { head: t('staffReports.item'), kind: 'name', width: 28 },
      { head: t('staffReports.mark'), kind: 'figure', width: 18 },
      { head: t('staffReports.max'), kind: 'figure', width: 18 },
    ],
    rows: enabledColumns(gradeSettings).map((column) => [
      gradeSettings[`${column}Name`],
      grade[`${column}Grade`] ?? t('staffReports.notRecorded'),
      gradeSettings[`${column}Max`],
    ]),
    empty: '',
  };
}

const classTable = (t: Text, statistics: Statistics): ReportTable => ({
  title: t('staffReports.classFigures'),
  isHalf: true,
  columns: [
    { head: t('staffReports.figure'), kind: 'name', width: 28 },
    { head: t('staffReports.value'), kind: 'figure', width: 18 },
  ],
  rows: factsOfClass(t, statistics).map(({ label, value }) => [label, value]),
  empty: '',
});

const absencesTable = (t: Text, { absences }: StudentSubjectReport): ReportTable => ({
  title: t('staffReports.absences'),
  columns: [
    { head: t('staffReports.day'), kind: 'day', width: 14 },
    { head: t('staffReports.absenceType'), kind: 'text', width: 20 },
    { head: t('staffReports.notes'), kind: 'text', width: 40 },
  ],
  rows: absences.map(({ date, type, notes }) => [date, type, notes]),
  empty: t('staffReports.noAbsences'),
});
