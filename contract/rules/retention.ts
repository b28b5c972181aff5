import { dateInZone } from './hijri';

/** From so many days before its end a deletion expires soon; spec 1 §9. */
export const expiringSoonDays = 7;

const dayMs = 24 * 3_600_000;
const halfHourMs = 1_800_000;

/** A date so many days later, or earlier. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Whole days from one date to another; negative when `to` is the earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}

/**
 * How many days a deletion can still be restored: 0 on the last day, negative after it. Both dates are those of
 * the institute's time zone.
 */
export function daysUntilExpiration(deletedOn: string, today: string, retentionDays: number): number {
  return retentionDays - daysBetween(deletedOn, today);
}

/** The first moment of a date in a time zone, also where clocks change at midnight. RangeError for an unknown zone. */
export function startOfDay(date: string, timeZone: string): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // No zone is more than 14 hours ahead; from there the date is met in steps that every offset is a multiple of.
  let low = midnight - 15 * 3_600_000;
  let high = midnight + 15 * 3_600_000;
  while (high - low > halfHourMs / 2) {
    const middle = low + Math.floor((high - low) / halfHourMs) * (halfHourMs / 2);
    if (dateInZone(new Date(middle), timeZone) < date) low = middle;
    else high = middle;
  }
  return new Date(high);
}

/** Whether the work of the day is still to do: once on each date of the institute. */
export function isDailyWorkDue(lastDoneOn: string | null, today: string): boolean {
  return lastDoneOn === null || lastDoneOn < today;
}
