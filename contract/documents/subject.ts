import type { SubjectSheet } from '../academicReports';
import { paperText as say } from '../paperText';
import { enabledColumns, enabledTotal } from '../rules/gradeSettings';
import { dailyRecordType, letters } from '../vocabulary';
import type { Fact, ReportDocument } from './document';
import { nameOfLevel } from './transcript';

export type Statistics = SubjectSheet['statistics'];
type Subject = Omit<SubjectSheet['subject'], 'level' | 'hours'> & { level?: number; hours?: number };

/** What a subject is, as far as the server tells. */
export function factsOfSubject(subject: Subject): Fact[] {
  return [
    { label: say.subject, value: subject.subjectName },
    { label: say.code, value: subject.subjectCode, kind: 'code' },
    { label: say.batch, value: subject.batchName },
    ...(subject.level === undefined ? [] : [{ label: say.level, value: nameOfLevel(subject.level) }]),
    ...(subject.hours === undefined ? [] : [{ label: say.hours, value: subject.hours }]),
  ];
}

/** Rates and averages are percentages with one decimal. */
export const percentText = (value: number | null): string =>
  value === null ? say.noData : say.percent(value);

/** Of complete rows; the counts where the server tells them. */
export function factsOfClass({ ...statistics }: Statistics): Fact[] {
  const { studentsCount, incompleteCount, passCount, failCount } = statistics as Partial<Statistics>;
  return [
    {
      label: say.average,
      value: percentText(statistics.average),
      ...(studentsCount === undefined || incompleteCount === undefined
        ? {}
        : { hint: say.completeRows(studentsCount, incompleteCount) }),
    },
    {
      label: say.passRate,
      value: percentText(statistics.passRate),
      ...(passCount === undefined || failCount === undefined
        ? {}
        : { hint: say.passedFailed(passCount, failCount) }),
    },
    { label: say.highest, value: percentText(statistics.highest) },
    { label: say.lowest, value: percentText(statistics.lowest) },
  ];
}

/** The grade sheet of a subject, in its own columns. */
export function subjectDocument({
  subject,
  gradeSettings,
  grades,
  statistics,
}: SubjectSheet): ReportDocument {
  // A subject of daily records has no marks: no empty columns for them either.
  const hasMarks = subject.type !== dailyRecordType;
  const columns = hasMarks ? enabledColumns(gradeSettings) : [];
  const distribution = (statistics as Partial<Statistics>).gradeDistribution;
  const hasLetters = distribution && Object.values(distribution).some((count) => count > 0);
  return {
    title: say.sheetName,
    about: `${subject.subjectName} - ${subject.batchName}`,
    facts: factsOfSubject(subject),
    figures: hasMarks ? factsOfClass(statistics) : [],
    tables: [
      {
        title: say.sheetTable,
        columns: [
          { head: say.student, kind: 'name', width: 36 },
          { head: say.studentNumber, kind: 'figure', width: 16 },
          ...columns.map((column) => ({
            head: say.columnOf(gradeSettings[`${column}Name`], gradeSettings[`${column}Max`]),
            kind: 'figure' as const,
            width: 16,
          })),
          ...(hasMarks
            ? [
                { head: say.totalOf(enabledTotal(gradeSettings)), kind: 'figure' as const, width: 14 },
                { head: say.letter, kind: 'letter' as const, width: 14 },
              ]
            : []),
        ],
        rows: grades.map((row) => [
          row.studentName,
          row.studentId,
          ...columns.map((column) => row[`${column}Grade`]),
          ...(hasMarks ? [row.total, row.grade] : []),
        ]),
        empty: say.noStudents,
      },
    ],
    charts: hasLetters
      ? [
          {
            title: say.distribution,
            measure: say.studentsMeasure,
            bars: letters.map((letter) => ({ label: letter, value: distribution[letter], letter })),
            isWide: true,
          },
        ]
      : [],
    notes: [],
  };
}
