import { cleanText, foldArabic } from '../../../contract/rules/arabicText';
import { hijriParts } from '../../../contract/rules/hijri';
import { type CalendarName, monthByName, ignoredDateWords } from '../../i18n/ar/days';

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const dayLength = 86_400_000;

/** The number of days since 1970, and the day of such a number. */
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayLength;
const dayOf = (number: number) => new Date(number * dayLength).toISOString().slice(0, 10);

/** Whether a text is a stored day, `YYYY-MM-DD`, from 1900 on. */
export function isDay(text: string): boolean {
  const [, year, month, day] = dayPattern.exec(text)?.map(Number) ?? [];
  return text >= '1900' && year !== undefined && dayFrom('gregory', year, month ?? 0, day ?? 0) !== null;
}

/** 0 for Sunday to 6 for Saturday, as the setting `weekend_days` counts. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Year, month (from 1) and day of a `YYYY-MM-DD` in a calendar; NaN if it is invalid. */
export function partsOf(day: string, calendar: CalendarName) {
  if (calendar === 'islamic-umalqura') return hijriParts(day);
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number);
  return { year, month, day: date };
}

/** The day with these numbers in a calendar; null if it does not exist, such as the 30th of a month with 29 days. */
export function dayFrom(calendar: CalendarName, year: number, month: number, day: number): string | null {
  const isPossible = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  if (!isPossible) return null;
  const found =
    calendar === 'gregory'
      ? new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
      : dayOf(startOfHijriMonth(year, month) + day - 1);
  return partsOf(found, calendar).month === month ? found : null;
}

// 16 July 622 of the Julian calendar, and the mean length of a month: such a date differs at most two days from the
// calendar of Umm al-Qura, so the middle of a month is always within the right month.
const firstOfMuharram1 = -492_148;
const meanMonth = 29.530588853;

function startOfHijriMonth(year: number, month: number): number {
  const months = (year - 1) * 12 + month - 1;
  const middle = Math.round(firstOfMuharram1 + (months + 0.5) * meanMonth);
  return middle - hijriParts(dayOf(middle)).day + 1;
}

/** A step from a day: in days, or in months or years of a calendar. */
export type Step = { days: number } | { months: number } | { years: number };

/** The day after a step; if the month is shorter, its last day. */
export function stepFrom(day: string, step: Step, calendar: CalendarName): string {
  if ('days' in step) return dayOf(numberOf(day) + step.days);
  const parts = partsOf(day, calendar);
  const months = parts.year * 12 + parts.month - 1 + ('years' in step ? step.years * 12 : step.months);
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1];
  const nearest = [0, 1, 2, 3].map((less) => dayFrom(calendar, year, month, parts.day - less));
  return nearest.find((one) => one !== null) ?? day;
}

/** All days of the month of a day. */
export function daysOfMonth(day: string, calendar: CalendarName): string[] {
  const { year, month } = partsOf(day, calendar);
  return Array.from({ length: 31 }, (_, index) => dayFrom(calendar, year, month, index + 1)).filter(
    (one) => one !== null,
  );
}

interface ReadDay {
  day: string;
  /** Complete: it has a year, and more digits would make another text. */
  isWhole: boolean;
}

/**
 * Reads a day that a person typed in either calendar: `23/11/2026`, `2026-11-23`, `13/6/1448`, or with the name of
 * the month, in digits of any script; without a year, the year of `near` is used. Null if it is invalid. Years before
 * 1600 are Hijri.
 */
export function readDay(text: string, near: string): ReadDay | null {
  const folded = foldArabic(cleanText(text));
  const words = (folded.match(/\p{L}+/gu) ?? []).filter((word) => !ignoredDateWords.has(word));
  const numbers = folded.match(/\d+/g) ?? [];
  const named = monthByName.get(words.join(' '));
  if (words.length > 0 && !named) return null;
  const isYearFirst = numbers[0]?.length === 4;
  const parts = isYearFirst ? numbers.toReversed() : numbers;
  const [day = '', ...others] = parts;
  const [month, year, more] = named ? [String(named.month), ...others] : others;
  if (month === undefined || more !== undefined || day.length > 2 || month.length > 2) return null;
  if (year !== undefined && year.length !== 4) return null;
  const isHijriYear = year !== undefined && Number(year) < endOfHijriYears;
  const calendar = named?.calendar ?? (isHijriYear ? 'islamic-umalqura' : 'gregory');
  const number = year === undefined ? partsOf(near, calendar).year : Number(year);
  if (calendar === 'islamic-umalqura' && number >= endOfHijriYears) return null;
  const found = dayFrom(calendar, number, Number(month), Number(day));
  if (found === null || !isDay(found)) return null;
  return { day: found, isWhole: year !== undefined && (!isYearFirst || day.length === 2) };
}

/** The first year that the calendar of Umm al-Qura does not cover. */
const endOfHijriYears = 1600;
