import { cleanText, foldDigits } from './arabicText';

const checkLength = 10;

const separators = /[\s\-_.·\u0640\u2010-\u2015\u2212]+/g;

export const maxTypedLength = 64;

const foldTyped = (text: string): string => foldDigits(cleanText(text)).replace(separators, '');

export function parsePaperNumber(text: string): { year: number; sequence: number } | null {
  const match = /^(\d{4})(\d{1,9})$/.exec(foldTyped(text));
  return match ? { year: Number(match[1]), sequence: Number(match[2]) } : null;
}

/** Returns ten hexadecimal digits in lower case. Upper case and any grouping are accepted. */
export function parsePaperCheck(text: string): string | null {
  // A check code has no o, i or l, so these letters are misread digits.
  const check = foldTyped(text).toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1');
  return check.length === checkLength && /^[0-9a-f]+$/.test(check) ? check : null;
}

/** The form on papers: `3F2A9-1B7C0`. */
export function formatCheck(code: string): string {
  const check = code.slice(0, checkLength).toUpperCase();
  return `${check.slice(0, checkLength / 2)}-${check.slice(checkLength / 2)}`;
}
