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
import {
  type RemovalDescription,
  type Removal,
  type RemovalResult,
  removeInChunks,
} from '../db/chunked/removal';
import { wouldRemoveMoreThan } from '../db/bulk/wholeTable';
import { refuseIfLeaversHaveWork } from './leavers';
import { nameColumn } from './undoObstacles';

export type RemovableTable = 'programs' | 'batches' | 'subjects' | 'students' | 'users';

const chunkSize = 500;

/** Returns each record once. @throws NOT_FOUND if a record is missing or out of scope */
export async function findRecords(
  db: Db,
  table: RemovableTable,
  ids: readonly number[],
  scope: Condition = always,
): Promise<{ id: number; name: string }[]> {
  const uniqueIds = [...new Set(ids)];
  const records: { id: number; name: string }[] = [];
  for (const chunk of chunks(uniqueIds, chunkSize)) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, ${sql.ref(nameColumn(table))} as name from ${sql.table(table)}
      where id in (${sql.join(chunk)}) and ${scope} order by id`.execute(db);
    records.push(...rows);
  }
  if (records.length < uniqueIds.length)
    throw new Problem('NOT_FOUND', { message: ruleMessages.someRecordsDeleted });
  return records;
}

interface RecordRemoval<T> {
  table: RemovableTable;
  ids: readonly number[];
  describe: Removal['describe'];
  answer: (removed: RemovalResult) => T;
}

/** Uses several transactions for a large deletion. @throws FORBIDDEN like `refuseForeignAccounts` */
export async function removeRecords<T>(
  data: Data,
  actor: Actor,
  { table, ids, describe: describeRecords, answer }: RecordRemoval<T>,
): Promise<T> {
  const describe = async (trx: Trx) => {
    const description = await describeRecords(trx);
    await refuseForeignAccounts(trx, actor, table, ids);
    return description;
  };
  if (await wouldRemoveMoreThan(data.read, data.chunkSizes.maxRemovedAtOnce, table, ids))
    return answer(await removeInChunks(data, actor, { table, ids, describe }, answer));
  const unit = await data.write(actor, async (writingUnit) => {
    const { item, text } = await describe(writingUnit.trx);
    writingUnit.describe('delete', table, item, text);
    await removeWithChildren(writingUnit, table, ids);
    return writingUnit;
  });
  return answer({ deleted: ids.length, operation_id: unit.operation });
}

/**
 * The deletion unlinks the student's account, which may be a staff account of another section. The check of
 * written rows does not run for a deletion in chunks.
 */
async function refuseForeignAccounts(
  trx: Trx,
  { section }: Actor,
  table: RemovableTable,
  ids: readonly number[],
): Promise<void> {
  if (!section || (table !== 'batches' && table !== 'students')) return;
  const idList = sql.join([...ids]);
  const isRemoved =
    table === 'students'
      ? sql`students.id in (${idList})`
      : sql`students.id in (select student_row_id from enrolments where is_shown = 1 and batch_id in (${idList}))`;
  const { rows } = await sql<{ full_name: string }>`
    select students.full_name from users join students on students.id = users.student_row_id
    where users.role <> 'student' and coalesce(users.section, '') <> ${section} and ${isRemoved}
    order by students.id limit 1`.execute(trx);
  if (rows[0])
    throw new Problem('FORBIDDEN', { message: ruleMessages.studentOfOthersAccount(rows[0].full_name) });
}

interface DeletionRequest {
  ids: readonly number[];
  /** Number of former students with marks or records that the user confirmed. */
  confirm?: number | undefined;
}

export function removeMany(
  data: Data,
  actor: Actor,
  table: RemovableTable,
  { ids, confirm }: DeletionRequest,
  scope: Condition = always,
) {
  const uniqueIds = [...new Set(ids)];
  return removeRecords(data, actor, {
    table,
    ids: uniqueIds,
    describe: async (trx) => {
      const records = await findRecords(trx, table, uniqueIds, scope);
      const canHaveLeavers = table === 'programs' || table === 'batches' || table === 'subjects';
      if (canHaveLeavers) await refuseIfLeaversHaveWork(trx, table, uniqueIds, confirm);
      return deletionNames(table, records);
    },
    answer: ({ deleted, operation_id }) => deletionAnswer(table, deleted, operation_id),
  });
}

export const deletionAnswer = (table: RemovableTable, done: number, operation_id: number | null) => ({
  success: true as const,
  message: successMessages.severalDeleted(table, done),
  done,
  operation_id,
});

export function deletionNames(
  table: RemovableTable,
  records: readonly { name: string }[],
): RemovalDescription {
  const item = records.length === 1 ? (records[0]?.name ?? null) : null;
  return { item, text: operationDescriptions.severalDeleted(table, item, records.length) };
}
