import { paperText as say } from '../reports/paperText';
import { type GradeColumn, gradeColumns } from '../rules/gradeSettings';
import { withRepeated } from '../rules/repeatedSubjects';
import type {
  KindFigures,
  RecordFigures,
  StudentReport,
  StudentReportSubject,
} from '../reports/studentReport';
import { defaultRecordKind } from '../vocabulary';
import { type Cell, type DocumentTable, type Fact, gpaOf, percentOf, type ReportDocument } from './document';
import { defaultColumnName } from './subject';
import { formerTables, nameOfLevel } from './transcript';

/** The student's own report. @param askedLevel null: all levels */
export function ownDocument(report: StudentReport, askedLevel: number | null): ReportDocument {
  const { student_info: student, semester_info: term, academic_performance: performance } = report;
  const { rank, total_students } = performance;
  const results = report.subjects.flatMap(({ subject_name, percentage, letter_grade }) =>
    percentage === null || letter_grade === null
      ? []
      : [{ label: subject_name, value: percentage, letter: letter_grade }],
  );
  return {
    title: say.ownName,
    about: student.name,
    facts: [
      { label: say.student, value: student.name },
      { label: say.studentNumber, value: student.student_id, kind: 'code' },
      ...factIfGiven(say.email, student.email),
      ...factIfGiven(say.phone, student.phone),
      ...factIfGiven(say.program, student.program),
      ...factIfGiven(say.batch, student.batch),
      ...factIfGiven(say.semester, term?.semester_name ?? null),
      { label: say.level, value: askedLevel === null ? say.allLevels : nameOfLevel(askedLevel) },
      ...(term
        ? [
            { label: say.weeksDone, value: say.weeks(term.completed_weeks, term.total_weeks) },
            { label: say.termStart, value: term.start_date, kind: 'day' as const },
            { label: say.termEnd, value: term.end_date, kind: 'day' as const },
          ]
        : []),
    ],
    figures: [
      {
        label: say.overallAverage,
        value: percentOf(performance.average_grade),
        ...(performance.letter_grade === null ? {} : { hint: performance.letter_grade }),
      },
      { label: say.rank, value: rank === null ? say.noData : say.rankOf(rank, total_students) },
      { label: say.attendanceRate, value: percentOf(performance.attendance_rate) },
      { label: say.totalSubjects, value: performance.total_subjects },
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
        : [{ title: say.resultsChart, measure: say.percentMeasure, bars: results, max: 100, isWide: true }],
    notes: [],
  };
}

const factIfGiven = (label: string, value: string | null): Fact[] => (value ? [{ label, value }] : []);

/** The mark and its maximum, with the name of the column before it if that differs from the heading. */
function markCell(subject: StudentReportSubject, column: GradeColumn): Cell {
  const own = subject.columns.find((known) => known.column === column);
  const mark = subject[`${column}_grade`];
  if (!own || mark === null) return null;
  const marked = say.markOf(mark, own.max);
  return own.name === defaultColumnName(column) ? marked : say.namedMark(own.name, marked);
}

function totalCell({ total_grade, columns }: StudentReportSubject): Cell {
  if (total_grade === null) return say.notRecorded;
  return say.markOf(
    total_grade,
    columns.reduce((sum, { max }) => sum + max, 0),
  );
}

/** What he took again stands struck through among the subjects of its level. */
function marksTable(report: StudentReport): DocumentTable {
  const subjects = withRepeated(report.subjects, report.repeated).filter(
    ({ subject }) => subject.records === null,
  );
  return {
    title: say.subjectMarks,
    columns: [
      { head: say.subject, kind: 'name', width: 30 },
      { head: say.level, kind: 'figure', width: 9 },
      { head: say.hours, kind: 'figure', width: 9 },
      ...gradeColumns.map((column) => ({
        head: defaultColumnName(column),
        kind: 'figure' as const,
        width: 12,
      })),
      { head: say.total, kind: 'figure', width: 12 },
      { head: say.letter, kind: 'letter', width: 14 },
    ],
    rows: subjects.map(({ subject }) => [
      subject.subject_name,
      subject.subject_level,
      subject.hours,
      ...gradeColumns.map((column) => markCell(subject, column)),
      totalCell(subject),
      subject.letter_grade,
    ]),
    empty: say.noSubjectsOfLevel,
    ...struckIn(subjects),
  };
}

/** The rows that count no more. */
function struckIn(rows: readonly { isRepeated: boolean }[]): Pick<DocumentTable, 'struck'> {
  const repeated = rows.flatMap(({ isRepeated }, place) => (isRepeated ? [place] : []));
  return repeated.length === 0 ? {} : { struck: { rows: repeated, why: say.repeated } };
}

/**
 * The table of daily records, for subjects that have no marks: a row for each kind, new ones first. The kinds are only
 * named if there are others than new ones, because some servers and institutes have no other kinds.
 */
function recordsTables({ subjects, repeated }: StudentReport): DocumentTable[] {
  const rows = withRepeated(subjects, repeated).flatMap(({ subject, isRepeated }) =>
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
      title: say.dailySubjects,
      columns: [
        { head: say.subject, kind: 'name', width: 30 },
        { head: say.level, kind: 'figure', width: 9 },
        ...(hasKinds ? [{ head: say.recordKind, kind: 'text' as const, width: 16 }] : []),
        { head: say.totalRecords, kind: 'figure', width: 14 },
        { head: say.totalPages, kind: 'figure', width: 14 },
        { head: say.totalMistakes, kind: 'figure', width: 14 },
        ...(hasKinds ? [{ head: say.repeats, kind: 'figure' as const, width: 12 }] : []),
        { head: say.averagePerformance, kind: 'figure', width: 14 },
      ],
      rows: rows.map(({ subject, figures }) => [
        subject.subject_name,
        subject.subject_level,
        ...(hasKinds ? [figures.name ?? null] : []),
        figures.records,
        figures.pages,
        figures.mistakes,
        ...(hasKinds ? [figures.repeats ?? 0] : []),
        percentOf(figures.average),
      ]),
      empty: '',
      ...struckIn(rows),
    },
  ];
}

/** A server without kinds sends only the figures. */
type KindRow = RecordFigures & Partial<KindFigures>;

const pairColumns = [
  { head: say.figure, kind: 'name', width: 28 },
  { head: say.value, kind: 'figure', width: 24 },
] as const;

const summaryTable = ({ academic_performance: figures }: StudentReport): DocumentTable => ({
  title: say.summary,
  isHalf: true,
  columns: pairColumns,
  rows: [
    [say.completedSubjects, say.rankOf(figures.completed_subjects, figures.total_subjects)],
    [say.levelGpa, gpaOf(figures.level_gpa)],
    [say.cumulativeGpa, gpaOf(figures.cumulative_gpa)],
    [say.registers, figures.attendance.registers],
    [say.excused, figures.attendance.excused],
    [say.unexcused, figures.attendance.unexcused],
  ],
  empty: '',
});
