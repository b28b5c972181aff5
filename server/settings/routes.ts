import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { operationDescriptions } from '../../contract/successMessages';
import { currentAcademicYear } from '../../contract/rules/academicYear';
import { currentHijriYear, dateInZone } from '../../contract/rules/hijri';
import { type Settings, settingsApi } from '../../contract/settings';
import { checkAcademicYear } from '../db/institute';
import type { Database } from '../db/schema';
import { type Route, route } from '../mount';
import { saveTerms } from './terms';

/** There is one row of settings. */
const theOne = 1;

export const settingsRoutes: Route[] = [
  route(settingsApi.read, async ({ data, user }) => {
    const settings = await wholeSettings(data.read, data.now());
    return user.role === 'admin' ? settings : forEverybody(settings);
  }),

  route(settingsApi.save, ({ data, actor, body }) =>
    data.write(actor, async (unit) => {
      const { version, terms, ...changes } = body;
      unit.describe('update', 'settings', null, operationDescriptions.settingsSaved);
      const before = await unit.trx.selectFrom('settings').select('current_academic_year').executeTakeFirst();
      const kept = before?.current_academic_year ?? null;
      await checkAcademicYear(unit, changes.current_academic_year, kept, 'current_academic_year');
      const current = () => wholeSettings(unit.trx, data.now());
      // First, so that of two who save at once the second is refused before it removes a term of the first.
      await unit.update('settings', theOne, changes, version, current);
      if (terms && (await saveTerms(unit, terms)))
        await unit.update('settings', theOne, { terms_changed_at: unit.now });
      return current();
    }),
  ),
];

/** The settings as an admin reads them. */
async function wholeSettings(db: Kysely<Database>, now: Date): Promise<Settings> {
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
function forEverybody(settings: Settings): z.input<typeof settingsApi.read.response> {
  const { institute_name, logo, current_academic_year, academic_year, terms, time_zone, today } = settings;
  return { institute_name, logo, current_academic_year, academic_year, terms, time_zone, today };
}
