import { ruleMessages } from '../../../contract/errors';
import type { StaffSection } from '../../../contract/vocabulary';
import type { Change } from '../../db/log/operationLog';
import { findSections, isOnlySection } from '../../db/log/sections';
import type { Db, Values } from '../../db/schema';
import type { RecordedTable } from '../../db/schema/recorded';
import { Problem } from '../../problem';
import type { MergePlan } from './plan';
import type { MergedPair } from './tables';

/**
 * The unit of work would refuse rows of another section as missing records. This check says why, and also
 * protects the preview, which shows these rows.
 * @throws FORBIDDEN
 */
export async function refuseOtherSection(
  db: Db,
  pair: MergedPair,
  plan: MergePlan,
  section: StaffSection | null,
): Promise<void> {
  if (section === null) return;
  const changes = [...changesOfRows(plan, pair), ...(await changesOfDistinctPairs(db, pair))];
  if (!isOnlySection(await findSections(db, changes), section))
    throw new Problem('FORBIDDEN', { message: ruleMessages.mergeOfOtherSection });
}

/** All rows of the given-up record count, also those that the answers remove: the preview shows them. */
function changesOfRows({ rows, enrolments }: MergePlan, { stayingId, mergedId }: MergedPair): Change[] {
  const enrolmentChanges = new Map<number, object>();
  for (const { id, changes } of [...enrolments.ended, ...enrolments.moved])
    enrolmentChanges.set(id, { ...enrolmentChanges.get(id), ...changes });
  return Object.entries(rows).flatMap(([table, rowsOfBoth]) =>
    (rowsOfBoth as Values[]).flatMap((before) => {
      const id = Number(before['id']);
      const after: Values = {
        ...before,
        ...(table === 'enrolments' && enrolmentChanges.get(id)),
        ...(before['student_row_id'] === mergedId && { student_row_id: stayingId }),
      };
      const isChanged = Object.entries(after).some(([column, value]) => value !== before[column]);
      return isChanged ? [{ table: table as RecordedTable, id, before, after }] : [];
    }),
  );
}

/** A pair with a third student gets the record that stays, and belongs to its first student. */
async function changesOfDistinctPairs(db: Db, { stayingId, mergedId }: MergedPair): Promise<Change[]> {
  const rows = await db
    .selectFrom('distinct_students')
    .select(['id', 'first_row_id', 'second_row_id'])
    .where((eb) => eb.or([eb('first_row_id', '=', mergedId), eb('second_row_id', '=', mergedId)]))
    .execute();
  return rows.map(({ id, first_row_id, second_row_id }) => ({
    table: 'distinct_students',
    id,
    before: { first_row_id },
    after: { first_row_id: Math.min(stayingId, first_row_id === mergedId ? second_row_id : first_row_id) },
  }));
}
