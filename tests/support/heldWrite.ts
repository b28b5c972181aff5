import type { Data } from '../../server/db/data';
import type { Trx } from '../../server/db/schema';

/** The author of writes of tests. */
export const nobody = { userId: null, name: 'tests', role: 'admin', undoSession: null };

/**
 * Begins a recorded write that all others wait for.
 * @param last what it does before it ends
 * @returns ends it
 */
export async function holdWrite(
  data: Data,
  last: (trx: Trx) => Promise<unknown> = async () => undefined,
): Promise<() => Promise<void>> {
  let free = () => undefined as void;
  const isFree = new Promise<void>((resolve) => (free = resolve));
  let ended: Promise<void> = Promise.resolve();
  await new Promise<void>((begun) => {
    ended = data.write(nobody, async ({ trx }) => {
      begun();
      await isFree;
      await last(trx);
    });
  });
  return () => {
    free();
    return ended;
  };
}
