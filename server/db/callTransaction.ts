import { sql, type Transaction } from 'kysely';
import { Problem } from '../problem';
import type { Database } from './schema';
import type { Actor, UnitOfWork } from './log/unitOfWork';
import { type Data, type PendingOperation, type WriteKind, type WriteResult, noteCommitted } from './data';

type Trx = Transaction<Database>;

/*
 * States of a call:
 *
 *   reading ──first write──▶ waiting ──transaction──▶ writing ──answer──▶ answered ──commit──▶ ended.
 *     │  ▲                      │                        ▲                    │
 *     │  └────the write fails───┘                        └────repeated run────┘ if the commit fails.
 *     └──answer without a write──▶ ended.
 *
 * A call reads outside of the transaction until its first write. A failed write rolls back to its savepoint.
 * The answer is stored before the commit. An ended call writes outside of the transaction.
 */

/** Stores the answer in the transaction of the call's writes. `operation` is set for chunked work. */
export type StoreAnswer = (trx: Trx, answer: unknown, operation: PendingOperation | null) => Promise<void>;

interface FirstWrite {
  work(trx: Trx): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** If the database repeats the transaction, the call runs again. A failed first write stores nothing. */
export async function inOneTransaction<T>(
  data: Data,
  call: (data: Data) => Promise<T>,
  store: StoreAnswer,
): Promise<T> {
  let run = new Run(data, call, store, null);
  for (;;) {
    const firstWrite = await run.firstWrite();
    if (!firstWrite) {
      const answer = await run.answer;
      run.markAnswered();
      if (!run.isStored) await data.writeUnlogged((trx) => store(trx, answer, null));
      return answer;
    }
    let hasWritten = false;
    try {
      return await data.transaction(async (trx) => {
        if (hasWritten) run = new Run(data, call, store, trx);
        else {
          const result = await firstWrite.work(trx);
          hasWritten = true;
          run.useTransaction(trx);
          firstWrite.resolve(result);
        }
        const answer = await run.answer;
        run.markAnswered();
        await store(trx, answer, null);
        return answer;
      });
    } catch (error) {
      if (hasWritten) throw error;
      firstWrite.reject(error);
    } finally {
      run.leaveTransaction();
    }
  }
}

class Run<T> {
  readonly answer: Promise<T>;
  isStored = false;
  #trx: Trx | null;
  readonly #waiting: FirstWrite[] = [];
  #hasAnswered = false;
  /** Writes of one transaction run one at a time, because savepoints are nested. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  #onWrite: () => void = () => undefined;
  #hasWrittenConcurrently = false;

  constructor(dataOutsideCall: Data, call: (data: Data) => Promise<T>, store: StoreAnswer, trx: Trx | null) {
    this.#trx = trx;
    this.answer = call(this.#dataForCall(dataOutsideCall, store));
    this.answer.catch(() => undefined); // a repeated run ignores this answer
  }

  async firstWrite(): Promise<FirstWrite | null> {
    const write = new Promise<void>((resolve) => (this.#onWrite = resolve));
    if (this.#waiting.length === 0) await Promise.race([write, this.answer]);
    return this.#waiting.shift() ?? null;
  }

  useTransaction(trx: Trx): void {
    this.#trx = trx;
    for (const { work, resolve, reject } of this.#waiting.splice(0))
      this.#queueWrite(trx, work).then(resolve, reject);
  }

  #queueWrite<R>(trx: Trx, work: (trx: Trx) => Promise<R>): Promise<R> {
    const write = this.#lastWrite.then(() => inSavepoint(trx, work));
    this.#lastWrite = write.catch(() => undefined);
    return write;
  }

  leaveTransaction(): void {
    this.#trx = null;
  }

  markAnswered(): void {
    this.#hasAnswered = true;
  }

  /** @throws Error for `write` after `writeConcurrently`: two calls with the shared lock would deadlock */
  async #writeIn<R>(
    dataOutsideCall: Data,
    trx: Trx,
    kind: WriteKind,
    actor: Actor,
    run: (unit: UnitOfWork) => Promise<R>,
  ): Promise<WriteResult<R>> {
    if (kind === 'exclusive' && this.#hasWrittenConcurrently && !this.#hasAnswered)
      throw new Error('a call wrote together with others and then alone in one transaction');
    const result = await dataOutsideCall.writeIn(trx, kind, actor, run);
    if (kind === 'concurrent') this.#hasWrittenConcurrently = true;
    return result;
  }

  #dataForCall(dataOutsideCall: Data, store: StoreAnswer): Data {
    const currentTrx = () => this.#trx;
    const inTransaction = <R>(work: (trx: Trx) => Promise<R>): Promise<R> => {
      const trx = currentTrx();
      if (trx) return this.#queueWrite(trx, work);
      if (this.#hasAnswered) return dataOutsideCall.transaction(work);
      return new Promise<unknown>((resolve, reject) => {
        this.#waiting.push({ work, resolve, reject });
        this.#onWrite();
      }) as Promise<R>;
    };
    return {
      ...dataOutsideCall,
      get read() {
        return currentTrx() ?? dataOutsideCall.read;
      },
      get dataOutsideCall() {
        // The transactions of `dataOutsideCall` and this transaction would wait for each other.
        if (currentTrx()) throw new Problem('BUSY', { retryAfterSeconds: 2 });
        return dataOutsideCall;
      },
      writeUnlogged: inTransaction,
      transaction: inTransaction,
      write: async (actor, run) =>
        noteCommitted(
          actor,
          await inTransaction((trx) => this.#writeIn(dataOutsideCall, trx, 'exclusive', actor, run)),
        ),
      writeConcurrently: async (actor, run) =>
        noteCommitted(
          actor,
          await inTransaction((trx) => this.#writeIn(dataOutsideCall, trx, 'concurrent', actor, run)),
        ),
      storePendingAnswer: async (trx, operation, answer) => {
        await store(trx, answer, operation);
        this.isStored = true;
      },
    };
  }
}

async function inSavepoint<R>(trx: Trx, work: (trx: Trx) => Promise<R>): Promise<R> {
  await sql`savepoint write_of_call`.execute(trx);
  try {
    const result = await work(trx);
    await sql`release savepoint write_of_call`.execute(trx);
    return result;
  } catch (error) {
    // After a lost connection the rollback fails too. The first error is the useful one.
    await sql`rollback to savepoint write_of_call`.execute(trx).catch(() => undefined);
    await sql`release savepoint write_of_call`.execute(trx).catch(() => undefined);
    throw error;
  }
}
