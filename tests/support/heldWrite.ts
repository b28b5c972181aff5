import type { Data } from '../../server/db/data';
import type { Trx } from '../../server/db/schema';

export const testActor = { userId: null, name: 'tests', role: 'admin', undoSession: null };

/** Starts a write that blocks all others. @param beforeEnd last statements @returns ends the write */
export async function holdWrite(
  data: Data,
  beforeEnd: (trx: Trx) => Promise<unknown> = async () => undefined,
): Promise<() => Promise<void>> {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  let ended: Promise<void> = Promise.resolve();
  await new Promise<void>((onBegin) => {
    ended = data.write(testActor, async ({ trx }) => {
      onBegin();
      await released;
      await beforeEnd(trx);
    });
  });
  return () => {
    release();
    return ended;
  };
}
