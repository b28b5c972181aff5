import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  weightedAverage,
  type Course,
  gpaSummary,
  gradePointAverage,
  gpaPoints,
  gpaPointsFor,
} from '../../contract/rules/gpa';
import { letterMinimums } from '../../contract/rules/grading';
import { letters } from '../../contract/vocabulary';

const course = (percentage: number | null, hours = 1, level = 1): Course => ({ level, hours, percentage });

describe('grade points', () => {
  test('grade points are 5.00 down to 1.00 for the nine letters', () => {
    expect(gpaPoints).toHaveLength(letters.length);
    expect([100, 95, 94.5, 90, 85, 80, 75, 70, 65, 60, 59.5, 0].map(gpaPointsFor)).toEqual([
      5, 5, 4.75, 4.75, 4.5, 4, 3.5, 3, 2.5, 2, 1, 1,
    ]);
  });

  test('grade points never rise while the percentage falls', () => {
    const falling = [100, ...letterMinimums, 0].map(gpaPointsFor);
    expect(falling).toEqual(falling.toSorted((a, b) => b - a));
  });
});

describe('a grade point average', () => {
  test('a grade point average is weighted by hours', () => {
    expect(gradePointAverage([course(95, 3), course(60, 1)])).toBe(4.25);
    expect(weightedAverage([course(95, 3), course(60, 1)])).toBe(86.3);
  });

  test('a grade point average has two decimals, rounded half up', () => {
    // (4.75 + 4.5 + 4.5) / 3 = 4.58333…, (5 + 4.75 × 7) / 8 = 4.78125
    expect(gradePointAverage([course(90), course(85), course(85)])).toBe(4.58);
    expect(gradePointAverage([course(95, 1), course(90, 7)])).toBe(4.78);
    // (1 + 2.5 × 9) / 10 = 2.35; 4.125 is rounded up.
    expect(gradePointAverage([course(0, 1), course(65, 9)])).toBe(2.35);
    expect(gradePointAverage([course(90, 1), course(80, 5)])).toBe(4.13);
  });

  test('a grade point average ignores courses without a result, and is null if no course has one', () => {
    expect(gradePointAverage([course(95, 2), course(null, 8)])).toBe(5);
    for (const empty of [[], [course(null, 3)]]) {
      expect(gradePointAverage(empty)).toBeNull();
      expect(weightedAverage(empty)).toBeNull();
    }
  });

  test('a grade point average is between the worst and the best letter', () => {
    const courses = fc.array(
      fc.record({
        level: fc.integer({ min: 1, max: 8 }),
        hours: fc.integer({ min: 1, max: 10 }),
        percentage: fc.integer({ min: 0, max: 200 }).map((half) => half / 2),
      }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(courses, (all) => {
        const points = all.map(({ percentage }) => gpaPointsFor(percentage));
        expect(gradePointAverage(all)).toBeGreaterThanOrEqual(Math.min(...points));
        expect(gradePointAverage(all)).toBeLessThanOrEqual(Math.max(...points));
      }),
    );
  });
});

describe('the averages of a transcript', () => {
  const courses = [course(95, 2, 1), course(80, 2, 2), course(null, 3, 3)];

  test('the averages are of the highest level with results if no level is given', () => {
    expect(gpaSummary(courses)).toEqual({ level: 2, levelGPA: 4, cumulativeGPA: 4.5 });
  });

  test('the level average is of the given level; the cumulative average is of all levels', () => {
    expect(gpaSummary(courses, 1)).toEqual({ level: 1, levelGPA: 5, cumulativeGPA: 4.5 });
    expect(gpaSummary(courses, 3)).toEqual({ level: 3, levelGPA: null, cumulativeGPA: 4.5 });
  });

  test('the averages are null without any result', () => {
    expect(gpaSummary([course(null)])).toEqual({ level: null, levelGPA: null, cumulativeGPA: null });
  });
});
