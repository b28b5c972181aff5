/** How a date is shown: its digits (Latin unless told) and the zone in which a time has a date. */
export type DateDisplay = { digits?: 'latn' | 'arab'; timeZone?: string };

export const defaultTimeZone = 'Asia/Riyadh';

const plainDate = /^\d{4}-\d{2}-\d{2}$/;
const timestamp = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

// Making a formatter costs a hundred times more than using it, and a list shows many dates.
const formatters = new Map<string, Intl.DateTimeFormat>();

const formats = {
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  numbers: { day: 'numeric', month: 'numeric', year: 'numeric' },
  weekday: { weekday: 'long' },
  weekdayLetter: { weekday: 'narrow' },
  digits: { day: '2-digit', month: '2-digit', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const;

function formatter(locale: string, timeZone: string, format: keyof typeof formats = 'long') {
  const key = `${locale} ${timeZone} ${format}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  const created = new Intl.DateTimeFormat(locale, { ...formats[format], timeZone });
  formatters.set(key, created);
  return created;
}

// A stored date has no time, so no zone may move it; only a timestamp is seen from a zone.
function parseInstant(date: string, timeZone: string): { instant: Date; timeZone: string } | null {
  if (plainDate.test(date)) {
    const instant = new Date(`${date}T00:00:00Z`);
    const isReal = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date);
    return isReal ? { instant, timeZone: 'UTC' } : null;
  }
  const match = timestamp.exec(date);
  if (match === null) return null;
  const instant = new Date(date.replace(' ', 'T') + (match[3] === undefined ? 'Z' : ''));
  return Number.isNaN(instant.getTime()) ? null : { instant, timeZone };
}

const latinDigitsLocale = (calendar: string) => `en-u-ca-${calendar}-nu-latn`;

function formatIn(
  date: string,
  calendar: string,
  display: DateDisplay,
  format?: keyof typeof formats,
): string {
  const moment = parseInstant(date, display.timeZone ?? defaultTimeZone);
  if (moment === null) return '';
  const locale = `ar-SA-u-ca-${calendar}-nu-${display.digits ?? 'latn'}`;
  return formatter(locale, moment.timeZone, format).format(moment.instant);
}

/**
 * A stored date (`YYYY-MM-DD`, or an ISO timestamp, UTC unless it says otherwise) in the Umm
 * al-Qura calendar: day, Arabic month, year, era. Empty for what is no date; RangeError for an
 * unknown time zone. Source: "Hijri" of the decisions.
 */
export function hijriDate(date: string, display: DateDisplay = {}): string {
  return formatIn(date, 'islamic-umalqura', display);
}

/** A date in the Gregorian calendar, in Arabic; input and errors as for `hijriDate`. */
export function gregorianDate(date: string, display: DateDisplay = {}): string {
  return formatIn(date, 'gregory', display);
}

/** The month and year of a date in one of the two calendars, in Arabic; input and errors as for `hijriDate`. */
export const monthAndYear = (date: string, calendar: 'islamic-umalqura' | 'gregory'): string =>
  formatIn(date, calendar, {}, 'month');

/** The day of the week of a date in Arabic, or its letter; input and errors as for `hijriDate`. */
export const formatWeekday = (date: string, length: 'weekday' | 'weekdayLetter' = 'weekday'): string =>
  formatIn(date, 'gregory', {}, length);

/**
 * The date, `YYYY-MM-DD`, that an instant has in a time zone: how "today" is found (decision 10).
 * RangeError for an invalid instant or an unknown zone.
 */
export function dateInZone(instant: Date, timeZone: string): string {
  const parts = formatter(latinDigitsLocale('gregory'), timeZone, 'digits').formatToParts(instant);
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${value('year').padStart(4, '0')}-${value('month')}-${value('day')}`;
}

/** Whether a time zone of this name is known. Never fails. */
export function isTimeZone(name: string): boolean {
  try {
    formatter(latinDigitsLocale('gregory'), name);
    return true;
  } catch {
    return false;
  }
}

/** Year, month (from 1) and day of a date `YYYY-MM-DD` in the calendar of Umm al-Qura; NaN for what is no date. */
export function hijriParts(date: string): { year: number; month: number; day: number } {
  const moment = parseInstant(date, defaultTimeZone);
  const locale = latinDigitsLocale('islamic-umalqura');
  const parts = moment && formatter(locale, moment.timeZone, 'numbers').formatToParts(moment.instant);
  const value = (type: string) => Number(parts?.find((part) => part.type === type)?.value);
  return { year: value('year'), month: value('month'), day: value('day') };
}

/** The Hijri year, a number such as 1447, of a date `YYYY-MM-DD`; NaN for what is no date. */
export const hijriYear = (today: string): number => hijriParts(today).year;

/** The time of day, `HH:MM`, that an instant has in a time zone; errors as for `dateInZone`. */
export const timeInZone = (instant: Date, timeZone: string): string =>
  formatter('en-GB', timeZone, 'time').format(instant);
