import { setImmediate } from 'node:timers/promises';
import { listReferences, relations } from '../bulk/cascade';
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

const addedMark = 1;
const removedMark = 2;
const changedMark = 3;
const markOf = ({ before, after }: Change) =>
  before === null ? addedMark : after === null ? removedMark : changedMark;

interface TableChunk {
  db: Db;
  table: RecordedTable;
  rows: readonly Change[];
  marks: RowMarks;
}

export async function checkUndo(
  { read: db, rules }: Data,
  operationId: number,
  mode: 'undo' | 'restore',
): Promise<void> {
  const marks = new RowMarks();
  const operation = await db
    .selectFrom('operations')
    .selectAll()
    .where('id', '=', operationId)
    .executeTakeFirstOrThrow();
  const isDeletion = operation.action === 'delete';
  const count = { logged: 0, undoable: 0 };
  let beforeId = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const logged = await db
      .selectFrom('operation_rows')
      .selectAll()
      .where('operation_id', '=', operationId)
      .where('id', '<', beforeId)
      .orderBy('id', 'desc')
      .limit(chunkSize)
      .execute();
    const last = logged.at(-1);
    if (!last) break;
    beforeId = last.id;
    const rows = await rules.undo.selectUndoable(db, operation, logged.map(parseChange));
    count.logged += logged.length;
    count.undoable += rows.length;
    const tables = [...new Set(rows.map((row) => row.table))];
    const rowsOf = (table: RecordedTable) => rows.filter((row) => row.table === table);
    const tableChunks = tables.map((table) => ({ db, table, rows: rowsOf(table), marks }));
    // `undoDeletion` merges with the current state of these rows, so later changes are allowed.
    const isCompared = (table: RecordedTable) =>
      mode === 'undo' && !(isDeletion && rules.tables[table]?.undoDeletion);
    for (const tableChunk of tableChunks) await refuseChangedTable(tableChunk, isCompared(tableChunk.table));
    for (const tableChunk of tableChunks) await refuseChildren(tableChunk);
    for (const { table, rows: tableRows } of tableChunks) {
      const removedRows = tableRows.filter((row) => markOf(row) === removedMark);
      const isRestoredToo = (parent: RecordedTable, id: number) => marks.get(parent, id) === removedMark;
      await refuseInsertConflicts(
        { db, table, removedRows, rules: rules.tables[table] ?? {} },
        mode,
        isRestoredToo,
      );
    }
    await setImmediate();
  }
  if (count.undoable === 0 && count.logged > 0)
    throw new Problem('UNDO_CONFLICT', { message: rules.undo.nothingToUndo });
}

async function refuseChangedTable(
  { db, table, rows, marks }: TableChunk,
  isCompared: boolean,
): Promise<void> {
  const newest: Change[] = [];
  for (const row of rows) {
    if (isUnchanged(row)) continue;
    if (marks.get(table, row.id) === 0) newest.push(row);
    marks.set(table, row.id, markOf(row));
  }
  const comparedRows = newest.filter((row) => isCompared || markOf(row) !== changedMark);
  const ids = comparedRows.map(({ id }) => id);
  refuseChangedRows(table, comparedRows, await loadStoredRows(db, table, ids));
}

async function refuseChildren({ db, table, rows, marks }: TableChunk): Promise<void> {
  const parents = rows.filter((row) => markOf(row) === addedMark);
  if (parents.length === 0) return;
  const ids = parents.map(({ id }) => id);
  for (const { table: child, column, isThroughEnrolment } of relations[table] ?? []) {
    // The check of the enrolments covers this relation.
    if (isThroughEnrolment) continue;
    const children = await anyTable(db)
      .selectFrom(child)
      .select(['id', column])
      .where(column, 'in', ids)
      .execute();
    // The undo removes newer rows first, so children from the same operation are no conflict.
    const foreignChild = children.find((row) => marks.get(child, Number(row['id'])) !== addedMark);
    const parent = foreignChild && parents.find(({ id }) => id === Number(foreignChild[column]));
    if (parent) throw new RestoreConflict('has children', table, [parent]);
  }
}

const marksPerPage = 65_536;

/** Uses one byte per row. A `Map` with a million keys takes a hundred megabytes. */
class RowMarks {
  readonly #pages = new Map<string, Uint8Array>();

  get(table: string, id: number): number {
    return this.#pages.get(pageKey(table, id))?.[id % marksPerPage] ?? 0;
  }

  set(table: string, id: number, mark: number): void {
    const key = pageKey(table, id);
    const page = this.#pages.get(key) ?? new Uint8Array(marksPerPage);
    page[id % marksPerPage] = mark;
    this.#pages.set(key, page);
  }
}

const pageKey = (table: string, id: number) => `${table}/${Math.floor(id / marksPerPage)}`;

async function loadStoredRows(
  db: Db,
  table: RecordedTable,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  const rows = await findRowsWhere(db, table, 'id', ids);
  return new Map(rows.map((row) => [Number(row['id']), row]));
}

interface RemovedRows {
  db: Db;
  table: RecordedTable;
  removedRows: readonly Change[];
  rules: TableRules;
}

/** Checks unique values and parent rows. The insert itself finds other conflicts. @throws RestoreConflict */
async function refuseInsertConflicts(
  { db, table, removedRows, rules }: RemovedRows,
  mode: 'undo' | 'restore',
  isRestoredToo: (parent: RecordedTable, id: number) => boolean,
): Promise<void> {
  if (removedRows.length === 0) return;
  const findExisting = async (parent: RecordedTable, ids: readonly number[]) => {
    const otherIds = ids.filter((id) => !isRestoredToo(parent, id));
    const stored = await loadStoredRows(db, parent, otherIds);
    return { has: (id: number) => stored.has(id) || isRestoredToo(parent, id) };
  };
  const restorable = (await rules.selectRestorable?.(findExisting, removedRows, db)) ?? removedRows;
  if (restorable.length === 0) return;
  const conflict =
    (await findValueConflict(db, table, rules, restorable, rules.replacedColumns))?.row ??
    (await findReplaced(db, table, restorable));
  if (conflict) throw new RestoreConflict('value used', table, [conflict]);
  for (const { parent, column, onRemove } of listReferences(table)) {
    // A restore may clear a reference to a deleted row.
    if (mode === 'restore' && onRemove === 'clear') continue;
    const parentId = ({ before }: Change) => Number(before?.[column] ?? 0);
    const parentIds = [...new Set(restorable.map(parentId))].filter((id) => id !== 0);
    const existing = await findExisting(parent, parentIds);
    const missing = new Set(parentIds.filter((id) => !existing.has(id)));
    const orphan = restorable.find((row) => missing.has(parentId(row)));
    if (orphan) throw new RestoreConflict('parent missing', table, [orphan]);
  }
}

async function findReplaced(
  db: Db,
  table: RecordedTable,
  removedRows: readonly Change[],
): Promise<Change | undefined> {
  const columns = identityColumns[table];
  const [firstColumn] = columns ?? [];
  if (!columns || !firstColumn) return undefined;
  const values = [...new Set(removedRows.map(({ before }) => before?.[firstColumn]))];
  const storedRows = await anyTable(db)
    .selectFrom(table)
    .select([...columns])
    .where(firstColumn, 'in', values)
    .execute();
  if (storedRows.length === 0) return undefined;
  const storedKeys = new Set(storedRows.map((row) => identityKey(columns, row)));
  return removedRows.find(({ before }) => before && storedKeys.has(identityKey(columns, before)));
}
