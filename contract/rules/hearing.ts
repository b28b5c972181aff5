import type { ResultRule } from '../vocabulary';

interface Counted {
  /** The key of the kind of fault. */
  kind: string;
  count: number;
}
interface Weighed {
  key: string;
  weight: number;
}

/** What faults come to, each as its kind weighs; one of a kind that is gone weighs 1, as a mistake that was only counted. */
export const weightedFaults = (faults: readonly Counted[], kinds: readonly Weighed[]): number =>
  faults.reduce(
    (sum, { kind, count }) => sum + count * (kinds.find(({ key }) => key === kind)?.weight ?? 1),
    0,
  );

/**
 * The level and result that are proposed for a hearing of so many pages, at least half a page: the first rule whose limit
 * its weighted faults a page do not pass. Null where no rule holds, which the settings do not allow.
 */
export function proposedResult(
  weighted: number,
  pages: number | null,
  rules: readonly ResultRule[],
): Pick<ResultRule, 'performanceLevel' | 'result'> | null {
  const aPage = weighted / Math.max(pages ?? 1, 0.5);
  const rule = rules.find(({ max_faults }) => max_faults === null || aPage <= max_faults);
  return rule ? { performanceLevel: rule.performanceLevel, result: rule.result } : null;
}
