import type { Data } from '../../server/db/data';

export interface Held<T> {
  running: Promise<T>;
  /** Lets the second transaction begin. */
  release: () => void;
}

/** Holds a work in several transactions between the first and the second, so that a test acts there without a race. */
export function chunkGate() {
  /** Called before each write of the application. */
  let before = async (): Promise<void> => undefined;

  return {
    /** An option of `startTestApp`. */
    around(data: Data): Data {
      const gated: Data = {
        ...data,
        get outside() {
          return gated;
        },
        write: async (actor, run) => {
          await before();
          return data.write(actor, run);
        },
      };
      return gated;
    },

    /** Each write of the application from the nth on fails. */
    failFrom(nth: number, error: Error): void {
      let writes = 0;
      before = async () => {
        writes += 1;
        if (writes >= nth) throw error;
      };
    },

    /** Begins a work, which is the next to write, and waits until its second transaction is held. */
    async hold<T>(work: () => Promise<T>): Promise<Held<T>> {
      let release = () => {};
      const opened = new Promise<void>((resolve) => (release = resolve));
      let writes = 0;
      const secondWrite = new Promise<true>((resolve) => {
        before = async () => {
          writes += 1;
          // Later writes are those of others.
          if (writes !== 2) return;
          resolve(true);
          await opened;
        };
      });
      const running = work();
      const isHeld = await Promise.race([secondWrite, running.then(() => false)]);
      if (!isHeld) throw new Error('the work has ended without a second transaction');
      return { running, release };
    },
  };
}
