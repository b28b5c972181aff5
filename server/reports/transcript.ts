import type { ReportedStudent, Transcript, TranscriptRow } from '../../contract/academicReports';
import { pointsOf, gpaFigures } from '../../contract/rules/gpa';
import { oneDecimal } from '../../contract/rules/grading';
import type { Db } from '../db/schema';
import { coursesOf, type StudentCourse } from './courses';
import type { Person } from './person';

/** A student of a batch as a report names him. */
export const asStudent = (
  { studentId, studentName, programName }: Person,
  batchName: string,
): ReportedStudent => ({ studentId, studentName, batchName, programName });

/** The transcript of a student of a batch, of one level or of all. Spec 2 §3; decision 4. */
export async function transcriptOf(
  db: Db,
  person: Person & { batchId: number; batchName: string },
  level?: number,
): Promise<Transcript> {
  const courses = await coursesOf(db, person.batchId, person.rowId);
  const shown = courses.filter((course) => level === undefined || course.level === level);
  const hoursOf = (some: readonly StudentCourse[]) => some.reduce((sum, { hours }) => sum + hours, 0);
  return {
    student: asStudent(person, person.batchName),
    transcript: shown.map(asRow),
    totalHours: hoursOf(shown),
    totalSubjects: shown.length,
    ...gpaFigures(courses, level),
    completedHours: hoursOf(shown.filter(({ percentage }) => percentage !== null)),
  };
}

const asRow = ({ marks, percentage, ...course }: StudentCourse): TranscriptRow => ({
  ...course,
  total: marks.total,
  grade: marks.grade,
  percentage: percentage === null ? null : oneDecimal(percentage),
  points: percentage === null ? null : pointsOf(percentage),
});
