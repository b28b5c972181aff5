import { sql } from 'kysely';
import { type StaffSection, systemName } from '../../../contract/vocabulary';
import { Problem } from '../../problem';
import { chunks } from '../engine/chunks';
import type { OperationAction } from '../schema/log';
import { partTables, type RecordedTable } from '../schema/recorded';
import type { Db, Row, Values, Trx } from '../schema';
import { indexLogTerms } from './operationTerms';

export interface Actor {
  userId: number | null;
  name: string;
  role: string;
  /** Groups the operations that the user may undo; null: no undo. */
  undoSession: string | null;
  /** Set for an admin of one section, who can only write rows of that section. */
  section?: StaffSection | null;
  requireStepUp?: (db: Db) => Promise<void>;
  undoable?: Set<number>;
}

/** Call it after the commit. */
export function noteUndoable({ undoable, undoSession, role }: Actor, operation: number | null): void {
  if (operation !== null && undoSession !== null && role !== 'student') undoable?.add(operation);
}

/** Call it in the transaction of the write, because the session may end while the write waits. */
export async function requireStepUp(db: Db, { userId, requireStepUp: checkStepUp }: Actor): Promise<void> {
  if (userId === null) return;
  if (!checkStepUp) throw new Problem('STEP_UP_REQUIRED');
  await checkStepUp(db);
}

export const systemActor: Actor = { userId: null, name: systemName, role: 'system', undoSession: null };

export interface Description {
  action: OperationAction;
  table: RecordedTable;
  item: string | null;
  text: string;
  undoOf?: number | undefined;
  continues?: number | undefined;
  import?: ImportDescription | undefined;
  /** True if more rows follow. An unfinished deletion cannot be undone. */
  isUnfinished?: boolean | undefined;
  section?: StaffSection | null | undefined;
}

export interface ImportDescription {
  id: string | null;
  describe: (rows: number, isMixed: boolean) => string;
}

export const operationActor = ({ user_id, user_name, user_role }: OperationAuthor): Actor => ({
  userId: user_id,
  name: user_name,
  role: user_role,
  undoSession: null,
});
type OperationAuthor = Pick<Row<'operations'>, 'user_id' | 'user_name' | 'user_role'>;

/** `before` or `after` is null if the row did not exist. */
export interface Change {
  table: RecordedTable;
  id: number;
  before: Values | null;
  after: Values | null;
}

interface Writer {
  trx: Trx;
  now: string;
  yieldToEventLoop?(): Promise<void>;
}

const chunkSize = 2_000;

interface RowTally {
  rows: number;
  parts: number;
}

export async function logOperation(
  writer: Writer,
  actor: Actor,
  description: Description,
  changes: readonly Change[] = [],
): Promise<number> {
  const { trx, now } = writer;
  const parts = changes.filter(({ table }) => partTables.includes(table)).length;
  const tally = { rows: changes.length, parts };
  const existingId = await continueOperation(trx, actor, description, tally);
  const id = existingId ?? (await beginOperation(trx, actor, description, tally, now));
  const write_id = existingId === null ? null : await insertWrite(trx, actor, description, id, now);
  for (const chunk of chunks(changes, chunkSize)) {
    const rows = chunk.map((change) => ({
      operation_id: id,
      table_name: change.table,
      row_id: change.id,
      before: change.before && JSON.stringify(change.before),
      after: change.after && JSON.stringify(change.after),
      write_id,
    }));
    await trx.insertInto('operation_rows').values(rows).execute();
    await writer.yieldToEventLoop?.();
  }
  return id;
}

async function insertWrite(
  trx: Trx,
  actor: Actor,
  { table }: Description,
  operation_id: number,
  now: string,
): Promise<number> {
  const { id } = await trx
    .insertInto('operation_writes')
    .values({
      operation_id,
      table_name: table,
      user_name: actor.name,
      user_role: actor.role,
      performed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const authorOfRow = [
  sql<string>`coalesce(operation_writes.performed_at, operations.performed_at)`.as('performed_at'),
  sql<string>`coalesce(operation_writes.user_name, operations.user_name)`.as('user_name'),
  sql<string>`coalesce(operation_writes.user_role, operations.user_role)`.as('user_role'),
] as const;

async function beginOperation(
  trx: Trx,
  actor: Actor,
  description: Description,
  { rows, parts }: RowTally,
  now: string,
): Promise<number> {
  const { action, table, item, text, undoOf, import: imported, isUnfinished, section } = description;
  const { id } = await trx
    .insertInto('operations')
    .values({
      user_id: actor.userId,
      user_name: actor.name,
      user_role: actor.role,
      undo_session: actor.undoSession,
      action,
      description: imported?.describe(rows - parts, false) ?? text,
      table_name: table,
      item_name: item,
      rows_count: rows,
      parts_count: parts,
      performed_at: now,
      undone_at: null,
      undo_of: undoOf ?? null,
      archived_at: action === 'delete' && !isUnfinished ? now : null,
      section: section ?? null,
      import_id: imported?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const terms = (await indexLogTerms(trx, [text, item, actor.name])).map((term) => ({
    term,
    operation_id: id,
  }));
  if (terms.length > 0) await trx.insertInto('operation_terms').values(terms).execute();
  return id;
}

async function continueOperation(
  trx: Trx,
  actor: Actor,
  { table, continues, import: imported, section }: Description,
  { rows, parts }: RowTally,
): Promise<number | null> {
  const addRows = (id: number) =>
    trx
      .updateTable('operations')
      .set((builder) => ({
        rows_count: builder('rows_count', '+', rows),
        parts_count: builder('parts_count', '+', parts),
      }))
      .where('id', '=', id);
  if (continues !== undefined) {
    // The first rows have stored the section. A later chunk does not show the section of the operation.
    await addRows(continues).execute();
    return continues;
  }
  if (!imported?.id || actor.userId === null) return null;
  const lastRequest = await trx
    .selectFrom('operations')
    .select('id')
    .where('user_id', '=', actor.userId)
    .where('import_id', '=', imported.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  // The update locks the operation, so that a parallel undo or import waits.
  const operation =
    lastRequest &&
    (await addRows(lastRequest.id)
      .set({ section: sql<StaffSection | null>`case when section = ${section ?? null} then section end` })
      .where('undone_at', 'is', null)
      .returningAll()
      .executeTakeFirst());
  if (!operation) return null;
  const records = operation.rows_count - operation.parts_count;
  const isMixed =
    operation.table_name !== table ||
    operation.description === imported.describe(records - (rows - parts), true);
  await trx
    .updateTable('operations')
    .set({
      description: imported.describe(records, isMixed),
      // After a new sign-in, the new session can undo the operation.
      ...(actor.undoSession && { undo_session: actor.undoSession }),
    })
    .where('id', '=', operation.id)
    .execute();
  return operation.id;
}
