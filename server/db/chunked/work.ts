import { sql, type SqlBool } from 'kysely';
import { Problem } from '../../problem';
import type { ChunkSizes, Data } from '../data';
import { advisoryLock, databaseFailure } from '../engine/dialect';
import type { Actor, UnitOfWork } from '../log/unitOfWork';
import type { Db, Trx } from '../schema';

/*
 * Large deletions and undos run in several transactions, so that other calls can run in between. Each chunk
 * reads the stored state and writes the next state with its rows. After a restart, the work continues.
 *
 * | state        | stored                                                         | next state             |
 * |--------------|----------------------------------------------------------------|------------------------|
 * | removing     | a row of `slow_removals`. `archived_at` is null.               | removed, or undoing    |
 * | removed      | `archived_at`.                                                 | undoing                |
 * | undoing      | a row of `slow_undos`. Log rows from `below` on are undone.    | undone or writing back |
 * | undone       | `undone_at`, set at the start of the undo.                     | none                   |
 * | writing back | `is_giving_up`. Undo rows from `below` on are written back.    | as before the undo     |
 *
 * A removal starts only without other chunked work, an undo only without a removal. The first chunk stores
 * the answer of the call (`Data.storePendingAnswer`). If a chunk is refused, the answer is deleted.
 */

/** Milliseconds. A slower chunk gets fewer rows, because other writes wait for its end. */
const slowChunkMs = 200;
const minRows = 50;
const initialRows = 250;

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

export const toRefusal = (error: unknown, message: string): Problem =>
  error instanceof Problem ? error : new Problem('INTERNAL', { message, cause: error });

/** Six tries take about half a minute, including the waits for locks. */
const maxTries = 6;

/** Each chunk reads the progress first, so a retry does not repeat a chunk with a lost reply. */
async function writeChunk<T>(data: Data, actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await data.write(actor, run);
    } catch (error) {
      if (tries === maxTries || databaseFailure(error)?.code !== 'BUSY') throw error;
    }
  }
}

export const isPendingAnswer = (operationId: number) => sql<SqlBool>`operation_id = ${operationId}
  and user_id = (select user_id from operations where id = ${operationId})`;

export async function deletePendingAnswer(trx: Trx, operationId: number): Promise<void> {
  await trx.deleteFrom('idempotency_keys').where(isPendingAnswer(operationId)).execute();
}

/** Call it in the transaction that starts chunked work, so that only one of two parallel calls starts. */
export async function isChunkedWorkRunning({ kind }: Data, trx: Db): Promise<boolean> {
  await advisoryLock(kind, 'slow work')?.execute(trx);
  const { rows } = await sql`
    select operation_id from slow_removals union all select operation_id from slow_undos`.execute(trx);
  return rows.length > 0;
}

/** Continues chunked work after a restart. @throws a temporary error; `onGivenUp` receives other errors */
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
