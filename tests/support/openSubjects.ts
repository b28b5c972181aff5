import type { Data } from '../../server/db/data';

/** Lets every teacher work in every subject. `demo.test.ts` tests the default of a new institute. */
export async function openSubjects(data: Data): Promise<void> {
  await data.writeUnlogged((trx) =>
    trx.updateTable('settings').set({ teacher_scope: 'linked_or_open' }).execute(),
  );
}
