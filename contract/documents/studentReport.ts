import { paperText as labels } from '../reports/paperText';
import { type GradeColumn, gradeColumns } from '../rules/gradeSettings';
import { reportedPercentage } from '../rules/grading';
import { insertRepeated } from '../rules/repeatedSubjects';
import type {
  KindFigures,
  RecordFigures,
  StudentReport,
  StudentReportSubject,
} from '../reports/studentReport';
import { defaultRecordKind } from '../vocabulary';
import {
  type Cell,
  type DocumentTable,
  type Fact,
  rankFact,
  gpaCell,
  percentCell,
  type ReportDocument,
} from './document';
import { defaultColumnName } from './subject';
import { formerTables, levelName } from './transcript';

export function studentReportDocument(report: StudentReport, requestedLevel: number | null): ReportDocument {
  const { student_info: student, semester_info: term, academic_performance: performance } = report;
  const { rank, total_students } = performance;
  const results = report.subjects.flatMap((subject) => {
    const { subject_name: label, letter_grade: letter } = subject;
    const value = reportedPercentage(subject);
    return value === null || letter === null ? [] : [{ label, value, letter }];
  });
  return {
    title: labels.studentReportName,
    about: student.name,
    facts: [
      { label: labels.student, value: student.name },
      { label: labels.studentNumber, value: student.student_id, kind: 'code' },
      ...optionalFact(labels.email, student.email),
      ...optionalFact(labels.phone, student.phone),
      ...optionalFact(labels.program, student.program),
      ...optionalFact(labels.batch, student.batch),
      ...optionalFact(labels.semester, term?.semester_name ?? null),
      { label: labels.level, value: requestedLevel === null ? labels.allLevels : levelName(requestedLevel) },
      ...(term
        ? [
            { label: labels.weeksDone, value: labels.weeks(term.completed_weeks, term.total_weeks) },
            { label: labels.termStart, value: term.start_date, kind: 'day' as const },
            { label: labels.termEnd, value: term.end_date, kind: 'day' as const },
          ]
        : []),
    ],
    figures: [
      {
        label: labels.overallAverage,
        value: percentCell(performance.average_grade),
        ...(performance.letter_grade === null ? {} : { hint: performance.letter_grade }),
      },
      rankFact(rank, total_students),
      { label: labels.attendanceRate, value: percentCell(performance.attendance_rate) },
      { label: labels.totalSubjects, value: performance.total_subjects },
    ],
    tables: [
      marksTable(report),
      ...recordsTables(report),
      ...formerTables(report.former),
      summaryTable(report),
    ],
    charts:
      results.length === 0
        ? []
        : [
            {
              title: labels.resultsChart,
              measure: labels.percentMeasure,
              bars: results,
              max: 100,
              isWide: true,
            },
          ],
    notes: [],
  };
}

const optionalFact = (label: string, value: string | null): Fact[] => (value ? [{ label, value }] : []);

function markCell(subject: StudentReportSubject, column: GradeColumn): Cell {
  const columnSettings = subject.columns.find((candidate) => candidate.column === column);
  const mark = subject[`${column}_grade`];
  if (!columnSettings || mark === null) return null;
  const markText = labels.markOutOf(mark, columnSettings.max);
  return columnSettings.name === defaultColumnName(column)
    ? markText
    : labels.markWithName(columnSettings.name, markText);
}

function totalCell({ total_grade, columns }: StudentReportSubject): Cell {
  if (total_grade === null) return labels.notRecorded;
  return labels.markOutOf(
    total_grade,
    columns.reduce((sum, { max }) => sum + max, 0),
  );
}

function marksTable(report: StudentReport): DocumentTable {
  const subjects = insertRepeated(report.subjects, report.repeated).filter(
    ({ subject }) => subject.records === null,
  );
  return {
    title: labels.subjectMarks,
    columns: [
      { head: labels.subject, kind: 'name', width: 30 },
      { head: labels.level, kind: 'figure', width: 9 },
      { head: labels.hours, kind: 'figure', width: 9 },
      ...gradeColumns.map((column) => ({
        head: defaultColumnName(column),
        kind: 'figure' as const,
        width: 12,
      })),
      { head: labels.total, kind: 'figure', width: 12 },
      { head: labels.letter, kind: 'letter', width: 14 },
    ],
    rows: subjects.map(({ subject }) => [
      subject.subject_name,
      subject.subject_level,
      subject.hours,
      ...gradeColumns.map((column) => markCell(subject, column)),
      totalCell(subject),
      subject.letter_grade,
    ]),
    empty: labels.noSubjectsOfLevel,
    ...struckRows(subjects),
  };
}

function struckRows(rows: readonly { isRepeated: boolean }[]): Pick<DocumentTable, 'struck'> {
  const repeated = rows.flatMap(({ isRepeated }, index) => (isRepeated ? [index] : []));
  return repeated.length === 0 ? {} : { struck: { rows: repeated, why: labels.repeated } };
}

/** Shows the kind column only if a record has a kind other than `new`. */
function recordsTables({ subjects, repeated }: StudentReport): DocumentTable[] {
  const rows = insertRepeated(subjects, repeated).flatMap(({ subject, isRepeated }) =>
    subject.records === null
      ? []
      : (subject.kinds ?? [subject.records]).map((figures: KindRow) => ({ subject, isRepeated, figures })),
  );
  if (rows.length === 0) return [];
  const hasKinds = rows.some(
    ({ figures }) => figures.kind !== undefined && figures.kind !== defaultRecordKind,
  );
  return [
    {
      title: labels.dailySubjects,
      columns: [
        { head: labels.subject, kind: 'name', width: 30 },
        { head: labels.level, kind: 'figure', width: 9 },
        ...(hasKinds ? [{ head: labels.recordKind, kind: 'text' as const, width: 16 }] : []),
        { head: labels.totalRecords, kind: 'figure', width: 14 },
        { head: labels.totalPages, kind: 'figure', width: 14 },
        { head: labels.totalMistakes, kind: 'figure', width: 14 },
        ...(hasKinds ? [{ head: labels.repeats, kind: 'figure' as const, width: 12 }] : []),
        { head: labels.averagePerformance, kind: 'figure', width: 14 },
      ],
      rows: rows.map(({ subject, figures }) => [
        subject.subject_name,
        subject.subject_level,
        ...(hasKinds ? [figures.name ?? null] : []),
        figures.records,
        figures.pages,
        figures.mistakes,
        ...(hasKinds ? [figures.repeats ?? 0] : []),
        percentCell(figures.average),
      ]),
      empty: '',
      ...struckRows(rows),
    },
  ];
}

type KindRow = RecordFigures & Partial<KindFigures>;

const pairColumns = [
  { head: labels.figure, kind: 'name', width: 28 },
  { head: labels.value, kind: 'figure', width: 24 },
] as const;

const summaryTable = ({ academic_performance: figures }: StudentReport): DocumentTable => ({
  title: labels.summary,
  isHalfWidth: true,
  columns: pairColumns,
  rows: [
    [labels.completedSubjects, labels.outOf(figures.completed_subjects, figures.total_subjects)],
    [labels.levelGpa, gpaCell(figures.level_gpa)],
    [labels.cumulativeGpa, gpaCell(figures.cumulative_gpa)],
    [labels.registers, figures.attendance.registers],
    [labels.excused, figures.attendance.excused],
    [labels.unexcused, figures.attendance.unexcused],
  ],
  empty: '',
});
