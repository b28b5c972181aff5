import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';
import { recordedTables } from '../schema/recorded';
import { childrenFirst } from '../bulk/wholeTable';
import type { UnitOfWork } from './unitOfWork';

/**
 * While every row of a table is being deleted in parts, no rows may be added that the deletion would include: it
 * would remove them unseen, and if a new row replaced a deleted one, they could not both be restored. Called once,
 * after a unit has written; the first part waits for units that wrote just before it.
 * @throws BUSY
 */
export async function refuseAdditions(unit: UnitOfWork): Promise<void> {
  const added = recordedTables.filter((table) => unit.changed(table).some(({ before }) => !before));
  if (added.length === 0) return;
  // Queried alone first: there is hardly ever a removal, and a join could start with the operations, of which there
  // are many.
  const removals = await unit.trx
    .selectFrom('slow_removals')
    .select('operation_id')
    .where('operation_id', '>', 0)
    .execute();
  if (removals.length === 0) return;
  const ids = removals.map(({ operation_id }) => operation_id);
  const tables = await unit.trx
    .selectFrom('operations')
    .select('table_name')
    .where('id', 'in', ids)
    .execute();
  const going = new Set(tables.flatMap(({ table_name }) => childrenFirst(table_name)));
  if (added.some((table) => going.has(table)))
    throw new Problem('BUSY', { message: ruleMessages.beingDeleted, retryAfterSeconds: 5 });
}
