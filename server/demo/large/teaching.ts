import { type RawBuilder, sql, type Transaction } from 'kysely';
import {
  defaultGradeSettings,
  type GradeColumn,
  gradeColumns,
} from '../../../contract/rules/gradeSettings';
import { defaultAbsenceType, excusedAbsence, gradedSubjectTypes } from '../../../contract/vocabulary';
import { chunks } from '../../db/engine/chunks';
import { keepStudentResults, keepSubjectResults, setPercentages } from '../../db/results';
import type { Database } from '../../db/schema';

const chunkSize = 2_000;

interface TeachingPlan {
  /** The batches that were just written. */
  batchIds: readonly number[];
  /** The open ones of them, which get registers and absences. */
  openBatchIds: readonly number[];
  registerDates: readonly string[];
  now: string;
}

/**
 * Writes marks for all these batches, registers and absences for the open ones, and the stored results. SQL computes
 * the values from row ids. They are not in the operation log: for a million marks it would be larger than the data and
 * take minutes to write, and nobody needs to undo made-up data.
 */
export async function writeTeaching(trx: Transaction<Database>, plan: TeachingPlan): Promise<void> {
  await writeMarks(trx, plan);
  if (plan.openBatchIds.length > 0) {
    await writeRegisters(trx, plan);
    await writeAbsences(trx, plan);
  }
  const idsIn = async (table: 'subjects' | 'enrolments', column: 'id' | 'student_row_id') => {
    const { rows } = await sql<{ found: number }>`
      select ${sql.ref(column)} as found from ${sql.table(table)} where batch_id in (${sql.join(plan.batchIds)})`.execute(
      trx,
    );
    return rows.map(({ found }) => found);
  };
  for (const part of chunks(await idsIn('subjects', 'id'), chunkSize)) {
    await setPercentages(trx, sql`subject_id`, part);
    await keepSubjectResults(trx, part);
  }
  for (const part of chunks(await idsIn('enrolments', 'student_row_id'), chunkSize))
    await keepStudentResults(trx, part);
}

/** A pseudo-random integer from 0 to `below` − 1; the factors are small, so that it stays within four bytes. */
const pseudoRandom = (factor: number, other: number, below: number): RawBuilder<number> =>
  sql`((students.id * ${sql.lit(factor)} + subjects.id * ${sql.lit(other)}) % ${sql.lit(below)})`;

/** The usual percentage of a student, 50 to 91, before random variation. */
const talent = sql`(50 + ((students.id * 37) % 41 + (students.id * 61) % 43) / 2)`;

/** Computed as an integer number of half marks, since integer division is the same in both databases. */
const markOf = (column: GradeColumn, place: number) => sql`
  ((${sql.lit(2 * defaultGradeSettings[`${column}Max`])} * (${talent} + ${pseudoRandom(31 + 2 * place, 17, 9)}) + 50) / 100) / 2.0`;

/** One row in fifty is missing, and about one in thirty has no mark of the test yet. */
async function writeMarks(trx: Transaction<Database>, { batchIds, now }: TeachingPlan): Promise<void> {
  const marks = gradeColumns.map((column, place) =>
    column === 'test'
      ? sql`case when ${pseudoRandom(13, 7, 29)} = 0 then null else ${markOf(column, place)} end`
      : markOf(column, place),
  );
  const columns = gradeColumns.map((column) => sql.ref(column));
  await sql`
    insert into grades (version, created_at, updated_at, subject_id, student_row_id, ${sql.join(columns)})
    select 1, ${sql.lit(now)}, ${sql.lit(now)}, subjects.id, students.id, ${sql.join(marks)}
    from subjects join enrolments on enrolments.batch_id = subjects.batch_id
      join students on students.id = enrolments.student_row_id
    where subjects.batch_id in (${sql.join(batchIds)}) and subjects.type in (${sql.join(gradedSubjectTypes)})
      and ${pseudoRandom(11, 5, 50)} <> 0
    order by subjects.id, students.id`.execute(trx);
}

async function writeRegisters(
  trx: Transaction<Database>,
  { openBatchIds, registerDates, now }: TeachingPlan,
): Promise<void> {
  for (const date of registerDates)
    await sql`
      insert into registers (version, created_at, updated_at, subject_id, date, students_count, absences_changed_at)
      select 1, ${sql.lit(now)}, ${sql.lit(now)}, subjects.id, ${sql.lit(date)}, count(*), ${sql.lit(now)}
      from subjects join enrolments on enrolments.batch_id = subjects.batch_id
      join students on students.id = enrolments.student_row_id
      where subjects.batch_id in (${sql.join(openBatchIds)}) and ${hasJoinedBy(sql.lit(date))}
      group by subjects.id order by subjects.id`.execute(trx);
}

const hasJoinedBy = (date: RawBuilder<unknown>) => sql`substr(students.created_at, 1, 10) <= ${date}`;

/** One student in twenty is absent, a third of them excused. */
async function writeAbsences(trx: Transaction<Database>, { openBatchIds, now }: TeachingPlan): Promise<void> {
  const type = sql`case when ${pseudoRandom(3, 1, 3)} = 0 then ${sql.lit(excusedAbsence)} else ${sql.lit(defaultAbsenceType)} end`;
  await sql`
    insert into absences (version, created_at, updated_at, register_id, subject_id, date, student_row_id, type)
    select 1, ${sql.lit(now)}, ${sql.lit(now)}, registers.id, subjects.id, registers.date, students.id, ${type}
    from subjects join registers on registers.subject_id = subjects.id
      join enrolments on enrolments.batch_id = subjects.batch_id
      join students on students.id = enrolments.student_row_id
    where subjects.batch_id in (${sql.join(openBatchIds)}) and ${hasJoinedBy(sql.ref('registers.date'))}
      and (students.id * 7 + registers.id * 3) % 20 = 0
    order by registers.id, students.id`.execute(trx);
}
