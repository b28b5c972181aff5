import { conflictMessages } from '../../contract/errors';
import { formatAge } from '../../contract/rules/age';
import { dateInZone, hijriDate, timeInZone } from '../../contract/rules/hijri';
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

/** A caller who may not see the operation gets neither its description nor its author. */
type CanSee = (db: Db, operationId: number) => Promise<boolean>;

/** @throws NOT_FOUND, LAST_ADMIN, or UNDO_CONFLICT with the conflicting record, the user and the time */
export async function undoOrRestore(
  data: Data,
  actor: Actor,
  operationId: number,
  options: UndoOptions<SuccessAnswer> & { canSee: CanSee },
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
    throw await explainConflict(data, error, operationId, options.canSee);
  }
  return buildUndoAnswer(data.read, undone, options.answer);
}

/** Runs after the transaction, because PostgreSQL refuses queries in a failed transaction. */
async function explainConflict(
  { read: db, now }: Data,
  conflict: RestoreConflict,
  operationId: number,
  canSee: CanSee,
): Promise<Problem> {
  const [firstRow] = conflict.rows;
  if (!firstRow) return conflict;
  const obstacle = await findObstacle(db, conflict);
  const { table, id, message, column } = obstacle ?? {
    table: firstRow.table,
    id: firstRow.id,
    message: conflictMessages.changed(
      await describeRow(db, firstRow.table, firstRow.before ?? firstRow.after),
    ),
    column: undefined,
  };
  const write = await findNewestWrite(db, table, id, operationId);
  const path = [table, id, ...(column ? [column] : [])].join('.');
  if (!write) return new Problem('UNDO_CONFLICT', { message, details: [{ path, message }] });
  const { id: writeId, action, performed_at, ...authored } = write;
  const isVisible = await canSee(db, writeId);
  const person = isVisible ? authored.user_name : conflictMessages.otherUser;
  const writtenAt = new Date(performed_at);
  const age = formatAge(now().getTime() - writtenAt.getTime());
  const timeZone = await loadTimeZone(db);
  const time = `${hijriDate(dateInZone(writtenAt, timeZone))} ${timeInZone(writtenAt, timeZone)}`;
  return new Problem('UNDO_CONFLICT', {
    message: obstacle
      ? conflictMessages.obstacleBy(message, person, age)
      : conflictMessages.changedBy(message, conflictMessages.changeVerbs[action], person, age),
    details: [
      {
        path,
        message: isVisible
          ? conflictMessages.madeBy(authored.description, person, time)
          : conflictMessages.madeByOther(time),
      },
    ],
    extra: { changed_by: { ...(isVisible && authored), performed_at, table_name: table, row_id: id } },
  });
}

async function findNewestWrite(db: Db, table: RecordedTable, rowId: number, undoneId: number) {
  const write = await db
    .selectFrom('operation_rows')
    .innerJoin('operations', 'operations.id', 'operation_rows.operation_id')
    .leftJoin('operation_writes', 'operation_writes.id', 'operation_rows.write_id')
    .select(['operations.id', 'operations.action', 'description', 'item_name', ...authorOfRow])
    .where('operation_rows.table_name', '=', table)
    .where('row_id', '=', rowId)
    .orderBy('operation_rows.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!write || write.id === undoneId) return null;
  const { user_role: _role, ...fields } = write;
  return fields;
}
