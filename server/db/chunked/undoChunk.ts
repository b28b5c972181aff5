import { sql } from 'kysely';
import type { ChunkSizes, Data } from '../data';
import { forNoKeyUpdate } from '../engine/dialect';
import { parseChange } from '../log/loggedRows';
import type { UndoResult, UnitOfWork } from '../log/unitOfWork';
import type { Row, Db, Trx } from '../schema';
import { restoreRows } from '../undo/restoreRows';
import { deletePendingAnswer, isPendingAnswer } from './work';

export type FollowUpRecords = readonly (readonly number[])[];

interface UndoChunk {
  operationId: number;
  records: FollowUpRecords | null;
  maxRows: number;
  chunkSizes: ChunkSizes;
}

/** Undoes the next rows, or ends the undo. @returns true if the end needs the follow-up records */
export async function undoNextChunk(
  unit: UnitOfWork,
  { operationId, records, maxRows, chunkSizes }: UndoChunk,
): Promise<boolean> {
  const query = unit.trx.selectFrom('slow_undos').selectAll().where('operation_id', '=', operationId);
  const state = await forNoKeyUpdate(unit.kind, query).executeTakeFirst();
  if (!state) return false;
  const operation = await loadOperation(unit.trx, operationId);
  const isGivingUp = state.is_giving_up === 1;
  const rows = await unit.trx
    .selectFrom('operation_rows')
    .selectAll()
    .where('operation_id', '=', isGivingUp ? state.undo_id : operationId)
    .where('id', '<', state.below)
    .orderBy('id', 'desc')
    .limit(
      Math.min(maxRows, operation.action === 'delete' ? chunkSizes.rowsPerDeletion : chunkSizes.rowsPerUndo),
    )
    .execute();
  const lastRow = rows.at(-1);
  if (!lastRow && !records) return true;
  unit.isChunk = true;
  if (!lastRow) {
    if (records) await endUndo(unit, state, records);
    return false;
  }
  const changes = rows.map(parseChange);
  const undoable = isGivingUp ? changes : await unit.rules.undo.selectUndoable(unit.trx, operation, changes);
  const isMerged = !isGivingUp && (await loadOperation(unit.trx, state.undo_id)).action === 'restore';
  const deletion = operation.action === 'delete' && !isGivingUp ? operationId : null;
  await restoreRows(unit, undoable, { isMerged, deletion });
  for (const runCheck of unit.rules.undo.checks) await runCheck(unit);
  unit.describe('undo', lastRow.table_name, null, '', { continues: state.undo_id });
  await unit.trx
    .updateTable('slow_undos')
    .set({ below: lastRow.id })
    .where('operation_id', '=', operationId)
    .execute();
  return false;
}

const loadOperation = (trx: Trx, id: number) =>
  trx.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function endUndo(unit: UnitOfWork, state: Row<'slow_undos'>, records: FollowUpRecords): Promise<void> {
  const { trx, now, rules } = unit;
  const isGivingUp = state.is_giving_up === 1;
  const operation = await loadOperation(trx, state.operation_id);
  unit.describe('undo', operation.table_name, null, '', { continues: state.undo_id });
  for (const [index, { run }] of rules.undo.followUps.entries())
    await run(unit, records[index] ?? [], isGivingUp);
  if (isGivingUp) return endGivenUp(trx, now, state);
  await trx.deleteFrom('slow_undos').where('operation_id', '=', state.operation_id).execute();
  await completePendingAnswer(unit, { operation, undo_id: state.undo_id });
}

/** Runs in the last transaction, so that a repeated call gets the same answer. */
async function completePendingAnswer({ trx, rules }: UnitOfWork, undone: UndoResult): Promise<void> {
  const isPending = isPendingAnswer(undone.undo_id);
  const stored = await trx
    .selectFrom('idempotency_keys')
    .select('answer')
    .where(isPending)
    .executeTakeFirst();
  if (!stored?.answer) return;
  const answer = JSON.stringify(await rules.undo.completeAnswer(trx, undone, JSON.parse(stored.answer)));
  await trx.updateTable('idempotency_keys').set({ answer }).where(isPending).execute();
}

async function endGivenUp(
  trx: Trx,
  now: string,
  { operation_id, undo_id }: Row<'slow_undos'>,
): Promise<void> {
  const setUndone = (id: number, undone_at: string | null) =>
    trx.updateTable('operations').set({ undone_at }).where('id', '=', id).execute();
  await setUndone(operation_id, null);
  await setUndone(undo_id, now);
  await trx.deleteFrom('slow_undos').where('operation_id', '=', operation_id).execute();
  await deletePendingAnswer(trx, undo_id);
}

export async function giveUpUndo(data: Data, operationId: number): Promise<void> {
  await data.writeUnlogged(async (trx) => {
    // The row lock waits for a running chunk of another server, so that its rows are included.
    const query = trx.selectFrom('slow_undos').selectAll().where('operation_id', '=', operationId);
    await forNoKeyUpdate(data.kind, query).execute();
    await trx
      .updateTable('slow_undos')
      .set({ is_giving_up: 1, below: await nextLogRowId(trx) })
      .where('operation_id', '=', operationId)
      .where('is_giving_up', '=', 0)
      .execute();
  });
}

/** Without a further row, the undo ends, so that later work need not wait. */
export async function skipNextRow(data: Data, operationId: number, cursor: number): Promise<void> {
  await data.writeUnlogged(async (trx) => {
    const query = trx
      .selectFrom('slow_undos')
      .selectAll()
      .where('operation_id', '=', operationId)
      .where('below', '=', cursor);
    const state = await forNoKeyUpdate(data.kind, query).executeTakeFirst();
    if (!state) return;
    if (cursor === 0) return endGivenUp(trx, data.now().toISOString(), state);
    const { next } = await trx
      .selectFrom('operation_rows')
      .select((builder) => builder.fn.max('id').as('next'))
      .where('operation_id', '=', state.undo_id)
      .where('id', '<', cursor)
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('slow_undos')
      .set({ below: Number(next ?? 0) })
      .where('operation_id', '=', operationId)
      .execute();
  });
}

export async function nextLogRowId(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from operation_rows`.execute(db);
  return Number(rows[0]?.last ?? 0) + 1;
}
