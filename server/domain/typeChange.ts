import { sql } from 'kysely';
import { describeRecordCounts, ruleMessages } from '../../contract/errors';
import { gradeColumns } from '../../contract/rules/gradeSettings';
import { dailyRecordType } from '../../contract/vocabulary';
import { Problem } from '../problem';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db } from '../db/schema';

export type DataCounts = Record<'grades' | 'registers' | 'daily_records' | 'sard', number>;

export const isOtherSheetKind = (before: string, after: string): boolean =>
  (before === dailyRecordType) !== (after === dailyRecordType);

export async function countStoredData(db: Db, subjectId: number): Promise<DataCounts | null> {
  const count = sql<number>`count(*)`.as('count');
  const hasMark = sql.join(
    gradeColumns.map((column) => sql`${sql.ref(column)} is not null`),
    sql` or `,
  );
  const countRowsIn = async (table: keyof DataCounts) => {
    let query = db.selectFrom(table).select(count).where('subject_id', '=', subjectId);
    if (table === 'grades') query = query.where(sql<boolean>`(${hasMark})`);
    return Number((await query.executeTakeFirstOrThrow()).count);
  };
  const counts = {
    grades: await countRowsIn('grades'),
    registers: await countRowsIn('registers'),
    daily_records: await countRowsIn('daily_records'),
    sard: await countRowsIn('sard'),
  };
  return Object.values(counts).some((rows) => rows > 0) ? counts : null;
}

/** Runs after subjects were written or undone (rule 8 of the domain, ADR 23). @throws `code` and `counts` */
export async function refuseTypeChangeWithData(
  unit: UnitOfWork,
  code: 'HAS_DEPENDENTS' | 'UNDO_CONFLICT',
): Promise<void> {
  for (const { before, after } of unit.changed('subjects')) {
    if (!before || !after || !isOtherSheetKind(before.type, after.type)) continue;
    const counts = await countStoredData(unit.trx, after.id);
    if (!counts) continue;
    const { batch_name } = await unit.trx
      .selectFrom('batches')
      .select('batch_name')
      .where('id', '=', after.batch_id)
      .executeTakeFirstOrThrow();
    const message = ruleMessages.typeOverData(after.name, batch_name, describeRecordCounts(counts));
    throw new Problem(code, { message, details: [{ path: 'type', message }], extra: { counts } });
  }
}
