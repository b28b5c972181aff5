import type { Endpoint } from '../contract/endpoint';
import { tooManyCalls } from '../contract/errors';
import { Problem } from './problem';

const windowMs = 60_000;
/** Maximum number of remembered callers of each kind; the oldest are dropped. */
const maxKnown = 10_000;

/** Maximum calls of one person per minute, on all devices together. Source: quality.md, Budgets. */
const maxForPerson = 600;
/** Additional requests of imports: 100,000 students are 2,000 requests, one after the other (ADR 15). */
const maxForImport = 6_000;

/** Counts calls by caller, in minutes that begin with the first call. Its memory is limited. */
class CallCounter {
  readonly #known = new Map<string, { since: number; count: number }>();

  get size(): number {
    return this.#known.size;
  }

  /** @throws TOO_MANY with the seconds that are left, after so many calls within a minute */
  count(caller: string, maxCalls: number, now: number): void {
    const known = this.#known.get(caller);
    // If the clock was set back, a new minute begins, so that nobody waits for the old time to return.
    if (!known || now - known.since >= windowMs || now < known.since) {
      this.#known.delete(caller);
      this.#known.set(caller, { since: now, count: 1 });
      const oldest = this.#known.size > maxKnown ? this.#known.keys().next().value : undefined;
      if (oldest !== undefined) this.#known.delete(oldest);
      return;
    }
    known.count += 1;
    if (known.count <= maxCalls) return;
    const seconds = Math.max(1, Math.ceil((known.since + windowMs - now) / 1_000));
    throw new Problem('TOO_MANY', { message: tooManyCalls(seconds), retryAfterSeconds: seconds });
  }
}

/** The call limits of one server. They are checked before a body is read. */
export class CallLimits {
  readonly #addresses = new CallCounter();
  readonly #people = new CallCounter();

  /** @param times factor for the limits of `quality.md`; read again at each call */
  constructor(
    readonly times: () => number,
    readonly now: () => Date,
  ) {}

  /** How many addresses are remembered. */
  get known(): number {
    return this.#addresses.size;
  }

  /** A call without a session. @param address as `addressGroup` writes it @throws TOO_MANY */
  ofAddress({ path, limitPerMinute }: Endpoint, address: string): void {
    if (limitPerMinute === undefined) return;
    const part = path.split('/')[1];
    this.#addresses.count(
      `${part} ${limitPerMinute} ${address}`,
      limitPerMinute * this.times(),
      this.now().getTime(),
    );
  }

  /** A call of a person who is signed in. @throws TOO_MANY */
  ofPerson({ isImportCall }: Endpoint, userId: number): void {
    const [kind, maxCalls] = isImportCall ? ['import', maxForImport] : ['call', maxForPerson];
    this.#people.count(`${kind} ${userId}`, maxCalls * this.times(), this.now().getTime());
  }
}
