import { sql } from 'kysely';
import { type StaffSection, systemName } from '../../../contract/vocabulary';
import { chunks } from '../engine/chunks';
import type { OperationAction } from '../schema/log';
import { partTables, type RecordedTable } from '../schema/recorded';
import type { Db, Row, Values, Trx } from '../schema';
import { logTerms } from './operationTerms';

/** The author of a write: stored with every operation. */
export interface Actor {
  userId: number | null;
  name: string;
  role: string;
  /** Groups the operations that one user may undo; null if they cannot be undone. */
  undoSession: string | null;
  /** For an admin who is limited to a section: everything he writes must belong to it. */
  section?: StaffSection | null;
  /**
   * Reads in a transaction whether the session, the role and the step-up of the user are still valid.
   * @throws UNAUTHENTICATED, FORBIDDEN or STEP_UP_REQUIRED
   */
  requireStepUp?: (db: Db) => Promise<void>;
  /** Collects the operations of a call that its caller may undo. */
  undoable?: Set<number>;
}

/** Notes an operation, once it is committed, among those that the caller may undo. */
export function noteUndoable({ undoable, undoSession, role }: Actor, operation: number | null): void {
  if (operation !== null && undoSession !== null && role !== 'student') undoable?.add(operation);
}

/** The author of writes by the system; nobody can undo them. */
export const systemActor: Actor = { userId: null, name: systemName, role: 'system', undoSession: null };

export interface Description {
  action: OperationAction;
  table: RecordedTable;
  /** The name of the record that people know. */
  item: string | null;
  /** One Arabic sentence that says what was done. */
  text: string;
  undoOf?: number | undefined;
  /** The number of the operation to which these rows are added. */
  continues?: number | undefined;
  import?: ImportDescription | undefined;
  /** More rows follow; a deletion cannot be undone before it is complete. */
  isUnfinished?: boolean | undefined;
  /** The only section of the written rows. */
  section?: StaffSection | null | undefined;
}

/** For an import, whose requests form one operation. */
export interface ImportDescription {
  /** Null if the import is a single request. */
  id: string | null;
  /** The sentence for this number of rows, of one table or of several. */
  say: (rows: number, isMixed: boolean) => string;
}

/** The author of an operation that continues after its call was answered. */
export const actorOf = ({ user_id, user_name, user_role }: Operator): Actor => ({
  userId: user_id,
  name: user_name,
  role: user_role,
  undoSession: null,
});
type Operator = Pick<Row<'operations'>, 'user_id' | 'user_name' | 'user_role'>;

/** A row before and after a unit of work; null if it did not exist. */
export interface Change {
  table: RecordedTable;
  id: number;
  before: Values | null;
  after: Values | null;
}

interface Writer {
  trx: Trx;
  now: string;
  /** Called between parts of many changes. */
  yieldToEventLoop?(): Promise<void>;
}

/** Rows per statement. */
const chunkSize = 2_000;

/** The number of rows, and how many of them are parts of records. */
interface Counted {
  rows: number;
  parts: number;
}

/** Stores an operation with its changed rows, or adds the rows to an existing operation. @returns its number */
export async function logOperation(
  writer: Writer,
  actor: Actor,
  description: Description,
  changes: readonly Change[] = [],
): Promise<number> {
  const { trx, now } = writer;
  const parts = changes.filter(({ table }) => partTables.includes(table)).length;
  const counted = { rows: changes.length, parts };
  const continued = await continueOperation(trx, actor, description, counted);
  const id = continued ?? (await beginOperation(trx, actor, description, counted, now));
  const write_id = continued === null ? null : await noteWrite(trx, actor, description, id, now);
  for (const part of chunks(changes, chunkSize)) {
    const rows = part.map((change) => ({
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

/** Keeps the time and author of a further write of an operation. @returns its number */
async function noteWrite(
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

/** SQL: the time and author of a logged row, of `operation_rows` joined with `operations` and `operation_writes`. */
export const authorOfRow = [
  sql<string>`coalesce(operation_writes.performed_at, operations.performed_at)`.as('performed_at'),
  sql<string>`coalesce(operation_writes.user_name, operations.user_name)`.as('user_name'),
  sql<string>`coalesce(operation_writes.user_role, operations.user_role)`.as('user_role'),
] as const;

async function beginOperation(
  trx: Trx,
  actor: Actor,
  description: Description,
  { rows, parts }: Counted,
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
      description: imported?.say(rows - parts, false) ?? text,
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
  const terms = (await logTerms(trx, [text, item, actor.name])).map((term) => ({ term, operation_id: id }));
  if (terms.length > 0) await trx.insertInto('operation_terms').values(terms).execute();
  return id;
}

/** The operation to which the rows are added; null if there is none, or it was undone. */
async function continueOperation(
  trx: Trx,
  actor: Actor,
  { table, continues, import: imported, section }: Description,
  { rows, parts }: Counted,
): Promise<number | null> {
  const addRows = (id: number) =>
    trx
      .updateTable('operations')
      .set((on) => ({
        rows_count: on('rows_count', '+', rows),
        parts_count: on('parts_count', '+', parts),
      }))
      .where('id', '=', id);
  if (continues !== undefined) {
    // Its section is known from the beginning: a part alone does not tell whose rows are removed with their student.
    await addRows(continues).execute();
    return continues;
  }
  if (!imported?.id || actor.userId === null) return null;
  const last = await trx
    .selectFrom('operations')
    .select('id')
    .where('user_id', '=', actor.userId)
    .where('import_id', '=', imported.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  // If one user undoes it while another adds to it, the second waits for the first and finds it done.
  const whole =
    last &&
    (await addRows(last.id)
      .set({ section: sql<StaffSection | null>`case when section = ${section ?? null} then section end` })
      .where('undone_at', 'is', null)
      .returningAll()
      .executeTakeFirst());
  if (!whole) return null;
  const records = whole.rows_count - whole.parts_count;
  const isMixed =
    whole.table_name !== table || whole.description === imported.say(records - (rows - parts), true);
  await trx
    .updateTable('operations')
    .set({
      description: imported.say(records, isMixed),
      // After a new sign-in, the new session continues the operation and can undo it.
      ...(actor.undoSession && { undo_session: actor.undoSession }),
    })
    .where('id', '=', whole.id)
    .execute();
  return whole.id;
}
