import type { StudentInSubject, SubjectSheet } from '../../contract/reports/academicReports';
import type { GradeRow } from '../../contract/grades';
import { oneDecimal, rowPercentage } from '../../contract/rules/grading';
import { rankAmong } from '../../contract/rules/gpa';
import { gradeStatistics } from '../../contract/rules/statistics';
import type { ReportedSubject } from '../../contract/reports/studentReport';
import type { AbsenceType } from '../../contract/vocabulary';
import { compiledOnce } from '../db/engine/once';
import { loadMarks, loadLeaverRows, type SheetOffering, loadSheetRows } from '../domain/gradeSheet';
import { loadGradeSettings, type Offering } from '../domain/offering';
import { isAbsenceCounted } from '../domain/registers';
import { notFound } from '../problem';
import type { Db } from '../db/schema';
import { loadAttendance } from './attendance';
import { toReportColumns, toMarks } from './courses';
import type { ReportStudent } from './reportStudent';
import { toReportedStudent } from './transcript';

export const toReportedSubject = ({
  subjectId: _id,
  batchId: _batchId,
  studentScope: _studentScope,
  ...subject
}: SheetOffering): ReportedSubject => subject;

/**
 * Former students with a mark are at the end, and do not count in the statistics. Spec 2 §3; decisions 2
 * and 3.
 */
export async function buildSubjectSheet(
  db: Db,
  offering: SheetOffering,
  isPlainApi: boolean,
): Promise<SubjectSheet> {
  const settings = await loadGradeSettings(db, offering.subjectId);
  const grades = await loadSheetRows(db, offering, settings);
  const leavers = isPlainApi ? [] : await loadLeaverRows(db, offering, settings);
  return {
    subject: toReportedSubject(offering),
    gradeSettings: settings,
    grades: [...grades, ...leavers],
    statistics: gradeStatistics(grades.map(toMarks), settings),
    columns: toReportColumns(settings),
  };
}

/** @throws NOT_FOUND for a student of another batch */
export async function buildStudentInSubject(
  db: Db,
  student: ReportStudent,
  offering: Offering,
): Promise<StudentInSubject> {
  const settings = await loadGradeSettings(db, offering.subjectId);
  const [classRow] = await loadSheetRows(db, offering, settings, [student.rowId]);
  const isSameStudent = ({ studentId }: GradeRow) => studentId === student.studentId;
  const grade = classRow ?? (await loadLeaverRows(db, offering, settings)).find(isSameStudent);
  if (!grade) throw notFound();
  const marks = await loadMarks(db, offering);
  const percentages = marks.flatMap((row) => rowPercentage(row, settings) ?? []).map(oneDecimal);
  const ownPercentage = rowPercentage(toMarks(grade), settings);
  const attendance = await loadAttendance(db, student, [offering]);
  const pastEnrolment = student.enrolments.findLast(({ batchId }) => batchId === offering.batchId);
  // Teachers of a student's former batch must not see his current programme.
  const { programName } =
    pastEnrolment && pastEnrolment.batchId !== student.batchId ? pastEnrolment : student;
  return {
    student: toReportedStudent({ ...student, programName }, offering.batchName),
    subject: toReportedSubject(offering),
    gradeSettings: settings,
    grade,
    statistics: gradeStatistics(marks, settings),
    absences: await loadAbsences(db, { rowId: student.rowId, subjectId: offering.subjectId }),
    attendance: attendance.total,
    rank: ownPercentage === null || !classRow ? null : rankAmong(oneDecimal(ownPercentage), percentages),
  };
}

const loadAbsences = compiledOnce(
  ['rowId', 'subjectId'],
  (db, { rowId, subjectId }: { rowId: number; subjectId: number }) =>
    db
      .selectFrom('absences')
      .select(['date', 'notes'])
      .select((builder) => builder.ref('type').$castTo<AbsenceType>().as('type'))
      .where('subject_id', '=', subjectId)
      .where('student_row_id', '=', rowId)
      .where(isAbsenceCounted)
      .orderBy('date'),
);
