import { expect, test } from 'vitest';
import { performanceFigures, performanceValue } from '../../contract/rules/recordFigures';
import { performanceLevels } from '../../contract/vocabulary';

test('each performance level has its value, best first', () => {
  expect(performanceLevels.map(performanceValue)).toEqual([95, 85, 75, 65, 50]);
});

test('an unknown level counts as the lowest, an empty level is ignored', () => {
  expect(performanceValue('رائع')).toBe(50);
  for (const empty of [null, '', '  ']) expect(performanceValue(empty)).toBeNull();
});

const averageOf = (levels: readonly (string | null)[]) =>
  performanceFigures(levels.map((level) => ({ level, count: 1 }))).avgGrade;

test('the average ignores empty levels and has one decimal', () => {
  expect(averageOf(['ممتاز', null, 'جيد', ''])).toBe(85);
  expect(averageOf(['ممتاز', 'ممتاز', 'جيد جداً'])).toBe(91.7);
  expect(averageOf([null, ''])).toBeNull();
  expect(averageOf([])).toBeNull();
});
