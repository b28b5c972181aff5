import type { StudentInSubject } from '../academicReports';
import { paperText as say } from '../paperText';
import { enabledColumns, enabledTotal } from '../rules/gradeSettings';
import { dailyRecordType } from '../vocabulary';
import type { DocumentTable, ReportDocument } from './document';
import { factsOfClass, factsOfSubject, type Statistics } from './subject';

/** The marks and absences of a student in a subject, beside the figures of the class. */
export function studentSubjectDocument(report: StudentInSubject): ReportDocument {
  const { student, subject, gradeSettings, grade, statistics } = report;
  // What is ours another server may lack.
  const { rank, attendance } = report as Partial<StudentInSubject>;
  const count = (statistics as Partial<Statistics>).studentsCount;
  // A subject of daily records has no marks: nothing is missing there.
  const hasMarks = subject.type !== dailyRecordType;
  return {
    title: say.studentSubjectName,
    about: `${student.studentName} - ${subject.subjectName}`,
    facts: [
      { label: say.student, value: student.studentName },
      ...(student.studentId
        ? [{ label: say.studentNumber, value: student.studentId, kind: 'code' as const }]
        : []),
      ...factsOfSubject(subject),
    ],
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
