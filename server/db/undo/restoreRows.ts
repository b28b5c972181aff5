import { referencesOf } from '../bulk/cascade';
import { databaseFailure } from '../engine/dialect';
import { storedRows } from '../log/storedRows';
import { bookkeeping, type Change, type UnitOfWork } from '../log/unitOfWork';
import type { Values } from '../schema';
import type { RecordedTable } from '../schema/recorded';
import { isUntouched, refuseDifferent, RestoreConflict } from './restoreConflict';

interface RestoreOptions {
  /**
   * True: a changed row gets back only the columns that the operation changed, later changes of other columns stay,
   * and a reference to a deleted row stays empty. False: any later change is a conflict.
   */
  isMerged: boolean;
  /** The number of the operation if it is a deletion. */
  deletion: number | null;
}

type Way = 'put back' | 'take away' | 'change back';

const wayOf = ({ before, after }: Change): Way =>
  before === null ? 'take away' : after === null ? 'put back' : 'change back';

/**
 * Restores rows to the state before; `rows` are in reverse order of the writes. Adjacent rows of one table use one
 * statement.
 * @throws RestoreConflict
 */
export async function restoreRows(
  unit: UnitOfWork,
  rows: readonly Change[],
  options: RestoreOptions,
): Promise<void> {
  for (const run of runsOf(rows)) {
    const [{ table }] = run as [Change];
    const way = wayOf(run[0] as Change);
    try {
      const undoOfDeletion = options.deletion === null ? undefined : unit.rules.tables[table]?.undoOfDeletion;
      if (way === 'put back') await putBack(unit, table, run, options);
      else if (way === 'take away') await takeAway(unit, table, run, rows);
      else if (undoOfDeletion) await undoOfDeletion(unit, run, Number(options.deletion));
      else await changeBack(unit, table, run, options.isMerged);
    } catch (error) {
      throw asConflict(error, way, table, run);
    }
  }
}

/** Adjacent rows of one table with the same kind of change, without repeated rows. */
function* runsOf(rows: readonly Change[]): Generator<Change[]> {
  let run: Change[] = [];
  const seen = new Set<number>();
  for (const row of rows) {
    const [first] = run;
    if (first && (first.table !== row.table || wayOf(first) !== wayOf(row) || seen.has(row.id))) {
      yield run;
      run = [];
      seen.clear();
    }
    run.push(row);
    seen.add(row.id);
  }
  if (run.length > 0) yield run;
}

function asConflict(error: unknown, way: Way, table: RecordedTable, run: readonly Change[]): unknown {
  if (error instanceof RestoreConflict) return error;
  const code = databaseFailure(error)?.code;
  if (code === 'DUPLICATE') return new RestoreConflict('taken', table, run, error);
  if (code !== 'HAS_DEPENDENTS') return error;
  return new RestoreConflict(way === 'take away' ? 'needed' : 'parent gone', table, run, error);
}

const idsOf = (rows: readonly Change[]) => rows.map(({ id }) => id);

async function putBack(
  unit: UnitOfWork,
  table: RecordedTable,
  rows: readonly Change[],
  { isMerged, deletion }: RestoreOptions,
): Promise<void> {
  const { returnable, beforeReturn } = unit.rules.tables[table] ?? {};
  const stored = await storedRows(unit, table, idsOf(rows));
  const standing = rows.filter(({ id }) => stored.has(id));
  if (standing.length > 0) throw new RestoreConflict('changed', table, standing);
  const findThere = (of: RecordedTable, ids: readonly number[]) => storedRows(unit, of, ids);
  const whole = returnable ? await returnable(findThere, rows, unit.trx) : rows;
  if (whole.length === 0) return;
  const found = whole.map(({ before }): Values => ({
    ...before,
    version: Number(before?.['version'] ?? 0) + 1,
    updated_at: unit.now,
  }));
  if (isMerged) await clearLostReferences(unit, table, found);
  await beforeReturn?.(unit, found, deletion);
  await unit.insertMany(table, found);
}

/** Empties the references that the deletion of their target would have emptied. */
async function clearLostReferences(unit: UnitOfWork, table: RecordedTable, rows: Values[]): Promise<void> {
  for (const { parent, column } of clearedColumns(table)) {
    const ids = rows.flatMap((row) => (row[column] == null ? [] : [Number(row[column])]));
    const stored = await storedRows(unit, parent, ids);
    for (const row of rows) if (!stored.has(Number(row[column]))) row[column] = null;
  }
}

async function takeAway(
  unit: UnitOfWork,
  table: RecordedTable,
  rows: readonly Change[],
  all: readonly Change[],
): Promise<void> {
  const { refuseUndo, beforeRemove } = unit.rules.tables[table] ?? {};
  const stored = await storedRows(unit, table, idsOf(rows));
  refuseDifferent(table, rows, stored);
  await refuseUndo?.(unit, rows, all);
  await beforeRemove?.(unit, idsOf(rows));
  await unit.remove(table, idsOf(rows));
}

interface Back {
  id: number;
  changes: Values;
}

/**
 * Restores rows that an operation changed, without repeated rows.
 * @param isMerged whether only the columns are restored that the operation changed
 * @throws RestoreConflict
 */
async function changeBack(
  unit: UnitOfWork,
  table: RecordedTable,
  logged: readonly Change[],
  isMerged: boolean,
): Promise<void> {
  const rows = logged.filter((row) => !isUntouched(row));
  const stored = await storedRows(unit, table, idsOf(rows));
  await unit.updateMany(
    table,
    isMerged ? mergeBack(unit, table, rows, stored) : wholeBack(unit, table, rows, stored),
  );
}

/** Restores all columns, if none has changed since. */
function wholeBack(
  unit: UnitOfWork,
  table: RecordedTable,
  rows: readonly Change[],
  stored: ReadonlyMap<number, Values>,
): Back[] {
  refuseDifferent(table, rows, stored);
  return rows.map((row) => ({
    id: row.id,
    changes: Object.fromEntries(
      Object.entries(row.before ?? {}).filter(([column]) => !isLeft(unit, row, column)),
    ),
  }));
}

/** Restores the columns that were written; others may have changed since. */
function mergeBack(
  unit: UnitOfWork,
  table: RecordedTable,
  rows: readonly Change[],
  stored: ReadonlyMap<number, Values>,
): Back[] {
  const cleared = new Set(clearedColumns(table).map(({ column }) => column));
  const changed: Change[] = [];
  const back: Back[] = [];
  for (const row of rows) {
    const { id, before, after } = row;
    const now = stored.get(id);
    const written = Object.keys(before ?? {}).filter(
      (column) => !isLeft(unit, row, column) && before?.[column] !== after?.[column],
    );
    if (!now && written.every((column) => cleared.has(column))) continue;
    if (!now || written.some((column) => now[column] !== after?.[column])) changed.push(row);
    else back.push({ id, changes: Object.fromEntries(written.map((column) => [column, before?.[column]])) });
  }
  if (changed.length > 0) throw new RestoreConflict('changed', table, changed);
  return back;
}

/** Whether a column of a changed row stays as it is. */
const isLeft = ({ rules }: UnitOfWork, row: Change, column: string): boolean =>
  bookkeeping.has(column) || (rules.tables[row.table]?.columnsLeft?.(row).includes(column) ?? false);

/** The references of a table that become empty when their target is removed. */
const clearedColumns = (table: RecordedTable) =>
  referencesOf(table).filter(({ onRemove }) => onRemove === 'clear');
