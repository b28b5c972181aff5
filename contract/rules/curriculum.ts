import { cleanLines, cleanText, foldDigits } from './arabicText';

/** Spec 1 §3. */
export const pagesWhenEmpty = 1;

/** Repeated lines stay, because a portion may repeat on purpose (spec 1 §5). */
export function parsePastedItems(text: string): string[] {
  return cleanLines(text)
    .split('\n')
    .filter((line) => line !== '');
}

/** Empty is 1. Null for text, a negative number, or a number that is not in steps of 0.5. */
export function parseDefaultPages(value: number | string | null | undefined): number | null {
  const text = foldDigits(cleanText(String(value ?? '')));
  if (text === '') return pagesWhenEmpty;
  const pages = /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  return Number.isInteger(pages * 2) ? pages : null;
}
