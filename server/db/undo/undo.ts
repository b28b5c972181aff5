import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../../contract/errors';
import { operationDescriptions } from '../../../contract/successMessages';
import { Problem, notFound } from '../../problem';
import { parseChange } from '../log/loggedRows';
import type { Change, UnitOfWork } from '../log/unitOfWork';
import type { Row, Db } from '../schema';
import { restoreRows } from './restoreRows';

/** SQL: the logged rows of the operation are still stored, so it can be undone. */
export const hasNotExpired = sql<SqlBool>`(action <> 'delete' or archived_at is not null)`;

const chunkSize = 2_000;

async function readLoggedRows(unit: UnitOfWork, operationId: number): Promise<Change[]> {
  const changes: Change[] = [];
  let beforeId: number | undefined;
  do {
    let query = unit.trx.selectFrom('operation_rows').selectAll().where('operation_id', '=', operationId);
    if (beforeId !== undefined) query = query.where('id', '<', beforeId);
    const rows = await query.orderBy('id', 'desc').limit(chunkSize).execute();
    changes.push(...rows.map(parseChange));
    beforeId = rows.length === chunkSize ? rows.at(-1)?.id : undefined;
    await unit.yieldToEventLoop();
  } while (beforeId !== undefined);
  return changes;
}

/** @param mode `restore` keeps later changes of other columns @throws NOT_FOUND, UNDO_CONFLICT */
export async function undoOperation(
  unit: UnitOfWork,
  operationId: number,
  mode: 'undo' | 'restore' = 'undo',
): Promise<Row<'operations'>> {
  const { undo } = unit.rules;
  const operation = await claimOperation(unit, operationId, mode);
  const describe = mode === 'undo' ? operationDescriptions.undone : operationDescriptions.restored;
  unit.describe(mode, operation.table_name, operation.item_name, describe(operation.description), {
    undoOf: operationId,
  });
  const logged = await readLoggedRows(unit, operationId);
  const rows = await undo.selectUndoable(unit.trx, operation, logged);
  if (rows.length === 0 && logged.length > 0)
    throw new Problem('UNDO_CONFLICT', { message: undo.nothingToUndo });
  const deletion = operation.action === 'delete' ? operationId : null;
  await restoreRows(unit, rows, { isMerged: mode === 'restore', deletion });
  for (const { isChunkedOnly, find, run } of undo.followUps)
    if (!isChunkedOnly) await run(unit, await find(unit.trx, unit), false);
  for (const runCheck of undo.checks) await runCheck(unit);
  return operation;
}

/** Call it before reading the rows, so that the second of two parallel undos waits and is refused. */
export async function claimOperation(
  unit: Pick<UnitOfWork, 'trx' | 'now'>,
  operationId: number,
  mode: 'undo' | 'restore',
): Promise<Row<'operations'>> {
  const operation = await unit.trx
    .updateTable('operations')
    .set({ undone_at: unit.now })
    .where('id', '=', operationId)
    .where('undone_at', 'is', null)
    .where(hasNotExpired)
    .returningAll()
    .executeTakeFirst();
  if (operation) return operation;
  await refuseUndoneOperation(unit.trx, operationId, mode);
  throw new Problem('UNDO_CONFLICT', { message: ruleMessages.restoreExpired });
}

export async function refuseUndoneOperation(
  db: Db,
  operationId: number,
  mode: 'undo' | 'restore',
): Promise<void> {
  const stored = await db
    .selectFrom('operations')
    .select('undone_at')
    .where('id', '=', operationId)
    .executeTakeFirstOrThrow(notFound);
  const message = mode === 'undo' ? ruleMessages.undoneAlready : ruleMessages.restoredAlready;
  if (stored.undone_at !== null) throw new Problem('UNDO_CONFLICT', { message });
}
