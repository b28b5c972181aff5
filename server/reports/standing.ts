import { type Kysely, sql } from 'kysely';
import { oneDecimal } from '../../contract/rules/grading';
import { rankAmong } from '../../contract/rules/rank';
import type { Database } from '../db/schema';

/** Where a student stands in the batch; `rank` is null without a result. */
export interface Standing {
  rank: number | null;
  /** Those with a result. */
  total: number;
}

/**
 * The average of each student of a batch who has a result, weighted by hours; of one level, or of all. Who has left
 * the batch is taken out last: once for each student, not for each mark.
 */
const batchAverages = (batchId: number, level?: number) => sql<{ student: number; average: number }>`
  select found.student, found.average
  from (
    select grades.student_row_id as student,
      sum(grades.percentage * subjects.hours) / sum(subjects.hours) as average
    from subjects cross join grades
    where subjects.batch_id = ${batchId} ${level === undefined ? sql`` : sql`and subjects.level = ${level}`}
      and grades.subject_id = subjects.id and grades.percentage is not null
    group by grades.student_row_id) as found
  join students on students.id = found.student and students.batch_id = ${batchId}`;

/** The place of a student in the batch, by the average as it is shown; from the batch's own marks. Decision 5. */
export async function standingOf(
  db: Kysely<Database>,
  batchId: number,
  studentRowId: number,
  level?: number,
): Promise<Standing> {
  const { rows } = await batchAverages(batchId, level).execute(db);
  const averages = rows.map(({ average }) => oneDecimal(average));
  const own = averages[rows.findIndex(({ student }) => student === studentRowId)];
  return { rank: own === undefined ? null : rankAmong(own, averages), total: rows.length };
}
