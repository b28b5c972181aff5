import type { ReportedStudent, Transcript } from '../../contract/reports/academicReports';
import { gpaPointsFor, gpaSummary } from '../../contract/rules/gpa';
import { oneDecimal } from '../../contract/rules/grading';
import type { FormerProgram, TranscriptRow } from '../../contract/reports/studentReport';
import type { Db } from '../db/schema';
import { loadCourses, type StudentCourse } from './courses';
import { limitToProgram, type ReportStudent, findProgramId } from './reportStudent';

export const toReportedStudent = (
  { studentId, studentName, programName }: ReportStudent,
  batchName: string,
): ReportedStudent => ({ studentId, studentName, batchName, programName });

/** Spec 2 §3; decision 4. */
export async function buildTranscript(
  db: Db,
  student: ReportStudent & { batchId: number; batchName: string },
  level?: number,
): Promise<Transcript> {
  const programId = findProgramId(student);
  const courses = dropCoursesWithoutMarks(
    await loadCourses(db, limitToProgram(student, programId)),
    student.batchId,
  );
  const coursesOfLevel = courses.filter((course) => level === undefined || course.level === level);
  const { totalHours, completedHours } = sumHours(coursesOfLevel);
  return {
    student: toReportedStudent(student, student.batchName),
    transcript: coursesOfLevel.map(toTranscriptRow),
    totalHours,
    totalSubjects: coursesOfLevel.filter(isCountedCourse).length,
    ...gpaSummary(courses.filter(isCountedCourse), level),
    completedHours,
    former: await loadFormerPrograms(db, student, programId),
  };
}

/** Courses of former batches without marks are not results. */
const dropCoursesWithoutMarks = (
  courses: readonly StudentCourse[],
  batchId: number | null,
): StudentCourse[] => courses.filter((course) => course.batchId === batchId || course.gradesId !== null);

const isCountedCourse = ({ isCounted }: StudentCourse) => isCounted;

function sumHours(courses: readonly StudentCourse[]) {
  const sumOf = (list: readonly StudentCourse[]) => list.reduce((sum, { hours }) => sum + hours, 0);
  const counted = courses.filter(isCountedCourse);
  return {
    totalHours: sumOf(counted),
    completedHours: sumOf(counted.filter(({ percentage }) => percentage !== null)),
  };
}

/** The last programme is first. */
export async function loadFormerPrograms(
  db: Db,
  student: ReportStudent,
  programId: number | null,
): Promise<FormerProgram[]> {
  const formerEnrolments = student.enrolments.filter((enrolment) => enrolment.programId !== programId);
  if (formerEnrolments.length === 0) return [];
  const allCourses = dropCoursesWithoutMarks(
    await loadCourses(db, { ...student, batchId: null, enrolments: formerEnrolments }),
    null,
  );
  const programByBatch = new Map(
    formerEnrolments.map((enrolment) => [enrolment.batchId, enrolment.programId]),
  );
  const lastByProgram = new Map(formerEnrolments.map((enrolment) => [enrolment.programId, enrolment]));
  const programIds = new Set(formerEnrolments.toReversed().map((enrolment) => enrolment.programId));
  return [...programIds].flatMap((id) => {
    const courses = allCourses.filter(({ batchId }) => programByBatch.get(batchId) === id);
    const lastEnrolment = lastByProgram.get(id);
    if (courses.length === 0 || !lastEnrolment) return [];
    const { cumulativeGPA } = gpaSummary(courses.filter(isCountedCourse));
    const { programName, batchName } = lastEnrolment;
    return {
      programName,
      batchName,
      transcript: courses.map(toTranscriptRow),
      ...sumHours(courses),
      cumulativeGPA,
    };
  });
}

const toTranscriptRow = ({
  marks,
  percentage,
  subjectCode,
  subjectName,
  level,
  hours,
  type,
  isRepeated,
  columns,
}: StudentCourse): TranscriptRow => ({
  subjectCode,
  subjectName,
  level,
  hours,
  type,
  isRepeated,
  total: marks.total,
  max: columns.reduce((sum, column) => sum + column.max, 0),
  grade: marks.grade,
  percentage: percentage === null ? null : oneDecimal(percentage),
  points: percentage === null ? null : gpaPointsFor(percentage),
});
