import type { Data } from '../../server/db/data';

/**
 * Opens subjects without a teacher to every teacher, as in institutes from before the circles: most tests create a
 * subject and let a teacher work in it. `demo.test.ts` tests the default of a new institute.
 */
export async function openSubjects(data: Data): Promise<void> {
  await data.writeUnlogged((trx) =>
    trx.updateTable('settings').set({ teacher_scope: 'linked_or_open' }).execute(),
  );
}
