import { defaultAcademicYear } from './academicYear';
import { cleanName, cleanText, foldDigits } from './arabicText';

const phoneSeparators = /[\s().\u2010-\u2015\u2212-]/g;

/** A national id as it is stored: ASCII digits, no white space or invisible marks. Never fails. */
export function cleanNationalId(text: string): string {
  return foldDigits(cleanText(text)).replaceAll(' ', '');
}

/** True for exactly ten digits, in any script. Source: spec 1 §5, decision 15. */
export function isNationalId(text: string): boolean {
  return /^[0-9]{10}$/.test(cleanNationalId(text));
}

/**
 * A phone number as it is stored: ASCII digits without spaces, dashes, dots and brackets. A plus at the end, where
 * right-to-left typing may put it, is moved to the front; other characters are kept, so that validation refuses them.
 * Never fails. Source: api.md, Conventions.
 */
export function cleanPhone(text: string): string {
  const phone = foldDigits(cleanText(text)).replace(phoneSeparators, '');
  return phone.replace(/^([0-9]+)\+$/, '+$1');
}

/** The number in an academic year as people write it: the first number of `1447/1448`; 1446 if there is none. */
export const parseYear = (academicYear: string): string =>
  /[0-9]+/.exec(foldDigits(academicYear))?.[0] ?? defaultAcademicYear;

/**
 * The academic number after `lastNumber`: the year and at least four digits, first `14460001`. `lastNumber` is the
 * highest number of that year; a number of another year or form is ignored. Never fails. Source: api.md, Student.
 */
export function nextStudentNumber(academicYear: string, lastNumber: string | null): string {
  const year = parseYear(academicYear);
  const last = lastNumber?.startsWith(year) ? lastNumber.slice(year.length) : '';
  const serial = /^[0-9]{4,6}$/.test(last) ? Number(last) + 1 : 1;
  return year + String(serial).padStart(4, '0');
}

/**
 * User names like one that is taken, with numbers from `from` at their end, at most `max` characters long. Never fails.
 */
export function suggestUsernames(username: string, from: number, count: number, max: number): string[] {
  // A number straight after another would read as one longer number.
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

/**
 * The four names joined with single spaces, without empty ones; empty if all are. Never fails. Source: spec 1 §3,
 * api.md, Student.
 */
export function fullName(names: NameParts): string {
  const { first_name, second_name, third_name, last_name } = names;
  return cleanName([first_name, second_name, third_name, last_name].map((n) => n ?? '').join(' '));
}
