import { setImmediate } from 'node:timers/promises';
import { Problem } from '../../problem';
import { isTransient } from './dialect';

const maxWaiting = 2_000;
const maxGroupSize = 64;
/** How long the queue waits for more writes, and how long a group runs before it takes no more. */
const maxGatherMs = 2;
const maxGroupMs = 50;
/** After this time of writing, a group yields to the event loop, so that reads can run. */
const yieldAfterMs = 5;
const retryDelayMs = 25;

type Work<C> = (on: C) => Promise<unknown>;
export type Outcome = { result: unknown } | { error: unknown };

/** Runs writes; `C` is the connection or transaction that a write gets. */
export interface Transactions<C> {
  /** One write in a transaction of its own. */
  alone(work: Work<C>): Promise<unknown>;
  /**
   * Several writes in one transaction, one after the other in the order of `next`. A write that fails is rolled back
   * without the others. Rejects when nothing was stored.
   */
  together(next: () => Promise<Work<C> | undefined>): Promise<Outcome[]>;
}

interface Waiting<C> {
  work: Work<C>;
  /** Time at which the retries on a locked database end, as `performance.now()`. */
  deadline: number;
  settle: (outcome: Outcome) => void;
}

/**
 * Runs writes one after the other, in the order of arrival. Writes that wait at the same time share a transaction,
 * since one commit to disk takes as long as many. A write resolves only after its commit. A locked database is retried
 * for `patience` milliseconds.
 */
export class WriteQueue<C> {
  readonly #transactions: Transactions<C>;
  readonly #patience: number;
  readonly #waiting: Waiting<C>[] = [];
  #unsettled = 0;
  #last: Promise<unknown> = Promise.resolve();
  #isRunning = false;

  /**
   * @param patience in milliseconds, counted from the arrival of each write, so that the waits of queued writes do not
   * add up
   */
  constructor(transactions: Transactions<C>, patience: number) {
    this.#transactions = transactions;
    this.#patience = patience;
  }

  async run<T>(work: (on: C) => Promise<T>): Promise<T> {
    if (this.#unsettled >= maxWaiting) throw new Problem('BUSY', { retryAfterSeconds: 2 });
    this.#unsettled += 1;
    const mine = new Promise<Outcome>((settle) =>
      this.#waiting.push({ work, deadline: performance.now() + this.#patience, settle }),
    );
    this.#last = mine;
    if (!this.#isRunning) void this.#drain();
    const outcome = await mine;
    this.#unsettled -= 1;
    if ('error' in outcome) throw outcome.error;
    return outcome.result as T;
  }

  /** Resolves when everything that waits now is done. */
  async idle(): Promise<void> {
    await this.#last;
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      await this.#gather();
      if (this.#waiting.length === 1) await this.#settleAlone(this.#waiting.splice(0));
      else await this.#settleTogether();
    }
    this.#isRunning = false;
  }

  /** Waits as long as each turn of the event loop brings another write, within the limits. */
  async #gather(): Promise<void> {
    const deadline = performance.now() + maxGatherMs;
    let known = 0;
    while (known < this.#waiting.length && known < maxGroupSize && performance.now() < deadline) {
      known = this.#waiting.length;
      await setImmediate();
    }
  }

  async #settleTogether(): Promise<void> {
    const group: Waiting<C>[] = [];
    const began = performance.now();
    let lastYield = began;
    const next = async () => {
      if (performance.now() - lastYield > yieldAfterMs) {
        await setImmediate();
        lastYield = performance.now();
      }
      const isFull = group.length >= maxGroupSize || (group.length > 0 && lastYield - began > maxGroupMs);
      const one = isFull ? undefined : this.#waiting.shift();
      if (one) group.push(one);
      return one?.work;
    };
    const outcomes = await this.#transactions.together(next).catch(() => null);
    // If the group could not be stored, each of its writes runs alone; if it could not begin, the first waiting one
    // does.
    if (!outcomes) return this.#settleAlone(group.length > 0 ? group : this.#waiting.splice(0, 1));
    for (const [place, one] of group.entries()) {
      const outcome = outcomes[place];
      if (!outcome || ('error' in outcome && isTransient(outcome.error))) await this.#settleAlone([one]);
      else one.settle(outcome);
    }
  }

  async #settleAlone(waiting: readonly Waiting<C>[]): Promise<void> {
    for (const { work, deadline, settle } of waiting) {
      const run = () => this.#transactions.alone(work);
      settle(
        await retryWhileBusy(run, deadline - performance.now()).then(
          (result) => ({ result }),
          (error: unknown) => ({ error }),
        ),
      );
    }
  }
}

/** Runs a transaction, and retries it for `patience` milliseconds while another one blocks it. */
export async function retryWhileBusy<T>(work: () => Promise<T>, patience: number): Promise<T> {
  const deadline = performance.now() + patience;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    }
  }
}
