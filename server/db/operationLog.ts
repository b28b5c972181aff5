import type { Transaction } from 'kysely';
import { chunks } from './chunks';
import { learnOperation } from './operationTerms';
import type { Database, OperationAction, RecordedTable } from './schema';
import type { Values } from './storedRows';

/** Who writes: kept with every operation. */
export interface Actor {
  userId: number | null;
  name: string;
  role: string;
  /** Groups the operations that one person may take back; null where nobody may. */
  undoSession: string | null;
}

export interface Description {
  action: OperationAction;
  table: RecordedTable;
  /** The record's name as people know it. */
  item: string | null;
  /** One Arabic sentence: what was done. */
  text: string;
  undoOf?: number;
}

/** A row as a unit of work found it and left it; null where there is none. */
export interface Change {
  table: RecordedTable;
  id: number;
  before: Values | null;
  after: Values | null;
}

interface Writer {
  trx: Transaction<Database>;
  now: string;
  giveWay(): Promise<void>;
}

/** So many rows in one statement. */
const atOnce = 2_000;

/** Writes an operation with the rows that it changed. @returns its number */
export async function logOperation(
  writer: Writer,
  actor: Actor,
  { action, table, item, text, undoOf }: Description,
  changes: readonly Change[],
): Promise<number> {
  const { trx, now } = writer;
  const { id } = await trx
    .insertInto('operations')
    .values({
      user_id: actor.userId,
      user_name: actor.name,
      user_role: actor.role,
      undo_session: actor.undoSession,
      action,
      description: text,
      table_name: table,
      item_name: item,
      rows_count: changes.length,
      performed_at: now,
      undone_at: null,
      undo_of: undoOf ?? null,
      archived_at: action === 'delete' ? now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const part of chunks(changes, atOnce)) {
    const rows = part.map((change) => ({
      operation_id: id,
      table_name: change.table,
      row_id: change.id,
      before: change.before && JSON.stringify(change.before),
      after: change.after && JSON.stringify(change.after),
    }));
    await trx.insertInto('operation_rows').values(rows).execute();
    await writer.giveWay();
  }
  await learnOperation(trx, id, [text, item, actor.name]);
  return id;
}
