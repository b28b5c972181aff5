import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { currentAcademicYear } from '../../contract/rules/academicYear';
import { currentHijriYear, dateInZone } from '../../contract/rules/hijri';
import type { Settings, settingsApi } from '../../contract/settings';
import type { Database } from '../db/schema';

/** The settings as an admin reads them. */
export async function wholeSettings(db: Kysely<Database>, now: Date): Promise<Settings> {
  const row = await db.selectFrom('settings').selectAll().executeTakeFirstOrThrow();
  const { id: _id, created_at: _created, terms_changed_at: _changed, is_demo, ...kept } = row;
  const today = dateInZone(now, row.time_zone);
  return {
    ...kept,
    is_demo: is_demo === 1,
    today,
    academic_year: currentAcademicYear(row.current_academic_year, today),
    proposed_academic_year: String(currentHijriYear(today)),
    terms: await db
      .selectFrom('terms')
      .select(['id', 'name', 'start_date', 'end_date'])
      .orderBy('start_date')
      .orderBy('id')
      .execute(),
  };
}

/** What everybody needs of them. */
export function forEverybody(settings: Settings): z.input<typeof settingsApi.read.response> {
  const { institute_name, logo, current_academic_year, academic_year, terms, time_zone, today } = settings;
  return { institute_name, logo, current_academic_year, academic_year, terms, time_zone, today };
}
