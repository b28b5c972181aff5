import type { Data } from '../../server/db/data';

/** Most tests create a subject and let any teacher work in it. `demo.test.ts` tests the default of a new institute. */
export async function openSubjects(data: Data): Promise<void> {
  await data.writeUnlogged((trx) =>
    trx.updateTable('settings').set({ teacher_scope: 'linked_or_open' }).execute(),
  );
}
