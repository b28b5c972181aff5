import type { ReportedStudent, Transcript } from '../../contract/reports/academicReports';
import { gpaPointsFor, gpaSummary } from '../../contract/rules/gpa';
import { oneDecimal } from '../../contract/rules/grading';
import type { FormerProgram, TranscriptRow } from '../../contract/reports/studentReport';
import type { Db } from '../db/schema';
import { coursesOf, type StudentCourse } from './courses';
import { inProgram, type Person, programOf } from './person';

/** A student of a batch in the form of a report. */
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
  const programId = programOf(person);
  const courses = markedIn(await coursesOf(db, inProgram(person, programId)), person.batchId);
  const shown = courses.filter((course) => level === undefined || course.level === level);
  const { totalHours, completedHours } = hoursIn(shown);
  return {
    student: asStudent(person, person.batchName),
    transcript: shown.map(asRow),
    totalHours,
    totalSubjects: shown.filter(counts).length,
    ...gpaSummary(courses.filter(counts), level),
    completedHours,
    former: await formerParts(db, person, programId),
  };
}

/** Without courses of former batches that have no marks, because a transcript lists results. */
const markedIn = (courses: readonly StudentCourse[], batchId: number | null): StudentCourse[] =>
  courses.filter((course) => course.batchId === batchId || course.gradesId !== null);

const counts = ({ isCounted }: StudentCourse) => isCounted;

function hoursIn(courses: readonly StudentCourse[]) {
  const hoursOf = (some: readonly StudentCourse[]) => some.reduce((sum, { hours }) => sum + hours, 0);
  const counting = courses.filter(counts);
  return {
    totalHours: hoursOf(counting),
    completedHours: hoursOf(counting.filter(({ percentage }) => percentage !== null)),
  };
}

/** The results in programmes that the student left, the last one first. Without any, nothing is read. */
export async function formerParts(
  db: Db,
  person: Person,
  programId: number | null,
): Promise<FormerProgram[]> {
  const left = person.enrolments.filter((enrolment) => enrolment.programId !== programId);
  if (left.length === 0) return [];
  const found = markedIn(await coursesOf(db, { ...person, batchId: null, enrolments: left }), null);
  const programOfBatch = new Map(left.map((enrolment) => [enrolment.batchId, enrolment.programId]));
  const lastOf = new Map(left.map((enrolment) => [enrolment.programId, enrolment]));
  const newestFirst = new Set(left.toReversed().map((enrolment) => enrolment.programId));
  return [...newestFirst].flatMap((id) => {
    const courses = found.filter(({ batchId }) => programOfBatch.get(batchId) === id);
    const last = lastOf.get(id);
    if (courses.length === 0 || !last) return [];
    const { cumulativeGPA } = gpaSummary(courses.filter(counts));
    const { programName, batchName } = last;
    return { programName, batchName, transcript: courses.map(asRow), ...hoursIn(courses), cumulativeGPA };
  });
}

const asRow = ({
  marks,
  percentage,
  subjectCode,
  subjectName,
  level,
  hours,
  type,
  isRepeated,
}: StudentCourse): TranscriptRow => ({
  subjectCode,
  subjectName,
  level,
  hours,
  type,
  isRepeated,
  total: marks.total,
  grade: marks.grade,
  percentage: percentage === null ? null : oneDecimal(percentage),
  points: percentage === null ? null : gpaPointsFor(percentage),
});
