import { setImmediate } from 'node:timers/promises';
import { referencesOf, relations } from '../bulk/cascade';
import { Problem } from '../../problem';
import type { Data } from '../data';
import { identityColumns, identityKey } from '../log/lastVersions';
import { parseChange } from '../log/loggedRows';
import type { Change, TableRules } from '../log/unitOfWork';
import { anyTable, type Db, type Values } from '../schema';
import type { RecordedTable } from '../schema/recorded';
import {
  findValueConflict,
  isUnchanged,
  refuseChangedRows,
  RestoreConflict,
  findRowsWhere,
} from '../undo/restoreConflict';

const chunkSize = 500;

/** What the operation did to a row, for the rows read so far. */
const added = 1;
const removed = 2;
const changed = 3;
const markOf = ({ before, after }: Change) => (before === null ? added : after === null ? removed : changed);

/** The rows of one table in a chunk, last write first, and the marks of all rows read so far. */
interface ChunkOfTable {
  db: Db;
  table: RecordedTable;
  rows: readonly Change[];
  seen: RowMarks;
}

/**
 * Checks whether an operation with very many rows can be undone: no row has changed since, no rows of other operations
 * depend on the rows it added, and the rows it removed can be inserted again.
 * @param as `restore` keeps later changes of other columns
 * @throws RestoreConflict, or UNDO_CONFLICT if the undo would leave all rows as they are
 */
export async function refuseChanged(
  { read: db, rules }: Data,
  operationId: number,
  as: 'undo' | 'restore',
): Promise<void> {
  const seen = new RowMarks();
  const operation = await db
    .selectFrom('operations')
    .selectAll()
    .where('id', '=', operationId)
    .executeTakeFirstOrThrow();
  const isDeletion = operation.action === 'delete';
  const count = { logged: 0, left: 0 };
  let below = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const logged = await db
      .selectFrom('operation_rows')
      .selectAll()
      .where('operation_id', '=', operationId)
      .where('id', '<', below)
      .orderBy('id', 'desc')
      .limit(chunkSize)
      .execute();
    const last = logged.at(-1);
    if (!last) break;
    below = last.id;
    const rows = await rules.undo.selectUndoable(db, operation, logged.map(parseChange));
    count.logged += logged.length;
    count.left += rows.length;
    const tables = [...new Set(rows.map((row) => row.table))];
    const rowsOf = (table: RecordedTable) => rows.filter((row) => row.table === table);
    const tableChunks = tables.map((table) => ({ db, table, rows: rowsOf(table), seen }));
    // Rows with a rule for it, as accounts that a deletion unlinked, are changed back in their current state.
    const isCompared = (table: RecordedTable) =>
      as === 'undo' && !(isDeletion && rules.tables[table]?.undoDeletion);
    for (const tableChunk of tableChunks) await refuseTable(tableChunk, isCompared(tableChunk.table));
    for (const tableChunk of tableChunks) await refuseChildren(tableChunk);
    for (const { table, rows: ofTable } of tableChunks) {
      const gone = ofTable.filter((row) => markOf(row) === removed);
      const isBackToo = (parent: RecordedTable, id: number) => seen.get(parent, id) === removed;
      await refuseTakenPlace({ db, table, gone, rules: rules.tables[table] ?? {} }, as, isBackToo);
    }
    await setImmediate();
  }
  if (count.left === 0 && count.logged > 0)
    throw new Problem('UNDO_CONFLICT', { message: rules.undo.nothingToUndo });
}

async function refuseTable({ db, table, rows, seen }: ChunkOfTable, isWhole: boolean): Promise<void> {
  const newest: Change[] = [];
  for (const row of rows) {
    if (isUnchanged(row)) continue;
    if (seen.get(table, row.id) === 0) newest.push(row);
    seen.set(table, row.id, markOf(row));
  }
  const compared = newest.filter((row) => isWhole || markOf(row) !== changed);
  const ids = compared.map(({ id }) => id);
  refuseChangedRows(table, compared, await storedOf(db, table, ids));
}

