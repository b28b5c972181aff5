export type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/**
 * The CLDR plural category of a count in Arabic: 0 zero, 1 one, 2 two, then by the last two digits
 * 3-10 few and 11-99 many, all else (100, 101, 102, fractions) other. The sign does not matter.
 * Never fails.
 */
export function arabicPlural(n: number): PluralCategory {
  const count = Math.abs(n);
  if (count === 0) return 'zero';
  if (count === 1) return 'one';
  if (count === 2) return 'two';
  if (!Number.isInteger(count)) return 'other';
  const lastTwo = count % 100;
  if (lastTwo >= 3 && lastTwo <= 10) return 'few';
  return lastTwo >= 11 ? 'many' : 'other';
}
