import { performanceLevels } from '../vocabulary';
import { oneDecimal } from './grading';

/** The keys of a distribution, in the order of the levels; spec 2 §3. */
const performanceKeys = ['excellent', 'veryGood', 'good', 'acceptable', 'weak'] as const;
type PerformanceKey = (typeof performanceKeys)[number];

/** Number of records with this level; null or empty: no level. */
interface LevelCount {
  level: string | null;
  count: number;
}

/**
 * The number of records of each level, and the mean value with one decimal. An unknown level counts as weak, an empty
 * one does not count; null if all are empty. Spec 2 §3, decision 11.
 */
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
    const index = performanceLevels.findIndex((known) => known === level);
    distribution[performanceKeys[index] ?? 'weak'] += count;
    sum += value * count;
    recordCount += count;
  }
  return {
    avgGrade: recordCount === 0 ? null : oneDecimal(sum / recordCount),
    performanceDistribution: distribution,
  };
}

/** The value of each performance level, best first; an unknown level counts as the last. Decision 11. */
const levelValues: readonly number[] = [95, 85, 75, 65, 50];

/** The value of a performance level; null if it is empty. */
export function performanceValue(level: string | null): number | null {
  if (level === null || level.trim() === '') return null;
  const index = performanceLevels.findIndex((known) => known === level);
  return levelValues[index === -1 ? levelValues.length - 1 : index] ?? null;
}
