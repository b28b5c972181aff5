import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../../contract/errors';
import { maxSavedFilters } from '../../../contract/savedFilters';
import { operationDescriptions } from '../../../contract/successMessages';
import { Problem, notFound } from '../../problem';
import { settleAccounts } from '../../domain/accounts';
import { chunks } from '../engine/chunks';
import { gradedSubjects, refuseMarksOverMax } from '../../domain/marksOverMax';
import type { Row, Db } from '../schema';
import { refuseTypeOverData } from '../../domain/typeChange';
import type { UnitOfWork } from '../log/unitOfWork';
import type { ReturnedStudent } from '../../domain/returnedStudents';
import { settleHandIns } from './handIns';
import type { LoggedRow } from './restoreConflict';
import { restoreRows } from './restoreRows';

/** SQL: the logged rows of the operation have not expired, so that it can be undone. */
export const isKept = sql<SqlBool>`(action <> 'delete' or archived_at is not null)`;

const parseRow = (json: string | null): Record<string, unknown> | null =>
  json === null ? null : JSON.parse(json);

/** A row of `operation_rows` as a `LoggedRow`. */
export const asLogged = ({
  table_name,
  row_id,
  before,
  after,
}: Pick<Row<'operation_rows'>, 'table_name' | 'row_id' | 'before' | 'after'>): LoggedRow => ({
  table: table_name,
  id: row_id,
  before: parseRow(before),
  after: parseRow(after),
});

/** Rows per statement. */
const chunkSize = 2_000;

/** An operation that was undone, and the students whose academic number or national id changed when they were restored. */
export interface TakenBack {
  operation: Row<'operations'>;
  returned: readonly ReturnedStudent[];
  /** Accounts that were left, since their owners have signed in. */
  kept: number;
}

/** The rows of an operation, the last write first. */
async function readLoggedRows(unit: UnitOfWork, operationId: number): Promise<LoggedRow[]> {
  const found: LoggedRow[] = [];
  let below: number | undefined;
  do {
    let query = unit.trx.selectFrom('operation_rows').selectAll().where('operation_id', '=', operationId);
    if (below !== undefined) query = query.where('id', '<', below);
    const rows = await query.orderBy('id', 'desc').limit(chunkSize).execute();
    found.push(...rows.map(asLogged));
    below = rows.length === chunkSize ? rows.at(-1)?.id : undefined;
    await unit.yieldToEventLoop();
  } while (below !== undefined);
  return found;
}

/** Whether accounts that the operation made stay if their owners have signed in. */
const isOfMany = ({ action, table_name, item_name }: Row<'operations'>) =>
  action === 'import' || (action === 'create' && table_name === 'users' && item_name === null);

/** The accounts that the operation made among many, and whose owners have signed in. */
const signedIn = (db: Db, operationId: number) =>
  db
    .selectFrom('operation_rows')
    .innerJoin('users', 'users.id', 'operation_rows.row_id')
    .select('users.id')
    .where('operation_id', '=', operationId)
    .where('operation_rows.table_name', '=', 'users')
    .where('before', 'is', null)
    .where('last_login', 'is not', null);

/** How many accounts an undo has left. */
export async function countSignedIn(db: Db, operation: Row<'operations'>): Promise<number> {
  return isOfMany(operation) ? (await signedIn(db, operation.id).execute()).length : 0;
}

/** The rows to undo: without all rows of accounts whose owners have signed in, if the operation made many. */
export async function withoutSignedIn(
  db: Db,
  operation: Row<'operations'>,
  rows: readonly LoggedRow[],
): Promise<readonly LoggedRow[]> {
  const ids = new Set(rows.flatMap(({ table, id }) => (table === 'users' ? [id] : [])));
  if (ids.size === 0 || !isOfMany(operation)) return rows;
  const used = new Set<number>();
  for (const part of chunks([...ids], chunkSize))
    for (const { id } of await signedIn(db, operation.id).where('users.id', 'in', part).execute())
      used.add(id);
  return rows.filter(({ table, id }) => table !== 'users' || !used.has(id));
}

