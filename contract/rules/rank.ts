/** The place of a value among values, the highest first; who has the same shares it: 1, 2, 2, 4. Decision 5. */
export const rankAmong = (value: number, all: readonly number[]): number =>
  1 + all.filter((other) => other > value).length;

/** The place of each value, in their order. Decision 5. */
export function ranksOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => b - a);
  const places = new Map<number, number>();
  for (const [index, value] of sorted.entries()) if (!places.has(value)) places.set(value, index + 1);
  return values.map((value) => places.get(value) ?? 0);
}
