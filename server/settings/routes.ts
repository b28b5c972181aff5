import { operationDescriptions } from '../../contract/errors';
import { settingsApi } from '../../contract/settings';
import { checkAcademicYear } from '../db/institute';
import { type Route, route } from '../mount';
import { forEverybody, wholeSettings } from './queries';
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
