import { defaultGradeSettings, gradeColumns } from '../../contract/rules/gradeSettings';
import { letters } from '../../contract/vocabulary';
import type { Data } from '../../server/db/data';
import type { Row } from '../../server/db/schema';
import { enrolledStudents } from './enrolledStudents';

export interface ExpectedCourse {
  code: string;
  level: number;
  hours: number;
  total: number | null;
  max: number;
  percentage: number | null;
  letter: string | null;
}

export interface ExpectedStudent {
  row: Row<'students'> & { batch_id: number | null };
  courses: ExpectedCourse[];
}

const minimums = [95, 90, 85, 80, 75, 70, 65, 60];
const points = [5, 4.75, 4.5, 4, 3.5, 3, 2.5, 2, 1];
const letterIndex = (percentage: number) => minimums.filter((limit) => percentage < limit).length;
export const letterAt = (percentage: number) => letters[letterIndex(percentage)] as string;
export const pointsAt = (percentage: number) => points[letterIndex(percentage)] as number;

const roundHalfUp = (value: number, decimals: number) => {
  const factor = 10 ** decimals;
  return Math.floor(Number((value * factor + 0.5).toFixed(6))) / factor;
};

function computeCourse(
  subject: Row<'subjects'>,
  settings: Row<'subject_grade_settings'> | undefined,
  grade: Row<'grades'> | undefined,
): ExpectedCourse {
  const enabled = gradeColumns.filter((column) => settings?.[`${column}_enabled`] !== 0);
  const maximum = enabled.reduce(
    (sum, column) => sum + (settings?.[`${column}_max`] ?? defaultGradeSettings[`${column}Max`]),
    0,
  );
  const marks = enabled.map((column) => grade?.[column] ?? null);
  const recorded = marks.filter((mark) => mark !== null);
  const total = recorded.length === 0 ? null : recorded.reduce((sum, mark) => sum + mark, 0);
  const percentage =
    recorded.length < enabled.length || maximum === 0 || total === null ? null : (total / maximum) * 100;
  return {
    code: subject.subject_code,
    level: subject.level,
    hours: subject.hours,
    total,
    max: maximum,
    percentage,
    letter: percentage === null ? null : letterAt(Number(percentage.toFixed(9))),
  };
}

/** Computed from the tables, without the rules of the contract. */
export async function expectedStudents({ read }: Data): Promise<ExpectedStudent[]> {
  const students = await read.selectFrom(enrolledStudents(read)).selectAll().execute();
  const subjects = await read
    .selectFrom('subjects')
    .selectAll()
    .orderBy('level')
    .orderBy('name_sort')
    .orderBy('id')
    .execute();
  const settings = await read.selectFrom('subject_grade_settings').selectAll().execute();
  const grades = await read.selectFrom('grades').selectAll().execute();
  const gradeByKey = new Map(grades.map((grade) => [`${grade.student_row_id} ${grade.subject_id}`, grade]));
  const settingsBySubject = new Map(settings.map((row) => [row.subject_id, row]));
  return students.map((row) => ({
    row,
    courses: subjects
      .filter(
        ({ id, batch_id, status }) =>
          batch_id === row.batch_id && (status !== 'cancelled' || gradeByKey.has(`${row.id} ${id}`)),
      )
      .map((subject) =>
        computeCourse(subject, settingsBySubject.get(subject.id), gradeByKey.get(`${row.id} ${subject.id}`)),
      ),
  }));
}

function computeMean(
  courses: readonly ExpectedCourse[],
  toValue: (percentage: number) => number,
): number | null {
  const completed = courses.filter(({ percentage }) => percentage !== null);
  const hours = completed.reduce((sum, course) => sum + course.hours, 0);
  if (hours === 0) return null;
  return completed.reduce((sum, course) => sum + toValue(course.percentage ?? 0) * course.hours, 0) / hours;
}

const filterByLevel = (courses: readonly ExpectedCourse[], level?: number) =>
  courses.filter((course) => level === undefined || course.level === level);

/** Percentage weighted by hours, with one decimal. */
export function expectedAverage({ courses }: ExpectedStudent, level?: number): number | null {
  const mean = computeMean(filterByLevel(courses, level), (percentage) => percentage);
  return mean === null ? null : roundHalfUp(mean, 1);
}

export function expectedGpa({ courses }: ExpectedStudent, level?: number): number | null {
  const mean = computeMean(filterByLevel(courses, level), (percentage) =>
    pointsAt(Number(percentage.toFixed(9))),
  );
  return mean === null ? null : roundHalfUp(mean, 2);
}

/** Rank of the student in the sorted averages of the batch. */
export function expectedRank(
  students: readonly ExpectedStudent[],
  student: ExpectedStudent,
  level?: number,
): { rank: number | null; total: number } {
  const averages = students
    .filter(({ row }) => row.batch_id === student.row.batch_id)
    .flatMap((classmate) => expectedAverage(classmate, level) ?? [])
    .toSorted((a, b) => b - a);
  const average = expectedAverage(student, level);
  return { rank: average === null ? null : averages.indexOf(average) + 1, total: averages.length };
}
