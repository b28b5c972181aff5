import { chunks } from '../engine/chunks';
import { databaseFailure } from '../engine/dialect';
import type { RecordedTable } from '../schema/recorded';
import { storedRows } from '../log/storedRows';
import { releaseAccounts, returnAccounts } from '../studentAccounts';
import type { ReturnedStudent } from '../returnedStudents';
import { replaceTakenNumbers } from '../studentNumbers';
import { type UnitOfWork, bookkeeping } from '../log/unitOfWork';
import { referencesOf } from '../bulk/cascade';
import type { Db, Values } from '../schema';
import { type FindThere, refuseWorkIn, withPlace } from './enrolmentRows';
import { refuseRegistersOf, withCircle } from './memberRows';
import { isUntouched, type LoggedRow, refuseDifferent, RestoreConflict } from './restoreConflict';

/** Accounts per statement. */
const chunkSize = 500;

interface RestoreOptions {
  /**
   * True: a changed row gets back only the columns that the operation changed, later changes of other columns stay,
   * and a reference to a deleted row stays empty. False: any later change is a conflict.
   */
  isMerged: boolean;
  /** The number of the operation if it is a deletion: students get their accounts back. */
  deletion: number | null;
  /** Receives the students who get another academic number, or lose the national id. */
  returned: ReturnedStudent[];
}

/** A new password keeps somebody out, so undo never puts an earlier one back. */
export const passwordColumns = ['password_hash', 'must_change_password', 'password_ends_at'] as const;
const withPassword: ReadonlySet<string> = new Set([...bookkeeping, ...passwordColumns]);

/** The columns of a changed row that stay as they are. */
const keptColumns = ({ before, after }: LoggedRow): ReadonlySet<string> =>
  before?.['password_hash'] === after?.['password_hash'] ? bookkeeping : withPassword;

type Way = 'put back' | 'take away' | 'change back';

const wayOf = ({ before, after }: LoggedRow): Way =>
  before === null ? 'take away' : after === null ? 'put back' : 'change back';

/**
 * Restores rows to the state before; `rows` are in reverse order of the writes. Adjacent rows of one table use one
 * statement.
 * @throws RestoreConflict
 */
export async function restoreRows(
  unit: UnitOfWork,
  rows: readonly LoggedRow[],
  options: RestoreOptions,
): Promise<void> {
  const goneStudents = new Set(
    idsOf(rows.filter((row) => row.table === 'students' && wayOf(row) === 'take away')),
  );
  for (const run of runsOf(rows)) {
    const [{ table }] = run as [LoggedRow];
    const way = wayOf(run[0] as LoggedRow);
    try {
      if (way === 'put back') await putBack(unit, table, run, options);
      else if (way === 'take away') await takeAway(unit, table, run, goneStudents);
      else if (table === 'users' && options.deletion !== null)
        await returnAccounts(unit, options.deletion, run);
      else await changeBack(unit, table, run, options.isMerged);
    } catch (error) {
      throw asConflict(error, way, table, run);
    }
  }
}

