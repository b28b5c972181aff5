/** A day number counts the days since 1970-01-01, so that days can be subtracted and compared. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

export const dayToDate = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** 0 is Sunday, 6 is Saturday. Day number 0 was a Thursday. */
export const dayOfWeek = (day: number): number => (((day + 4) % 7) + 7) % 7;

export const weekStart = (day: number): number => day - dayOfWeek(day);

const weekFromSaturday = [6, 0, 1, 2, 3, 4, 5] as const;

/** A week begins on the first day after the weekend, or on Sunday if there is no weekend. */
export function teachingWeekStart(day: number, weekend: readonly number[]): number {
  const first =
    weekFromSaturday.find((weekday) => !weekend.includes(weekday) && weekend.includes((weekday + 6) % 7)) ??
    0;
  return day - ((dayOfWeek(day) - first + 7) % 7);
}
