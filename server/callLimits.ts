import type { Endpoint } from '../contract/endpoint';
import { tooManyCalls } from '../contract/errors';
import { Problem } from './problem';

const windowMs = 60_000;
/** Above this limit, the counters of the oldest callers are deleted. */
const maxCallers = 10_000;

/** Calls per minute for one user, on all devices together (quality.md, Budgets). */
const maxCallsPerUser = 600;
/** Limit for import requests: 100,000 students need 2,000 requests in sequence (ADR 15). */
const maxImportCalls = 6_000;

class CallCounter {
  readonly #minutes = new Map<string, { since: number; count: number }>();

  get size(): number {
    return this.#minutes.size;
  }

  count(caller: string, maxCalls: number, now: number): void {
    const minute = this.#minutes.get(caller);
    // If the clock was set back, a new minute starts. Otherwise the caller would wait too long.
    if (!minute || now - minute.since >= windowMs || now < minute.since) {
      this.#minutes.delete(caller);
      this.#minutes.set(caller, { since: now, count: 1 });
      const oldest = this.#minutes.size > maxCallers ? this.#minutes.keys().next().value : undefined;
      if (oldest !== undefined) this.#minutes.delete(oldest);
      return;
    }
    minute.count += 1;
    if (minute.count <= maxCalls) return;
    const seconds = Math.max(1, Math.ceil((minute.since + windowMs - now) / 1_000));
    throw new Problem('TOO_MANY', { message: tooManyCalls(seconds), retryAfterSeconds: seconds });
  }
}

export class CallLimits {
  readonly #addresses = new CallCounter();
  readonly #people = new CallCounter();

  constructor(
    readonly factor: () => number,
    readonly now: () => Date,
  ) {}

  get callerCount(): number {
    return this.#addresses.size;
  }

  /** @param address from `addressGroup` @throws TOO_MANY */
  countAddress({ path, limitPerMinute }: Pick<Endpoint, 'path' | 'limitPerMinute'>, address: string): void {
    if (limitPerMinute === undefined) return;
    const firstSegment = path.split('/')[1];
    this.#addresses.count(
      `${firstSegment} ${limitPerMinute} ${address}`,
      limitPerMinute * this.factor(),
      this.now().getTime(),
    );
  }

  countUser({ isImportCall }: Endpoint, userId: number): void {
    const [kind, maxCalls] = isImportCall ? ['import', maxImportCalls] : ['call', maxCallsPerUser];
    this.#people.count(`${kind} ${userId}`, maxCalls * this.factor(), this.now().getTime());
  }
}
