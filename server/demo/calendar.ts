const dayInMilliseconds = 86_400_000;

/** @param date `YYYY-MM-DD` @param days negative: days before the date */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayInMilliseconds).toISOString().slice(0, 10);
}

/** A time within office hours; ISO 8601 in UTC. @param minute minutes since the office opened */
export function timeOnDay(date: string, minute: number): string {
  return new Date(Date.parse(`${date}T06:00:00Z`) + minute * 60_000).toISOString();
}

const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();

export function findFirstLesson(gregorianYear: number): string {
  return findNextSunday(`${gregorianYear}-08-20`);
}

/** The day itself if it is a Sunday. */
export const findNextSunday = (date: string): string => daysAfter(date, (7 - weekdayOf(date)) % 7);

/** The lessons begin at least two months before today, so that the demo has data. */
export function findLessonStart(today: string): string {
  const year = Number(today.slice(0, 4));
  const thisYear = findFirstLesson(year);
  return thisYear <= daysAfter(today, -60) ? thisYear : findFirstLesson(year - 1);
}

/** @param weekdays 0 is Sunday */
export function daysBetween(from: string, to: string, weekdays: readonly number[]): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = daysAfter(day, 1))
    if (weekdays.includes(weekdayOf(day))) days.push(day);
  return days;
}

export const weekdaysOf = (days: readonly string[]): number[] =>
  [...new Set(days.map(weekdayOf))].toSorted((a, b) => a - b);
