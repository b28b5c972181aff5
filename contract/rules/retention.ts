import { dateInZone, timeInZone } from './hijri';

/** Spec 1 §9. */
export const expiringSoonDays = 7;
/** The texts of messages to families are deleted after these days (families.md). */
const messageTextDays = 90;

const dayMs = 24 * 3_600_000;
const halfHourMs = 1_800_000;

/** Texts of messages that were opened before this time are deleted. */
export const oldestMessageText = (now: Date): string =>
  new Date(now.getTime() - messageTextDays * dayMs).toISOString();

export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}

/** 0 on the last day, negative after it. The dates are in the institute's time zone. */
export function daysUntilExpiration(deletedOn: string, today: string, retentionDays: number): number {
  return retentionDays - daysBetween(deletedOn, today);
}

/**
 * The start of an hour of the day, by default of the first. Also correct in zones where the clocks change at
 * midnight. Throws RangeError for an unknown zone.
 */
export function startOfDay(date: string, timeZone: string, hour = 0): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`) + hour * 3_600_000;
  const isBefore = (instant: Date) => {
    const day = dateInZone(instant, timeZone);
    return day < date || (day === date && hour > 0 && Number.parseInt(timeInZone(instant, timeZone)) < hour);
  };
  // Time zones differ from UTC by at most 14 hours, in steps of 15 minutes.
  let low = midnight - 15 * 3_600_000;
  let high = midnight + 15 * 3_600_000;
  while (high - low > halfHourMs / 2) {
    const middle = low + Math.floor((high - low) / halfHourMs) * (halfHourMs / 2);
    if (isBefore(new Date(middle))) low = middle;
    else high = middle;
  }
  return new Date(high);
}

export function isDailyWorkDue(lastDoneOn: string | null, today: string): boolean {
  return lastDoneOn === null || lastDoneOn < today;
}
