import { setImmediate } from 'node:timers/promises';
import { ruleMessages } from '../../../contract/errors';
import { operationDescriptions } from '../../../contract/successMessages';
import { Problem } from '../../problem';
import type { Data } from '../data';
import { advisoryLock } from '../engine/dialect';
import { readChanges } from '../log/loggedRows';
import { operationActor, logOperation, requireStepUp } from '../log/operationLog';
import type { Actor, Change, FollowUp, UndoResult, UnitOfWork } from '../log/unitOfWork';
import type { Db } from '../schema';
import type { RecordedTable } from '../schema/recorded';
import { claimOperation, refuseUndoneOperation } from '../undo/undo';
import { checkUndo } from './undoCheck';
import { giveUpUndo, nextLogRowId, skipNextRow, undoNextChunk, type FollowUpRecords } from './undoChunk';
import { toRefusal, finishAll, isTemporary, ChunkSizer } from './work';

export async function needsChunks({ read, chunkSizes }: Data, operationId: number): Promise<boolean> {
  const operation = await read
    .selectFrom('operations')
    .select(['action', 'rows_count'])
    .where('id', '=', operationId)
    .executeTakeFirst();
  if (operation?.action === 'import') return operation.rows_count > chunkSizes.maxImportUndoneAtOnce;
  return operation?.action === 'delete' && operation.rows_count > chunkSizes.maxDeletedAtOnce;
}

export interface UndoOptions<A> {
  mode: 'undo' | 'restore';
  answer: A;
  /** Checks the caller's current rights before the first write. Checking all rows per chunk is slow. */
  refuse?: (db: Db) => Promise<void>;
}

/**
 * Undoes an operation in several transactions. After a restart, the server continues. If a chunk is refused,
 * the server reverses the undo of the earlier rows, except rows that other users have changed.
 * @throws NOT_FOUND, RestoreConflict, UNDO_CONFLICT, or the error that refused a chunk
 */
export async function undoInChunks(
  data: Data,
  actor: Actor,
  operationId: number,
  { mode, answer, refuse }: UndoOptions<unknown>,
): Promise<UndoResult> {
  const { dataOutsideCall } = data;
  // This check comes first, because its error is more helpful than the error of a changed row.
  await refuseUndoneOperation(data.read, operationId, mode);
  const isGuarded = await data.rules.undo.needsStepUp(data.read, operationId, actor);
  if (isGuarded) await requireStepUp(data.read, actor);
  await checkUndo(data, operationId, mode);
  await refuse?.(data.read);
  const now = data.now().toISOString();
  const { operation, undo } = await dataOutsideCall.writeUnlogged(async (trx) => {
    await advisoryLock(data.kind, 'slow work')?.execute(trx);
    const removal = await trx.selectFrom('slow_removals').select('operation_id').executeTakeFirst();
    if (removal) throw new Problem('BUSY', { retryAfterSeconds: 5 });
    if (isGuarded) await requireStepUp(trx, actor);
    const started = await beginUndo({ trx, now }, actor, operationId, mode);
    await data.storePendingAnswer(trx, { id: started.undo.undo_id, isUndoable: false }, answer);
    return started;
  });
  await finishUndo(dataOutsideCall, operationId);
  if (!(await isUndone(dataOutsideCall.read, operationId))) throw new Problem('UNDO_CONFLICT');
  return { operation, undo_id: undo.undo_id };
}

export async function beginUndo(
  { trx, now }: Pick<UnitOfWork, 'trx' | 'now'>,
  actor: Actor,
  operationId: number,
  mode: 'undo' | 'restore',
) {
  const operation = await claimOperation({ trx, now }, operationId, mode);
  const describe = mode === 'undo' ? operationDescriptions.undone : operationDescriptions.restored;
  const undo_id = await logOperation({ trx, now }, actor, {
    action: mode,
    table: operation.table_name,
    item: operation.item_name,
    text: describe(operation.description),
    undoOf: operationId,
    section: operation.section,
  });
  const undo = { operation_id: operationId, undo_id };
  const cursor = await nextLogRowId(trx);
  await trx
    .insertInto('slow_undos')
    .values({ ...undo, below: cursor, is_giving_up: 0 })
    .execute();
  return { operation, undo };
}

export async function isUndone(db: Db, operationId: number): Promise<boolean> {
  const { undone_at } = await db
    .selectFrom('operations')
    .select('undone_at')
    .where('id', '=', operationId)
    .executeTakeFirstOrThrow();
  return undone_at !== null;
}

export const finishChunkedUndos = (data: Data, onGivenUp?: (error: unknown) => void): Promise<void> =>
  finishAll(data, 'slow_undos', finishUndo, onGivenUp);

export async function finishUndo(data: Data, operationId: number): Promise<void> {
  let refusal: Problem | null = null;
  let records: FollowUpRecords | null = null;
  let maxRows = Infinity;
  const sizer = new ChunkSizer(data.chunkSizes);
  for (;;) {
    const state = await data.read
      .selectFrom('slow_undos')
      .innerJoin('operations', 'operations.id', 'slow_undos.undo_id')
      .select(['user_id', 'user_name', 'user_role', 'is_giving_up', 'below as cursor'])
      .where('operation_id', '=', operationId)
      .executeTakeFirst();
    if (!state) break;
    const isGivingUp = state.is_giving_up === 1;
    // The step-up was checked when the undo started.
    const actor = { ...operationActor(state), requireStepUp: async () => undefined };
    try {
      const { chunkSizes } = data;
      const chunk = { operationId, records, chunkSizes, maxRows: Math.min(maxRows, sizer.rows) };
      const hasNoMoreRows = await sizer.write(data, actor, (unit) => undoNextChunk(unit, chunk));
      maxRows *= 2;
      if (hasNoMoreRows && !records) records = await readFollowUpRecords(data, operationId);
    } catch (error) {
      if (isTemporary(error)) throw error;
      if (!isGivingUp) {
        refusal = toRefusal(error, ruleMessages.undoAborted);
        await giveUpUndo(data, operationId);
      } else if (maxRows > 1) maxRows = 1;
      else await skipNextRow(data, operationId, state.cursor);
    }
    await setImmediate();
  }
  if (refusal) throw refusal;
}

async function readFollowUpRecords({ read, rules }: Data, operationId: number): Promise<FollowUpRecords> {
  const records: number[][] = [];
  for (const { columns, find } of rules.undo.followUps)
    records.push(await find(read, await readDistinctRows(read, operationId, columns)));
  return records;
}

/** Reads only the column that identifies the record. Whole rows of thousands of students are too large. */
async function readDistinctRows(db: Db, operationId: number, columns: FollowUp['columns']) {
  const rows = new Map<string, Change>();
  const tables = Object.keys(columns) as RecordedTable[];
  for await (const { table, id, before, after } of readChanges(db, operationId, tables)) {
    const column = columns[table] ?? 'id';
    const row = {
      table,
      id,
      before: after && { [column]: after[column] },
      after: before && { [column]: before[column] },
    };
    rows.set(JSON.stringify([table, row.before, row.after]), row);
  }
  const changed = (table: RecordedTable) => [...rows.values()].filter((row) => row.table === table) as never;
  return { changed };
}
