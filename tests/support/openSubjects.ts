import type { Data } from '../../server/db/engine/connection';

/**
 * Opens subjects without a teacher to every teacher, as institutes from before the circles have it: most tests make a
 * subject and let a teacher work in it. What a new institute has stands in `demo.test.ts`.
 */
export async function openSubjects(data: Data): Promise<void> {
  await data.writeUnlogged((trx) =>
    trx.updateTable('settings').set({ teacher_scope: 'linked_or_open' }).execute(),
  );
}
