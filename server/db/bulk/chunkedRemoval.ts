import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Data } from '../engine/connection';
import { forNoKeyUpdate, advisoryLock } from '../engine/dialect';
import { requireStepUp } from '../log/accountGuard';
import { actorOf, logOperation } from '../log/operationLog';
import type { RecordedTable } from '../schema/recorded';
import { finishChunkedUndos } from '../undo/chunkedUndo';
import { PartSize } from '../undo/chunkedUndoPart';
import type { Actor, UnitOfWork } from '../log/unitOfWork';
import type { Db } from '../schema';
import { countOf } from '../search/matching';
import { firstPlace, type Place, removeNext } from './wholeTable';

/** How many records were removed, and the operation to undo; null if there were none. */
export interface Removed {
  deleted: number;
  operation_id: number | null;
}

/**
 * Removes every row of a table and all rows that depend on them, as one operation in several transactions, so that
 * others can read and write in between. Only rows that would be removed too may not be added (`refuseAdditions`). If
 * the server ends meanwhile, it continues at the next start. The operation is not offered for undo until it is
 * complete.
 * @param answerFor the answer of the call for a number of rows, stored with the first part
 * @returns how many rows the table itself had
 */
export async function removeInChunks(
  data: Data,
  actor: Actor,
  table: RecordedTable,
  { item, text }: { item: string; text: string },
  answerFor: (removed: Removed) => unknown,
): Promise<Removed> {
  const { outside } = data;
  const description = { action: 'delete' as const, table, item, text, isUnfinished: true };
  for (;;) {
    // A removal and an undo must not run at the same time on the same rows.
    await finishChunkedUndos(outside);
    await finishChunkedRemovals(outside);
    const now = data.now().toISOString();
    const begun = await outside.writeUnlogged(async (trx) => {
      if (await isChunkedWorkUnderWay(data, trx)) return null;
      // Only cleanups are so large; each is guarded.
      await requireStepUp(trx, actor);
      const count = await countOf(trx, sql`from ${sql.table(table)}`);
      if (count === 0) return { deleted: 0, operation_id: null };
      const id = await logOperation({ trx, now }, actor, description);
      await trx.insertInto('slow_removals').values({ operation_id: id }).execute();
      const removed = { deleted: count, operation_id: id };
      await data.promise(trx, id, answerFor(removed));
      return removed;
    });
    if (!begun) continue;
    if (begun.operation_id !== null) await finish(outside, begun.operation_id);
    return begun;
  }
}

/** Call it in the transaction that begins such work, so that only one of two can begin. */
async function isChunkedWorkUnderWay({ kind }: Data, trx: Db): Promise<boolean> {
  await advisoryLock(kind, 'slow work')?.execute(trx);
  const { rows } = await sql`
    select operation_id from slow_removals union all select operation_id from slow_undos`.execute(trx);
  return rows.length > 0;
}

/** Continues removals that an ended server has left; called at start, at intervals, and before a new removal. */
export async function finishChunkedRemovals(data: Data): Promise<void> {
  const begun = await data.read.selectFrom('slow_removals').select('operation_id').execute();
  for (const { operation_id } of begun) await finish(data, operation_id);
}

async function finish(data: Data, operationId: number): Promise<void> {
  const operation = await data.read
    .selectFrom('operations')
    .select(['user_id', 'user_name', 'user_role', 'table_name'])
    .where('id', '=', operationId)
    .executeTakeFirstOrThrow();
  const { table_name: table } = operation;
  const actor = actorOf(operation);
  const size = new PartSize(data.chunkSizes);
  let from: Place | null = firstPlace;
  while (from) {
    const place: Place = from;
    from = await size.write(data, actor, (unit) =>
      removePart(unit, { operationId, table, maxRows: size.rows }, place),
    );
    await setImmediate();
  }
}

/** Removes the next rows together with those that depend on them. @returns where to continue; null when all is done */
async function removePart(
  unit: UnitOfWork,
  { operationId, table, maxRows }: { operationId: number; table: RecordedTable; maxRows: number },
  from: Place,
): Promise<Place | null> {
  const begun = unit.trx.selectFrom('slow_removals').selectAll().where('operation_id', '=', operationId);
  if (!(await forNoKeyUpdate(unit.kind, begun).executeTakeFirst())) return null;
  const next = await removeNext(unit, table, from, maxRows);
  if (next) {
    unit.describe('delete', table, null, '', { continues: operationId });
    return next;
  }
  // Students may have been placed in a batch meanwhile, before the current place: search once more from the start.
  if (from !== firstPlace) return firstPlace;
  await end(unit.trx, operationId);
  return null;
}

async function end(trx: Db, operationId: number): Promise<void> {
  await trx
    .updateTable('operations')
    .set((on) => ({ archived_at: on.ref('performed_at') }))
    .where('id', '=', operationId)
    .execute();
  await trx.deleteFrom('slow_removals').where('operation_id', '=', operationId).execute();
}
