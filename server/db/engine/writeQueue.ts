import { setImmediate } from 'node:timers/promises';
import { Problem } from '../../problem';
import { isTransient } from './dialect';

const maxWaiting = 2_000;
const maxGroupSize = 64;
const maxGatherMs = 2;
const maxGroupMs = 50;
const yieldAfterMs = 5;
const retryDelayMs = 25;

type Work<C> = (connection: C) => Promise<unknown>;
export type Outcome = { result: unknown } | { error: unknown };

export interface Transactions<C> {
  alone(work: Work<C>): Promise<unknown>;
  /** Runs the writes one at a time and rolls back only failed ones. Rejects if nothing was stored. */
  together(next: () => Promise<Work<C> | undefined>): Promise<Outcome[]>;
}

interface QueuedWrite<C> {
  work: Work<C>;
  deadline: number;
  resolve: (outcome: Outcome) => void;
}

/** Waiting writes share a transaction, because one commit to disk takes as long as many. */
export class WriteQueue<C> {
  readonly #transactions: Transactions<C>;
  readonly #maxLockWaitMs: number;
  readonly #queue: QueuedWrite<C>[] = [];
  #unfinishedCount = 0;
  #last: Promise<unknown> = Promise.resolve();
  #isRunning = false;

  constructor(transactions: Transactions<C>, maxLockWaitMs: number) {
    this.#transactions = transactions;
    this.#maxLockWaitMs = maxLockWaitMs;
  }

  get size(): number {
    return this.#unfinishedCount;
  }

  async run<T>(work: (connection: C) => Promise<T>): Promise<T> {
    if (this.#unfinishedCount >= maxWaiting) throw new Problem('BUSY', { retryAfterSeconds: 2 });
    this.#unfinishedCount += 1;
    const ownOutcome = new Promise<Outcome>((resolve) =>
      this.#queue.push({ work, deadline: performance.now() + this.#maxLockWaitMs, resolve }),
    );
    this.#last = ownOutcome;
    if (!this.#isRunning) void this.#drain();
    const outcome = await ownOutcome;
    this.#unfinishedCount -= 1;
    if ('error' in outcome) throw outcome.error;
    return outcome.result as T;
  }

  async idle(): Promise<void> {
    await this.#last;
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    while (this.#queue.length > 0) {
      await this.#gather();
      if (this.#queue.length === 1) await this.#runAlone(this.#queue.splice(0));
      else await this.#runTogether();
    }
    this.#isRunning = false;
  }

  /** Waits as long as each turn of the event loop adds a write. */
  async #gather(): Promise<void> {
    const deadline = performance.now() + maxGatherMs;
    let count = 0;
    while (count < this.#queue.length && count < maxGroupSize && performance.now() < deadline) {
      count = this.#queue.length;
      await setImmediate();
    }
  }

  async #runTogether(): Promise<void> {
    const group: QueuedWrite<C>[] = [];
    const startedAt = performance.now();
    let lastYield = startedAt;
    const next = async () => {
      if (performance.now() - lastYield > yieldAfterMs) {
        await setImmediate();
        lastYield = performance.now();
      }
      const isFull = group.length >= maxGroupSize || (group.length > 0 && lastYield - startedAt > maxGroupMs);
      const write = isFull ? undefined : this.#queue.shift();
      if (write) group.push(write);
      return write?.work;
    };
    const outcomes = await this.#transactions.together(next).catch(() => null);
    // If the group was not stored, its writes run one by one. If it is empty, the first waiting write runs.
    if (!outcomes) return this.#runAlone(group.length > 0 ? group : this.#queue.splice(0, 1));
    for (const [index, write] of group.entries()) {
      const outcome = outcomes[index];
      if (!outcome || ('error' in outcome && isTransient(outcome.error))) await this.#runAlone([write]);
      else write.resolve(outcome);
    }
  }

  async #runAlone(writes: readonly QueuedWrite<C>[]): Promise<void> {
    for (const { work, deadline, resolve } of writes) {
      const run = () => this.#transactions.alone(work);
      resolve(
        await retryWhileBusy(run, deadline - performance.now()).then(
          (result) => ({ result }),
          (error: unknown) => ({ error }),
        ),
      );
    }
  }
}

export async function retryWhileBusy<T>(work: () => Promise<T>, maxWaitMs: number): Promise<T> {
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    }
  }
}
