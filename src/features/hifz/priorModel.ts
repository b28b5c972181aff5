import type { PriorRange } from '../../../contract/hifz/plan';
import { findOverlap, parseAyahRanges } from '../../../contract/rules/mushaf';

type Ranges = readonly PriorRange[];
/** What is declared, by the ends of each range; null where somebody else declares it, or has removed it. */
export type PriorByRange = Readonly<Record<string, PriorRange | null>>;

const keyOf = ({ from, to }: Pick<PriorRange, 'from' | 'to'>) => `${from}-${to}`;
const textOf = (range: PriorRange | null) => range && `${range.date} ${range.strength}`;

export const rangesOf = (side: PriorByRange): PriorRange[] =>
  Object.values(side).filter((range) => range !== null);

/**
 * Two changes of the list that both have read, which differ only in the ranges that are to be asked about: those that both
 * have changed, and all that differ where the changes of both together would overlap.
 */
export function priorSides(
  read: Ranges,
  mine: Ranges,
  theirs: Ranges,
): { mine: PriorByRange; theirs: PriorByRange } {
  const find = (ranges: Ranges, key: string) => ranges.find((one) => keyOf(one) === key) ?? null;
  const keys = [...new Set([...read, ...mine, ...theirs].map(keyOf))];
  const sides = (isAsked: (base: string | null, own: string | null, other: string | null) => boolean) => {
    const rows = keys.map((key) => {
      const [base, own, other] = [find(read, key), find(mine, key), find(theirs, key)];
      if (isAsked(textOf(base), textOf(own), textOf(other))) return [key, own, other] as const;
      const kept = textOf(own) === textOf(base) ? other : own;
      return [key, kept, kept] as const;
    });
    return {
      mine: Object.fromEntries(rows.map(([key, own]) => [key, own])),
      theirs: Object.fromEntries(rows.map(([key, , other]) => [key, other])),
    };
  };
  const merged = sides((base, own, other) => own !== base && other !== base && own !== other);
  const overlaps = [merged.mine, merged.theirs].some(
    (side) => findOverlap(parseAyahRanges(rangesOf(side))) !== -1,
  );
  return overlaps ? sides((_base, own, other) => own !== other) : merged;
}
