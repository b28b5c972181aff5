import { conflictMessages } from '../../contract/errors';
import { dateInZone, timeInZone } from '../../contract/rules/hijri';
import { Problem } from '../problem';
import { finishChunkedRemovals } from '../db/chunked/removal';
import { needsChunks, type UndoOptions, undoInChunks } from '../db/chunked/undo';
import type { Data } from '../db/data';
import { authorOfRow } from '../db/log/operationLog';
import type { Actor, UndoResult, UnitOfWork } from '../db/log/unitOfWork';
import type { Row, Db } from '../db/schema';
import type { RecordedTable } from '../db/schema/recorded';
import { RestoreConflict } from '../db/undo/restoreConflict';
import { undoOperation } from '../db/undo/undo';
import { loadTimeZone } from './institute';
import { type SuccessAnswer, buildUndoAnswer } from './returnedStudents';
import { describeRow, findObstacle } from './undoObstacles';

/** @throws NOT_FOUND, LAST_ADMIN, or UNDO_CONFLICT with the conflicting record, the user and the time */
export async function undoOrRestore(
  data: Data,
  actor: Actor,
  operationId: number,
  options: UndoOptions<SuccessAnswer>,
  alsoWrite?: (unit: UnitOfWork, operation: Row<'operations'>) => Promise<void>,
) {
  let undone: UndoResult;
  try {
    if (await needsChunks(data, operationId)) {
      await finishChunkedRemovals(data.dataOutsideCall);
      undone = await undoInChunks(data, actor, operationId, options);
      if (alsoWrite) await data.dataOutsideCall.write(actor, (unit) => alsoWrite(unit, undone.operation));
    } else {
      const result = await data.write(actor, async (unit) => {
        // The check runs in the transaction, because the caller's rights may change at the same time.
        await options.refuse?.(unit.trx);
        const operation = await undoOperation(unit, operationId, options.mode);
        await alsoWrite?.(unit, operation);
        return { operation, unit };
      });
      undone = { operation: result.operation, undo_id: Number(result.unit.operation) };
    }
  } catch (error) {
    if (!(error instanceof RestoreConflict)) throw error;
    throw await explainConflict(data.read, error, operationId);
  }
  return buildUndoAnswer(data.read, undone, options.answer);
}

/** Runs after the transaction, because PostgreSQL refuses queries in a failed transaction. */
async function explainConflict(db: Db, conflict: RestoreConflict, operationId: number): Promise<Problem> {
  const [firstRow] = conflict.rows;
  if (!firstRow) return conflict;
  const { table, id, message, column } = (await findObstacle(db, conflict)) ?? {
    table: firstRow.table,
    id: firstRow.id,
    message: conflictMessages.changed(
      await describeRow(db, firstRow.table, firstRow.before ?? firstRow.after),
    ),
  };
  const write = await findNewestWrite(db, table, id, operationId);
  const path = [table, id, ...(column ? [column] : [])].join('.');
  if (!write) return new Problem('UNDO_CONFLICT', { message, details: [{ path, message }] });
  const timeZone = await loadTimeZone(db);
  const writtenAt = new Date(write.performed_at);
  const time = `${dateInZone(writtenAt, timeZone)} ${timeInZone(writtenAt, timeZone)}`;
  return new Problem('UNDO_CONFLICT', {
    message,
    details: [{ path, message: conflictMessages.madeBy(write.description, write.user_name, time) }],
    extra: { changed_by: { ...write, table_name: table, row_id: id } },
  });
}

async function findNewestWrite(db: Db, table: RecordedTable, rowId: number, undoneId: number) {
  const write = await db
    .selectFrom('operation_rows')
    .innerJoin('operations', 'operations.id', 'operation_rows.operation_id')
    .leftJoin('operation_writes', 'operation_writes.id', 'operation_rows.write_id')
    .select(['operations.id', 'description', 'item_name', ...authorOfRow])
    .where('operation_rows.table_name', '=', table)
    .where('row_id', '=', rowId)
    .orderBy('operation_rows.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!write || write.id === undoneId) return null;
  const { id: _id, user_role: _role, ...fields } = write;
  return fields;
}
