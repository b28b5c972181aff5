import { listReferences } from '../bulk/cascade';
import { databaseFailure } from '../engine/dialect';
import { lockRows } from '../log/storedRows';
import { type Change, isIgnoredByUndo, type UnitOfWork } from '../log/unitOfWork';
import type { Values } from '../schema';
import type { RecordedTable } from '../schema/recorded';
import { isUnchanged, refuseChangedRows, RestoreConflict } from './restoreConflict';

interface RestoreOptions {
  /** True: later changes of other columns stay. False: any later change is a conflict. */
  isMerged: boolean;
  /** Id of the operation if it is a deletion. */
  deletion: number | null;
}

type Reversal = 'insert' | 'remove' | 'revert';

const reversalOf = ({ before, after }: Change): Reversal =>
  before === null ? 'remove' : after === null ? 'insert' : 'revert';

/** `rows` are newest first. Adjacent rows of a table share one statement. @throws RestoreConflict */
export async function restoreRows(
  unit: UnitOfWork,
  rows: readonly Change[],
  options: RestoreOptions,
): Promise<void> {
  for (const run of groupRuns(rows)) {
    const [{ table }] = run as [Change];
    const reversal = reversalOf(run[0] as Change);
    try {
      const undoDeletion = options.deletion === null ? undefined : unit.rules.tables[table]?.undoDeletion;
      if (reversal === 'insert') await insertBack(unit, table, run, options);
      else if (reversal === 'remove') await removeAdded(unit, table, run, rows);
      else if (undoDeletion) await undoDeletion(unit, run, Number(options.deletion));
      else await revertRows(unit, table, run, options.isMerged);
    } catch (error) {
      throw toConflict(error, reversal, table, run);
    }
  }
}

function* groupRuns(rows: readonly Change[]): Generator<Change[]> {
  let run: Change[] = [];
  const ids = new Set<number>();
  for (const row of rows) {
    const [first] = run;
    if (first && (first.table !== row.table || reversalOf(first) !== reversalOf(row) || ids.has(row.id))) {
      yield run;
      run = [];
      ids.clear();
    }
    run.push(row);
    ids.add(row.id);
  }
  if (run.length > 0) yield run;
}

function toConflict(
  error: unknown,
  reversal: Reversal,
  table: RecordedTable,
  run: readonly Change[],
): unknown {
  if (error instanceof RestoreConflict) return error;
  const code = databaseFailure(error)?.code;
  if (code === 'DUPLICATE') return new RestoreConflict('value used', table, run, error);
  if (code !== 'HAS_DEPENDENTS') return error;
  return new RestoreConflict(reversal === 'remove' ? 'has children' : 'parent missing', table, run, error);
}

const idsOf = (rows: readonly Change[]) => rows.map(({ id }) => id);

async function insertBack(
  unit: UnitOfWork,
  table: RecordedTable,
  rows: readonly Change[],
  { isMerged, deletion }: RestoreOptions,
): Promise<void> {
  const { selectRestorable, beforeRestore } = unit.rules.tables[table] ?? {};
  const stored = await lockRows(unit, table, idsOf(rows));
  const findExisting = (parent: RecordedTable, ids: readonly number[]) => lockRows(unit, parent, ids);
  const restorable = selectRestorable ? await selectRestorable(findExisting, rows, unit.trx) : rows;
  const existing = restorable.filter(({ id }) => stored.has(id));
  if (existing.length > 0) throw new RestoreConflict('changed', table, existing);
  if (restorable.length === 0) return;
  const restored = restorable.map(({ before }): Values => ({
    ...before,
    version: Number(before?.['version'] ?? 0) + 1,
    updated_at: unit.now,
  }));
  if (isMerged) await clearMissingReferences(unit, table, restored);
  await beforeRestore?.(unit, restored, deletion);
  await unit.insertMany(table, restored);
}

async function clearMissingReferences(unit: UnitOfWork, table: RecordedTable, rows: Values[]): Promise<void> {
  for (const { parent, column } of clearedColumns(table)) {
    const ids = rows.flatMap((row) => (row[column] == null ? [] : [Number(row[column])]));
    const stored = await lockRows(unit, parent, ids);
    for (const row of rows) if (!stored.has(Number(row[column]))) row[column] = null;
  }
}

async function removeAdded(
  unit: UnitOfWork,
  table: RecordedTable,
  rows: readonly Change[],
  undoneRows: readonly Change[],
): Promise<void> {
  const { refuseUndo, beforeRemove } = unit.rules.tables[table] ?? {};
  const stored = await lockRows(unit, table, idsOf(rows));
  refuseChangedRows(table, rows, stored);
  await refuseUndo?.(unit, rows, undoneRows);
  await beforeRemove?.(unit, idsOf(rows));
  await unit.remove(table, idsOf(rows));
}

interface RowUpdate {
  id: number;
  changes: Values;
}

async function revertRows(
  unit: UnitOfWork,
  table: RecordedTable,
  logged: readonly Change[],
  isMerged: boolean,
): Promise<void> {
  const rows = logged.filter((row) => !isUnchanged(row));
  const stored = await lockRows(unit, table, idsOf(rows));
  await unit.updateMany(
    table,
    isMerged ? revertWrittenColumns(unit, table, rows, stored) : revertAllColumns(unit, table, rows, stored),
  );
}

function revertAllColumns(
  unit: UnitOfWork,
  table: RecordedTable,
  rows: readonly Change[],
  stored: ReadonlyMap<number, Values>,
): RowUpdate[] {
  refuseChangedRows(table, rows, stored);
  return rows.map((row) => ({
    id: row.id,
    changes: Object.fromEntries(
      Object.entries(row.before ?? {}).filter(([column]) => !isExcluded(unit, row, column)),
    ),
  }));
}

function revertWrittenColumns(
  unit: UnitOfWork,
  table: RecordedTable,
  rows: readonly Change[],
  stored: ReadonlyMap<number, Values>,
): RowUpdate[] {
  const cleared = new Set(clearedColumns(table).map(({ column }) => column));
  const changed: Change[] = [];
  const updates: RowUpdate[] = [];
  for (const row of rows) {
    const { id, before, after } = row;
    const current = stored.get(id);
    const writtenColumns = Object.keys(before ?? {}).filter(
      (column) => !isExcluded(unit, row, column) && before?.[column] !== after?.[column],
    );
    if (!current && writtenColumns.every((column) => cleared.has(column))) continue;
    if (!current || writtenColumns.some((column) => current[column] !== after?.[column])) changed.push(row);
    else
      updates.push({
        id,
        changes: Object.fromEntries(writtenColumns.map((column) => [column, before?.[column]])),
      });
  }
  if (changed.length > 0) throw new RestoreConflict('changed', table, changed);
  return updates;
}

const isExcluded = ({ rules }: UnitOfWork, row: Change, column: string): boolean =>
  isIgnoredByUndo(column) || (rules.tables[row.table]?.excludedColumns?.(row).includes(column) ?? false);

const clearedColumns = (table: RecordedTable) =>
  listReferences(table).filter(({ onRemove }) => onRemove === 'clear');
