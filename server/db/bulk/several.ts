import { sql } from 'kysely';
import { maxRowsTogether } from '../../../contract/bulk/many';
import { ruleMessages } from '../../../contract/errors';
import { operationDescriptions, successMessages } from '../../../contract/successMessages';
import { Problem } from '../../problem';
import { chunks } from '../engine/chunks';
import type { UnitOfWork } from '../log/unitOfWork';
import type { Db } from '../schema';
import { always, type Condition } from '../search/matching';
import { dependentsOf, removeWithChildren } from './cascade';
import { refuseWorkOfLeavers } from './leavers';

/** The tables of which several records can be deleted at once, with the column of the name. */
const nameColumns = {
  programs: 'program_name',
  batches: 'batch_name',
  subjects: 'name',
  students: 'full_name',
  users: 'name',
} as const;
export type RemovableTable = keyof typeof nameColumns;

/** Rows per statement. */
const chunkSize = 500;

/**
 * Records by number, each once.
 * @throws NOT_FOUND if one of them is missing, or outside of the scope
 */
export async function severalOf(
  db: Db,
  table: RemovableTable,
  ids: readonly number[],
  scope: Condition = always,
): Promise<{ id: number; name: string }[]> {
  const wanted = [...new Set(ids)];
  const found: { id: number; name: string }[] = [];
  for (const part of chunks(wanted, chunkSize)) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, ${sql.ref(nameColumns[table])} as name from ${sql.table(table)}
      where id in (${sql.join(part)}) and ${scope} order by id`.execute(db);
    found.push(...rows);
  }
  if (found.length < wanted.length) throw new Problem('NOT_FOUND', { message: ruleMessages.someAreGone });
  return found;
}

interface Asked {
  ids: readonly number[];
  confirm?: number | undefined;
}

/** What a deletion of several has done, for its answer. */
interface Removed {
  unit: UnitOfWork;
  table: RemovableTable;
  count: number;
}

/**
 * Deletes several records with everything that depends on them, and describes the operation.
 * @throws NOT_FOUND as `severalOf`, HAS_DEPENDENTS as `refuseWorkOfLeavers`, TOO_LARGE for more rows than one
 * transaction should hold
 */
export async function removeSeveral(
  unit: UnitOfWork,
  table: RemovableTable,
  { ids, confirm }: Asked,
  scope: Condition = always,
): Promise<Removed> {
  const records = await severalOf(unit.trx, table, ids, scope);
  const numbers = records.map(({ id }) => id);
  const only = records.length === 1 ? (records[0]?.name ?? null) : null;
  unit.describe('delete', table, only, operationDescriptions.severalDeleted(table, only, records.length));
  // One record alone can always be deleted.
  if (records.length > 1) await refuseTooMany(unit, table, numbers);
  const hasLeavers = table === 'programs' || table === 'batches' || table === 'subjects';
  if (hasLeavers) await refuseWorkOfLeavers(unit.trx, table, numbers, confirm);
  await removeWithChildren(unit, table, numbers);
  return { unit, table, count: records.length };
}

async function refuseTooMany(unit: UnitOfWork, table: RemovableTable, ids: readonly number[]) {
  const counts = await dependentsOf(unit.trx, table, ids, maxRowsTogether);
  const rows = Object.values(counts).reduce((sum, count) => sum + count, ids.length);
  if (rows > maxRowsTogether) throw new Problem('TOO_LARGE', { message: ruleMessages.tooManyToDelete });
}

/** The answer of a deletion of several. */
export const removedSeveral = ({ unit, table, count }: Removed) => ({
  success: true as const,
  message: successMessages.severalDeleted(table, count),
  done: count,
  operation_id: unit.operation,
});
