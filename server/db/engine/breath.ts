import { setImmediate } from 'node:timers/promises';

/** The longest stretch of work without a turn of the event loop, in milliseconds. */
const longestStretch = 10;
/** A turn that takes less served nobody. */
const emptyTurn = 1;

/**
 * Lets others be answered between the steps of a long work: computing, and SQLite, which is synchronous, block them. The
 * work calls `take` after each step.
 */
export class Breath {
  #last: number;

  /**
   * @param clock in milliseconds
   * @param turns after each stretch, at most: an answer may need several. One for a work that holds a lock, for which
   * others wait
   * @param signal aborted when nobody waits for the work any more
   */
  constructor(
    readonly clock: () => number = () => performance.now(),
    readonly turns = 1,
    readonly signal?: AbortSignal,
  ) {
    this.#last = clock();
  }

  /** @throws the reason of the signal */
  async take(): Promise<void> {
    this.signal?.throwIfAborted();
    if (this.clock() - this.#last < longestStretch) return;
    let before = this.clock();
    for (let turn = 0; turn < this.turns; turn += 1) {
      await setImmediate();
      const now = this.clock();
      if (now - before < emptyTurn) break;
      before = now;
    }
    this.#last = this.clock();
  }
}
