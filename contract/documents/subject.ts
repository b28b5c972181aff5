import type { SubjectSheet, StudentInSubject } from '../reports/academicReports';
import { paperText as labels } from '../reports/paperText';
import { enabledColumns, enabledTotal, type GradeColumn, type GradeSettings } from '../rules/gradeSettings';
import { dailyRecordType, defaultGradeColumns, letters } from '../vocabulary';
import {
  type DocumentChart,
  type DocumentColumn,
  type Fact,
  studentFacts,
  percentCell,
  rankFact,
  type ReportDocument,
  type DocumentTable,
} from './document';
import { levelName } from './transcript';

type Statistics = SubjectSheet['statistics'];
type Subject = Omit<SubjectSheet['subject'], 'level' | 'hours'> & { level?: number; hours?: number };

/** A server with only the fields of the specification may omit the level and the hours. */
export function subjectFacts(subject: Subject): Fact[] {
  return [
    { label: labels.subject, value: subject.subjectName },
    { label: labels.code, value: subject.subjectCode, kind: 'code' },
    { label: labels.batch, value: subject.batchName },
    ...(subject.level === undefined ? [] : [{ label: labels.level, value: levelName(subject.level) }]),
    ...(subject.hours === undefined ? [] : [{ label: labels.hours, value: subject.hours }]),
  ];
}

function classFigures({ ...statistics }: Statistics): Fact[] {
  const { studentsCount, incompleteCount, passCount, failCount, ...optional } =
    statistics as Partial<Statistics>;
  const { average, highest, lowest } = optional.displayed ?? statistics;
  return [
    {
      label: labels.average,
      value: percentCell(average),
      ...(studentsCount === undefined || incompleteCount === undefined
        ? {}
        : { hint: labels.completeRows(studentsCount, incompleteCount) }),
    },
    {
      label: labels.passRate,
      value: percentCell(statistics.passRate),
      ...(passCount === undefined || failCount === undefined
        ? {}
        : { hint: labels.passedFailed(passCount, failCount) }),
    },
    { label: labels.highest, value: percentCell(highest) },
    { label: labels.lowest, value: percentCell(lowest) },
  ];
}

export const defaultColumnName = (column: GradeColumn): string =>
  defaultGradeColumns.find(({ key }) => key === column)?.name ?? column;

function markColumn(settings: GradeSettings, column: GradeColumn): DocumentColumn {
  const [name, max, defaultName] = [
    settings[`${column}Name`],
    settings[`${column}Max`],
    defaultColumnName(column),
  ];
  return {
    head: labels.columnHeading(name, max),
    kind: 'figure',
    width: 16,
    // The heading has both names, because a renamed column may have the default name of another column.
    ...(name !== defaultName && { sheetHead: labels.renamedColumnHeading(name, defaultName, max) }),
  };
}

function lettersChart(statistics: Statistics): DocumentChart[] {
  const distribution = (statistics as Partial<Statistics>).gradeDistribution;
  if (!distribution || Object.values(distribution).every((count) => count === 0)) return [];
  return [
    {
      title: labels.distribution,
      measure: labels.studentsMeasure,
      bars: letters.map((letter) => ({ label: letter, value: distribution[letter], letter })),
      isWide: true,
    },
  ];
}

type SheetRow = SubjectSheet['grades'][number];

/** Former students have a separate table, because the import reads the table of current students. */
const formerStudentsTable = (
  columns: DocumentColumn[],
  rows: readonly SheetRow[],
  buildCells: (row: SheetRow) => DocumentTable['rows'][number],
): DocumentTable => ({
  title: labels.formerStudentsTable,
  columns: [...columns, { head: labels.leftOn, kind: 'day', width: 20 }],
  rows: rows.map((row) => [...buildCells(row), row.left_on ?? null]),
  isNumbered: true,
  empty: '',
});

