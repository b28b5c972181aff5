/** The default digits are Latin. `timeZone` applies only to timestamps. */
export type DateDisplay = { digits?: 'latn' | 'arab'; timeZone?: string };

export const defaultTimeZone = 'Asia/Riyadh';

const plainDate = /^\d{4}-\d{2}-\d{2}$/;
const timestamp = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

// Creating a formatter costs a hundred times more than using it, and a list shows many dates.
const formatters = new Map<string, Intl.DateTimeFormat>();

const formats = {
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  dayOfYear: { day: 'numeric', month: 'long' },
  month: { month: 'long', year: 'numeric' },
  numeric: { day: 'numeric', month: 'numeric', year: 'numeric' },
  weekday: { weekday: 'long' },
  weekdayLetter: { weekday: 'narrow' },
  twoDigit: { day: '2-digit', month: '2-digit', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const;

function getFormatter(locale: string, timeZone: string, format: keyof typeof formats = 'long') {
  const key = `${locale} ${timeZone} ${format}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  const created = new Intl.DateTimeFormat(locale, { ...formats[format], timeZone });
  formatters.set(key, created);
  return created;
}

// A stored date has no time, so it is formatted in UTC and no time zone can shift it.
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
  const parsed = parseInstant(date, display.timeZone ?? defaultTimeZone);
  if (parsed === null) return '';
  const locale = `ar-SA-u-ca-${calendar}-nu-${display.digits ?? 'latn'}`;
  return getFormatter(locale, parsed.timeZone, format).format(parsed.instant);
}

/** Umm al-Qura calendar. Returns '' if `date` is not a date. Throws RangeError for an unknown zone. */
export function hijriDate(date: string, display: DateDisplay = {}): string {
  return formatIn(date, 'islamic-umalqura', display);
}

/** Day and month of `hijriDate`, for days of a known year. */
export const hijriDateWithoutYear = (date: string): string =>
  formatIn(date, 'islamic-umalqura', {}, 'dayOfYear');

export function gregorianDate(date: string, display: DateDisplay = {}): string {
  return formatIn(date, 'gregory', display);
}

export const monthAndYear = (date: string, calendar: 'islamic-umalqura' | 'gregory'): string =>
  formatIn(date, calendar, {}, 'month');

export const formatWeekday = (date: string, length: 'weekday' | 'weekdayLetter' = 'weekday'): string =>
  formatIn(date, 'gregory', {}, length);

/** Used to compute today's date (decision 10). Throws RangeError for an invalid instant or zone. */
export function dateInZone(instant: Date, timeZone: string): string {
  const parts = getFormatter(latinDigitsLocale('gregory'), timeZone, 'twoDigit').formatToParts(instant);
  const partValue = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${partValue('year').padStart(4, '0')}-${partValue('month')}-${partValue('day')}`;
}

export function isTimeZone(name: string): boolean {
  try {
    getFormatter(latinDigitsLocale('gregory'), name);
    return true;
  } catch {
    return false;
  }
}

/** Umm al-Qura calendar; months count from 1. NaN if `date` is not a date. */
export function hijriParts(date: string): { year: number; month: number; day: number } {
  const parsed = parseInstant(date, defaultTimeZone);
  const locale = latinDigitsLocale('islamic-umalqura');
  const parts = parsed && getFormatter(locale, parsed.timeZone, 'numeric').formatToParts(parsed.instant);
  const partValue = (type: string) => Number(parts?.find((part) => part.type === type)?.value);
  return { year: partValue('year'), month: partValue('month'), day: partValue('day') };
}

export const hijriYear = (today: string): number => hijriParts(today).year;

/** `HH:MM`. */
export const timeInZone = (instant: Date, timeZone: string): string =>
  getFormatter('en-GB', timeZone, 'time').format(instant);
