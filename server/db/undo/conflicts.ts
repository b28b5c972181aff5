import type { Kysely } from 'kysely';
import { conflictMessages } from '../../../contract/errors';
import { dateInZone, timeInZone } from '../../../contract/rules/hijri';
import { Problem } from '../../problem';
import { retentionOf } from '../retention';
import { nameOf } from '../log/rowNames';
import type { Database } from '../schema';
import type { RecordedTable } from '../schema/recorded';
import { obstacleOf } from './obstacles';
import type { RestoreConflict } from './restoreConflict';

type Db = Kysely<Database>;

/**
 * Says what keeps an operation from being taken back: which record, what was done to it, by whom and when. Reads
 * after the transaction has ended, since PostgreSQL answers nothing more in one that failed.
 */
export async function explainConflict(
  db: Db,
  conflict: RestoreConflict,
  operationId: number,
  now: Date,
): Promise<Problem> {
  const [first] = conflict.rows;
  if (!first) return conflict;
  const { table, id, sentence, column } = (await obstacleOf(db, conflict)) ?? {
    table: first.table,
    id: first.id,
    sentence: conflictMessages.changed(await nameOf(db, first.table, first.before ?? first.after)),
  };
  const write = await newestWrite(db, table, id, operationId);
  const path = [table, id, ...(column ? [column] : [])].join('.');
  if (!write)
    return new Problem('UNDO_CONFLICT', { message: sentence, details: [{ path, message: sentence }] });
  const { timeZone } = await retentionOf(db, now);
  const at = new Date(write.performed_at);
  const time = `${dateInZone(at, timeZone)} ${timeInZone(at, timeZone)}`;
  return new Problem('UNDO_CONFLICT', {
    message: sentence,
    details: [{ path, message: conflictMessages.madeBy(write.description, write.user_name, time) }],
    extra: { changed_by: { ...write, table_name: table, row_id: id } },
  });
}

/** The last operation that wrote a row, if it is another one. */
async function newestWrite(db: Db, table: RecordedTable, rowId: number, except: number) {
  const write = await db
    .selectFrom('operation_rows')
    .innerJoin('operations', 'operations.id', 'operation_rows.operation_id')
    .select(['operations.id', 'description', 'user_name', 'performed_at', 'item_name'])
    .where('operation_rows.table_name', '=', table)
    .where('row_id', '=', rowId)
    .orderBy('operation_rows.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!write || write.id === except) return null;
  const { id: _id, ...rest } = write;
  return rest;
}
