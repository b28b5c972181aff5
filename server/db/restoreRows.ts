import type { Kysely } from 'kysely';
import { Problem } from '../problem';
import { relations } from './cascade';
import { databaseFailure, locked } from './dialect';
import { type LoggedRow, RestoreConflict, type Values } from './restoreConflict';
import type { RecordedTable } from './schema';
import { bookkeeping, isSame, type UnitOfWork } from './unitOfWork';

export interface RestoreOptions {
  /**
   * Of a row that was only changed, the changed columns go back and later changes of others stay; a reference to a
   * row that is gone stays empty. Otherwise any later change is in the way.
   */
  isMerged: boolean;
}

type Way = 'put back' | 'take away' | 'change back';

const wayOf = ({ before, after }: LoggedRow): Way =>
  before === null ? 'take away' : after === null ? 'put back' : 'change back';

/**
 * Makes rows what they were; `rows` in reverse order of the writes. Neighbours of one table go in one statement.
 * @throws RestoreConflict
 */
export async function restoreRows(
  unit: UnitOfWork,
  rows: readonly LoggedRow[],
  options: RestoreOptions,
): Promise<void> {
  for (const run of runsOf(rows)) {
    const [{ table }] = run as [LoggedRow];
    const way = wayOf(run[0] as LoggedRow);
    try {
      if (way === 'put back') await putBack(unit, table, run, options);
      else if (way === 'take away') await takeAway(unit, table, run);
      else for (const row of run) await changeBack(unit, row, options);
    } catch (error) {
      throw asConflict(error, way, table, run);
    }
  }
}

function* runsOf(rows: readonly LoggedRow[]): Generator<LoggedRow[]> {
  let run: LoggedRow[] = [];
  for (const row of rows) {
    const [first] = run;
    if (first && (first.table !== row.table || wayOf(first) !== wayOf(row))) {
      yield run;
      run = [];
    }
    run.push(row);
  }
  if (run.length > 0) yield run;
}

function asConflict(error: unknown, way: Way, table: RecordedTable, run: readonly LoggedRow[]): unknown {
  if (error instanceof RestoreConflict) return error;
  if (error instanceof Problem && error.code === 'UNDO_CONFLICT') {
    const changed = run.filter(({ id }) => id === error.options.extra?.['row_id']);
    return new RestoreConflict('changed', table, changed, error);
  }
  const code = databaseFailure(error)?.code;
  if (code === 'DUPLICATE') return new RestoreConflict('taken', table, run, error);
  if (code !== 'HAS_DEPENDENTS') return error;
  return new RestoreConflict(way === 'take away' ? 'needed' : 'parent gone', table, run, error);
}

type Dynamic = Kysely<Record<string, Values>>;

async function storedRows(
  unit: UnitOfWork,
  table: RecordedTable,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  const found = new Map<number, Values>();
  for (let start = 0; start < ids.length; start += 500) {
    const query = (unit.trx as unknown as Dynamic)
      .selectFrom(table)
      .selectAll()
      .where('id', 'in', ids.slice(start, start + 500))
      .orderBy('id');
    for (const row of await locked(unit.kind, query).execute()) found.set(Number(row['id']), row);
  }
  return found;
}

const idsOf = (rows: readonly LoggedRow[]) => rows.map(({ id }) => id);

async function putBack(
  unit: UnitOfWork,
  table: RecordedTable,
  rows: readonly LoggedRow[],
  { isMerged }: RestoreOptions,
): Promise<void> {
  const stored = await storedRows(unit, table, idsOf(rows));
  if (stored.size > 0)
    throw new RestoreConflict(
      'changed',
      table,
      rows.filter(({ id }) => stored.has(id)),
    );
  const found = rows.map(({ before }) => ({
    ...before,
    version: Number(before?.['version'] ?? 0) + 1,
    updated_at: unit.now,
  }));
  if (isMerged) await clearLostReferences(unit, table, found);
  await unit.insertMany(table, found as never);
}

/** Empties the references that a deletion of their target would have emptied too. */
async function clearLostReferences(unit: UnitOfWork, table: RecordedTable, rows: Values[]): Promise<void> {
  for (const { parent, column } of clearedColumns(table)) {
    const ids = rows.flatMap((row) => (row[column] == null ? [] : [Number(row[column])]));
    const stored = await storedRows(unit, parent, ids);
    for (const row of rows) if (!stored.has(Number(row[column]))) row[column] = null;
  }
}

const clearedColumns = (table: RecordedTable): { parent: RecordedTable; column: string }[] =>
  Object.entries(relations).flatMap(([parent, children]) =>
    children
      .filter((relation) => relation.table === table && relation.onRemove === 'clear')
      .map(({ column }) => ({ parent: parent as RecordedTable, column })),
  );

async function takeAway(unit: UnitOfWork, table: RecordedTable, rows: readonly LoggedRow[]): Promise<void> {
  const stored = await storedRows(unit, table, idsOf(rows));
  const changed = rows.filter(({ id, after }) => !isSame(stored.get(id) ?? null, after));
  if (changed.length > 0) throw new RestoreConflict('changed', table, changed);
  await unit.remove(table, idsOf(rows));
}

async function changeBack(unit: UnitOfWork, row: LoggedRow, { isMerged }: RestoreOptions): Promise<void> {
  const { table, id, before, after } = row;
  if (!isMerged) return unit.restore(table, id, before, after);
  const stored = (await storedRows(unit, table, [id])).get(id);
  const written = Object.keys(before ?? {}).filter(
    (column) => !bookkeeping.has(column) && before?.[column] !== after?.[column],
  );
  const cleared = new Set(clearedColumns(table).map(({ column }) => column));
  if (!stored && written.every((column) => cleared.has(column))) return;
  if (!stored || written.some((column) => stored[column] !== after?.[column]))
    throw new RestoreConflict('changed', table, [row]);
  await unit.update(table, id, Object.fromEntries(written.map((column) => [column, before?.[column]])));
}
