import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';
import { isGoing, removeNext } from '../bulk/wholeTable';
import type { Data } from '../data';
import { forNoKeyUpdate, advisoryLock } from '../engine/dialect';
import { actorOf, logOperation, noteUndoable, requireStepUp } from '../log/operationLog';
import { onlyOf, sectionsOf } from '../log/sections';
import type { Actor, Change, UnitOfWork } from '../log/unitOfWork';
import { anyTable, type Db, type Trx } from '../schema';
import { type RecordedTable, recordedTables } from '../schema/recorded';
import { countOf } from '../search/matching';
import { beginUndo, finishChunkedUndos, finishUndo, isUndone } from './undo';
import { asRefusal, breakPromise, finishAll, isChunkedWorkUnderWay, isPassing, PartSize } from './work';

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

/** Continues removals that an ended server has left; also called before a new one. @throws as `finishAll` */
export const finishChunkedRemovals = (data: Data, tell?: (error: unknown) => void): Promise<void> =>
  finishAll(data, 'slow_removals', finish, tell);

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
    ? ruleMessages.deletionAborted
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

/**
 * While records are being deleted in parts, no rows may be added that the deletion would include: it would remove them
 * unseen, and if a new row replaced a deleted one, they could not both be restored. Called once, after a unit has
 * written; the first part waits for units that wrote just before it.
 * @throws BUSY
 */
export async function refuseAdditions(unit: UnitOfWork): Promise<void> {
  const added = recordedTables.flatMap((table) => {
    // A student moved into a batch belongs to it, too.
    const rows = unit
      .changed(table)
      .filter(({ before, after }) => after && (!before || table === 'enrolments'));
    return rows.length > 0 ? [{ table, ids: rows.map(({ after }) => Number(after?.id)) }] : [];
  });
  if (added.length === 0) return;
  // Queried alone first: there is hardly ever a removal, and a join could start with the operations, of which there
  // are many.
  const removals = await unit.trx
    .selectFrom('slow_removals')
    .select(['operation_id', 'ids'])
    .where('operation_id', '>', 0)
    .execute();
  for (const { operation_id, ids } of removals) {
    const { table_name: table } = await unit.trx
      .selectFrom('operations')
      .select('table_name')
      .where('id', '=', operation_id)
      .executeTakeFirstOrThrow();
    const removed = { table, ids: idsOf(ids) };
    for (const one of added)
      if (await isGoing(unit.trx, removed, one.table, one.ids))
        throw new Problem('BUSY', {
          message: ids === null ? ruleMessages.beingDeleted : ruleMessages.recordBeingDeleted,
          retryAfterSeconds: 5,
        });
  }
}

/** The records that a removal in parts is about; null: all of its table. */
const idsOf = (json: string | null): number[] | null =>
  json === null ? null : (JSON.parse(json) as number[]);