const accountsAmong = (rows: readonly LoggedRow[]) =>
  new Set(rows.flatMap(({ table, id }) => (table === 'users' ? [id] : []))).size;

export const allSignedIn = () => new Problem('UNDO_CONFLICT', { message: ruleMessages.allSignedIn });

/**
 * Undoes one operation: restores every row it wrote, in reverse order. The undo is an operation itself.
 * @param as `restore` from the archive keeps later changes of other columns
 * @throws NOT_FOUND, or UNDO_CONFLICT if it was undone before, its retention period is over, one of its rows has
 * changed since, a mark would be above its maximum, or the type of a subject would hide its marks or records
 */
export async function undoOperation(
  unit: UnitOfWork,
  operationId: number,
  as: 'undo' | 'restore' = 'undo',
): Promise<TakenBack> {
  const operation = await claimOperation(unit, operationId, as);
  const say = as === 'undo' ? operationDescriptions.undone : operationDescriptions.restored;
  unit.describe(as, operation.table_name, operation.item_name, say(operation.description), {
    undoOf: operationId,
  });
  const logged = await readLoggedRows(unit, operationId);
  const rows = as === 'undo' ? await withoutSignedIn(unit.trx, operation, logged) : logged;
  if (rows.length === 0 && logged.length > 0) throw allSignedIn();
  const returned: ReturnedStudent[] = [];
  const deletion = operation.action === 'delete' ? operationId : null;
  await restoreRows(unit, rows, { isMerged: as === 'restore', deletion, returned });
  await settleAccounts(unit);
  await settleHandIns(unit);
  await refuseMarksOverMax(unit, gradedSubjects(unit), 'UNDO_CONFLICT');
  await refuseTypeOverData(unit, 'UNDO_CONFLICT');
  await refuseManyFilters(unit);
  return { operation, returned, kept: accountsAmong(logged) - accountsAmong(rows) };
}

/** A saved filter that comes back counts, too. @throws UNDO_CONFLICT */
async function refuseManyFilters(unit: UnitOfWork): Promise<void> {
  const rows = unit
    .changed('saved_filters')
    .flatMap(({ before, after }) => (before || !after ? [] : [after]));
  for (const owner of new Set(rows.map(({ user_id }) => user_id))) {
    const { count } = await unit.trx
      .selectFrom('saved_filters')
      .select((on) => on.fn.countAll().as('count'))
      .where('user_id', '=', owner)
      .executeTakeFirstOrThrow();
    if (Number(count) > maxSavedFilters)
      throw new Problem('UNDO_CONFLICT', { message: ruleMessages.tooManySavedFilters });
  }
}

/**
 * Marks the operation as undone before its rows are read, so that of two parallel undos the second waits and is
 * refused.
 */
export async function claimOperation(
  unit: Pick<UnitOfWork, 'trx' | 'now'>,
  operationId: number,
  as: 'undo' | 'restore',
): Promise<Row<'operations'>> {
  const operation = await unit.trx
    .updateTable('operations')
    .set({ undone_at: unit.now })
    .where('id', '=', operationId)
    .where('undone_at', 'is', null)
    .where(isKept)
    .returningAll()
    .executeTakeFirst();
  if (operation) return operation;
  await refuseTakenBack(unit.trx, operationId, as);
  throw new Problem('UNDO_CONFLICT', { message: ruleMessages.restoreExpired });
}

/** @throws NOT_FOUND, or UNDO_CONFLICT when it was undone before */
export async function refuseTakenBack(db: Db, operationId: number, as: 'undo' | 'restore'): Promise<void> {
  const stored = await db
    .selectFrom('operations')
    .select('undone_at')
    .where('id', '=', operationId)
    .executeTakeFirstOrThrow(notFound);
  const again = as === 'undo' ? ruleMessages.undoneAlready : ruleMessages.restoredAlready;
  if (stored.undone_at !== null) throw new Problem('UNDO_CONFLICT', { message: again });
}
