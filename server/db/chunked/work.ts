import { sql, type SqlBool } from 'kysely';
import { Problem } from '../../problem';
import type { ChunkSizes, Data } from '../data';
import { advisoryLock, databaseFailure } from '../engine/dialect';
import type { Actor, UnitOfWork } from '../log/unitOfWork';
import type { Db, Trx } from '../schema';

/*
 * Large deletions and undos run in several transactions, so that others can read and write in between. Each chunk reads
 * the state and stores the next one with its rows. A server that starts continues them.
 *
 * | state        | stored                                                              | next state                  |
 * |--------------|---------------------------------------------------------------------|-----------------------------|
 * | removing     | `slow_removals` has a row, and `archived_at` is null: the          | removed; undoing, if a      |
 * |              | operation is not offered for undo.                                  | chunk is refused.           |
 * | removed      | `archived_at`.                                                      | undoing.                    |
 * | undoing      | `slow_undos` has a row, and the operation `undone_at`. Log rows     | undone; writing back, if a  |
 * |              | from `below` on are undone.                                         | chunk is refused.           |
 * | undone       | `undone_at`.                                                        | none.                       |
 * | writing back | `is_giving_up`. Rows of the undo from `below` on are written back,  | as before the undo.         |
 * |              | except those that others have changed.                              |                             |
 *
 * A removal begins when no such work is running, an undo when no removal is running. The first chunk stores the answer
 * of the call (`Data.promiseAnswer`); giving up deletes it.
 */

/** A slower chunk gets fewer rows: others wait for its end. */
const slowChunkMs = 200;
const minRows = 50;
const initialRows = 250;

/** Adapts the number of rows per chunk to the speed of the machine. */
export class ChunkSizer {
  #rows: number;
  readonly #maxRows: number;

  constructor({ rowsPerDeletion }: ChunkSizes) {
    this.#maxRows = rowsPerDeletion;
    this.#rows = Math.min(rowsPerDeletion, initialRows);
  }

  get rows(): number {
    return this.#rows;
  }

  async write<T>(data: Data, actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    let startedAt = 0;
    const result = await writeChunk(data, actor, (unit) => {
      startedAt = performance.now();
      return run(unit);
    });
    const duration = performance.now() - startedAt;
    if (duration > slowChunkMs)
      this.#rows = Math.max(Math.min(minRows, this.#maxRows), Math.floor(this.#rows / 2));
    else if (duration < slowChunkMs / 4) this.#rows = Math.min(this.#maxRows, this.#rows * 2);
    return result;
  }
}

export function isTemporary(error: unknown): boolean {
  const code = error instanceof Problem ? error.code : databaseFailure(error)?.code;
  return code === 'BUSY' || code === 'STORAGE_FULL';
}

/** @param message replaces the message of an unforeseen error */
export const toRefusal = (error: unknown, message: string): Problem =>
  error instanceof Problem ? error : new Problem('INTERNAL', { message, cause: error });

/** With the lock waits, all tries take about half a minute. */
const maxTries = 6;

/** A chunk that was stored without a reply is not repeated, because each chunk reads the progress first. */
async function writeChunk<T>(data: Data, actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await data.write(actor, run);
    } catch (error) {
      if (tries === maxTries || databaseFailure(error)?.code !== 'BUSY') throw error;
    }
  }
}

/** SQL on `idempotency_keys`: the answer for the end of this operation. */
export const isPromisedAnswer = (operationId: number) => sql<SqlBool>`operation_id = ${operationId}
  and user_id = (select user_id from operations where id = ${operationId})`;

/** The call may then be sent again. */
export async function deletePromisedAnswer(trx: Trx, operationId: number): Promise<void> {
  await trx.deleteFrom('idempotency_keys').where(isPromisedAnswer(operationId)).execute();
}

/** Call it in the transaction that begins such work, so that only one of two begins. */
export async function isChunkedWorkRunning({ kind }: Data, trx: Db): Promise<boolean> {
  await advisoryLock(kind, 'slow work')?.execute(trx);
  const { rows } = await sql`
    select operation_id from slow_removals union all select operation_id from slow_undos`.execute(trx);
  return rows.length > 0;
}

/** Continues the work after a restart of the server. @throws a temporary error; `onGivenUp` gets the others */
export async function finishAll(
  data: Data,
  table: 'slow_removals' | 'slow_undos',
  finish: (data: Data, operationId: number) => Promise<void>,
  onGivenUp: (error: unknown) => void = () => undefined,
): Promise<void> {
  for (const { operation_id } of await data.read.selectFrom(table).select('operation_id').execute())
    await finish(data, operation_id).catch((error: unknown) => {
      if (isTemporary(error)) throw error;
      onGivenUp(error);
    });
}
