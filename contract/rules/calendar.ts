import type { DayOffKind, HolidayKind, Section, StaffSection } from '../vocabulary';
import { addStep, buildDay, weekdayIndex } from './days';
import { dayNumber } from './hifz/days';
import { findTerm, type Term } from './terms';

/** Both days are included. */
export interface DayRange {
  from: string;
  to: string;
}

/** A holiday without `section`, `program_id` and `batch_id` applies to the whole institute. */
export interface HolidayDays extends DayRange {
  name: string;
  kind: HolidayKind;
  section: StaffSection | null;
  program_id: string | null;
  batch_id: number | null;
}

export interface Calendar {
  weekend_days: readonly number[];
  terms: readonly Term[];
  /** Hijri years whose terms are complete. A day of such a year outside of all terms has no teaching. */
  confirmed_years: readonly string[];
  holidays: readonly HolidayDays[];
}

/** The students of a batch. */
export interface BatchGroup {
  section: Section;
  program_id: string;
  batch_id: number;
}

/** `name` is null outside of the terms. */
export interface DayOff {
  name: string | null;
  kind: DayOffKind;
}

export const appliesTo = (
  holiday: Pick<HolidayDays, 'section' | 'program_id' | 'batch_id'>,
  { section, program_id, batch_id }: BatchGroup,
): boolean =>
  (holiday.section === null || holiday.section === section) &&
  (holiday.program_id === null || holiday.program_id === program_id) &&
  (holiday.batch_id === null || holiday.batch_id === batch_id);

const includes = ({ from, to }: DayRange, day: string): boolean => from <= day && day <= to;

/** Null on a day without a holiday within the terms, also on a weekend day. */
export function findDayOff(calendar: Calendar, group: BatchGroup, day: string): DayOff | null {
  const holiday = calendar.holidays.find((one) => includes(one, day) && appliesTo(one, group));
  if (holiday) return { name: holiday.name, kind: holiday.kind };
  return isOutsideTerms(calendar, day) ? { name: null, kind: 'outside_terms' } : null;
}

/**
 * True if the students are taught on the day: no holiday, within the terms, and a weekday of theirs.
 * @param weekdays of the circle, 0 is Sunday; empty: all days outside of the weekend
 */
export const isTeachingDay = (
  calendar: Calendar,
  group: BatchGroup,
  day: string,
  weekdays: readonly number[] = [],
): boolean =>
  isMeetingWeekday(weekdays, day, calendar.weekend_days) && findDayOff(calendar, group, day) === null;

/** @param weekdays empty: all days outside of the weekend */
export const isMeetingWeekday = (
  weekdays: readonly number[],
  day: string,
  weekend: readonly number[],
): boolean =>
  weekdays.length > 0 ? weekdays.includes(weekdayIndex(day)) : !weekend.includes(weekdayIndex(day));

export const isOutsideTerms = ({ confirmed_years, terms }: Calendar, day: string): boolean =>
  confirmed_years.some((year) => {
    const days = hijriYearDays(year);
    return days !== null && includes(days, day) && hasTerm(terms, year);
  }) && findTerm(terms, day) === undefined;

// Conversions between the calendars are slow, and a list asks for the same years for each row.
const daysByYear = new Map<string, DayRange | null>();

/** Null for a year that the calendar of Umm al-Qura does not have. */
export function hijriYearDays(year: string): DayRange | null {
  const stored = daysByYear.get(year);
  if (stored !== undefined) return stored;
  const from = buildDay('islamic-umalqura', Number(year), 1, 1);
  const next = buildDay('islamic-umalqura', Number(year) + 1, 1, 1);
  const days = from === null || next === null ? null : { from, to: addStep(next, { days: -1 }, 'gregory') };
  daysByYear.set(year, days);
  return days;
}

/** True if a term has days of the Hijri year. Without a term, the year cannot be confirmed. */
export function hasTerm(terms: readonly Term[], year: string): boolean {
  const days = hijriYearDays(year);
  return days !== null && terms.some((term) => term.start_date <= days.to && days.from <= term.end_date);
}

/** The days of the confirmed years that no term has. A year without a term has no effect. */
export function listDaysOutsideTerms({
  confirmed_years,
  terms,
}: Pick<Calendar, 'confirmed_years' | 'terms'>): DayRange[] {
  const sorted = terms.toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1));
  return confirmed_years.flatMap((year) => {
    const days = hijriYearDays(year);
    if (!days || !hasTerm(terms, year)) return [];
    const gaps: DayRange[] = [];
    let from = days.from;
    for (const { start_date, end_date } of sorted) {
      if (end_date < from || start_date > days.to) continue;
      if (start_date > from) gaps.push({ from, to: addStep(start_date, { days: -1 }, 'gregory') });
      from = addStep(end_date, { days: 1 }, 'gregory');
    }
    return from <= days.to ? [...gaps, { from, to: days.to }] : gaps;
  });
}

/** Day numbers (see hifz/days.ts) of the holidays of the batch, and of the days outside of the terms. */
export function listDaysOff(calendar: Calendar, group: BatchGroup): Set<number> {
  const days = new Set<number>();
  const holidays = calendar.holidays.filter((holiday) => appliesTo(holiday, group));
  for (const { from, to } of [...holidays, ...listDaysOutsideTerms(calendar)])
    for (let day = dayNumber(from); day <= dayNumber(to); day += 1) days.add(day);
  return days;
}

export type ProposedHoliday = DayRange & { key: 'fitr' | 'adha' };

/** Month and days of a Hijri year. The institute decides, so these days are only proposed. */
const yearlyHolidays = [
  { key: 'fitr', month: 10, first: 1, last: 3 },
  { key: 'adha', month: 12, first: 9, last: 13 },
] as const;

export const proposeHolidays = (year: number): ProposedHoliday[] =>
  yearlyHolidays.flatMap(({ key, month, first, last }) => {
    const from = buildDay('islamic-umalqura', year, month, first);
    const to = buildDay('islamic-umalqura', year, month, last);
    return from && to ? [{ key, from, to }] : [];
  });
