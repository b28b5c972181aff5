import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../../contract/errors';
import { operationDescriptions } from '../../../contract/successMessages';
import { Problem, notFound } from '../../problem';
import { asChange } from '../log/loggedRows';
import type { Change, UnitOfWork } from '../log/unitOfWork';
import type { Row, Db } from '../schema';
import { restoreRows } from './restoreRows';

/** SQL: the logged rows of the operation have not expired, so that it can be undone. */
export const isKept = sql<SqlBool>`(action <> 'delete' or archived_at is not null)`;

/** Rows per statement. */
const chunkSize = 2_000;

/** The rows of an operation, the last write first. */
async function readLoggedRows(unit: UnitOfWork, operationId: number): Promise<Change[]> {
  const found: Change[] = [];
  let below: number | undefined;
  do {
    let query = unit.trx.selectFrom('operation_rows').selectAll().where('operation_id', '=', operationId);
    if (below !== undefined) query = query.where('id', '<', below);
    const rows = await query.orderBy('id', 'desc').limit(chunkSize).execute();
    found.push(...rows.map(asChange));
    below = rows.length === chunkSize ? rows.at(-1)?.id : undefined;
    await unit.yieldToEventLoop();
  } while (below !== undefined);
  return found;
}

/**
 * Undoes one operation: restores every row it wrote, in reverse order. The undo is an operation itself.
 * @param as `restore` from the archive keeps later changes of other columns
 * @throws NOT_FOUND, or UNDO_CONFLICT if it was undone before, its retention period is over, one of its rows has
 * changed since, or a rule of its records is broken
 */
export async function undoOperation(
  unit: UnitOfWork,
  operationId: number,
  as: 'undo' | 'restore' = 'undo',
): Promise<Row<'operations'>> {
  const { undo } = unit.rules;
  const operation = await claimOperation(unit, operationId, as);
  const say = as === 'undo' ? operationDescriptions.undone : operationDescriptions.restored;
  unit.describe(as, operation.table_name, operation.item_name, say(operation.description), {
    undoOf: operationId,
  });
  const logged = await readLoggedRows(unit, operationId);
  const rows = await undo.withoutLeft(unit.trx, operation, logged);
  if (rows.length === 0 && logged.length > 0) throw new Problem('UNDO_CONFLICT', { message: undo.allLeft });
  const deletion = operation.action === 'delete' ? operationId : null;
  await restoreRows(unit, rows, { isMerged: as === 'restore', deletion });
  for (const { isOfParts, find, settle } of undo.settlements)
    if (!isOfParts) await settle(unit, await find(unit.trx, unit), false);
  for (const follow of undo.afterEach) await follow(unit);
  return operation;
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