/** Adjacent rows of one table with the same kind of change, without repeated rows. */
function* runsOf(rows: readonly LoggedRow[]): Generator<LoggedRow[]> {
  let run: LoggedRow[] = [];
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

function asConflict(error: unknown, way: Way, table: RecordedTable, run: readonly LoggedRow[]): unknown {
  if (error instanceof RestoreConflict) return error;
  const code = databaseFailure(error)?.code;
  if (code === 'DUPLICATE') return new RestoreConflict('taken', table, run, error);
  if (code !== 'HAS_DEPENDENTS') return error;
  return new RestoreConflict(way === 'take away' ? 'needed' : 'parent gone', table, run, error);
}

const idsOf = (rows: readonly LoggedRow[]) => rows.map(({ id }) => id);

/** For rows that only describe others: those whose record exists. */
export async function rowsWithPlace(
  db: Db,
  findThere: FindThere,
  table: RecordedTable,
  rows: readonly LoggedRow[],
): Promise<readonly LoggedRow[]> {
  if (table === 'enrolments') return withPlace(findThere, rows);
  if (table === 'circle_members' || table === 'circle_substitutes')
    return withCircle(db, findThere, table, rows);
  return rows;
}

async function putBack(
  unit: UnitOfWork,
  table: RecordedTable,
  rows: readonly LoggedRow[],
  { isMerged, deletion, returned }: RestoreOptions,
): Promise<void> {
  const stored = await storedRows(unit, table, idsOf(rows));
  const standing = rows.filter(({ id }) => stored.has(id));
  if (standing.length > 0) throw new RestoreConflict('changed', table, standing);
  const whole = await rowsWithPlace(unit.trx, (of, ids) => storedRows(unit, of, ids), table, rows);
  if (whole.length === 0) return;
  const found = whole.map(({ before }): Values => ({
    ...before,
    version: Number(before?.['version'] ?? 0) + 1,
    updated_at: unit.now,
  }));
  if (isMerged) await clearLostReferences(unit, table, found);
  if (table === 'users') await keepLastPasswords(unit, found);
  if (table === 'students' && deletion !== null) {
    returned.push(...(await replaceTakenNumbers(unit, found, deletion)));
  }
  await unit.insertMany(table, found);
}

/** Gives accounts that come back the last password that the log knows, which may be later than the rows that return. */
async function keepLastPasswords({ trx }: UnitOfWork, accounts: Values[]): Promise<void> {
  const byId = new Map(accounts.map((account) => [Number(account['id']), account]));
  for (const part of chunks([...byId.keys()], chunkSize)) {
    const newest = trx
      .selectFrom('operation_rows')
      .select((on) => on.fn.max('id').as('id'))
      .where('table_name', '=', 'users')
      .where('row_id', 'in', part)
      .groupBy('row_id');
    const logged = await trx
      .selectFrom('operation_rows')
      .select(['row_id', 'before', 'after'])
      .where('id', 'in', newest)
      .execute();
    for (const { row_id, before, after } of logged) {
      const last = JSON.parse(after ?? before ?? '{}') as Values;
      const account = byId.get(row_id);
      for (const column of passwordColumns)
        if (account && column in last) account[column] = last[column] ?? null;
    }
  }
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
  rows: readonly LoggedRow[],
  goneStudents: ReadonlySet<number>,
): Promise<void> {
  const stored = await storedRows(unit, table, idsOf(rows));
  refuseDifferent(table, rows, stored);
  if (table === 'enrolments') await refuseWorkIn(unit, idsOf(rows));
  if (table === 'circle_members') {
    const left = rows.filter(({ after }) => !goneStudents.has(Number(after?.['student_row_id'])));
    await refuseRegistersOf(unit, idsOf(left));
  }
  if (table === 'students') await releaseAccounts(unit, idsOf(rows));
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
  logged: readonly LoggedRow[],
  isMerged: boolean,
): Promise<void> {
  const rows = logged.filter((row) => !isUntouched(row));
  const stored = await storedRows(unit, table, idsOf(rows));
  await unit.updateMany(table, isMerged ? mergeBack(table, rows, stored) : wholeBack(table, rows, stored));
}

/** Restores all columns, if none has changed since. */
function wholeBack(
  table: RecordedTable,
  rows: readonly LoggedRow[],
  stored: ReadonlyMap<number, Values>,
): Back[] {
  refuseDifferent(table, rows, stored);
  return rows.map((row) => ({
    id: row.id,
    changes: Object.fromEntries(
      Object.entries(row.before ?? {}).filter(([column]) => !keptColumns(row).has(column)),
    ),
  }));
}

/** Restores the columns that were written; others may have changed since. */
function mergeBack(
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
      (column) => !keptColumns(row).has(column) && before?.[column] !== after?.[column],
    );
    if (!now && written.every((column) => cleared.has(column))) continue;
    if (!now || written.some((column) => now[column] !== after?.[column])) changed.push(row);
    else back.push({ id, changes: Object.fromEntries(written.map((column) => [column, before?.[column]])) });
  }
  if (changed.length > 0) throw new RestoreConflict('changed', table, changed);
  return back;
}

/** The references of a table that become empty when their target is removed. */
const clearedColumns = (table: RecordedTable) =>
  referencesOf(table).filter(({ onRemove }) => onRemove === 'clear');
