import { sql, type SqlBool } from 'kysely';
import { Problem } from '../../problem';
import type { ChunkSizes, Data } from '../data';
import { advisoryLock, databaseFailure } from '../engine/dialect';
import type { Actor, UnitOfWork } from '../log/unitOfWork';
import type { Db, Trx } from '../schema';

/*
 * Deletions and undos of very many rows run in several transactions, so that others can read and write in between. Each
 * part reads the state and stores the next one together with its rows. A server that starts continues what it finds.
 *
 * | state        | stored                                                              | next state                  |
 * |--------------|---------------------------------------------------------------------|-----------------------------|
 * | removing     | `slow_removals` has a row, and `archived_at` is null: nobody is     | removed; undoing, if a part |
 * |              | offered the operation for undo.                                     | is refused.                 |
 * | removed      | `archived_at`.                                                      | undoing.                    |
 * | undoing      | `slow_undos` has a row, and the operation `undone_at`. The rows of  | undone; writing back, if a  |
 * |              | its log from `below` on are undone.                                 | part is refused.            |
 * | undone       | `undone_at`.                                                        | none.                       |
 * | writing back | `is_giving_up`. The rows of the undo from `below` on are written    | as before the undo.         |
 * |              | back, except those that others have changed.                        |                             |
 *
 * A removal begins when no such work is under way, an undo when no removal is. The first part stores the answer of the call for the end
 * (`Data.promise`). A work that is given up deletes it.
 */

/** Parts that take longer get fewer rows, in milliseconds: others wait for their end. */
const slowPart = 200;
const fewestRows = 50;
/** Before it is known how long a part takes here. */
const firstRows = 250;

/** How many rows the next part may have; fewer on a slow or busy machine, so that nobody waits for seconds. */
export class PartSize {
  #rows: number;
  readonly #maxRows: number;

  constructor({ deletion }: ChunkSizes) {
    this.#maxRows = deletion;
    this.#rows = Math.min(deletion, firstRows);
  }

  get rows(): number {
    return this.#rows;
  }

  /** As `writePart`, and takes the time that the part kept others waiting. */
  async write<T>(data: Data, actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    let began = 0;
    const result = await writePart(data, actor, (unit) => {
      began = performance.now();
      return run(unit);
    });
    const took = performance.now() - began;
    if (took > slowPart)
      this.#rows = Math.max(Math.min(fewestRows, this.#maxRows), Math.floor(this.#rows / 2));
    else if (took < slowPart / 4) this.#rows = Math.min(this.#maxRows, this.#rows * 2);
    return result;
  }
}

/** Whether a work in parts may go on later as it is: the database is busy, cannot be reached, or is full. */
export function isPassing(error: unknown): boolean {
  const code = error instanceof Problem ? error.code : databaseFailure(error)?.code;
  return code === 'BUSY' || code === 'STORAGE_FULL';
}

/** What refused a part, as the caller gets it. @param message for an unforeseen error: what became of the work */
export const asRefusal = (error: unknown, message: string): Problem =>
  error instanceof Problem ? error : new Problem('INTERNAL', { message, cause: error });

/** How often a part is tried; with the waiting time of each try about half a minute. */
const maxTries = 6;

/**
 * Writes a part. It is retried, so that an undo that has begun does not stop because others write for long. If a part
 * was stored without a reply, it is not written twice, because each part reads the progress first.
 */
async function writePart<T>(data: Data, actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await data.write(actor, run);
    } catch (error) {
      if (tries === maxTries || databaseFailure(error)?.code !== 'BUSY') throw error;
    }
  }
}

/** SQL on `idempotency_keys`: the answer that is stored for the end of a work. */
export const isPromisedBy = (operationId: number) => sql<SqlBool>`operation_id = ${operationId}
  and user_id = (select user_id from operations where id = ${operationId})`;

/** Forgets that answer, so that the call may be sent again. */
export async function breakPromise(trx: Trx, operationId: number): Promise<void> {
  await trx.deleteFrom('idempotency_keys').where(isPromisedBy(operationId)).execute();
}

/** Call it in the transaction that begins such work, so that only one of two can begin. */
export async function isChunkedWorkUnderWay({ kind }: Data, trx: Db): Promise<boolean> {
  await advisoryLock(kind, 'slow work')?.execute(trx);
  const { rows } = await sql`
    select operation_id from slow_removals union all select operation_id from slow_undos`.execute(trx);
  return rows.length > 0;
}

/**
 * Continues works that an ended server has left; called at start and at intervals.
 * @param tell gets why a work was given up
 * @throws what stops it for now, see `isPassing`
 */
export async function finishAll(
  data: Data,
  works: 'slow_removals' | 'slow_undos',
  finish: (data: Data, operationId: number) => Promise<void>,
  tell: (error: unknown) => void = () => undefined,
): Promise<void> {
  for (const { operation_id } of await data.read.selectFrom(works).select('operation_id').execute())
    await finish(data, operation_id).catch((error: unknown) => {
      if (isPassing(error)) throw error;
      tell(error);
    });
}
