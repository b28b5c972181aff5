import type { ResultRule } from '../vocabulary';

interface FaultCount {
  /** The key of the kind of fault. */
  kind: string;
  count: number;
}
interface FaultWeight {
  key: string;
  weight: number;
}

/**
 * The sum of the faults, each multiplied by the weight of its kind; a fault of a deleted kind weighs 1, like a plain
 * mistake.
 */
export const weightedFaults = (faults: readonly FaultCount[], kinds: readonly FaultWeight[]): number =>
  faults.reduce(
    (sum, { kind, count }) => sum + count * (kinds.find(({ key }) => key === kind)?.weight ?? 1),
    0,
  );

/**
 * The level and result that are proposed for a recitation of this many pages (at least half a page): those of the
 * first rule whose limit is not exceeded by the weighted faults per page. Null if no rule fits, which the settings do
 * not allow.
 */
export function proposedResult(
  weighted: number,
  pages: number | null,
  rules: readonly ResultRule[],
): Pick<ResultRule, 'performanceLevel' | 'result'> | null {
  const faultsPerPage = weighted / Math.max(pages ?? 1, 0.5);
  const rule = rules.find(({ max_faults }) => max_faults === null || faultsPerPage <= max_faults);
  return rule ? { performanceLevel: rule.performanceLevel, result: rule.result } : null;
}
