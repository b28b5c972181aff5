import type { Kysely } from 'kysely';
import { currentAcademicYear } from '../../contract/rules/academicYear';
import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import type { Database } from './schema';

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
