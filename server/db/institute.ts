import { ruleMessages } from '../../contract/errors';
import { academicYearRange, currentAcademicYear, isAcademicYear } from '../../contract/rules/academicYear';
import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import { invalid } from '../problem';
import type { UnitOfWork } from './log/unitOfWork';
import type { Db } from './schema';

/** Today where the institute is, and its current academic year. */
export async function instituteDay(db: Db, now: Date): Promise<{ today: string; academicYear: string }> {
  const settings = await db
    .selectFrom('settings')
    .select(['current_academic_year', 'time_zone'])
    .executeTakeFirst();
  const today = dateInZone(now, settings?.time_zone ?? defaultTimeZone);
  return { today, academicYear: currentAcademicYear(settings?.current_academic_year ?? null, today) };
}

/**
 * @param kept the year that is stored already, which is not asked about again
 * @throws VALIDATION for what is no academic year (rule 9 of the domain); `path` is its field
 */
export async function checkAcademicYear(
  { trx, now }: UnitOfWork,
  year: string | null | undefined,
  kept: string | null,
  path: string,
): Promise<void> {
  if (year === undefined || year === null || year === kept) return;
  const { today } = await instituteDay(trx, new Date(now));
  if (!isAcademicYear(year, today))
    throw invalid({ path, message: ruleMessages.notAcademicYear(academicYearRange(today)) });
}

/** @throws VALIDATION for a date that has not come yet where the institute is (decision 10); `path` is its field */
export async function refuseFutureDate({ trx, now }: UnitOfWork, date: string, path: string): Promise<void> {
  const { today } = await instituteDay(trx, new Date(now));
  if (date > today) throw invalid({ path, message: ruleMessages.futureDate });
}
