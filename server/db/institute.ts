import type { Kysely } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { currentAcademicYear } from '../../contract/rules/academicYear';
import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import { invalid } from '../problem';
import type { Database } from './schema';
import type { UnitOfWork } from './unitOfWork';

/** Today where the institute is, and its current academic year. */
export async function instituteDay(
  db: Kysely<Database>,
  now: Date,
): Promise<{ today: string; academicYear: string }> {
  const settings = await db
    .selectFrom('settings')
    .select(['current_academic_year', 'time_zone'])
    .executeTakeFirst();
  const today = dateInZone(now, settings?.time_zone ?? defaultTimeZone);
  return { today, academicYear: currentAcademicYear(settings?.current_academic_year ?? null, today) };
}

/** @throws VALIDATION for a date that has not come yet where the institute is (decision 10); `path` is its field */
export async function refuseFutureDate({ trx, now }: UnitOfWork, date: string, path: string): Promise<void> {
  const { today } = await instituteDay(trx, new Date(now));
  if (date > today) throw invalid({ path, message: ruleMessages.futureDate });
}
