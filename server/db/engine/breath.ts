import { setImmediate } from 'node:timers/promises';

/** The longest stretch of work without a turn of the event loop, in milliseconds. */
const longestStretch = 10;

/**
 * Lets others be answered between the steps of a long work: computing, and SQLite, which is synchronous, block them. The
 * work calls `take` after each step.
 */
export class Breath {
  #last: number;

  /** @param clock in milliseconds */
  constructor(readonly clock: () => number = () => performance.now()) {
    this.#last = clock();
  }

  async take(): Promise<void> {
    if (this.clock() - this.#last < longestStretch) return;
    await setImmediate();
    this.#last = this.clock();
  }
}
