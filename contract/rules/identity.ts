import { defaultAcademicYear } from './academicYear';
import { cleanName, cleanText, foldDigits } from './arabicText';

export function cleanNationalId(text: string): string {
  return foldDigits(cleanText(text)).replaceAll(' ', '');
}

/** Ten digits in any script (spec 1 §5, decision 15). */
export function isNationalId(text: string): boolean {
  return /^[0-9]{10}$/.test(cleanNationalId(text));
}

/** E.164 has no longer numbers. */
export const maxPhoneDigits = 15;
const phoneSeparators = /[\s().\u2010-\u2015\u2212-]/g;
/** Programs that store numbers as decimals write `966500031066.0`. */
export const zeroDecimals = /(\d{7})\.0+(?!\d)/g;

/** Right-to-left typing may put the plus at the end. Validation refuses other characters. */
export function cleanPhone(text: string): string {
  const phone = foldDigits(cleanText(text)).replace(zeroDecimals, '$1').replace(phoneSeparators, '');
  return phone.replace(/^([0-9]+)\+$/, '+$1');
}

export const countDigits = (text: string): number => text.replace(/\D/g, '').length;

export const isPhoneTooLong = (phone: string): boolean => countDigits(phone) > maxPhoneDigits;

/** Why a form refuses the text. An empty text is no problem. */
export function phoneProblem(text: string): 'phoneWithoutDigits' | 'phoneTooLong' | null {
  const bare = cleanText(text);
  if (bare !== '' && countDigits(foldDigits(bare)) === 0) return 'phoneWithoutDigits';
  return isPhoneTooLong(cleanPhone(text)) ? 'phoneTooLong' : null;
}

/** The first number of `1447/1448`, or 1446 if there is none. */
export const parseYear = (academicYear: string): string =>
  /[0-9]+/.exec(foldDigits(academicYear))?.[0] ?? defaultAcademicYear;

/** The year and at least four digits: the first number of 1446 is `14460001` (api.md, Student). */
export function nextStudentNumber(academicYear: string, lastNumber: string | null): string {
  const year = parseYear(academicYear);
  const last = lastNumber?.startsWith(year) ? lastNumber.slice(year.length) : '';
  const serial = /^[0-9]{4,6}$/.test(last) ? Number(last) + 1 : 1;
  return year + String(serial).padStart(4, '0');
}

export function suggestUsernames(username: string, from: number, count: number, max: number): string[] {
  // Without the separator two numbers would become one.
  const separator = /[0-9]$/.test(foldDigits(username)) ? '-' : '';
  return Array.from({ length: count }, (_, index) => {
    const suffix = `${separator}${from + index}`;
    return username.slice(0, max - suffix.length).replace(/[\uD800-\uDBFF]$/, '') + suffix;
  });
}

type NameParts = {
  first_name?: string | null;
  second_name?: string | null;
  third_name?: string | null;
  last_name?: string | null;
};

export function fullName(names: NameParts): string {
  const { first_name, second_name, third_name, last_name } = names;
  return cleanName([first_name, second_name, third_name, last_name].map((n) => n ?? '').join(' '));
}
