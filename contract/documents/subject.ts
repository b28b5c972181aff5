import type { SubjectSheet, StudentInSubject } from '../reports/academicReports';
import { paperText as say } from '../reports/paperText';
import { enabledColumns, enabledTotal, type GradeColumn, type GradeSettings } from '../rules/gradeSettings';
import { dailyRecordType, defaultGradeColumns, letters } from '../vocabulary';
import {
  type DocumentChart,
  type DocumentColumn,
  type Fact,
  factsOfStudent,
  percentOf,
  type ReportDocument,
  type DocumentTable,
} from './document';
import { nameOfLevel } from './transcript';

type Statistics = SubjectSheet['statistics'];
type Subject = Omit<SubjectSheet['subject'], 'level' | 'hours'> & { level?: number; hours?: number };

/** The facts of a subject; another server may leave out level and hours. */
export function factsOfSubject(subject: Subject): Fact[] {
  return [
    { label: say.subject, value: subject.subjectName },
    { label: say.code, value: subject.subjectCode, kind: 'code' },
    { label: say.batch, value: subject.batchName },
    ...(subject.level === undefined ? [] : [{ label: say.level, value: nameOfLevel(subject.level) }]),
    ...(subject.hours === undefined ? [] : [{ label: say.hours, value: subject.hours }]),
  ];
}

/** The figures of complete rows; another server may leave out the counts. */
function factsOfClass({ ...statistics }: Statistics): Fact[] {
  const { studentsCount, incompleteCount, passCount, failCount } = statistics as Partial<Statistics>;
  return [
    {
      label: say.average,
      value: percentOf(statistics.average),
      ...(studentsCount === undefined || incompleteCount === undefined
        ? {}
        : { hint: say.completeRows(studentsCount, incompleteCount) }),
    },
    {
      label: say.passRate,
      value: percentOf(statistics.passRate),
      ...(passCount === undefined || failCount === undefined
        ? {}
        : { hint: say.passedFailed(passCount, failCount) }),
    },
    { label: say.highest, value: percentOf(statistics.highest) },
    { label: say.lowest, value: percentOf(statistics.lowest) },
  ];
}

/** The default name of a grade column. */
export const defaultColumnName = (column: GradeColumn): string =>
  defaultGradeColumns.find(({ key }) => key === column)?.name ?? column;

function markColumn(settings: GradeSettings, column: GradeColumn): DocumentColumn {
  const [name, max, defaultName] = [
    settings[`${column}Name`],
    settings[`${column}Max`],
    defaultColumnName(column),
  ];
  return {
    head: say.columnOf(name, max),
    kind: 'figure',
    width: 16,
    // A renamed column may have the default name of another.
    ...(name !== defaultName && { sheetHead: say.renamedColumnOf(name, defaultName, max) }),
  };
}

/** How many students have each letter; no chart if nobody has one, or if the server does not send the figures. */
function lettersChart(statistics: Statistics): DocumentChart[] {
  const distribution = (statistics as Partial<Statistics>).gradeDistribution;
  if (!distribution || Object.values(distribution).every((count) => count === 0)) return [];
  return [
    {
      title: say.distribution,
      measure: say.studentsMeasure,
      bars: letters.map((letter) => ({ label: letter, value: distribution[letter], letter })),
      isWide: true,
    },
  ];
}

type Row = SubjectSheet['grades'][number];

/** Who is not in the batch any more and has a mark there; not a part of the sheet, which can be imported. */
const leaversTable = (
  columns: DocumentColumn[],
  rows: readonly Row[],
  cellsOf: (row: Row) => DocumentTable['rows'][number],
): DocumentTable => ({
  title: say.leaversTable,
  columns: [...columns, { head: say.leftOn, kind: 'day', width: 20 }],
  rows: rows.map((row) => [...cellsOf(row), row.left_on ?? null]),
  isNumbered: true,
  empty: '',
});

/** The columns of a sheet, and what a row of it says in them. A subject of daily records has none for marks. */
function sheetColumnsOf({ subject, gradeSettings }: Pick<SubjectSheet, 'subject' | 'gradeSettings'>) {
  const hasMarks = subject.type !== dailyRecordType;
  const marks = hasMarks ? enabledColumns(gradeSettings) : [];
  const columns: DocumentColumn[] = [
    { head: say.student, kind: 'name', width: 36 },
    { head: say.studentNumber, kind: 'figure', width: 16 },
    ...marks.map((column) => markColumn(gradeSettings, column)),
  ];
  if (hasMarks)
    columns.push(
      { head: say.totalOf(enabledTotal(gradeSettings)), kind: 'figure', width: 14 },
      { head: say.letter, kind: 'letter', width: 14 },
    );
  const cellsOf = (row: Row) => [
    row.studentName,
    row.studentId,
    ...marks.map((column) => row[`${column}Grade`]),
    ...(hasMarks ? [row.total, row.grade] : []),
  ];
  return { hasMarks, columns, cellsOf };
}

