import { setImmediate } from 'node:timers/promises';
import { Problem } from '../../problem';
import { isTransient } from './dialect';

const maxWaiting = 2_000;
const maxTogether = 64;
/** In milliseconds: how long writes are gathered at the most, how long a group runs before no other may join it. */
const longestGathering = 2;
const longestGroup = 50;
/** After so many milliseconds of writing, those who read get their turn. */
const breath = 5;
const pause = 25;

type Work<C> = (on: C) => Promise<unknown>;
export type Outcome = { result: unknown } | { error: unknown };

/** How writes are carried out; `C` is what they write on. */
export interface Transactions<C> {
  /** One write in a transaction of its own. */
  alone(work: Work<C>): Promise<unknown>;
  /**
   * Several in one transaction, one after the other as `next` gives them out. One that fails leaves nothing behind
   * and spoils none of the others. Rejects when nothing of it all is stored.
   */
  together(next: () => Promise<Work<C> | undefined>): Promise<Outcome[]>;
}

interface Waiting<C> {
  work: Work<C>;
  /** When patience with a locked database ends, by a clock that nobody sets. */
  end: number;
  settle: (outcome: Outcome) => void;
}

/**
 * One write after the other, in the order of arrival. Those that wait at the same time share a transaction, since the
 * disk takes as long for all of them as for one; nobody is answered before it is stored. A locked database is tried
 * again, for so long.
 */
export class WriteQueue<C> {
  readonly #transactions: Transactions<C>;
  readonly #patience: number;
  readonly #waiting: Waiting<C>[] = [];
  #unsettled = 0;
  #last: Promise<unknown> = Promise.resolve();
  #isRunning = false;

  /** @param patience in milliseconds, counted from the arrival of a write, so that those behind do not wait in turn */
  constructor(transactions: Transactions<C>, patience: number) {
    this.#transactions = transactions;
    this.#patience = patience;
  }

  async run<T>(work: (on: C) => Promise<T>): Promise<T> {
    if (this.#unsettled >= maxWaiting) throw new Problem('BUSY', { retryAfterSeconds: 2 });
    this.#unsettled += 1;
    const mine = new Promise<Outcome>((settle) =>
      this.#waiting.push({ work, end: performance.now() + this.#patience, settle }),
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

  /** Lets in those that have arrived already, and waits on for as long as each look finds another one. */
  async #gather(): Promise<void> {
    const end = performance.now() + longestGathering;
    let known = 0;
    while (known < this.#waiting.length && known < maxTogether && performance.now() < end) {
      known = this.#waiting.length;
      await setImmediate();
    }
  }

  async #settleTogether(): Promise<void> {
    const group: Waiting<C>[] = [];
    const began = performance.now();
    let breathed = began;
    const next = async () => {
      if (performance.now() - breathed > breath) {
        await setImmediate();
        breathed = performance.now();
      }
      const isFull = group.length >= maxTogether || (group.length > 0 && breathed - began > longestGroup);
      const one = isFull ? undefined : this.#waiting.shift();
      if (one) group.push(one);
      return one?.work;
    };
    const outcomes = await this.#transactions.together(next).catch(() => null);
    // Where not all could be stored, each has to find out for itself; where it did not even begin, the first has.
    if (!outcomes) return this.#settleAlone(group.length > 0 ? group : this.#waiting.splice(0, 1));
    for (const [place, one] of group.entries()) {
      const outcome = outcomes[place];
      if (!outcome || ('error' in outcome && isTransient(outcome.error))) await this.#settleAlone([one]);
      else one.settle(outcome);
    }
  }

  async #settleAlone(waiting: readonly Waiting<C>[]): Promise<void> {
    for (const { work, end, settle } of waiting) {
      const run = () => this.#transactions.alone(work);
      settle(
        await retryWhileBusy(run, end - performance.now()).then(
          (result) => ({ result }),
          (error: unknown) => ({ error }),
        ),
      );
    }
  }
}

/** Runs a transaction, and again for so many milliseconds while another one is in its way. */
export async function retryWhileBusy<T>(work: () => Promise<T>, patience: number): Promise<T> {
  const end = performance.now() + patience;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
