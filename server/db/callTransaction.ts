import { sql, type Transaction } from 'kysely';
import { Problem } from '../problem';
import type { Database } from './schema';
import type { Actor, UnitOfWork } from './log/unitOfWork';
import { type Data, type PromisedOperation, type WriteKind, type Written, written } from './data';

type Trx = Transaction<Database>;

/*
 * The states of a call:
 *
 *   reading ──first write──▶ waiting ──transaction──▶ writing ──answer──▶ answered ──commit──▶ ended.
 *     │  ▲                      │                        ▲                    │
 *     │  └────the write fails───┘                        └────a new run───────┘ if the commit fails.
 *     └──answer without a write──▶ ended.
 *
 * Reading is outside of a transaction. A call that waits has asked for its first write. From then on its reads and
 * writes use the transaction, and a write that fails is rolled back alone. The answer is stored before the commit. An
 * ended call that still writes does so outside.
 */

/**
 * Stores the answer of a call in the transaction of its writes; for a work in parts, with the operation that
 * completes it.
 */
export type StoreAnswer = (trx: Trx, answer: unknown, operation: PromisedOperation | null) => Promise<void>;

/** The first write of a call, while it waits for its transaction. */
interface FirstWrite {
  work(trx: Trx): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Runs a call so that its writes and its answer are stored together or not at all. If the transaction has to be
 * repeated, the whole call is repeated. If its first write fails, nothing is stored, and the call gets the error as it
 * would without this function.
 */
export async function inOneTransaction<T>(
  data: Data,
  call: (data: Data) => Promise<T>,
  store: StoreAnswer,
): Promise<T> {
  let run = new Run(data, call, store, null);
  for (;;) {
    const first = await run.firstWrite();
    if (!first) {
      const answer = await run.answer;
      run.end();
      if (!run.isStored) await data.writeUnlogged((trx) => store(trx, answer, null));
      return answer;
    }
    let hasWritten = false;
    try {
      return await data.transaction(async (trx) => {
        if (hasWritten) run = new Run(data, call, store, trx);
        else {
          const result = await first.work(trx);
          hasWritten = true;
          run.enter(trx);
          first.resolve(result);
        }
        const answer = await run.answer;
        run.end();
        await store(trx, answer, null);
        return answer;
      });
    } catch (error) {
      if (hasWritten) throw error;
      first.reject(error);
    } finally {
      run.leave();
    }
  }
}

/** One run of a call, from its beginning to its answer. */
class Run<T> {
  readonly answer: Promise<T>;
  /** Whether a work in parts has already stored the answer. */
  isStored = false;
  #trx: Trx | null;
  /** The writes that wait for the transaction. */
  readonly #waiting: FirstWrite[] = [];
  #hasAnswered = false;
  /** The last write in the transaction: writes run one after the other, because savepoints are nested. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  #onWrite: () => void = () => undefined;
  /** Whether the transaction holds the shared lock of `writeTogether`. */
  #hasWrittenTogether = false;

  constructor(outside: Data, call: (data: Data) => Promise<T>, store: StoreAnswer, trx: Trx | null) {
    this.#trx = trx;
    this.answer = call(this.#dataOn(outside, store));
    this.answer.catch(() => undefined); // the answer of a run that is repeated is not used
  }

  /** The first write, once the call asks for it; null if the call has answered without a write. */
  async firstWrite(): Promise<FirstWrite | null> {
    const write = new Promise<void>((resolve) => (this.#onWrite = resolve));
    if (this.#waiting.length === 0) await Promise.race([write, this.answer]);
    return this.#waiting.shift() ?? null;
  }

  /** From now on the call uses this transaction, also for the other writes that already wait. */
  enter(trx: Trx): void {
    this.#trx = trx;
    for (const { work, resolve, reject } of this.#waiting.splice(0))
      this.#afterLast(trx, work).then(resolve, reject);
  }

  /** A further write in the transaction: if it fails, it is rolled back and the call may continue. */
  #afterLast<R>(trx: Trx, work: (trx: Trx) => Promise<R>): Promise<R> {
    const write = this.#lastWrite.then(() => inSavepoint(trx, work));
    this.#lastWrite = write.catch(() => undefined);
    return write;
  }

  leave(): void {
    this.#trx = null;
  }

  /** Writes after the answer run outside of the transaction. */
  end(): void {
    this.#hasAnswered = true;
  }

  /**
   * @throws Error for `write` after `writeTogether`: a mistake of ours. The shared lock would have to become the
   * exclusive one, and two calls that both hold the shared one would wait for each other.
   */
  async #writeIn<R>(
    outside: Data,
    trx: Trx,
    kind: WriteKind,
    actor: Actor,
    run: (unit: UnitOfWork) => Promise<R>,
  ): Promise<Written<R>> {
    if (kind === 'alone' && this.#hasWrittenTogether && !this.#hasAnswered)
      throw new Error('a call wrote together with others and then alone in one transaction');
    const result = await outside.writeIn(trx, kind, actor, run);
    // A write that failed has released its lock with its savepoint.
    if (kind === 'together') this.#hasWrittenTogether = true;
    return result;
  }

  #dataOn(outside: Data, store: StoreAnswer): Data {
    const current = () => this.#trx;
    const inside = <R>(work: (trx: Trx) => Promise<R>): Promise<R> => {
      const trx = current();
      if (trx) return this.#afterLast(trx, work);
      if (this.#hasAnswered) return outside.transaction(work);
      return new Promise<unknown>((resolve, reject) => {
        this.#waiting.push({ work, resolve, reject });
        this.#onWrite();
      }) as Promise<R>;
    };
    return {
      ...outside,
      get read() {
        return current() ?? outside.read;
      },
      get outside() {
        // Its transactions would wait for this one, and this one for them: a deadlock.
        if (current()) throw new Problem('BUSY', { retryAfterSeconds: 2 });
        return outside;
      },
      writeUnlogged: inside,
      transaction: inside,
      write: async (actor, run) =>
        written(actor, await inside((trx) => this.#writeIn(outside, trx, 'alone', actor, run))),
      writeTogether: async (actor, run) =>
        written(actor, await inside((trx) => this.#writeIn(outside, trx, 'together', actor, run))),
      promise: async (trx, operation, answer) => {
        await store(trx, answer, operation);
        this.isStored = true;
      },
    };
  }
}

/** @throws the error of the work, after its writes are rolled back */
async function inSavepoint<R>(trx: Trx, work: (trx: Trx) => Promise<R>): Promise<R> {
  await sql`savepoint write_of_call`.execute(trx);
  try {
    const result = await work(trx);
    await sql`release savepoint write_of_call`.execute(trx);
    return result;
  } catch (error) {
    // If the connection is lost, nothing is stored anyway, and the first error says why.
    await sql`rollback to savepoint write_of_call`.execute(trx).catch(() => undefined);
    await sql`release savepoint write_of_call`.execute(trx).catch(() => undefined);
    throw error;
  }
}
