// Odd and not divisible by five, so that multiplying modulo a power of ten gives every number once.
const idShuffle = 61_803_399;
const phoneShuffle = 27_183;

/** The last digit of a real national id or residence permit (Luhn algorithm). */
export function checkDigit(nineDigits: string): number {
  const sum = [...nineDigits].reduce((total, character, index) => {
    const weighted = Number(character) * (index % 2 === 0 ? 2 : 1);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/**
 * A national id with a wrong last digit, so that no real person has it. Each `number` from 0 to 99,999,999 gives a
 * different id; citizens begin with 1, others with 2.
 */
export function fakeNationalId(number: number, isCitizen: boolean): string {
  const kind = isCitizen ? '1' : '2';
  const shuffled = (number * idShuffle + 31_415_926) % 100_000_000;
  const nine = kind + String(shuffled).padStart(8, '0');
  return nine + String((checkDigit(nine) + 1 + (number % 9)) % 10);
}

/** 05000 and five digits; they repeat after 100,000. */
export function fakePhone(number: number): string {
  return `05000${String((number * phoneShuffle + 16_180) % 100_000).padStart(5, '0')}`;
}

export const fakeEmail = (name: string): string => `${name}@example.org`;