async function refuseChildren({ db, table, rows, seen }: ChunkOfTable): Promise<void> {
  const parents = rows.filter((row) => markOf(row) === added);
  if (parents.length === 0) return;
  const ids = parents.map(({ id }) => id);
  for (const { table: child, column, isThroughEnrolment } of relations[table] ?? []) {
    // Whose child it is stands in the enrolments, which are a relation themselves.
    if (isThroughEnrolment) continue;
    const children = await anyTable(db)
      .selectFrom(child)
      .select(['id', column])
      .where(column, 'in', ids)
      .execute();
    // Rows that the same operation added later were read before, and are removed first.
    const foreign = children.find((row) => seen.get(child, Number(row['id'])) !== added);
    const parent = foreign && parents.find(({ id }) => id === Number(foreign[column]));
    if (parent) throw new RestoreConflict('needed', table, [parent]);
  }
}

const marksPerPage = 65_536;

/** One byte for each of very many rows. A `Map` with a million keys would take a hundred megabytes. */
class RowMarks {
  readonly #pages = new Map<string, Uint8Array>();

  get(table: string, id: number): number {
    return this.#pages.get(pageOf(table, id))?.[id % marksPerPage] ?? 0;
  }

  /** @param mark from 1 to 255; an unmarked row has 0 */
  set(table: string, id: number, mark: number): void {
    const name = pageOf(table, id);
    const page = this.#pages.get(name) ?? new Uint8Array(marksPerPage);
    page[id % marksPerPage] = mark;
    this.#pages.set(name, page);
  }
}

const pageOf = (table: string, id: number) => `${table}/${Math.floor(id / marksPerPage)}`;

/** The existing rows among these, by row number. */
async function storedOf(db: Db, table: RecordedTable, ids: readonly number[]): Promise<Map<number, Values>> {
  const found = await findRowsWhere(db, table, 'id', ids);
  return new Map(found.map((row) => [Number(row['id']), row]));
}

/** Removed rows of a table, and what is special about it. */
interface RemovedRows {
  db: Db;
  table: RecordedTable;
  gone: readonly Change[];
  rules: TableRules;
}

/**
 * Checks whether removed rows can be inserted again: no other row has their unique values, and their parents exist or
 * are restored too. Other conflicts are found when the rows are inserted.
 * @throws RestoreConflict
 */
async function refuseTakenPlace(
  { db, table, gone: removedRows, rules }: RemovedRows,
  as: 'undo' | 'restore',
  isBackToo: (parent: RecordedTable, id: number) => boolean,
): Promise<void> {
  if (removedRows.length === 0) return;
  const findThere = async (parent: RecordedTable, ids: readonly number[]) => {
    const others = ids.filter((id) => !isBackToo(parent, id));
    const stored = await storedOf(db, parent, others);
    return { has: (id: number) => stored.has(id) || isBackToo(parent, id) };
  };
  // Those that will not come back are in nobody's way.
  const gone = (await rules.selectRestorable?.(findThere, removedRows, db)) ?? removedRows;
  if (gone.length === 0) return;
  const taken =
    (await findValueConflict(db, table, rules, gone, rules.replacedColumns))?.row ??
    (await findReplaced(db, table, gone));
  if (taken) throw new RestoreConflict('taken', table, [taken]);
  for (const { parent, column, onRemove } of referencesOf(table)) {
    // A restore lets a reference be lost that a deletion of its target empties.
    if (as === 'restore' && onRemove === 'clear') continue;
    const idOf = ({ before }: Change) => Number(before?.[column] ?? 0);
    const wanted = [...new Set(gone.map(idOf))].filter((id) => id !== 0);
    const there = await findThere(parent, wanted);
    const missing = new Set(wanted.filter((id) => !there.has(id)));
    const orphan = gone.find((row) => missing.has(idOf(row)));
    if (orphan) throw new RestoreConflict('parent gone', table, [orphan]);
  }
}

/** The first removed row that a newer row replaces, for example marks of the same student in the same subject. */
async function findReplaced(
  db: Db,
  table: RecordedTable,
  gone: readonly Change[],
): Promise<Change | undefined> {
  const columns = identityColumns[table];
  const [first] = columns ?? [];
  if (!columns || !first) return undefined;
  const wanted = [...new Set(gone.map(({ before }) => before?.[first]))];
  const found = await anyTable(db)
    .selectFrom(table)
    .select([...columns])
    .where(first, 'in', wanted)
    .execute();
  if (found.length === 0) return undefined;
  const places = new Set(found.map((row) => identityKey(columns, row)));
  return gone.find(({ before }) => before && places.has(identityKey(columns, before)));
}