/** The grade sheet of a subject, in its own columns. */
export function subjectDocument({
  subject,
  gradeSettings,
  grades,
  statistics,
}: SubjectSheet): ReportDocument {
  const { hasMarks, columns, cellsOf } = sheetColumnsOf({ subject, gradeSettings });
  const leavers = grades.filter(({ left_on }) => left_on != null);
  return {
    title: say.sheetName,
    about: `${subject.subjectName} - ${subject.batchName}`,
    facts: factsOfSubject(subject),
    figures: hasMarks ? factsOfClass(statistics) : [],
    tables: [
      {
        title: say.sheetTable,
        columns,
        rows: grades.filter(({ left_on }) => left_on == null).map(cellsOf),
        ...(hasMarks && {
          sheetName: say.gradesSheet,
          common: [
            { head: say.code, width: 14, value: subject.subjectCode },
            { head: say.subject, width: 26, value: subject.subjectName },
            { head: say.batch, width: 30, value: subject.batchName },
          ],
        }),
        isNumbered: true,
        empty: say.noStudents,
      },
      ...(leavers.length > 0 ? [leaversTable(columns, leavers, cellsOf)] : []),
    ],
    signatures: [say.teacherSigns, say.headSigns],
    charts: lettersChart(statistics),
    notes: [],
  };
}

/** The marks and absences of a student in a subject, beside the figures of the class. */
export function studentSubjectDocument(report: StudentInSubject): ReportDocument {
  const { student, subject, gradeSettings, grade, statistics } = report;
  // Another server may lack these additions.
  const { rank, attendance } = report as Partial<StudentInSubject>;
  const count = (statistics as Partial<Statistics>).studentsCount;
  // A subject of daily records has no marks.
  const hasMarks = subject.type !== dailyRecordType;
  return {
    title: say.studentSubjectName,
    about: `${student.studentName} - ${subject.subjectName}`,
    facts: [...factsOfStudent(student), ...factsOfSubject(subject)],
    figures: [
      ...(hasMarks
        ? [
            { label: say.totalOf(enabledTotal(gradeSettings)), value: grade.total ?? say.notRecorded },
            { label: say.letter, value: grade.grade, kind: 'letter' as const },
          ]
        : []),
      ...(!hasMarks || rank === undefined || count === undefined
        ? []
        : [{ label: say.rank, value: rank === null ? say.noData : say.rankOf(rank, count) }]),
      {
        label: say.absenceDays,
        value: grade.absenceDays,
        ...(attendance == null || attendance.rate === null
          ? {}
          : { hint: say.attendanceRateOf(attendance.rate) }),
      },
    ],
    tables: hasMarks
      ? [marksTable(report), classTable(statistics), absencesTable(report)]
      : [absencesTable(report)],
    charts: [],
    notes: [],
  };
}

function marksTable({ gradeSettings, grade }: StudentInSubject): DocumentTable {
  return {
    title: say.marks,
    isHalf: true,
    columns: [
      { head: say.item, kind: 'name', width: 28 },
      { head: say.mark, kind: 'figure', width: 18 },
      { head: say.max, kind: 'figure', width: 18 },
    ],
    rows: enabledColumns(gradeSettings).map((column) => [
      gradeSettings[`${column}Name`],
      grade[`${column}Grade`] ?? say.notRecorded,
      gradeSettings[`${column}Max`],
    ]),
    empty: '',
  };
}

const classTable = (statistics: Statistics): DocumentTable => ({
  title: say.classFigures,
  isHalf: true,
  columns: [
    { head: say.figure, kind: 'name', width: 28 },
    { head: say.value, kind: 'figure', width: 18 },
  ],
  rows: factsOfClass(statistics).map(({ label, value }) => [label, value]),
  empty: '',
});

const absencesTable = ({ absences }: StudentInSubject): DocumentTable => ({
  title: say.absences,
  columns: [
    { head: say.day, kind: 'day', width: 20 },
    { head: say.absenceType, kind: 'text', width: 20 },
    { head: say.notes, kind: 'text', width: 40 },
  ],
  rows: absences.map(({ date, type, notes }) => [date, type, notes]),
  empty: say.noAbsences,
});
