import { foldDigits } from '../../../contract/rules/arabicText';

/**
 * What a number field holds for what was typed in any digits: the number once the text is one and nothing would be
 * lost (not at `1.` or `1.0`), the text until then.
 */
export function typedNumber(text: string): number | string {
  const folded = foldDigits(text).replace(',', '.').trim();
  return folded !== '' && String(Number(folded)) === folded ? Number(folded) : folded;
}

interface Steps {
  step: number;
  least: number;
  most: number;
}

/** One step up (1) or down (-1) from the value, inside the limits; from no number, the lower limit. */
export function stepped(value: unknown, direction: 1 | -1, { step, least, most }: Steps): number {
  const now = typeof value === 'number' ? value : Number.NaN;
  if (Number.isNaN(now)) return least;
  const next = direction === 1 ? Math.floor(now / step + 1) * step : Math.ceil(now / step - 1) * step;
  return Math.min(most, Math.max(least, next));
}
