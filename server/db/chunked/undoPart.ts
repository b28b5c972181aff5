import { sql } from 'kysely';
import type { ChunkSizes, Data } from '../data';
import { forNoKeyUpdate } from '../engine/dialect';
import { parseChange } from '../log/loggedRows';
import type { Undone, UnitOfWork } from '../log/unitOfWork';
import type { Row, Db, Trx } from '../schema';
import { restoreRows } from '../undo/restoreRows';
import { breakPromise, isPromisedBy } from './work';

/** For each settlement of the rules, the records that the undo touches. */
export type Touched = readonly (readonly number[])[];

interface Part {
  operationId: number;
  /** What is settled at the end; null if it is not known yet. */
  touched: Touched | null;
  /** Maximum number of rows. */
  maxRows: number;
  chunkSizes: ChunkSizes;
}

/**
 * Undoes the next rows, or finishes the work if there are none.
 * @returns whether only the end is left, which needs what was touched
 */
export async function takePart(
  unit: UnitOfWork,
  { operationId, touched, maxRows, chunkSizes }: Part,
): Promise<boolean> {
  const begun = unit.trx.selectFrom('slow_undos').selectAll().where('operation_id', '=', operationId);
  const state = await forNoKeyUpdate(unit.kind, begun).executeTakeFirst();
  if (!state) return false;
  const operation = await operationOf(unit.trx, operationId);
  const isGivingUp = state.is_giving_up === 1;
  const rows = await unit.trx
    .selectFrom('operation_rows')
    .selectAll()
    .where('operation_id', '=', isGivingUp ? state.undo_id : operationId)
    .where('id', '<', state.below)
    .orderBy('id', 'desc')
    .limit(Math.min(maxRows, operation.action === 'delete' ? chunkSizes.deletion : chunkSizes.undo))
    .execute();
  const last = rows.at(-1);
  if (!last && !touched) return true;
  unit.isChunk = true;
  if (!last) {
    if (touched) await end(unit, state, touched);
    return false;
  }
  const all = rows.map(parseChange);
  const logged = isGivingUp ? all : await unit.rules.undo.selectUndoable(unit.trx, operation, all);
  // A restore keeps later changes of other columns.
  const isMerged = !isGivingUp && (await operationOf(unit.trx, state.undo_id)).action === 'restore';
  const deletion = operation.action === 'delete' && !isGivingUp ? operationId : null;
  await restoreRows(unit, logged, { isMerged, deletion });
  for (const follow of unit.rules.undo.afterEach) await follow(unit);
  unit.describe('undo', last.table_name, null, '', { continues: state.undo_id });
  await unit.trx
    .updateTable('slow_undos')
    .set({ below: last.id })
    .where('operation_id', '=', operationId)
    .execute();
  return false;
}

const operationOf = (trx: Trx, id: number) =>
  trx.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function end(unit: UnitOfWork, state: Row<'slow_undos'>, touched: Touched): Promise<void> {
  const { trx, now, rules } = unit;
  const isGivingUp = state.is_giving_up === 1;
  const operation = await operationOf(trx, state.operation_id);
  unit.describe('undo', operation.table_name, null, '', { continues: state.undo_id });
  for (const [place, { run: settle }] of rules.undo.followUps.entries())
    await settle(unit, touched[place] ?? [], isGivingUp);
  if (isGivingUp) return endGivenUp(trx, now, state);
  await trx.deleteFrom('slow_undos').where('operation_id', '=', state.operation_id).execute();
  await completePromise(unit, { operation, undo_id: state.undo_id });
}

/** Completes the promised answer in the last transaction, so that a repeated call gets the same answer as the first. */
async function completePromise({ trx, rules }: UnitOfWork, undone: Undone): Promise<void> {
  const isPromised = isPromisedBy(undone.undo_id);
  const stored = await trx
    .selectFrom('idempotency_keys')
    .select('answer')
    .where(isPromised)
    .executeTakeFirst();
  if (!stored?.answer) return;
  const answer = JSON.stringify(await rules.undo.completeAnswer(trx, undone, JSON.parse(stored.answer)));
  await trx.updateTable('idempotency_keys').set({ answer }).where(isPromised).execute();
}

/** The operation can be undone again; the promised answer is not valid. */
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
  await breakPromise(trx, undo_id);
}

/**
 * From now on the undone rows are written back, the last one first; rows that this writes to the log come after them.
 */
export async function giveUp(data: Data, operationId: number): Promise<void> {
  await data.writeUnlogged(async (trx) => {
    // Waits for another server that writes a part, so that its last rows are seen.
    const begun = trx.selectFrom('slow_undos').selectAll().where('operation_id', '=', operationId);
    await forNoKeyUpdate(data.kind, begun).execute();
    await trx
      .updateTable('slow_undos')
      .set({ is_giving_up: 1, below: await nextLogged(trx) })
      .where('operation_id', '=', operationId)
      .where('is_giving_up', '=', 0)
      .execute();
  });
}

/**
 * Skips a row that cannot be written back, because others have changed it meanwhile; where none is left, what remains
 * is skipped, so that later work is not kept waiting.
 */
export async function skipNext(data: Data, operationId: number, below: number): Promise<void> {
  await data.writeUnlogged(async (trx) => {
    const begun = trx
      .selectFrom('slow_undos')
      .selectAll()
      .where('operation_id', '=', operationId)
      .where('below', '=', below);
    const state = await forNoKeyUpdate(data.kind, begun).executeTakeFirst();
    if (!state) return;
    if (below === 0) return endGivenUp(trx, data.now().toISOString(), state);
    const { next } = await trx
      .selectFrom('operation_rows')
      .select((on) => on.fn.max('id').as('next'))
      .where('operation_id', '=', state.undo_id)
      .where('id', '<', below)
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('slow_undos')
      .set({ below: Number(next ?? 0) })
      .where('operation_id', '=', operationId)
      .execute();
  });
}

/** A number above all rows of the log. */
export async function nextLogged(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from operation_rows`.execute(db);
  return Number(rows[0]?.last ?? 0) + 1;
}
