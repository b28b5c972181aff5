import type { PriorRange } from '../../../contract/hifz/plan';
import { findOverlap, parseAyahRanges } from '../../../contract/rules/mushaf';

type Ranges = readonly PriorRange[];
/** Declared ranges by `rangeKey`. Null: this version has no such range. */
export type PriorByRange = Readonly<Record<string, PriorRange | null>>;

const rangeKey = ({ from, to }: Pick<PriorRange, 'from' | 'to'>) => `${from}-${to}`;
const rangeValue = (range: PriorRange | null) => range && `${range.date} ${range.strength}`;

export const listRanges = (side: PriorByRange): PriorRange[] =>
  Object.values(side).filter((range) => range !== null);

/** Both versions keep only the differences that the user must decide: all, if merged ranges overlap. */
export function mergePrior(
  baseRanges: Ranges,
  mine: Ranges,
  theirs: Ranges,
): { mine: PriorByRange; theirs: PriorByRange } {
  const find = (ranges: Ranges, key: string) => ranges.find((one) => rangeKey(one) === key) ?? null;
  const keys = [...new Set([...baseRanges, ...mine, ...theirs].map(rangeKey))];
  const buildSides = (
    isConflict: (base: string | null, own: string | null, other: string | null) => boolean,
  ) => {
    const rows = keys.map((key) => {
      const [base, ownRange, theirRange] = [find(baseRanges, key), find(mine, key), find(theirs, key)];
      if (isConflict(rangeValue(base), rangeValue(ownRange), rangeValue(theirRange)))
        return [key, ownRange, theirRange] as const;
      const resolvedRange = rangeValue(ownRange) === rangeValue(base) ? theirRange : ownRange;
      return [key, resolvedRange, resolvedRange] as const;
    });
    return {
      mine: Object.fromEntries(rows.map(([key, ownRange]) => [key, ownRange])),
      theirs: Object.fromEntries(rows.map(([key, , theirRange]) => [key, theirRange])),
    };
  };
  const merged = buildSides(
    (base, ownValue, theirValue) => ownValue !== base && theirValue !== base && ownValue !== theirValue,
  );
  const overlaps = [merged.mine, merged.theirs].some(
    (side) => findOverlap(parseAyahRanges(listRanges(side))) !== -1,
  );
  return overlaps ? buildSides((_base, ownValue, theirValue) => ownValue !== theirValue) : merged;
}
