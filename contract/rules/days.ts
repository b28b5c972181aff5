import { dateWords, monthNames } from '../vocabulary';
import { cleanText, foldArabic } from './arabicText';
import { hijriParts } from './hijri';

export type CalendarName = keyof typeof monthNames;
export const calendarNames = ['islamic-umalqura', 'gregory'] as const;

/** The key is the folded name. `month` counts from 1. */
const monthByName: ReadonlyMap<string, { calendar: CalendarName; month: number }> = new Map(
  calendarNames.flatMap((calendar) =>
    monthNames[calendar].flatMap((names, index) =>
      names.split('\u060C ').map((name) => [foldArabic(name), { calendar, month: index + 1 }] as const),
    ),
  ),
);
const ignoredDateWords = new Set(dateWords.split(' ').map(foldArabic));

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const dayMs = 86_400_000;

const toDayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs;
const fromDayNumber = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10);

/** True for a valid `YYYY-MM-DD` from 1900. */
export function isDay(text: string): boolean {
  const [, year, month, day] = dayPattern.exec(text)?.map(Number) ?? [];
  return text >= '1900' && year !== undefined && buildDay('gregory', year, month ?? 0, day ?? 0) !== null;
}

/** 0 is Sunday, 6 is Saturday, as in the setting `weekend_days`. */
export const weekdayIndex = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Months count from 1. NaN if `day` is invalid. */
export function dateParts(day: string, calendar: CalendarName) {
  if (calendar === 'islamic-umalqura') return hijriParts(day);
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number);
  return { year, month, day: date };
}

/** Null if the day does not exist, for example day 30 of a month with 29 days. */
export function buildDay(calendar: CalendarName, year: number, month: number, day: number): string | null {
  const isPossible = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  if (!isPossible) return null;
  const candidate =
    calendar === 'gregory'
      ? new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
      : fromDayNumber(findHijriMonthStart(year, month) + day - 1);
  return dateParts(candidate, calendar).month === month ? candidate : null;
}

// Day number of 16 July 622 (Julian). The estimate differs from Umm al-Qura by at most two days. So the
// estimated middle of a month is always inside the month.
const firstOfMuharram1 = -492_148;
const meanMonthDays = 29.530588853;

function findHijriMonthStart(year: number, month: number): number {
  const months = (year - 1) * 12 + month - 1;
  const middle = Math.round(firstOfMuharram1 + (months + 0.5) * meanMonthDays);
  return middle - hijriParts(fromDayNumber(middle)).day + 1;
}

export type Step = { days: number } | { months: number } | { years: number };

/** If the month is shorter, the result is the last day of the month. */
export function addStep(day: string, step: Step, calendar: CalendarName): string {
  if ('days' in step) return fromDayNumber(toDayNumber(day) + step.days);
  const start = dateParts(day, calendar);
  const months = start.year * 12 + start.month - 1 + ('years' in step ? step.years * 12 : step.months);
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1];
  const candidates = [0, 1, 2, 3].map((excess) => buildDay(calendar, year, month, start.day - excess));
  return candidates.find((one) => one !== null) ?? day;
}

export function daysOfMonth(day: string, calendar: CalendarName): string[] {
  const { year, month } = dateParts(day, calendar);
  return Array.from({ length: 31 }, (_, index) => buildDay(calendar, year, month, index + 1)).filter(
    (one) => one !== null,
  );
}

interface ParsedDay {
  day: string;
  /** The text has a year, and no further digit can change the day. */
  isComplete: boolean;
}

interface DayParts {
  calendar: CalendarName;
  year: number | null;
  month: number;
  /** As in the text. */
  day: string;
  isYearFirst: boolean;
}

/** The day may not exist. `SHORT_YEAR`: the year has two digits, so its century is unknown. */
function parseDayParts(text: string): DayParts | 'SHORT_YEAR' | null {
  const folded = foldArabic(cleanText(text));
  const words = (folded.match(/\p{L}+/gu) ?? []).filter((word) => !ignoredDateWords.has(word));
  const numbers = folded.match(/\d+/g) ?? [];
  const typedMonth = monthByName.get(words.join(' '));
  if (words.length > 0 && !typedMonth) return null;
  const isYearFirst = numbers[0]?.length === 4;
  const dayFirst = isYearFirst ? numbers.toReversed() : numbers;
  const [day = '', ...others] = dayFirst;
  const [month, year, extra] = typedMonth ? [String(typedMonth.month), ...others] : others;
  if (month === undefined || extra !== undefined || day.length > 2 || month.length > 2) return null;
  if (year?.length === 2) return 'SHORT_YEAR';
  if (year !== undefined && year.length !== 4) return null;
  const isHijriYear = year !== undefined && Number(year) < firstUnsupportedHijriYear;
  const calendar = typedMonth?.calendar ?? (isHijriYear ? 'islamic-umalqura' : 'gregory');
  return { calendar, year: year === undefined ? null : Number(year), month: Number(month), day, isYearFirst };
}

/** The calendar of Umm al-Qura ends before this year. */
const firstUnsupportedHijriYear = 1600;

/** Null if the day does not exist or the calendar does not have the year. */
function findDay({ calendar, year, month, day }: DayParts, defaultYear: number): string | null {
  const number = year ?? defaultYear;
  if (calendar === 'islamic-umalqura' && !(number < firstUnsupportedHijriYear)) return null;
  const builtDay = buildDay(calendar, number, month, Number(day));
  return builtDay !== null && isDay(builtDay) ? builtDay : null;
}

/** Parses `23/11/2026`, `2026-11-23`, `13/6/1448` or a month name. Years before 1600 are Hijri. */
export function readDay(text: string, referenceDay: string): ParsedDay | null {
  const parts = parseDayParts(text);
  if (parts === null || parts === 'SHORT_YEAR') return null;
  const day = findDay(parts, dateParts(referenceDay, parts.calendar).year);
  if (day === null) return null;
  return { day, isComplete: parts.year !== null && (!parts.isYearFirst || parts.day.length === 2) };
}

type DayProblem = 'NOT_DATE' | 'SHORT_YEAR' | 'NO_SUCH_DAY';

const timeOfDay = /[T ]\d{1,2}:\d{2}.*$/;

/** `nextDay`: the day after the month, for day 30 of a Hijri month with 29 days. */
type ParsedFullDay = { day: string } | { problem: DayProblem; nextDay?: string };

/** Parses a day with its year, in all forms of `readDay`. A time of day is ignored. */
export function parseFullDay(text: string): ParsedFullDay {
  const parts = parseDayParts(text.replace(timeOfDay, ''));
  if (parts === 'SHORT_YEAR') return { problem: 'SHORT_YEAR' };
  if (parts === null || parts.year === null) return { problem: 'NOT_DATE' };
  const day = findDay(parts, Number.NaN);
  if (day !== null) return { day };
  const isOverMonth = parts.calendar === 'islamic-umalqura' && Number(parts.day) === 30;
  const lastDay = isOverMonth ? findDay({ ...parts, day: '29' }, Number.NaN) : null;
  if (lastDay === null) return { problem: 'NOT_DATE' };
  return { problem: 'NO_SUCH_DAY', nextDay: addStep(lastDay, { days: 1 }, parts.calendar) };
}
