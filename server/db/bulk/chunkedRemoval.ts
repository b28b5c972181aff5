import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';
import type { Data } from '../engine/connection';
import { forNoKeyUpdate, advisoryLock } from '../engine/dialect';
import { requireStepUp } from '../log/accountGuard';
import { idsOf } from '../log/additions';
import { actorOf, type Change, logOperation, noteUndoable } from '../log/operationLog';
import { onlyOf, sectionsOf } from '../log/sections';
import type { RecordedTable } from '../schema/recorded';
import { beginUndo, finishChunkedUndos, finishUndo, isUndone } from '../undo/chunkedUndo';
import { asRefusal, breakPromise, isPassing, PartSize } from '../undo/chunkedUndoPart';
import type { Actor, UnitOfWork } from '../log/unitOfWork';
import { anyTable, type Db, type Trx } from '../schema';
import { countOf } from '../search/matching';
import { removeNext } from './wholeTable';

/** How many records were removed, and the operation to undo; null if there were none. */
export interface Removed {
  deleted: number;
  operation_id: number | null;
}

/** Records to remove in several transactions. */
export interface Removal {
  table: RecordedTable;
  /** Null: every record of the table. */
  ids: readonly number[] | null;
  /** Names them, and refuses what may not be removed; called in the first transaction. */
  find(trx: Trx): Promise<Named>;
}

/** What a deletion is called. */
export interface Named {
  item: string | null;
  text: string;
}

/**
 * Removes records and all rows that depend on them, as one operation in several transactions, so that others can read
 * and write in between. Only rows that would be removed too may not be added (`refuseAdditions`). If the server ends
 * meanwhile, it continues at the next start. The operation is not offered for undo until it is complete.
 * If a part is refused, the parts before it are undone.
 * @param answerFor the answer of the call, stored with the first part
 * @throws what stops it for now, to be continued later; or, once it was given up, why
 */
export async function removeInChunks(
  data: Data,
  actor: Actor,
  { table, ids, find }: Removal,
  answerFor: (removed: Removed) => unknown,
): Promise<Removed> {
  const { outside } = data;
  for (;;) {
    // A removal and an undo must not run at the same time on the same rows.
    await finishChunkedUndos(outside);
    await finishChunkedRemovals(outside);
    const now = data.now().toISOString();
    const begun = await outside.writeUnlogged(async (trx) => {
      if (await isChunkedWorkUnderWay(data, trx)) return null;
      // A cleanup is guarded; the deletion of single records is not.
      if (ids === null) await requireStepUp(trx, actor);
      const named = await find(trx);
      const deleted = ids?.length ?? (await countOf(trx, sql`from ${sql.table(table)}`));
      if (deleted === 0) return { deleted: 0, operation_id: null };
      const section = ids && onlyOf(await sectionsOf(trx, await removalsOf(trx, table, ids)));
      const description = { action: 'delete' as const, table, ...named, section, isUnfinished: true };
      const id = await logOperation({ trx, now }, actor, description);
      const stored = { operation_id: id, ids: ids && JSON.stringify(ids) };
      await trx.insertInto('slow_removals').values(stored).execute();
      const removed = { deleted, operation_id: id };
      await data.promise(trx, { id, isUndoable: actor.undoSession !== null }, answerFor(removed));
      return removed;
    });
    if (!begun) continue;
    if (begun.operation_id !== null) {
      await finish(outside, begun.operation_id);
      await refuseGivenUp(outside, begun.operation_id);
      noteUndoable(actor, begun.operation_id);
    }
    return begun;
  }
}

/** Records as changes that remove them. */
async function removalsOf(trx: Trx, table: RecordedTable, ids: readonly number[]): Promise<Change[]> {
  const rows = await anyTable(trx).selectFrom(table).selectAll().where('id', 'in', ids).execute();
  return rows.map((before) => ({ table, id: Number(before['id']), before, after: null }));
}

/** Call it in the transaction that begins such work, so that only one of two can begin. */
async function isChunkedWorkUnderWay({ kind }: Data, trx: Db): Promise<boolean> {
  await advisoryLock(kind, 'slow work')?.execute(trx);
  const { rows } = await sql`
    select operation_id from slow_removals union all select operation_id from slow_undos`.execute(trx);
  return rows.length > 0;
}

