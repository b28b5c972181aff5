import { sql, type Transaction } from 'kysely';
import { Problem } from '../../problem';
import type { Database } from '../schema';
import type { Actor, UnitOfWork } from '../log/unitOfWork';
import type { Data, WriteKind } from './connection';

type Trx = Transaction<Database>;

/** Keeps the answer of a call, in the transaction of what it tells; of a work in parts with the operation that ends it. */
export type KeepAnswer = (trx: Trx, answer: unknown, operationId: number | null) => Promise<void>;

/** The first write of a call, which waits for a transaction. */
interface Wish {
  work(trx: Trx): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Carries out a call so that what it writes and its answer are stored together or not at all. It begins outside of any
 * transaction; its first write opens one, in which it stays until it has answered: what it reads from then on, it
 * reads there. A transaction that has to be run again runs the whole call again. A first write that fails leaves
 * nothing behind, and the call is told, as it would be without this.
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

/** A call on its way to an answer. */
class Run<T> {
  readonly answer: Promise<T>;
  /** Whether a work in parts has kept the answer already. */
  isKept = false;
  #trx: Trx | null;
  readonly #wishes: Wish[] = [];
  #hasAnswered = false;
  /** The write in the transaction that is under way: one after the other, since savepoints nest. */
  #last: Promise<unknown> = Promise.resolve();
  #tell: () => void = () => undefined;
  /** Whether its transaction holds the shared lock of `writeTogether`. */
  #hasWrittenTogether = false;

  constructor(outside: Data, call: (data: Data) => Promise<T>, keep: KeepAnswer, trx: Trx | null) {
    this.#trx = trx;
    this.answer = call(this.#dataOn(outside, keep));
    this.answer.catch(() => undefined); // one that is run again is asked no more
  }

  /** The first write that waits; null when the call has answered without one. */
  async wish(): Promise<Wish | null> {
    const asked = new Promise<void>((resolve) => (this.#tell = resolve));
    if (this.#wishes.length === 0) await Promise.race([asked, this.answer]);
    return this.#wishes.shift() ?? null;
  }

  /** From here on the call is in this transaction, with what else it wanted to write at once. */
  goOn(trx: Trx): void {
    this.#trx = trx;
    for (const { work, resolve, reject } of this.#wishes.splice(0))
      this.#among(trx, work).then(resolve, reject);
  }

  /** A write among others of the transaction: one that fails leaves nothing behind, and the call may go on. */
  #among<R>(trx: Trx, work: (trx: Trx) => Promise<R>): Promise<R> {
    const mine = this.#last.then(() => inSavepoint(trx, work));
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  leave(): void {
    this.#trx = null;
  }

  /** What goes on after the answer is on its own. */
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
  ): Promise<R> {
    if (kind === 'alone' && this.#hasWrittenTogether && !this.#hasAnswered)
      throw new Error('a call wrote together with others and then alone in one transaction');
    const result = await outside.writeIn(trx, kind, actor, run);
    // One that failed has given its lock back with its savepoint.
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
        // Its transactions would wait for this one, and this one for them.
        if (current()) throw new Problem('BUSY', { retryAfterSeconds: 2 });
        return outside;
      },
      writeUnlogged: inside,
      transaction: inside,
      write: (actor, run) => inside((trx) => this.#writeIn(outside, trx, 'alone', actor, run)),
      writeTogether: (actor, run) => inside((trx) => this.#writeIn(outside, trx, 'together', actor, run)),
      promise: async (trx, operationId, answer) => {
        await keep(trx, answer, operationId);
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
    // Of a connection that is gone nothing stays anyway, and the first failure says why.
    await sql`rollback to savepoint write_of_call`.execute(trx).catch(() => undefined);
    await sql`release savepoint write_of_call`.execute(trx).catch(() => undefined);
    throw error;
  }
}
