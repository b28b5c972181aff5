import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';
import { wouldRemoveAnyOf, removeNextRows } from '../bulk/wholeTable';
import type { Data } from '../data';
import { forNoKeyUpdate, advisoryLock } from '../engine/dialect';
import { operationActor, logOperation, noteUndoable, requireStepUp } from '../log/operationLog';
import { singleSection, findSections } from '../log/sections';
import type { Actor, Change, UnitOfWork } from '../log/unitOfWork';
import { anyTable, type Db, type Trx } from '../schema';
import { type RecordedTable, recordedTables } from '../schema/recorded';
import { countRows } from '../search/matching';
import { beginUndo, finishChunkedUndos, finishUndo, isUndone } from './undo';
import {
  toRefusal,
  deletePendingAnswer,
  finishAll,
  isChunkedWorkRunning,
  isTemporary,
  ChunkSizer,
} from './work';

export interface RemovalResult {
  deleted: number;
  operation_id: number | null;
}

export interface Removal {
  table: RecordedTable;
  /** Null: every record of the table. */
  ids: readonly number[] | null;
  describe(trx: Trx): Promise<RemovalDescription>;
}

export interface RemovalDescription {
  item: string | null;
  text: string;
}

/**
 * Removes records and their dependents in several transactions. A restart continues the removal; a refused
 * chunk undoes it. @throws a temporary error, after which the removal continues later, or the final error
 */
export async function removeInChunks(
  data: Data,
  actor: Actor,
  { table, ids, describe }: Removal,
  answerFor: (removed: RemovalResult) => unknown,
): Promise<RemovalResult> {
  const { dataOutsideCall } = data;
  for (;;) {
    await finishChunkedUndos(dataOutsideCall);
    await finishChunkedRemovals(dataOutsideCall);
    const now = data.now().toISOString();
    const started = await dataOutsideCall.writeUnlogged(async (trx) => {
      if (await isChunkedWorkRunning(data, trx)) return null;
      // Only a cleanup of a whole table needs the step-up.
      if (ids === null) await requireStepUp(trx, actor);
      const names = await describe(trx);
      const deleted = ids?.length ?? (await countRows(trx, sql`from ${sql.table(table)}`));
      if (deleted === 0) return { deleted: 0, operation_id: null };
      const section = ids && singleSection(await findSections(trx, await loadRemovals(trx, table, ids)));
      const description = { action: 'delete' as const, table, ...names, section, isUnfinished: true };
      const id = await logOperation({ trx, now }, actor, description);
      const stored = { operation_id: id, ids: ids && JSON.stringify(ids) };
      await trx.insertInto('slow_removals').values(stored).execute();
      const removed = { deleted, operation_id: id };
      await data.storePendingAnswer(trx, { id, isUndoable: actor.undoSession !== null }, answerFor(removed));
      return removed;
    });
    if (!started) continue;
    if (started.operation_id !== null) {
      await finishRemoval(dataOutsideCall, started.operation_id);
      await refuseGivenUp(dataOutsideCall, started.operation_id);
      noteUndoable(actor, started.operation_id);
    }
    return started;
  }
}

async function loadRemovals(trx: Trx, table: RecordedTable, ids: readonly number[]): Promise<Change[]> {
  const rows = await anyTable(trx).selectFrom(table).selectAll().where('id', 'in', ids).execute();
  return rows.map((before) => ({ table, id: Number(before['id']), before, after: null }));
}

export const finishChunkedRemovals = (data: Data, onGivenUp?: (error: unknown) => void): Promise<void> =>
  finishAll(data, 'slow_removals', finishRemoval, onGivenUp);

async function finishRemoval(data: Data, operationId: number): Promise<void> {
  const operation = await data.read
    .selectFrom('operations')
    .select(['user_id', 'user_name', 'user_role', 'table_name'])
    .where('id', '=', operationId)
    .executeTakeFirstOrThrow();
  const actor = operationActor(operation);
  const sizer = new ChunkSizer(data.chunkSizes);
  let hasMore = true;
  while (hasMore) {
    try {
      hasMore = await sizer.write(data, actor, (unit) =>
        removeChunk(unit, operationId, operation.table_name, sizer.rows),
      );
    } catch (error) {
      if (isTemporary(error)) throw error;
      await giveUpRemoval(data, actor, operationId);
      const message = await undoRemoval(data, operationId);
      if (message === ruleMessages.deletionStopped) throw new Problem('INTERNAL', { message, cause: error });
      throw toRefusal(error, message);
    }
    await setImmediate();
  }
}

