import { dateInZone, defaultTimeZone } from '../contract/rules/hijri';
import { operationDescriptions } from '../contract/successMessages';
import { roleLabels } from '../contract/vocabulary';
import { hashPassword } from './auth/passwords';
import { type Config, ConfigError } from './config';
import type { Data } from './db/data';
import { databaseFailure } from './db/engine/dialect';
import { type DemoOptions, fillDemo } from './demo';
import { initialFaultKinds, initialNoteCategories, initialSettings } from './demo/settings';
import { systemActor } from './db/log/operationLog';
import { buildAccount } from './demo/people';

const demoPassword = 'rasd-demo';
const demoAccounts = ['admin', 'teacher', 'teacher2', 'student'];

interface BootstrapResult {
  isDemo: boolean;
  accounts: string[];
}

/** @returns the accounts to print @throws ConfigError for a new database without ADMIN_PASSWORD and demo */
export async function bootstrap(
  data: Data,
  config: Pick<Config, 'ADMIN_PASSWORD' | 'DEMO'>,
  demo: Pick<DemoOptions, 'hasYear'> = {},
): Promise<BootstrapResult> {
  const settings = await data.read.selectFrom('settings').select('is_demo').executeTakeFirst();
  if (settings)
    return { isDemo: settings.is_demo === 1, accounts: settings.is_demo === 1 ? demoAccounts : [] };
  try {
    return await fillNewDatabase(data, config, demo);
  } catch (error) {
    // Another server has filled the new database at the same time. The rows of that server stay.
    if (databaseFailure(error)?.code !== 'DUPLICATE') throw error;
    return bootstrap(data, config, demo);
  }
}

async function fillNewDatabase(
  data: Data,
  config: Pick<Config, 'ADMIN_PASSWORD' | 'DEMO'>,
  demo: Pick<DemoOptions, 'hasYear'>,
): Promise<BootstrapResult> {
  if (config.ADMIN_PASSWORD) {
    await fillEmpty(data, { passwordHash: await hashPassword(config.ADMIN_PASSWORD) });
    return { isDemo: false, accounts: [] };
  }
  if (config.DEMO === false)
    throw new ConfigError(
      'ADMIN_PASSWORD: a new database without the demo needs the password of its first admin',
    );
  await fillDemo(data, {
    ...demo,
    today: dateInZone(data.now(), defaultTimeZone),
    passwordHash: await hashPassword(demoPassword),
  });
  return { isDemo: true, accounts: demoAccounts };
}

export async function fillEmpty(data: Data, { passwordHash }: { passwordHash: string }): Promise<void> {
  await data.write(systemActor, async (unit) => {
    unit.describe('create', 'users', roleLabels.admin, operationDescriptions.firstAdmin);
    await unit.insert('settings', initialSettings);
    await unit.insertMany('fault_kinds', initialFaultKinds);
    await unit.insertMany('note_categories', initialNoteCategories);
    await unit.insert('users', {
      ...buildAccount('admin', roleLabels.admin, 'admin', passwordHash),
      email: null,
    });
  });
}
