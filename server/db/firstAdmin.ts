import { operationDescriptions } from '../../contract/successMessages';
import { roleLabels } from '../../contract/vocabulary';
import type { Data } from './engine/connection';
import { firstSettings } from './demo/settings';
import { systemActor } from './log/operationLog';
import { account } from './demo/users';

/** Makes an empty database usable: the settings, and one account `admin` that adds the others. */
export async function fillEmpty(data: Data, { passwordHash }: { passwordHash: string }): Promise<void> {
  await data.write(systemActor, async (unit) => {
    unit.describe('create', 'users', roleLabels.admin, operationDescriptions.firstAdmin);
    await unit.insert('settings', firstSettings);
    await unit.insert('users', { ...account('admin', roleLabels.admin, 'admin', passwordHash), email: null });
  });
}
