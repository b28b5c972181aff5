import { relations } from '../bulk/cascade';
import type { RecordedTable } from '../schema/recorded';
import { storedRows } from '../log/storedRows';
import { bookkeeping, isSame, type UnitOfWork } from '../log/unitOfWork';
import { type LoggedRow, RestoreConflict, type Values } from './restoreConflict';

interface Back {
  id: number;
  changes: Values;
}

/**
 * Makes rows that an operation only changed what they were, no row twice among them.
 * @param isMerged whether only the columns go back that it changed
 * @throws RestoreConflict
 */
export async function changeBack(
  unit: UnitOfWork,
  table: RecordedTable,
  rows: readonly LoggedRow[],
  isMerged: boolean,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const stored = await storedRows(unit, table, ids);
  const back = isMerged ? mergedBack(table, rows, stored) : wholeBack(table, rows, stored);
  await unit.updateMany(table, back);
}

/** All columns go back, and none may have changed since. */
function wholeBack(
  table: RecordedTable,
  rows: readonly LoggedRow[],
  stored: ReadonlyMap<number, Values>,
): Back[] {
  const changed = rows.filter(({ id, after }) => !isSame(stored.get(id) ?? null, after));
  if (changed.length > 0) throw new RestoreConflict('changed', table, changed);
  return rows.map(({ id, before }) => ({
    id,
    changes: Object.fromEntries(Object.entries(before ?? {}).filter(([column]) => !bookkeeping.has(column))),
  }));
}

/** The columns that were written go back; others may have changed since. */
function mergedBack(
  table: RecordedTable,
  rows: readonly LoggedRow[],
  stored: ReadonlyMap<number, Values>,
): Back[] {
  const cleared = new Set(clearedColumns(table).map(({ column }) => column));
  const changed: LoggedRow[] = [];
  const back: Back[] = [];
  for (const row of rows) {
    const { id, before, after } = row;
    const now = stored.get(id);
    const written = Object.keys(before ?? {}).filter(
      (column) => !bookkeeping.has(column) && before?.[column] !== after?.[column],
    );
    if (!now && written.every((column) => cleared.has(column))) continue;
    if (!now || written.some((column) => now[column] !== after?.[column])) changed.push(row);
    else back.push({ id, changes: Object.fromEntries(written.map((column) => [column, before?.[column]])) });
  }
  if (changed.length > 0) throw new RestoreConflict('changed', table, changed);
  return back;
}

/** The references of a table that are emptied when their target is removed. */
export const clearedColumns = (table: RecordedTable): { parent: RecordedTable; column: string }[] =>
  Object.entries(relations).flatMap(([parent, children]) =>
    children
      .filter((relation) => relation.table === table && relation.onRemove === 'clear')
      .map(({ column }) => ({ parent: parent as RecordedTable, column })),
  );
