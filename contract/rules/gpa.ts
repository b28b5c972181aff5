import { letterIndex, oneDecimal } from './grading';

/** Points of the nine letter grades on the Saudi five-point scale, best first (decision 4). */
export const gpaPoints: readonly number[] = [5, 4.75, 4.5, 4, 3.5, 3, 2.5, 2, 1];

export interface Course {
  level: number;
  hours: number;
  /** Null until each enabled column has a mark. The subject then does not count. */
  percentage: number | null;
}

export const gpaPointsFor = (percentage: number): number => gpaPoints[letterIndex(percentage)] ?? 0;

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

/** Weighted by hours, two decimals, rounded half up. Null without results (decision 4). */
export function gradePointAverage(courses: readonly Course[]): number | null {
  const mean = weightedMean(courses, gpaPointsFor);
  return mean === null ? null : Math.round(mean * 100 + 1e-9) / 100;
}

/** Percent, weighted by hours, one decimal. Null without results (decision 4). */
export function weightedAverage(courses: readonly Course[]): number | null {
  const mean = weightedMean(courses, (percentage) => percentage);
  return mean === null ? null : oneDecimal(mean);
}

function gpaLevel(courses: readonly Course[], requestedLevel?: number): number | null {
  if (requestedLevel !== undefined) return requestedLevel;
  const levels = courses.flatMap(({ level, percentage }) => (percentage === null ? [] : [level]));
  return levels.length === 0 ? null : Math.max(...levels);
}

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

/** The highest value has rank 1. Equal values share a rank: 1, 2, 2, 4 (decision 5). */
export const rankAmong = (value: number, values: readonly number[]): number =>
  1 + values.filter((other) => other > value).length;
