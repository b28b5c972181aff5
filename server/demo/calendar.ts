const dayInMilliseconds = 86_400_000;

/** The date (`YYYY-MM-DD`) this many days later; earlier if negative. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayInMilliseconds).toISOString().slice(0, 10);
}

/** A moment of that day in office hours, ISO 8601 in UTC. */
export function momentOf(date: string, minute: number): string {
  return new Date(Date.parse(`${date}T06:00:00Z`) + minute * 60_000).toISOString();
}

/** The Sunday at the end of August on which lessons begin. */
export function firstLesson(gregorianYear: number): string {
  const earliest = `${gregorianYear}-08-20`;
  const weekday = new Date(`${earliest}T00:00:00Z`).getUTCDay();
  return daysAfter(earliest, (7 - weekday) % 7);
}

/** The start of the newest lessons that have run for at least two months, so that there is something to show. */
export function lessonsBegan(today: string): string {
  const year = Number(today.slice(0, 4));
  const thisYear = firstLesson(year);
  return thisYear <= daysAfter(today, -60) ? thisYear : firstLesson(year - 1);
}

const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();

/** The days from one to another, both included, that fall on the given weekdays; 0 is Sunday. */
export function daysBetween(from: string, to: string, weekdays: readonly number[]): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = daysAfter(day, 1))
    if (weekdays.includes(weekdayOf(day))) days.push(day);
  return days;
}

export const weekdaysOf = (days: readonly string[]): number[] =>
  [...new Set(days.map(weekdayOf))].toSorted((a, b) => a - b);
