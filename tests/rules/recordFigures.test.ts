import { expect, test } from 'vitest';
import { performanceFigures } from '../../contract/rules/recordFigures';

test('records are counted by level; an unknown level counts as weak, an empty level is ignored', () => {
  const counts = [
    { level: 'ممتاز', count: 2 },
    { level: 'جيد جداً', count: 1 },
    { level: 'جيد', count: 3 },
    { level: 'مقبول', count: 1 },
    { level: 'ضعيف', count: 1 },
    { level: 'متوسط', count: 2 },
    { level: null, count: 9 },
    { level: ' ', count: 1 },
  ];
  expect(performanceFigures(counts)).toEqual({
    avgGrade: 71.5,
    performanceDistribution: { excellent: 2, veryGood: 1, good: 3, acceptable: 1, weak: 3 },
  });
});

test('records without a level have no average', () => {
  const none = { excellent: 0, veryGood: 0, good: 0, acceptable: 0, weak: 0 };
  for (const counts of [[], [{ level: null, count: 4 }]])
    expect(performanceFigures(counts)).toEqual({ avgGrade: null, performanceDistribution: none });
});
