import { ruleMessages } from '../../contract/errors';
import { academicYearRange, currentAcademicYear, isAcademicYear } from '../../contract/rules/academicYear';
import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import { daysAfter, daysUntilExpiration, expiringSoonDays, startOfDay } from '../../contract/rules/retention';
import {
  defaultRecordKindNames,
  defaultRetentionDays,
  defaultWeekendDays,
  type RecordKindNames,
} from '../../contract/vocabulary';
import { invalid } from '../problem';
import { compiledOnce } from '../db/engine/once';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db } from '../db/schema';

const dayAndYearSettings = compiledOnce([], (db) =>
  db.selectFrom('settings').select(['current_academic_year', 'time_zone']),
);

export async function loadInstituteDay(db: Db, now: Date): Promise<{ today: string; academicYear: string }> {
  const [settings] = await dayAndYearSettings(db, {});
  const today = dateInZone(now, settings?.time_zone ?? defaultTimeZone);
  return { today, academicYear: currentAcademicYear(settings?.current_academic_year ?? null, today) };
}

export async function loadTimeZone(db: Db): Promise<string> {
  const settings = await db.selectFrom('settings').select('time_zone').executeTakeFirst();
  return settings?.time_zone ?? defaultTimeZone;
}

export const parseRecordKindNames = (json: string | null | undefined): RecordKindNames =>
  json ? (JSON.parse(json) as RecordKindNames) : defaultRecordKindNames;

/** @returns weekdays; 0 is Sunday */
export const parseWeekend = (json: string | null | undefined): readonly number[] =>
  json ? (JSON.parse(json) as number[]) : defaultWeekendDays;

export const parseYears = (json: string | null | undefined): string[] =>
  json ? (JSON.parse(json) as string[]) : [];

/** @throws VALIDATION unless the year is valid (rule 9 of the domain) or already stored */
export async function checkAcademicYear(
  { trx, now }: UnitOfWork,
  year: string | null | undefined,
  stored: string | null,
  path: string,
): Promise<void> {
  if (year === undefined || year === null || year === stored) return;
  const { today } = await loadInstituteDay(trx, new Date(now));
  if (!isAcademicYear(year, today))
    throw invalid({ path, message: ruleMessages.notAcademicYear(academicYearRange(today)) });
}

/** @throws VALIDATION for a date after today in the institute's time zone (decision 10) */
export async function refuseFutureDate({ trx, now }: UnitOfWork, date: string, path: string): Promise<void> {
  const { today } = await loadInstituteDay(trx, new Date(now));
  if (date > today) throw invalid({ path, message: ruleMessages.futureDate });
}

/** Times are ISO 8601 in UTC. */
export interface Retention {
  today: string;
  timeZone: string;
  days: number;
  /** Deletions before this time can no longer be restored. */
  storedSince: string;
  expiresSoonBefore: string;
  daysLeft(performedAt: string): number;
  lastDay(performedAt: string): string;
}

export async function loadRetention(db: Db, now: Date): Promise<Retention> {
  const settings = await db
    .selectFrom('settings')
    .select(['time_zone', 'archive_retention_days'])
    .executeTakeFirst();
  const timeZone = settings?.time_zone ?? defaultTimeZone;
  const days = settings?.archive_retention_days ?? defaultRetentionDays;
  const today = dateInZone(now, timeZone);
  const localDay = (performedAt: string) => dateInZone(new Date(performedAt), timeZone);
  const startTime = (date: string) => startOfDay(date, timeZone).toISOString();
  const oldestDay = daysAfter(today, -days);
  return {
    today,
    timeZone,
    days,
    storedSince: startTime(oldestDay),
    expiresSoonBefore: startTime(daysAfter(oldestDay, expiringSoonDays + 1)),
    daysLeft: (performedAt) => daysUntilExpiration(localDay(performedAt), today, days),
    lastDay: (performedAt) => daysAfter(localDay(performedAt), days),
  };
}
