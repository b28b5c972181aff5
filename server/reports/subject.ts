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
import { notFound } from '../problem';
import type { Db } from '../db/schema';
import { attendanceOf } from './attendance';
import { columnsOf, marksIn } from './courses';
import type { Person } from './person';
import { asStudent } from './transcript';

/** A subject in the form of a report. */
export const asSubject = ({
  subjectId: _id,
  batchId: _batchId,
  studentScope: _studentScope,
  ...subject
}: SheetOffering): ReportedSubject => subject;

/**
 * The grade sheet of a subject; its figures are of the students of the batch, after whom it shows who has left it and has
 * a mark there (rule 1 of the domain). Spec 2 §3; decisions 2 and 3.
 * @param isPlain as the specification has it, without those
 */
export async function subjectSheet(db: Db, offering: SheetOffering, isPlain: boolean): Promise<SubjectSheet> {
  const settings = await loadGradeSettings(db, offering.subjectId);
  const grades = await loadSheetRows(db, offering, settings);
  const leavers = isPlain ? [] : await loadLeaverRows(db, offering, settings);
  return {
    subject: asSubject(offering),
    gradeSettings: settings,
    grades: [...grades, ...leavers],
    statistics: gradeStatistics(grades.map(marksIn), settings),
    columns: columnsOf(settings),
  };
}

/**
 * A student's marks and absences in a subject, with the figures of the class. @throws NOT_FOUND for a student of
 * another batch
 */
export async function studentInSubject(
  db: Db,
  person: Person,
  offering: Offering,
): Promise<StudentInSubject> {
  const settings = await loadGradeSettings(db, offering.subjectId);
  const [inClass] = await loadSheetRows(db, offering, settings, [person.rowId]);
  const isOwn = ({ studentId }: GradeRow) => studentId === person.studentId;
  const grade = inClass ?? (await loadLeaverRows(db, offering, settings)).find(isOwn);
  if (!grade) throw notFound();
  const marks = await loadMarks(db, offering);
  const percentages = marks.flatMap((one) => rowPercentage(one, settings) ?? []).map(oneDecimal);
  const own = rowPercentage(marksIn(grade), settings);
  const attendance = await attendanceOf(db, person, [offering]);
  const past = person.enrolments.findLast(({ batchId }) => batchId === offering.batchId);
  // Where he has gone since is not for the teachers of then.
  const { programName } = past && past.batchId !== person.batchId ? past : person;
  return {
    student: asStudent({ ...person, programName }, offering.batchName),
    subject: asSubject(offering),
    gradeSettings: settings,
    grade,
    statistics: gradeStatistics(marks, settings),
    absences: await absencesIn(db, { rowId: person.rowId, subjectId: offering.subjectId }),
    attendance: attendance.all,
    rank: own === null || !inClass ? null : rankAmong(oneDecimal(own), percentages),
  };
}

const absencesIn = compiledOnce(
  ['rowId', 'subjectId'],
  (db, { rowId, subjectId }: { rowId: number; subjectId: number }) =>
    db
      .selectFrom('absences')
      .select(['date', 'notes'])
      .select((on) => on.ref('type').$castTo<AbsenceType>().as('type'))
      .where('subject_id', '=', subjectId)
      .where('student_row_id', '=', rowId)
      .orderBy('date'),
);