function buildSheetColumns({ subject, gradeSettings }: Pick<SubjectSheet, 'subject' | 'gradeSettings'>) {
  const hasMarks = subject.type !== dailyRecordType;
  const marks = hasMarks ? enabledColumns(gradeSettings) : [];
  const columns: DocumentColumn[] = [
    { head: labels.student, kind: 'name', width: 36 },
    { head: labels.studentNumber, kind: 'figure', width: 16 },
    ...marks.map((column) => markColumn(gradeSettings, column)),
  ];
  if (hasMarks)
    columns.push(
      { head: labels.totalHeading(enabledTotal(gradeSettings)), kind: 'figure', width: 14 },
      { head: labels.letter, kind: 'letter', width: 14 },
    );
  const buildCells = (row: SheetRow) => [
    row.studentName,
    row.studentId,
    ...marks.map((column) => row[`${column}Grade`]),
    ...(hasMarks ? [row.total, row.grade] : []),
  ];
  return { hasMarks, columns, buildCells };
}

export function subjectDocument({
  subject,
  gradeSettings,
  grades,
  statistics,
}: SubjectSheet): ReportDocument {
  const { hasMarks, columns, buildCells } = buildSheetColumns({ subject, gradeSettings });
  const formerStudents = grades.filter(({ left_on }) => left_on != null);
  return {
    title: labels.gradeSheetTitle,
    about: `${subject.subjectName} - ${subject.batchName}`,
    facts: subjectFacts(subject),
    figures: hasMarks ? classFigures(statistics) : [],
    tables: [
      {
        title: labels.sheetTable,
        columns,
        rows: grades.filter(({ left_on }) => left_on == null).map(buildCells),
        ...(hasMarks && {
          sheetName: labels.excelSheetName,
          common: [
            { head: labels.code, width: 14, value: subject.subjectCode },
            { head: labels.subject, width: 26, value: subject.subjectName },
            { head: labels.batch, width: 30, value: subject.batchName },
          ],
        }),
        isNumbered: true,
        empty: labels.noStudents,
      },
      ...(formerStudents.length > 0 ? [formerStudentsTable(columns, formerStudents, buildCells)] : []),
    ],
    signatures: [labels.teacherSignature, labels.headSignature],
    charts: lettersChart(statistics),
    notes: [],
  };
}

export function studentSubjectDocument(report: StudentInSubject): ReportDocument {
  const { student, subject, gradeSettings, grade, statistics } = report;
  // A server with only the fields of the specification omits both.
  const { rank, attendance } = report as Partial<StudentInSubject>;
  const count = (statistics as Partial<Statistics>).studentsCount;
  const hasMarks = subject.type !== dailyRecordType;
  return {
    title: labels.studentSubjectName,
    about: `${student.studentName} - ${subject.subjectName}`,
    facts: [...studentFacts(student), ...subjectFacts(subject)],
    figures: [
      ...(hasMarks
        ? [
            {
              label: labels.totalHeading(enabledTotal(gradeSettings)),
              value: grade.total ?? labels.notRecorded,
            },
            { label: labels.letter, value: grade.grade, kind: 'letter' as const },
          ]
        : []),
      ...(!hasMarks || rank === undefined || count === undefined ? [] : [rankFact(rank, count)]),
      {
        label: labels.absenceDays,
        value: grade.absenceDays,
        ...(attendance == null || attendance.rate === null
          ? {}
          : { hint: labels.attendanceRateHint(attendance.rate) }),
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
    title: labels.marks,
    isHalfWidth: true,
    columns: [
      { head: labels.item, kind: 'name', width: 28 },
      { head: labels.mark, kind: 'figure', width: 18 },
      { head: labels.max, kind: 'figure', width: 18 },
    ],
    rows: enabledColumns(gradeSettings).map((column) => [
      gradeSettings[`${column}Name`],
      grade[`${column}Grade`] ?? labels.notRecorded,
      gradeSettings[`${column}Max`],
    ]),
    empty: '',
  };
}

const classTable = (statistics: Statistics): DocumentTable => ({
  title: labels.classFigures,
  isHalfWidth: true,
  columns: [
    { head: labels.figure, kind: 'name', width: 28 },
    { head: labels.value, kind: 'figure', width: 18 },
  ],
  rows: classFigures(statistics).map(({ label, value }) => [label, value]),
  empty: '',
});

const absencesTable = ({ absences }: StudentInSubject): DocumentTable => ({
  title: labels.absences,
  columns: [
    { head: labels.day, kind: 'day', width: 20 },
    { head: labels.absenceType, kind: 'text', width: 20 },
    { head: labels.notes, kind: 'text', width: 40 },
  ],
  rows: absences.map(({ date, type, notes }) => [date, type, notes]),
  empty: labels.noAbsences,
});
