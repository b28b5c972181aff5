import { operationDescriptions, ruleMessages } from '../../contract/errors';
import { Problem, notFound } from '../problem';
import { databaseFailure, locked } from './dialect';
import type { UnitOfWork } from './unitOfWork';

const parsed = (json: string | null): Record<string, unknown> | null =>
  json === null ? null : JSON.parse(json);

/**
 * Takes one operation back: every row it touched becomes what it was, in reverse order. Itself an operation.
 * @throws NOT_FOUND, or UNDO_CONFLICT when it was undone before or a touched row has changed since
 */
export async function undoOperation(unit: UnitOfWork, operationId: number): Promise<void> {
  const operation = await locked(
    unit.kind,
    unit.trx.selectFrom('operations').selectAll().where('id', '=', operationId),
  ).executeTakeFirst();
  if (!operation) throw notFound();
  if (operation.undone_at) throw new Problem('UNDO_CONFLICT', { message: ruleMessages.undoneAlready });
  const rows = await unit.trx
    .selectFrom('operation_rows')
    .selectAll()
    .where('operation_id', '=', operationId)
    .orderBy('id', 'desc')
    .execute();
  unit.describe(
    'undo',
    operation.table_name,
    operation.item_name,
    operationDescriptions.undone(operation.description),
    operationId,
  );
  try {
    for (const row of rows)
      await unit.restore(row.table_name, row.row_id, parsed(row.before), parsed(row.after));
  } catch (error) {
    const failure = databaseFailure(error);
    const isInTheWay = failure?.code === 'DUPLICATE' || failure?.code === 'HAS_DEPENDENTS';
    throw isInTheWay ? new Problem('UNDO_CONFLICT', { cause: error }) : error;
  }
  await unit.trx
    .updateTable('operations')
    .set({ undone_at: unit.now })
    .where('id', '=', operationId)
    .execute();
}
