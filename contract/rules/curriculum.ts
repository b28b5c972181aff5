import { cleanLines, cleanText, foldDigits } from './arabicText';

/** The pages of a portion when none are given; spec 1 §3. */
export const pagesWhenEmpty = 1;

/**
 * The curriculum items of a pasted text: its lines in order, cleaned, without blank ones. A repeated line stays,
 * since a portion may be repeated on purpose. Empty for a text without items. Never fails. Source: spec 1 §5.
 */
export function parsePastedItems(text: string): string[] {
  return cleanLines(text)
    .split('\n')
    .filter((line) => line !== '');
}

/**
 * The default number of pages, from a number or from what was typed (any digits): 1 when empty,
 * null when it is no number, below 0 or not in steps of 0.5. Source: spec 1 §3.
 */
export function parseDefaultPages(value: number | string | null | undefined): number | null {
  const text = foldDigits(cleanText(String(value ?? '')));
  if (text === '') return pagesWhenEmpty;
  const pages = /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  return Number.isInteger(pages * 2) ? pages : null;
}
