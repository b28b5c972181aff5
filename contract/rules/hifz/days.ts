/** A date (`YYYY-MM-DD`) as a number of days, so that days are counted and compared by subtraction. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

/** The date of a number of days. */
export const dayToDate = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** The day of the week, 0 Sunday to 6 Saturday; day 0 was a Thursday. */
export const dayOfWeek = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** The Sunday with which the week of a day begins. */
export const weekStart = (day: number): number => day - dayOfWeek(day);

const weekFromSaturday = [6, 0, 1, 2, 3, 4, 5] as const;

/**
 * The first day of the week that a day lies in, where weeks begin with the first day of lessons after the weekend; on
 * Sundays where no day is free. @param weekend 0 is Sunday
 */
export function teachingWeekStart(day: number, weekend: readonly number[]): number {
  const first =
    weekFromSaturday.find((weekday) => !weekend.includes(weekday) && weekend.includes((weekday + 6) % 7)) ??
    0;
  return day - ((dayOfWeek(day) - first + 7) % 7);
}
