/** The place of a value among values, the highest first; who has the same shares it: 1, 2, 2, 4. Decision 5. */
export const rankAmong = (value: number, all: readonly number[]): number =>
  1 + all.filter((other) => other > value).length;
