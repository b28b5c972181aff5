import type { Data } from '../../server/db/data';

export interface HeldWork<T> {
  running: Promise<T>;
  /** Starts the second transaction. */
  release: () => void;
}

/** Blocks work of several transactions between its first and its second transaction. */
export function chunkGate() {
  let beforeWrite = async (): Promise<void> => undefined;

  return {
    /** Pass this function as `wrapData` to `startTestApp`. */
    wrapData(data: Data): Data {
      const gated: Data = {
        ...data,
        get dataOutsideCall() {
          return gated;
        },
        write: async (actor, run) => {
          await beforeWrite();
          return data.write(actor, run);
        },
      };
      return gated;
    },

    /** Makes the n-th write and all later writes fail. */
    failFrom(nth: number, error: Error): void {
      let writes = 0;
      beforeWrite = async () => {
        writes += 1;
        if (writes >= nth) throw error;
      };
    },

    /**
     * Starts the work, and resolves when its second transaction is blocked. A write by the caller before
     * that would count too.
     */
    async hold<T>(work: () => Promise<T>): Promise<HeldWork<T>> {
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      let writes = 0;
      const secondWrite = new Promise<true>((resolve) => {
        beforeWrite = async () => {
          writes += 1;
          // Later writes belong to other work.
          if (writes !== 2) return;
          resolve(true);
          await released;
        };
      });
      const running = work();
      const isHeld = await Promise.race([secondWrite, running.then(() => false)]);
      if (!isHeld) throw new Error('the work has ended without a second transaction');
      return { running, release };
    },
  };
}
