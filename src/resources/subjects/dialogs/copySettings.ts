import type { Api } from '../../../dataProvider';

type SettingsCalls = Pick<Api, 'curriculum' | 'saveCurriculum' | 'gradeSettings' | 'saveGradeSettings'>;

/** What one record of settings keeps for itself. */
function withoutOwn<S extends { version?: number; updated_at?: string }>(settings: S) {
  const { version: _version, updated_at: _updated, ...copied } = settings;
  return copied;
}

/**
 * Copies the settings of a subject to a new offering of it; what the subject has none of is left out; spec 1 §7.
 * @throws what the first refused call says, after both have been tried
 */
export async function copySettings(calls: SettingsCalls, fromCode: string, toCode: string): Promise<void> {
  const results = await Promise.allSettled([
    calls.curriculum(fromCode).then((found) => found && calls.saveCurriculum(toCode, withoutOwn(found))),
    calls
      .gradeSettings(fromCode)
      .then((found) => found && calls.saveGradeSettings(toCode, withoutOwn(found))),
  ]);
  const refused = results.find((result) => result.status === 'rejected');
  if (refused) throw refused.reason;
}
