import { sql, type Transaction } from 'kysely';
import { Problem } from '../../problem';
import type { Database } from '../schema';
import type { Actor, UnitOfWork } from '../log/unitOfWork';
import { type Data, type PromisedOperation, type WriteKind, type Written, written } from './connection';

type Trx = Transaction<Database>;

/**
 * Stores the answer of a call in the transaction of its writes; for a work in parts, with the operation that
 * completes it.
 */
export type KeepAnswer = (trx: Trx, answer: unknown, operation: PromisedOperation | null) => Promise<void>;

/** The first write of a call, which waits for its transaction. */
interface Wish {
  work(trx: Trx): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Runs a call so that its writes and its answer are stored together or not at all. The call begins outside of a
 * transaction; its first write opens one, and from then on all its reads and writes use it until the answer. If the
 * transaction has to be repeated, the whole call is repeated. If the first write fails, nothing is stored, and the
 * call gets the error as it would without this function.
 */
export async function inOneTransaction<T>(
  data: Data,
  call: (data: Data) => Promise<T>,
  keep: KeepAnswer,
): Promise<T> {
  let run = new Run(data, call, keep, null);
  for (;;) {
    const wish = await run.wish();
    if (!wish) {
      const answer = await run.answer;
      run.end();
      if (!run.isKept) await data.writeUnlogged((trx) => keep(trx, answer, null));
      return answer;
    }
    let isGranted = false;
    try {
      return await data.transaction(async (trx) => {
        if (isGranted) run = new Run(data, call, keep, trx);
        else {
          const result = await wish.work(trx);
          isGranted = true;
          run.goOn(trx);
          wish.resolve(result);
        }
        const answer = await run.answer;
        run.end();
        await keep(trx, answer, null);
        return answer;
      });
    } catch (error) {
      if (isGranted) throw error;
      wish.reject(error);
    } finally {
      run.leave();
    }
  }
}

/** A call that is being answered. */
class Run<T> {
  readonly answer: Promise<T>;
  /** Whether a work in parts has already stored the answer. */
  isKept = false;
  #trx: Trx | null;
  readonly #wishes: Wish[] = [];
  #hasAnswered = false;
  /** The last write in the transaction: writes run one after the other, because savepoints are nested. */
  #last: Promise<unknown> = Promise.resolve();
  #tell: () => void = () => undefined;
  /** Whether the transaction holds the shared lock of `writeTogether`. */
  #hasWrittenTogether = false;

  constructor(outside: Data, call: (data: Data) => Promise<T>, keep: KeepAnswer, trx: Trx | null) {
    this.#trx = trx;
    this.answer = call(this.#dataOn(outside, keep));
    this.answer.catch(() => undefined); // the answer of a call that is repeated is not used
  }

  /** The first write that waits; null if the call has answered without a write. */
  async wish(): Promise<Wish | null> {
    const asked = new Promise<void>((resolve) => (this.#tell = resolve));
    if (this.#wishes.length === 0) await Promise.race([asked, this.answer]);
    return this.#wishes.shift() ?? null;
  }

  /** From now on the call uses this transaction, also for the other writes that it has already requested. */
  goOn(trx: Trx): void {
    this.#trx = trx;
    for (const { work, resolve, reject } of this.#wishes.splice(0))
      this.#among(trx, work).then(resolve, reject);
  }

  /** A further write in the transaction: if it fails, it is rolled back and the call may continue. */
  #among<R>(trx: Trx, work: (trx: Trx) => Promise<R>): Promise<R> {
    const mine = this.#last.then(() => inSavepoint(trx, work));
    this.#last = mine.catch(() => undefined);
    return mine;
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

  #dataOn(outside: Data, keep: KeepAnswer): Data {
    const current = () => this.#trx;
    const inside = <R>(work: (trx: Trx) => Promise<R>): Promise<R> => {
      const trx = current();
      if (trx) return this.#among(trx, work);
      if (this.#hasAnswered) return outside.transaction(work);
      return new Promise<unknown>((resolve, reject) => {
        this.#wishes.push({ work, resolve, reject });
        this.#tell();
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
        await keep(trx, answer, operation);
        this.isKept = true;
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
