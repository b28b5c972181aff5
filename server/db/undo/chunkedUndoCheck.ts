import { setImmediate } from 'node:timers/promises';
import { relations } from '../bulk/cascade';
import type { RecordedTable } from '../schema/recorded';
import { isSame } from '../log/unitOfWork';
import { anyTable, type Db, type Values } from '../schema';
import { placeColumns, placeOf } from '../log/lastVersions';
import { type LoggedRow, RestoreConflict } from './restoreConflict';
import { asLogged } from './undo';
import { findTakenValue } from './obstacles';

const chunkSize = 500;

/** What the operation did to a row, as far as it was looked at. */
const added = 1;
const removed = 2;
const changed = 3;
const markOf = ({ before, after }: LoggedRow) =>
  before === null ? added : after === null ? removed : changed;

/** Some rows of one table, the last write first, and all that was looked at so far. */
interface Look {
  db: Db;
  table: RecordedTable;
  rows: readonly LoggedRow[];
  seen: RowMarks;
}

/**
 * Looks whether an operation of very many rows can be taken back: each row is as its last write left it, nothing of
 * others hangs on the rows that it has added, and those that it has removed have their place still.
 * @param as a restore lets later changes of other columns be
 * @throws RestoreConflict
 */
export async function refuseChanged(db: Db, operationId: number, as: 'undo' | 'restore'): Promise<void> {
  const seen = new RowMarks();
  const { action } = await db
    .selectFrom('operations')
    .select('action')
    .where('id', '=', operationId)
    .executeTakeFirstOrThrow();
  const isDeletion = action === 'delete';
  let below = 2_147_483_647;
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
    if (!last) return;
    below = last.id;
    const rows = logged.map(asLogged);
    const tables = [...new Set(rows.map((row) => row.table))];
    const looks = tables.map((table) => ({
      db,
      table,
      rows: rows.filter((row) => row.table === table),
      seen,
    }));
    // Accounts that a deletion took from their students are given back as they are by now.
    const isCompared = (table: RecordedTable) => as === 'undo' && !(isDeletion && table === 'users');
    for (const look of looks) await refuseTable(look, isCompared(look.table));
    for (const look of looks) await refuseChildren(look);
    for (const { table, rows: ofTable } of looks) {
      const gone = ofTable.filter((row) => markOf(row) === removed);
      const isBackToo = (parent: RecordedTable, id: number) => seen.get(parent, id) === removed;
      await refuseWithoutPlace(db, table, gone, as, isBackToo);
    }
    await setImmediate();
  }
}

async function refuseTable({ db, table, rows, seen }: Look, isWhole: boolean): Promise<void> {
  const newest: LoggedRow[] = [];
  for (const row of rows) {
    if (seen.get(table, row.id) === 0) newest.push(row);
    seen.set(table, row.id, markOf(row));
  }
  const compared = newest.filter((row) => isWhole || markOf(row) !== changed);
  const stored = await storedOf(
    db,
    table,
    compared.map(({ id }) => id),
  );
  const differing = compared.filter(({ id, after }) => !isSame(stored.get(id) ?? null, after));
  if (differing.length > 0) throw new RestoreConflict('changed', table, differing);
}

async function refuseChildren({ db, table, rows, seen }: Look): Promise<void> {
  const parents = rows.filter((row) => markOf(row) === added);
  if (parents.length === 0) return;
  for (const { table: child, column } of relations[table] ?? []) {
    const children = await anyTable(db)
      .selectFrom(child)
      .select(['id', column])
      .where(
        column,
        'in',
        parents.map(({ id }) => id),
      )
      .execute();
    // What the same operation has added later has been looked at already, and goes first.
    const foreign = children.find((row) => seen.get(child, Number(row['id'])) !== added);
    const parent = foreign && parents.find(({ id }) => id === Number(foreign[column]));
    if (parent) throw new RestoreConflict('needed', table, [parent]);
  }
}

