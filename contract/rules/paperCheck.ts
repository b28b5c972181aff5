import { cleanText, foldDigits } from './arabicText';

/** So many characters of a paper's code stand beside its number. */
const checkLength = 10;

// People type what they see: dashes of every kind, spaces, tatweel.
const separators = /[\s\-_.·\u0640\u2010-\u2015\u2212]+/g;

/** More than this nobody types for either. */
export const longestTyped = 64;

const foldTyped = (text: string): string => foldDigits(cleanText(text)).replace(separators, '');

/**
 * The number of a paper as somebody types it: digits of any script, with any dashes and spaces or none. Null for what
 * is no number of a paper. Never fails.
 */
export function paperNumberIn(text: string): { year: number; sequence: number } | null {
  const found = /^(\d{4})(\d{1,9})$/.exec(foldTyped(text));
  return found ? { year: Number(found[1]), sequence: Number(found[2]) } : null;
}

/**
 * The check of a paper as somebody types it, in either case and in any groups: ten hexadecimal digits, lower case. Null
 * for what is none. Never fails.
 */
export function paperCheckIn(text: string): string | null {
  // No such letters are in a check: somebody has taken a nought or a one for them.
  const check = foldTyped(text).toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1');
  return check.length === checkLength && /^[0-9a-f]+$/.test(check) ? check : null;
}

/** The check of a code as papers show it: `3F2A9-1B7C0`. */
export function shownCheck(code: string): string {
  const check = code.slice(0, checkLength).toUpperCase();
  return `${check.slice(0, checkLength / 2)}-${check.slice(checkLength / 2)}`;
}