async function giveUpRemoval(data: Data, actor: Actor, operationId: number): Promise<void> {
  await data.writeUnlogged(async (trx) => {
    await advisoryLock(data.kind, 'slow work')?.execute(trx);
    // The row lock waits for a running chunk of another server, so that its rows are undone too.
    const query = trx.selectFrom('slow_removals').selectAll().where('operation_id', '=', operationId);
    if (!(await forNoKeyUpdate(data.kind, query).executeTakeFirst())) return;
    await endRemoval(trx, operationId);
    await deletePendingAnswer(trx, operationId);
    await beginUndo({ trx, now: data.now().toISOString() }, actor, operationId, 'undo');
  });
}

async function undoRemoval(data: Data, operationId: number): Promise<string> {
  try {
    await finishUndo(data, operationId);
  } catch (error) {
    if (isTemporary(error)) throw error;
  }
  return (await isUndone(data.read, operationId))
    ? ruleMessages.deletionAborted
    : ruleMessages.deletionStopped;
}

async function refuseGivenUp(data: Data, operationId: number): Promise<void> {
  const undo = await data.read
    .selectFrom('operations')
    .select('id')
    .where('undo_of', '=', operationId)
    .executeTakeFirst();
  if (undo) throw new Problem('INTERNAL', { message: await undoRemoval(data, operationId) });
}

async function removeChunk(
  unit: UnitOfWork,
  operationId: number,
  table: RecordedTable,
  maxRows: number,
): Promise<boolean> {
  const query = unit.trx.selectFrom('slow_removals').selectAll().where('operation_id', '=', operationId);
  const removal = await forNoKeyUpdate(unit.kind, query).executeTakeFirst();
  if (!removal) return false;
  const ids = parseIds(removal.ids);
  const nextRows = await anyTable(unit.trx)
    .selectFrom(table)
    .select('id')
    .$if(ids !== null, (rows) => rows.where('id', 'in', ids ?? []))
    .orderBy('id')
    .limit(maxRows)
    .execute();
  if (nextRows.length === 0) {
    await endRemoval(unit.trx, operationId);
    return false;
  }
  await removeNextRows(
    unit,
    table,
    nextRows.map(({ id }) => Number(id)),
    maxRows,
  );
  unit.describe('delete', table, null, '', { continues: operationId });
  return true;
}

async function endRemoval(trx: Db, operationId: number): Promise<void> {
  await trx
    .updateTable('operations')
    .set((builder) => ({ archived_at: builder.ref('performed_at') }))
    .where('id', '=', operationId)
    .execute();
  await trx.deleteFrom('slow_removals').where('operation_id', '=', operationId).execute();
}

/** Refuses new rows that a running removal would also delete. Call it after the writes. @throws BUSY */
export async function refuseAdditions(unit: UnitOfWork): Promise<void> {
  const additions = recordedTables.flatMap((table) => {
    // A changed enrolment counts too, because it moves a student into the batch.
    const rows = unit
      .changed(table)
      .filter(({ before, after }) => after && (!before || table === 'enrolments'));
    return rows.length > 0 ? [{ table, ids: rows.map(({ after }) => Number(after?.id)) }] : [];
  });
  if (additions.length === 0) return;
  // Two queries are used because a join could start with the large table `operations`.
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
    const removal = { table, ids: parseIds(ids) };
    for (const addition of additions)
      if (await wouldRemoveAnyOf(unit.trx, removal, addition.table, addition.ids))
        throw new Problem('BUSY', {
          message: ids === null ? ruleMessages.beingDeleted : ruleMessages.recordBeingDeleted,
          retryAfterSeconds: 5,
        });
  }
}

const parseIds = (json: string | null): number[] | null =>
  json === null ? null : (JSON.parse(json) as number[]);
