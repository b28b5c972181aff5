import { setImmediate } from 'node:timers/promises';

const maxStretchMs = 10;
/** A shorter turn of the event loop had nothing to run. */
const idleTurnMs = 1;

/** Lets other callers run between the steps of long work: computing and SQLite (synchronous) block them. */
export class Yielder {
  #lastYield: number;

  /** @param turns maximum per yield: an answer may need several; 1 while holding a lock */
  constructor(
    readonly clock: () => number = () => performance.now(),
    readonly turns = 1,
    readonly signal?: AbortSignal,
  ) {
    this.#lastYield = clock();
  }

  /** @throws the reason of the signal */
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
