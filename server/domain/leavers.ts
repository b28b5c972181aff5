import { type RawBuilder, sql } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { Problem } from '../problem';
import { chunks } from '../db/engine/chunks';
import type { Trx } from '../db/schema';

const kinds = ['grades', 'absences', 'daily_records', 'sard'] as const;

/**
 * Records of students who no longer belong to the programme, batch or subject (moved, withdrawn, graduated) are only
 * deleted with it after a confirmation, because their records elsewhere would lose them. Rule 4 of the domain.
 * @param confirmed the number of students that the person was shown
 * @throws HAS_DEPENDENTS with `counts`
 */
export async function refuseWorkOfLeavers(
  trx: Trx,
  table: 'programs' | 'batches' | 'subjects',
  ids: readonly number[],
  confirmed: number | undefined,
): Promise<void> {
  const chosen = sql.join(ids);
  const batches =
    table === 'programs' ? sql`select id from batches where program_row_id in (${chosen})` : chosen;
  const subjects =
    table === 'subjects' ? sql`subjects.id in (${chosen})` : sql`subjects.batch_id in (${batches})`;
  // Students who went on to another batch that is deleted too are deleted with everything: nothing is lost elsewhere.
  const stays = table === 'subjects' ? sql`= work.batch_id` : sql`in (${batches})`;
  // Students who withdrew or graduated from a batch are deleted with it, together with their records elsewhere.
  const gone =
    table === 'subjects'
      ? []
      : (
          await sql<{ id: number }>`
            select student_row_id as id from enrolments
            where batch_id in (${batches}) and is_shown = 1 and to_date is not null`.execute(trx)
        ).rows.map(({ id }) => id);
  const students = new Set<number>();
  const counts = { students: 0, grades: 0, absences: 0, daily_records: 0, sard: 0 };
  for (const kind of kinds) {
    const found = new Map(
      (await workOfLeavers(kind, subjects, stays).execute(trx)).rows.map((row) => [row.id, row]),
    );
    for (const part of chunks(gone, 1_000))
      for (const row of (await workOf(kind, part).execute(trx)).rows) found.set(row.id, row);
    for (const { id, count } of found.values()) {
      students.add(id);
      counts[kind] += Number(count);
    }
  }
  counts.students = students.size;
  if (counts.students === 0 || counts.students === confirmed) return;
  throw new Problem('HAS_DEPENDENTS', { message: ruleMessages.workOfLeavers(counts), extra: { counts } });
}

type Work = { id: number; count: number | string };

const workOf = (kind: (typeof kinds)[number], students: readonly number[]) => sql<Work>`
  select student_row_id as id, count(*) as count from ${sql.table(kind)}
  where student_row_id in (${sql.join(students)}) group by student_row_id`;

/**
 * Counted by student first: of the records of a batch, almost all are of students who are in it.
 * @param stays SQL condition on the batch of an open enrolment: true for students who have not left
 */
const workOfLeavers = (
  kind: (typeof kinds)[number],
  subjects: RawBuilder<unknown>,
  stays: RawBuilder<unknown>,
) => sql<Work>`
  select work.id, sum(work.count) as count from (
    select stored.student_row_id as id, subjects.batch_id, count(*) as count
    from subjects join ${sql.table(kind)} as stored on stored.subject_id = subjects.id
    where ${subjects} group by stored.student_row_id, subjects.batch_id) as work
  where not exists (select 1 from enrolments where enrolments.student_row_id = work.id
    and enrolments.is_shown = 1 and enrolments.to_date is null and enrolments.batch_id ${stays})
  group by work.id`;
