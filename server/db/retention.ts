import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import { daysAfter, daysUntilExpiration, expiringSoonDays, startOfDay } from '../../contract/rules/retention';
import { defaultRetentionDays } from '../../contract/vocabulary';
import type { Db } from './schema';

/** How long deletions can be taken back, seen from now. Moments are ISO 8601 in UTC. */
export interface Retention {
  today: string;
  timeZone: string;
  days: number;
  /** What was deleted before this moment can be restored no longer. */
  keptSince: string;
  /** What was deleted before this moment, and is kept, expires soon. */
  expiresSoonBefore: string;
  daysLeft(performedAt: string): number;
  /** The last day on which it can be restored. */
  lastDay(performedAt: string): string;
}

/** Retention as the settings say it; dates are judged where the institute is (decision 10). */
export async function retentionOf(db: Db, now: Date): Promise<Retention> {
  const settings = await db
    .selectFrom('settings')
    .select(['time_zone', 'archive_retention_days'])
    .executeTakeFirst();
  const timeZone = settings?.time_zone ?? defaultTimeZone;
  const days = settings?.archive_retention_days ?? defaultRetentionDays;
  const today = dateInZone(now, timeZone);
  const dayOf = (performedAt: string) => dateInZone(new Date(performedAt), timeZone);
  const beginningOf = (date: string) => startOfDay(date, timeZone).toISOString();
  const oldest = daysAfter(today, -days);
  return {
    today,
    timeZone,
    days,
    keptSince: beginningOf(oldest),
    expiresSoonBefore: beginningOf(daysAfter(oldest, expiringSoonDays + 1)),
    daysLeft: (performedAt) => daysUntilExpiration(dayOf(performedAt), today, days),
    lastDay: (performedAt) => daysAfter(dayOf(performedAt), days),
  };
}
