import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { relations } from '../bulk/cascade';
import type { Database } from '../schema';
import type { RecordedTable } from '../schema/recorded';
import { isSame } from '../log/unitOfWork';
import { type LoggedRow, RestoreConflict, type Values } from './restoreConflict';
import { refuseWithoutPlace, storedOf } from './chunkedUndoPlaces';
import { asLogged } from './undo';

type Dynamic = Kysely<Record<string, Values>>;
const chunkSize = 500;

/** What the operation did to a row, as far as it was looked at. */
const added = 1;
const removed = 2;
const changed = 3;
const markOf = ({ before, after }: LoggedRow) =>
  before === null ? added : after === null ? removed : changed;

/** Some rows of one table, the last write first, and all that was looked at so far. */
interface Look {
  db: Kysely<Database>;
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
export async function refuseChanged(
  db: Kysely<Database>,
  operationId: number,
  as: 'undo' | 'restore',
): Promise<void> {
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
    const children = await (db as unknown as Dynamic)
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
