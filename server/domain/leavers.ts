import { type RawBuilder, sql } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { Problem } from '../problem';
import { chunks } from '../db/engine/chunks';
import type { Trx } from '../db/schema';

const recordTables = ['grades', 'absences', 'daily_records', 'sard'] as const;

/** Records of former students need a confirmation (rule 4 of the domain). @throws HAS_DEPENDENTS */
export async function refuseIfLeaversHaveWork(
  trx: Trx,
  table: 'programs' | 'batches' | 'subjects',
  ids: readonly number[],
  confirmedCount: number | undefined,
): Promise<void> {
  const idList = sql.join(ids);
  const batches =
    table === 'programs' ? sql`select id from batches where program_row_id in (${idList})` : idList;
  const subjects =
    table === 'subjects' ? sql`subjects.id in (${idList})` : sql`subjects.batch_id in (${batches})`;
  // A current student of another deleted batch does not count as a former student.
  const isInBatch = table === 'subjects' ? sql`= work.batch_id` : sql`in (${batches})`;
  // A batch deletion also deletes its former students, with their records in other batches.
  const departedIds =
    table === 'subjects'
      ? []
      : (
          await sql<{ id: number }>`
            select student_row_id as id from enrolments
            where batch_id in (${batches}) and is_shown = 1 and to_date is not null`.execute(trx)
        ).rows.map(({ id }) => id);
  const students = new Set<number>();
  const counts = { students: 0, grades: 0, absences: 0, daily_records: 0, sard: 0 };
  for (const recordTable of recordTables) {
    const countsByStudent = new Map(
      (await recordsOfLeavers(recordTable, subjects, isInBatch).execute(trx)).rows.map((row) => [
        row.id,
        row,
      ]),
    );
    for (const chunk of chunks(departedIds, 1_000))
      for (const row of (await recordsOfStudents(recordTable, chunk).execute(trx)).rows)
        countsByStudent.set(row.id, row);
    for (const { id, count } of countsByStudent.values()) {
      students.add(id);
      counts[recordTable] += Number(count);
    }
  }
  counts.students = students.size;
  if (counts.students === 0 || counts.students === confirmedCount) return;
  throw new Problem('HAS_DEPENDENTS', { message: ruleMessages.workOfLeavers(counts), extra: { counts } });
}

type RecordCount = { id: number; count: number | string };

const recordsOfStudents = (
  recordTable: (typeof recordTables)[number],
  students: readonly number[],
) => sql<RecordCount>`
  select student_row_id as id, count(*) as count from ${sql.table(recordTable)}
  where student_row_id in (${sql.join(students)}) group by student_row_id`;

/** Grouping by student comes first, because most records of a batch belong to its current students. */
const recordsOfLeavers = (
  recordTable: (typeof recordTables)[number],
  subjects: RawBuilder<unknown>,
  isInBatch: RawBuilder<unknown>,
) => sql<RecordCount>`
  select work.id, sum(work.count) as count from (
    select stored.student_row_id as id, subjects.batch_id, count(*) as count
    from subjects join ${sql.table(recordTable)} as stored on stored.subject_id = subjects.id
    where ${subjects} group by stored.student_row_id, subjects.batch_id) as work
  where not exists (select 1 from enrolments where enrolments.student_row_id = work.id
    and enrolments.is_shown = 1 and enrolments.to_date is null and enrolments.batch_id ${isInBatch})
  group by work.id`;
