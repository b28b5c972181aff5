import { cleanText, foldDigits } from './arabicText';

/** The year of a new batch when no current one is known; spec 1 §9. */
export const defaultAcademicYear = '1446';

// The offset of the specification. In fact each Hijri year begins on another day of the Gregorian year.
const hijriOffset = 579;

const foldYear = (year: string) => foldDigits(cleanText(year));

// The sign of the Hijri year after its digits, with or without tatweel and a full stop.
const hijriSign = /\s*\u0647\u0640?\.?$/;

/** A year as it is stored: `1446` for what people write as the Hijri year with its sign, in digits of any script. */
export const cleanAcademicYear = (year: string): string => foldYear(year).replace(hijriSign, '');

/**
 * The current academic year as text: the one of the settings, else the Gregorian year of `today`
 * (`YYYY-MM-DD`, institute time zone) − 579, else 1446 when `today` is no date. Never fails.
 * Source: spec 1 §9, decision 14.
 */
export function currentAcademicYear(settingsYear: string | null, today: string): string {
  const cleanedYear = foldYear(settingsYear ?? '');
  if (cleanedYear !== '') return cleanedYear;
  const gregorianYear = /^(\d{4})-\d{2}-\d{2}/.exec(today)?.[1];
  if (gregorianYear === undefined) return defaultAcademicYear;
  return String(Number(gregorianYear) - hijriOffset);
}

/**
 * The academic years that can be chosen: 1400 to five years after the one that is counted from `today`
 * (`YYYY-MM-DD`, institute time zone). Source: rule 9 of the domain, decision 20a.
 */
export function academicYearRange(today: string): { min: number; max: number } {
  return { min: 1400, max: Number(currentAcademicYear(null, today)) + 5 };
}

/** True for four ASCII digits inside `academicYearRange`. Arguments and source as there. */
export function isAcademicYear(year: string, today: string): boolean {
  const { min, max } = academicYearRange(today);
  return /^\d{4}$/.test(year) && Number(year) >= min && Number(year) <= max;
}

/**
 * True when a batch of this academic year is active: its year is the current one, however its
 * digits are written. Arguments and source as for `currentAcademicYear`.
 */
export function isActiveBatch(academicYear: string, settingsYear: string | null, today: string): boolean {
  return foldYear(academicYear) === currentAcademicYear(settingsYear, today);
}
