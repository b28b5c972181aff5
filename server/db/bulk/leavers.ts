import { type RawBuilder, sql } from 'kysely';
import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';
import type { Trx } from '../schema';

const kinds = ['grades', 'absences', 'daily_records'] as const;

/**
 * What was done in a programme, a batch or a subject by students who belong to it no more (moved, withdrawn, graduated)
 * goes with it only when that was said: their records elsewhere would lose it. Rule 4 of the domain.
 * @param confirmed how many students the person was told of
 * @throws HAS_DEPENDENTS with `counts`
 */
export async function refuseWorkOfLeavers(
  trx: Trx,
  table: 'programs' | 'batches' | 'subjects',
  ids: readonly number[],
  confirmed: number | undefined,
): Promise<void> {
  const chosen = sql.join(ids);
  const subjects = {
    subjects: sql`subjects.id in (${chosen})`,
    batches: sql`subjects.batch_id in (${chosen})`,
    programs: sql`subjects.batch_id in (select id from batches where program_row_id in (${chosen}))`,
  }[table];
  const students = new Set<number>();
  const counts = { students: 0, grades: 0, absences: 0, daily_records: 0 };
  for (const kind of kinds)
    for (const { id, count } of (await workOfLeavers(kind, subjects).execute(trx)).rows) {
      students.add(id);
      counts[kind] += Number(count);
    }
  counts.students = students.size;
  if (counts.students === 0 || counts.students === confirmed) return;
  throw new Problem('HAS_DEPENDENTS', { message: ruleMessages.workOfLeavers(counts), extra: { counts } });
}

const workOfLeavers = (kind: (typeof kinds)[number], subjects: RawBuilder<unknown>) => sql<{
  id: number;
  count: number | string;
}>`
  select kept.student_row_id as id, count(*) as count
  from subjects join ${sql.table(kind)} as kept on kept.subject_id = subjects.id
  where ${subjects} and not exists (select 1 from enrolments where enrolments.student_row_id = kept.student_row_id
    and enrolments.is_shown = 1 and enrolments.to_date is null and enrolments.batch_id = subjects.batch_id)
  group by kept.student_row_id`;
