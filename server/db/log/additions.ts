import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';
import { recordedTables } from '../schema/recorded';
import { isGoing } from '../bulk/wholeTable';
import type { UnitOfWork } from './unitOfWork';

/**
 * While records are being deleted in parts, no rows may be added that the deletion would include: it would remove them
 * unseen, and if a new row replaced a deleted one, they could not both be restored. Called once, after a unit has
 * written; the first part waits for units that wrote just before it.
 * @throws BUSY
 */
export async function refuseAdditions(unit: UnitOfWork): Promise<void> {
  const added = recordedTables.flatMap((table) => {
    // A student moved into a batch belongs to it, too.
    const rows = unit
      .changed(table)
      .filter(({ before, after }) => after && (!before || table === 'enrolments'));
    return rows.length > 0 ? [{ table, ids: rows.map(({ after }) => Number(after?.id)) }] : [];
  });
  if (added.length === 0) return;
  // Queried alone first: there is hardly ever a removal, and a join could start with the operations, of which there
  // are many.
  const removals = await unit.trx
    .selectFrom('slow_removals')
    .select(['operation_id', 'ids'])
    .where('operation_id', '>', 0)
    .execute();
  for (const { operation_id, ids } of removals) {
    const { table_name: table } = await unit.trx
      .selectFrom('operations')
      .select('table_name')
      .where('id', '=', operation_id)
      .executeTakeFirstOrThrow();
    const removed = { table, ids: idsOf(ids) };
    for (const one of added)
      if (await isGoing(unit.trx, removed, one.table, one.ids))
        throw new Problem('BUSY', {
          message: ids === null ? ruleMessages.beingDeleted : ruleMessages.recordBeingDeleted,
          retryAfterSeconds: 5,
        });
  }
}

/** The records that a removal in parts is about; null: all of its table. */
export const idsOf = (json: string | null): number[] | null =>
  json === null ? null : (JSON.parse(json) as number[]);
