import { sql } from 'kysely';
import { describeRecordCounts, ruleMessages } from '../../contract/errors';
import { gradeColumns } from '../../contract/rules/gradeSettings';
import { dailyRecordType } from '../../contract/vocabulary';
import { Problem } from '../problem';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db } from '../db/schema';

/** The data of a subject: students with a mark, days with a register, daily records, tests of whole juz. */
export type KeptCounts = Record<'grades' | 'registers' | 'daily_records' | 'sard', number>;

/** Whether the two types show different data: marks or daily records. */
export const isOtherSheet = (before: string, after: string): boolean =>
  (before === dailyRecordType) !== (after === dailyRecordType);

/** The data that a change of type would hide; null if there are none. */
export async function keptCounts(db: Db, subjectId: number): Promise<KeptCounts | null> {
  const count = sql<number>`count(*)`.as('count');
  const hasMark = sql.join(
    gradeColumns.map((column) => sql`${sql.ref(column)} is not null`),
    sql` or `,
  );
  const of = async (table: keyof KeptCounts) => {
    let query = db.selectFrom(table).select(count).where('subject_id', '=', subjectId);
    if (table === 'grades') query = query.where(sql<boolean>`(${hasMark})`);
    return Number((await query.executeTakeFirstOrThrow()).count);
  };
  const counts = {
    grades: await of('grades'),
    registers: await of('registers'),
    daily_records: await of('daily_records'),
    sard: await of('sard'),
  };
  return Object.values(counts).some((kept) => kept > 0) ? counts : null;
}

/**
 * A subject keeps its kind of sheet while it has data (rule 8 of the domain); called after subjects were written or
 * an operation on them was undone. Other changes of type hide nothing and are allowed (ADR 23).
 * @throws with the given code and `counts`
 */
export async function refuseTypeOverData(
  unit: UnitOfWork,
  code: 'HAS_DEPENDENTS' | 'UNDO_CONFLICT',
): Promise<void> {
  for (const { before, after } of unit.changed('subjects')) {
    if (!before || !after || !isOtherSheet(before.type, after.type)) continue;
    const counts = await keptCounts(unit.trx, after.id);
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
