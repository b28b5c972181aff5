import { Problem } from '../problem';
import { isTransient } from './dialect';

const mostWaiting = 2_000;
const pause = 25;

/** One write after the other, in the order of arrival. A locked database is tried again, for so long. */
export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  readonly #patience: number;

  /** @param patience in milliseconds, counted from the arrival of a write, so that those behind do not wait in turn */
  constructor(patience: number) {
    this.#patience = patience;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= mostWaiting) throw new Problem('BUSY', { retryAfterSeconds: 2 });
    this.#waiting += 1;
    const end = Date.now() + this.#patience;
    const mine = this.#last.then(() => persistently(work, end - Date.now()));
    this.#last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Resolves when everything that waits now is done. */
  async idle(): Promise<void> {
    await this.#last;
  }
}

/** Runs a transaction, and again for so many milliseconds while another one is in its way. */
export async function persistently<T>(work: () => Promise<T>, patience: number): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
