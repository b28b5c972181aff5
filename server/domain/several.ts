import { sql } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { Problem } from '../problem';
import { chunks } from '../db/engine/chunks';
import type { Data } from '../db/data';
import type { Actor } from '../db/log/unitOfWork';
import type { Db, Trx } from '../db/schema';
import { always, type Condition } from '../db/search/matching';
import { removeWithChildren } from '../db/bulk/cascade';
import { type Named, type Removal, type Removed, removeInChunks } from '../db/chunked/removal';
import { isMoreThan } from '../db/bulk/wholeTable';
import { refuseWorkOfLeavers } from './leavers';
import { nameColumn } from './undoObstacles';

/** The tables of which several records can be deleted at once. */
export type RemovableTable = 'programs' | 'batches' | 'subjects' | 'students' | 'users';

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
      select id, ${sql.ref(nameColumn(table))} as name from ${sql.table(table)}
      where id in (${sql.join(part)}) and ${scope} order by id`.execute(db);
    found.push(...rows);
  }
  if (found.length < wanted.length)
    throw new Problem('NOT_FOUND', { message: ruleMessages.someRecordsDeleted });
  return found;
}

/** What is removed, and what the call answers. */
interface RemovalOf<T> {
  table: RemovableTable;
  ids: readonly number[];
  /** As in `Removal`. */
  find: Removal['find'];
  answer: (removed: Removed) => T;
}

/**
 * Removes records with everything that depends on them, as one operation: in one transaction, or, of very many rows, in
 * several.
 * @throws FORBIDDEN as `refuseOthersAccounts`, and as `find`
 */
export async function removeRecords<T>(
  data: Data,
  actor: Actor,
  { table, ids, find: findRecords, answer }: RemovalOf<T>,
): Promise<T> {
  const find = async (trx: Trx) => {
    const named = await findRecords(trx);
    await refuseOthersAccounts(trx, actor, table, ids);
    return named;
  };
  if (await isMoreThan(data.read, data.chunkSizes.maxRemovedAtOnce, table, ids))
    return answer(await removeInChunks(data, actor, { table, ids, find }, answer));
  const unit = await data.write(actor, async (writing) => {
    const { item, text } = await find(writing.trx);
    writing.describe('delete', table, item, text);
    await removeWithChildren(writing, table, ids);
    return writing;
  });
  return answer({ deleted: ids.length, operation_id: unit.operation });
}

/**
 * A deleted student is unlinked from his account; that of staff may be of another section, which an admin of one cannot
 * change. Asked before anything is removed: the check of what was written comes late, and parts do not have it.
 * @throws FORBIDDEN naming the student
 */
async function refuseOthersAccounts(
  trx: Trx,
  { section }: Actor,
  table: RemovableTable,
  ids: readonly number[],
): Promise<void> {
  if (!section || (table !== 'batches' && table !== 'students')) return;
  const chosen = sql.join([...ids]);
  const isRemoved =
    table === 'students'
      ? sql`students.id in (${chosen})`
      : sql`students.id in (select student_row_id from enrolments where is_shown = 1 and batch_id in (${chosen}))`;
  const { rows } = await sql<{ full_name: string }>`
    select students.full_name from users join students on students.id = users.student_row_id
    where users.role <> 'student' and coalesce(users.section, '') <> ${section} and ${isRemoved}
    order by students.id limit 1`.execute(trx);
  if (rows[0])
    throw new Problem('FORBIDDEN', { message: ruleMessages.studentOfOthersAccount(rows[0].full_name) });
}

interface Asked {
  ids: readonly number[];
  confirm?: number | undefined;
}

/**
 * Deletes several records with everything that depends on them.
 * @throws NOT_FOUND as `severalOf`, HAS_DEPENDENTS as `refuseWorkOfLeavers`
 */
export function removeSeveral(
  data: Data,
  actor: Actor,
  table: RemovableTable,
  { ids, confirm }: Asked,
  scope: Condition = always,
) {
  const numbers = [...new Set(ids)];
  return removeRecords(data, actor, {
    table,
    ids: numbers,
    find: async (trx) => {
      const records = await severalOf(trx, table, numbers, scope);
      const hasLeavers = table === 'programs' || table === 'batches' || table === 'subjects';
      if (hasLeavers) await refuseWorkOfLeavers(trx, table, numbers, confirm);
      return namesOf(table, records);
    },
    answer: ({ deleted, operation_id }) => removedSeveral(table, deleted, operation_id),
  });
}

/** The answer of a deletion of several. */
export const removedSeveral = (table: RemovableTable, done: number, operation_id: number | null) => ({
  success: true as const,
  message: successMessages.severalDeleted(table, done),
  done,
  operation_id,
});

/** What a deletion of several is called. */
export function namesOf(table: RemovableTable, records: readonly { name: string }[]): Named {
  const item = records.length === 1 ? (records[0]?.name ?? null) : null;
  return { item, text: operationDescriptions.severalDeleted(table, item, records.length) };
}
