import { dateInZone } from './hijri';

/** A deletion expires soon if at most this many days are left; spec 1 §9. */
export const expiringSoonDays = 7;

const dayMs = 24 * 3_600_000;
const halfHourMs = 1_800_000;

/** The date `days` later; earlier if negative. */
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
  // Binary search within 15 hours of midnight UTC (no zone is more than 14 hours away), in steps of a quarter of an
  // hour, of which every offset is a multiple.
  let low = midnight - 15 * 3_600_000;
  let high = midnight + 15 * 3_600_000;
  while (high - low > halfHourMs / 2) {
    const middle = low + Math.floor((high - low) / halfHourMs) * (halfHourMs / 2);
    if (dateInZone(new Date(middle), timeZone) < date) low = middle;
    else high = middle;
  }
  return new Date(high);
}

/** Whether the daily work is due; it runs once per date in the time zone of the institute. */
export function isDailyWorkDue(lastDoneOn: string | null, today: string): boolean {
  return lastDoneOn === null || lastDoneOn < today;
}
