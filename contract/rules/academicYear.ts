import { cleanText, foldDigits } from './arabicText';

export const defaultAcademicYear = '1446';

// An approximation of the specification: each Hijri year begins on another Gregorian day.
const hijriOffset = 579;

const foldYear = (year: string) => foldDigits(cleanText(year));

const hijriSign = /\s*\u0647\u0640?\.?$/;

/** Returns `1446` for a year in digits of any script, with or without the Hijri sign. */
export const cleanAcademicYear = (year: string): string => foldYear(year).replace(hijriSign, '');

/** The year of the settings, or the Gregorian year of `today` minus 579 (spec 1 §9, decision 14). */
export function currentAcademicYear(settingsYear: string | null, today: string): string {
  const cleanedYear = foldYear(settingsYear ?? '');
  if (cleanedYear !== '') return cleanedYear;
  const gregorianYear = /^(\d{4})-\d{2}-\d{2}/.exec(today)?.[1];
  if (gregorianYear === undefined) return defaultAcademicYear;
  return String(Number(gregorianYear) - hijriOffset);
}

/** From 1400 to five years after the current year (rule 9 of the domain, decision 20a). */
export function academicYearRange(today: string): { min: number; max: number } {
  return { min: 1400, max: Number(currentAcademicYear(null, today)) + 5 };
}

export function isAcademicYear(year: string, today: string): boolean {
  const { min, max } = academicYearRange(today);
  return /^\d{4}$/.test(year) && Number(year) >= min && Number(year) <= max;
}

export function isActiveBatch(academicYear: string, settingsYear: string | null, today: string): boolean {
  return foldYear(academicYear) === currentAcademicYear(settingsYear, today);
}