/**
 * Continues removals that an ended server has left; called at start, at intervals, and before a new removal.
 * @param tell gets why a removal was given up
 * @throws what stops it for now, see `isPassing`
 */
export async function finishChunkedRemovals(
  data: Data,
  tell: (error: unknown) => void = () => undefined,
): Promise<void> {
  const begun = await data.read.selectFrom('slow_removals').select('operation_id').execute();
  for (const { operation_id } of begun)
    await finish(data, operation_id).catch((error: unknown) => {
      if (isPassing(error)) throw error;
      tell(error);
    });
}

async function finish(data: Data, operationId: number): Promise<void> {
  const operation = await data.read
    .selectFrom('operations')
    .select(['user_id', 'user_name', 'user_role', 'table_name'])
    .where('id', '=', operationId)
    .executeTakeFirstOrThrow();
  const actor = actorOf(operation);
  const size = new PartSize(data.chunkSizes);
  let isLeft = true;
  while (isLeft) {
    try {
      isLeft = await size.write(data, actor, (unit) =>
        removePart(unit, operationId, operation.table_name, size.rows),
      );
    } catch (error) {
      if (isPassing(error)) throw error;
      await giveUp(data, actor, operationId);
      const message = await findOutcome(data, operationId);
      if (message === ruleMessages.deletionStopped) throw new Problem('INTERNAL', { message, cause: error });
      throw asRefusal(error, message);
    }
    await setImmediate();
  }
}

/** The removal becomes an undo in parts of what it has removed, in one transaction. */
async function giveUp(data: Data, actor: Actor, operationId: number): Promise<void> {
  await data.writeUnlogged(async (trx) => {
    await advisoryLock(data.kind, 'slow work')?.execute(trx);
    // Waits for another server that writes a part, so that its rows are undone too.
    const begun = trx.selectFrom('slow_removals').selectAll().where('operation_id', '=', operationId);
    if (!(await forNoKeyUpdate(data.kind, begun).executeTakeFirst())) return;
    await end(trx, operationId);
    await breakPromise(trx, operationId);
    await beginUndo({ trx, now: data.now().toISOString() }, actor, operationId, 'undo');
  });
}

/** Undoes what a removal that was given up has removed. @returns what to tell about it */
async function findOutcome(data: Data, operationId: number): Promise<string> {
  try {
    await finishUndo(data, operationId);
  } catch (error) {
    if (isPassing(error)) throw error;
  }
  return (await isUndone(data.read, operationId))
    ? ruleMessages.deletionGivenUp
    : ruleMessages.deletionStopped;
}

/** @throws INTERNAL if another server has given the removal up */
async function refuseGivenUp(data: Data, operationId: number): Promise<void> {
  const undo = await data.read
    .selectFrom('operations')
    .select('id')
    .where('undo_of', '=', operationId)
    .executeTakeFirst();
  if (undo) throw new Problem('INTERNAL', { message: await findOutcome(data, operationId) });
}

/** Removes the next rows together with those that depend on them. @returns whether there were any */
async function removePart(
  unit: UnitOfWork,
  operationId: number,
  table: RecordedTable,
  maxRows: number,
): Promise<boolean> {
  const begun = unit.trx.selectFrom('slow_removals').selectAll().where('operation_id', '=', operationId);
  const removal = await forNoKeyUpdate(unit.kind, begun).executeTakeFirst();
  if (!removal) return false;
  const wanted = idsOf(removal.ids);
  const next = await anyTable(unit.trx)
    .selectFrom(table)
    .select('id')
    .$if(wanted !== null, (rows) => rows.where('id', 'in', wanted ?? []))
    .orderBy('id')
    .limit(maxRows)
    .execute();
  if (next.length === 0) {
    await end(unit.trx, operationId);
    return false;
  }
  await removeNext(
    unit,
    table,
    next.map(({ id }) => Number(id)),
    maxRows,
  );
  unit.describe('delete', table, null, '', { continues: operationId });
  return true;
}

async function end(trx: Db, operationId: number): Promise<void> {
  await trx
    .updateTable('operations')
    .set((on) => ({ archived_at: on.ref('performed_at') }))
    .where('id', '=', operationId)
    .execute();
  await trx.deleteFrom('slow_removals').where('operation_id', '=', operationId).execute();
}
