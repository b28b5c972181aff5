import { performanceLevels } from '../vocabulary';
import { oneDecimal } from './grading';

/** In the order of `performanceLevels` (spec 2 §3). */
const performanceKeys = ['excellent', 'veryGood', 'good', 'acceptable', 'weak'] as const;
type PerformanceKey = (typeof performanceKeys)[number];

interface LevelCount {
  level: string | null;
  count: number;
}

/** An unknown level counts as weak, and an empty level is ignored (spec 2 §3, decision 11). */
export function performanceFigures(counts: readonly LevelCount[]): {
  avgGrade: number | null;
  performanceDistribution: Record<PerformanceKey, number>;
} {
  const distribution = { excellent: 0, veryGood: 0, good: 0, acceptable: 0, weak: 0 };
  let sum = 0;
  let recordCount = 0;
  for (const { level, count } of counts) {
    const value = performanceValue(level);
    if (value === null) continue;
    const index = performanceLevels.findIndex((name) => name === level);
    distribution[performanceKeys[index] ?? 'weak'] += count;
    sum += value * count;
    recordCount += count;
  }
  return {
    avgGrade: recordCount === 0 ? null : oneDecimal(sum / recordCount),
    performanceDistribution: distribution,
  };
}

/** Best first (decision 11). */
const levelValues: readonly number[] = [95, 85, 75, 65, 50];

export function performanceValue(level: string | null): number | null {
  if (level === null || level.trim() === '') return null;
  const index = performanceLevels.findIndex((name) => name === level);
  return levelValues[index === -1 ? levelValues.length - 1 : index] ?? null;
}
