import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';
import { recordedTables } from '../schema/recorded';
import { childrenFirst } from '../bulk/wholeTable';
import type { UnitOfWork } from './unitOfWork';

/**
 * While every row of a table is being deleted in parts, nobody adds to what goes: a new mark would go unseen with the
 * others and, where it stands in the place of one that has gone, both could never come back. Called once, when a unit
 * has written: whoever is late by a moment is waited for by the first part.
 * @throws BUSY
 */
export async function refuseAdditions(unit: UnitOfWork): Promise<void> {
  const added = recordedTables.filter((table) => unit.changed(table).some(({ before }) => !before));
  if (added.length === 0) return;
  // First alone: there is hardly ever one, and a join might begin with the operations, of which there are very many.
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
