import { letterIndex, oneDecimal } from './grading';

/** What each of the nine letters is worth on the Saudi scale of five, best first. Decision 4. */
export const gpaPoints: readonly number[] = [5, 4.75, 4.5, 4, 3.5, 3, 2.5, 2, 1];

/** A subject of a student. */
export interface Course {
  level: number;
  hours: number;
  /** Null until every enabled column has a mark: such a subject does not count. */
  percentage: number | null;
}

/** What the letter of a percentage is worth. Decision 4. */
export const gpaPointsFor = (percentage: number): number => gpaPoints[letterIndex(percentage)] ?? 0;

/** The mean of the courses with a result, weighted by hours; null without any. */
function weightedMean(courses: readonly Course[], getValue: (percentage: number) => number): number | null {
  let hours = 0;
  let sum = 0;
  for (const course of courses) {
    if (course.percentage === null) continue;
    hours += course.hours;
    sum += getValue(course.percentage) * course.hours;
  }
  return hours === 0 ? null : sum / hours;
}

/** The grade point average, weighted by hours, two decimals, half up; null without a result. Decision 4. */
export function gradePointAverage(courses: readonly Course[]): number | null {
  const mean = weightedMean(courses, gpaPointsFor);
  return mean === null ? null : Math.round(mean * 100 + 1e-9) / 100;
}

/** The mean of the percentages, weighted by hours, one decimal; null without a result. Decision 4. */
export function weightedAverage(courses: readonly Course[]): number | null {
  const mean = weightedMean(courses, (percentage) => percentage);
  return mean === null ? null : oneDecimal(mean);
}

/** The level of a level average: the one asked for, else the highest with a result; null without any. Decision 4. */
function gpaLevel(courses: readonly Course[], requestedLevel?: number): number | null {
  if (requestedLevel !== undefined) return requestedLevel;
  const levels = courses.flatMap(({ level, percentage }) => (percentage === null ? [] : [level]));
  return levels.length === 0 ? null : Math.max(...levels);
}

/** The averages of a transcript; `courses` are those of all levels. Decision 4. */
export function gpaSummary(
  courses: readonly Course[],
  requestedLevel?: number,
): { level: number | null; levelGPA: number | null; cumulativeGPA: number | null } {
  const level = gpaLevel(courses, requestedLevel);
  return {
    level,
    levelGPA: gradePointAverage(courses.filter((course) => course.level === level)),
    cumulativeGPA: gradePointAverage(courses),
  };
}

/** The rank of a value, the highest first; equal values share a rank: 1, 2, 2, 4. Decision 5. */
export const rankAmong = (value: number, values: readonly number[]): number =>
  1 + values.filter((other) => other > value).length;
