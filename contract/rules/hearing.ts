import type { ResultRule } from '../vocabulary';

interface FaultCount {
  kind: string;
  count: number;
}
interface FaultWeight {
  key: string;
  weight: number;
}

/** A fault weighs 1 if its kind was deleted. */
export const weightedFaults = (faults: readonly FaultCount[], kinds: readonly FaultWeight[]): number =>
  faults.reduce(
    (sum, { kind, count }) => sum + count * (kinds.find(({ key }) => key === kind)?.weight ?? 1),
    0,
  );

/** Returns the first rule whose limit is not exceeded. Valid settings always have one. */
export function proposedResult(
  weightedCount: number,
  pages: number | null,
  rules: readonly ResultRule[],
): Pick<ResultRule, 'performanceLevel' | 'result'> | null {
  const faultsPerPage = weightedCount / Math.max(pages ?? 1, 0.5);
  const rule = rules.find(({ max_faults }) => max_faults === null || faultsPerPage <= max_faults);
  return rule ? { performanceLevel: rule.performanceLevel, result: rule.result } : null;
}
