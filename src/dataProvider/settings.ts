import type { BodyInputOf, ResponseOf } from '../../contract/endpoint';
import { settingsApi } from '../../contract/settings';
import { call } from './call';
import { addition } from './named';

type SettingsRead = ResponseOf<typeof settingsApi.read>;

/** The institute's own settings. Each call fails with an ApiProblem. */
export const settings = {
  /** As the caller's role reads them; null where the server keeps none. */
  settings: (): Promise<SettingsRead | null> => addition(settingsApi.read, {}),
  saveSettings: (body: BodyInputOf<typeof settingsApi.save>) => call(settingsApi.save, { body }),
};
