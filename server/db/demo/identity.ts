// Both are odd and no multiples of five, so that multiplying by them only shuffles numbers of fixed length.
const idShuffle = 61_803_399;
const phoneShuffle = 27_183;

/** The digit that a real national id or residence permit has at the end; the rule is that of payment cards. */
export function checkDigit(nineDigits: string): number {
  const sum = [...nineDigits].reduce((total, character, index) => {
    const weighted = Number(character) * (index % 2 === 0 ? 2 : 1);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/**
 * A national id that nobody has: right in form, wrong in its last digit. Each number from 0 to 99,999,999 gives
 * another one; citizens begin with 1, others with 2.
 */
export function inventedNationalId(number: number, isCitizen: boolean): string {
  const kind = isCitizen ? '1' : '2';
  const shuffled = (number * idShuffle + 31_415_926) % 100_000_000;
  const nine = kind + String(shuffled).padStart(8, '0');
  return nine + String((checkDigit(nine) + 1 + (number % 9)) % 10);
}

/** 05000 and five digits; they repeat after 100,000. */
export function inventedPhone(number: number): string {
  return `05000${String((number * phoneShuffle + 16_180) % 100_000).padStart(5, '0')}`;
}

export const inventedEmail = (name: string): string => `${name}@example.org`;