const marksPerPage = 65_536;

/** A small number for each of very many rows, a byte a row: a map of a million names would be a hundred megabytes. */
class RowMarks {
  readonly #pages = new Map<string, Uint8Array>();

  get(table: string, id: number): number {
    return this.#pages.get(pageOf(table, id))?.[id % marksPerPage] ?? 0;
  }

  /** @param mark from 1 to 255; 0 is what a row has that was never marked */
  set(table: string, id: number, mark: number): void {
    const name = pageOf(table, id);
    const page = this.#pages.get(name) ?? new Uint8Array(marksPerPage);
    page[id % marksPerPage] = mark;
    this.#pages.set(name, page);
  }
}

const pageOf = (table: string, id: number) => `${table}/${Math.floor(id / marksPerPage)}`;

/** The rows that there are of those asked for, by their numbers. */
async function storedOf(db: Db, table: RecordedTable, ids: readonly number[]): Promise<Map<number, Values>> {
  if (ids.length === 0) return new Map();
  const found = await anyTable(db).selectFrom(table).selectAll().where('id', 'in', ids).execute();
  return new Map(found.map((row) => [Number(row['id']), row]));
}

/** What somebody else may have taken: who comes back gets another, or none. */
const replaceableColumns: Partial<Record<RecordedTable, readonly string[]>> = {
  students: ['student_id', 'user_id'],
};

/**
 * Looks whether rows that are gone can stand where they stood: nobody has what may be there once only, and what they
 * belong to is there or comes back too. Whatever else is in the way is found when they are put back.
 * @throws RestoreConflict
 */
async function refuseWithoutPlace(
  db: Db,
  table: RecordedTable,
  gone: readonly LoggedRow[],
  as: 'undo' | 'restore',
  isBackToo: (parent: RecordedTable, id: number) => boolean,
): Promise<void> {
  if (gone.length === 0) return;
  const taken =
    (await findTakenValue(db, table, gone, replaceableColumns[table]))?.row ??
    (await findSupplanted(db, table, gone));
  if (taken) throw new RestoreConflict('taken', table, [taken]);
  for (const [parent, column] of parentsOf(table, as)) {
    const idOf = ({ before }: LoggedRow) => Number(before?.[column] ?? 0);
    const wanted = [...new Set(gone.map(idOf))].filter((id) => id !== 0 && !isBackToo(parent, id));
    const stored = await storedOf(db, parent, wanted);
    const missing = new Set(wanted.filter((id) => !stored.has(id)));
    const orphan = gone.find((row) => missing.has(idOf(row)));
    if (orphan) throw new RestoreConflict('parent gone', table, [orphan]);
  }
}

/** A row in whose place there is a newer one: marks of the same student in the same subject, and the like. */
async function findSupplanted(
  db: Db,
  table: RecordedTable,
  gone: readonly LoggedRow[],
): Promise<LoggedRow | undefined> {
  const columns = placeColumns[table];
  const [first] = columns ?? [];
  if (!columns || !first) return undefined;
  const wanted = [...new Set(gone.map(({ before }) => before?.[first]))];
  const found = await anyTable(db)
    .selectFrom(table)
    .select([...columns])
    .where(first, 'in', wanted)
    .execute();
  if (found.length === 0) return undefined;
  const places = new Set(found.map((row) => placeOf(columns, row)));
  return gone.find(({ before }) => before && places.has(placeOf(columns, before)));
}

/** Where the rows of a table point to; a restore lets a reference be lost that a deletion of its target empties. */
const parentsOf = (table: RecordedTable, as: 'undo' | 'restore'): [RecordedTable, string][] =>
  Object.entries(relations).flatMap(([parent, children]) =>
    children
      .filter((one) => one.table === table && (as === 'undo' || one.onRemove === 'remove'))
      .map(({ column }): [RecordedTable, string] => [parent as RecordedTable, column]),
  );
