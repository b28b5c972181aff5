import { setImmediate } from 'node:timers/promises';

const maxStretchMs = 10;
/** A shorter turn of the event loop was idle. */
const idleTurnMs = 1;

/** Lets other calls run between steps of long work. Computing and SQLite block the event loop. */
export class Yielder {
  #lastYield: number;

  /** @param turns maximum event loop turns per yield; 1 while holding a lock */
  constructor(
    readonly clock: () => number = () => performance.now(),
    readonly turns = 1,
    readonly signal?: AbortSignal,
  ) {
    this.#lastYield = clock();
  }

  async yieldIfDue(): Promise<void> {
    this.signal?.throwIfAborted();
    if (this.clock() - this.#lastYield < maxStretchMs) return;
    let turnStart = this.clock();
    for (let turn = 0; turn < this.turns; turn += 1) {
      await setImmediate();
      const now = this.clock();
      if (now - turnStart < idleTurnMs) break;
      turnStart = now;
    }
    this.#lastYield = this.clock();
  }
}
