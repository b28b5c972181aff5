import { cleanText, foldDigits } from './arabicText';

/** Number of characters of a paper's code that are printed beside its number. */
const checkLength = 10;

// People type what they see: dashes of every kind, spaces, tatweel.
const separators = /[\s\-_.·\u0640\u2010-\u2015\u2212]+/g;

/** Maximum length of typed input for a number or a check. */
export const maxTypedLength = 64;

const foldTyped = (text: string): string => foldDigits(cleanText(text)).replace(separators, '');

/**
 * The number of a paper as somebody types it: digits of any script, with any dashes and spaces or none. Null if the
 * text is not a paper number. Never fails.
 */
export function parsePaperNumber(text: string): { year: number; sequence: number } | null {
  const match = /^(\d{4})(\d{1,9})$/.exec(foldTyped(text));
  return match ? { year: Number(match[1]), sequence: Number(match[2]) } : null;
}

/**
 * The check of a paper as somebody types it, in either case and in any groups: ten hexadecimal digits, lower case. Null
 * if the text is not a check. Never fails.
 */
export function parsePaperCheck(text: string): string | null {
  // A check has no o, i or l: 0 or 1 was misread.
  const check = foldTyped(text).toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1');
  return check.length === checkLength && /^[0-9a-f]+$/.test(check) ? check : null;
}

/** The check of a code as papers show it: `3F2A9-1B7C0`. */
export function formatCheck(code: string): string {
  const check = code.slice(0, checkLength).toUpperCase();
  return `${check.slice(0, checkLength / 2)}-${check.slice(checkLength / 2)}`;
}
