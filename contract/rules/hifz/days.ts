/** A date (`YYYY-MM-DD`) as a number of days, so that days are counted and compared by subtraction. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

/** The date of a number of days. */
export const dateOfDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** The day of the week, 0 Sunday to 6 Saturday; day 0 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** The Sunday with which the week of a day begins. */
export const weekOf = (day: number): number => day - weekdayOf(day);
