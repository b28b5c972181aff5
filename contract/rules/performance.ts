import { performanceLevels } from '../vocabulary';
import { oneDecimal } from './grading';

/** What each performance level is worth, best first; what is none of them counts as the last. Decision 11. */
const worth: readonly number[] = [95, 85, 75, 65, 50];

/** The value of a performance level; null of an empty one. */
export function performanceValue(level: string | null): number | null {
  if (level === null || level.trim() === '') return null;
  const place = performanceLevels.findIndex((known) => known === level);
  return worth[place === -1 ? worth.length - 1 : place] ?? null;
}

/** The mean value of performance levels, one decimal; null when all are empty. Decision 11. */
export function averagePerformance(levels: readonly (string | null)[]): number | null {
  const values = levels.flatMap((level) => performanceValue(level) ?? []);
  if (values.length === 0) return null;
  return oneDecimal(values.reduce((sum, value) => sum + value, 0) / values.length);
}
