import { type RawBuilder, sql, type Transaction } from 'kysely';
import {
  defaultGradeSettings,
  type GradeColumn,
  gradeColumns,
} from '../../../../contract/rules/gradeSettings';
import { defaultAbsenceType, excusedAbsence, gradedSubjectTypes } from '../../../../contract/vocabulary';
import { chunks } from '../../engine/chunks';
import { keepStudentResults, keepSubjectResults, setPercentages } from '../../results';
import type { Database } from '../../schema';

const chunkSize = 2_000;

interface Taught {
  /** The batches that were just written. */
  batchIds: readonly number[];
  /** Those of them that learn now, and the days on which their registers were taken. */
  openBatchIds: readonly number[];
  lessons: readonly string[];
  now: string;
}

/**
 * Marks of all these batches, registers and absences of the open ones, and what they come to. The database makes
 * them itself, from the numbers of its rows, and they are not in the log of operations: of a million marks it would
 * be larger than the data and take minutes to write, and nobody takes a made-up institute back.
 */
export async function writeTeaching(trx: Transaction<Database>, taught: Taught): Promise<void> {
  await writeMarks(trx, taught);
  if (taught.openBatchIds.length > 0) {
    await writeRegisters(trx, taught);
    await writeAbsences(trx, taught);
  }
  const idsIn = async (table: 'subjects' | 'students') => {
    const rows = trx.selectFrom(table).select('id').where('batch_id', 'in', taught.batchIds);
    return (await rows.execute()).map(({ id }) => id);
  };
  for (const part of chunks(await idsIn('subjects'), chunkSize)) {
    await setPercentages(trx, sql`subject_id`, part);
    await keepSubjectResults(trx, part);
  }
  for (const part of chunks(await idsIn('students'), chunkSize)) await keepStudentResults(trx, part);
}

/** A number that looks like chance, from 0 to `below` − 1; small factors, so that it stays in four bytes. */
const chance = (factor: number, other: number, below: number): RawBuilder<number> =>
  sql`((students.id * ${sql.lit(factor)} + subjects.id * ${sql.lit(other)}) % ${sql.lit(below)})`;

/** What a student reaches, 50 to 91 in a hundred, without the luck of the day. */
const talent = sql`(50 + ((students.id * 37) % 41 + (students.id * 61) % 43) / 2)`;

/** In half marks: whole numbers divide alike in both databases. */
const markOf = (column: GradeColumn, place: number) => sql`
  ((${sql.lit(2 * defaultGradeSettings[`${column}Max`])} * (${talent} + ${chance(31 + 2 * place, 17, 9)}) + 50) / 100) / 2.0`;

/** One row in fifty is missing, and about one in thirty has no mark of the test yet. */
async function writeMarks(trx: Transaction<Database>, { batchIds, now }: Taught): Promise<void> {
  const marks = gradeColumns.map((column, place) =>
    column === 'test'
      ? sql`case when ${chance(13, 7, 29)} = 0 then null else ${markOf(column, place)} end`
      : markOf(column, place),
  );
  const columns = gradeColumns.map((column) => sql.ref(column));
  await sql`
    insert into grades (version, created_at, updated_at, subject_id, student_row_id, ${sql.join(columns)})
    select 1, ${sql.lit(now)}, ${sql.lit(now)}, subjects.id, students.id, ${sql.join(marks)}
    from subjects join students on students.batch_id = subjects.batch_id
    where subjects.batch_id in (${sql.join(batchIds)}) and subjects.type in (${sql.join(gradedSubjectTypes)})
      and ${chance(11, 5, 50)} <> 0
    order by subjects.id, students.id`.execute(trx);
}

async function writeRegisters(
  trx: Transaction<Database>,
  { openBatchIds, lessons, now }: Taught,
): Promise<void> {
  for (const date of lessons)
    await sql`
      insert into registers (version, created_at, updated_at, subject_id, date, students_count, absences_changed_at)
      select 1, ${sql.lit(now)}, ${sql.lit(now)}, subjects.id, ${sql.lit(date)}, count(*), ${sql.lit(now)}
      from subjects join students on students.batch_id = subjects.batch_id
      where subjects.batch_id in (${sql.join(openBatchIds)}) and ${isThere(sql.lit(date))}
      group by subjects.id order by subjects.id`.execute(trx);
}

const isThere = (date: RawBuilder<unknown>) => sql`substr(students.created_at, 1, 10) <= ${date}`;

/** One student in twenty, a third of them excused. */
async function writeAbsences(trx: Transaction<Database>, { openBatchIds, now }: Taught): Promise<void> {
  const type = sql`case when ${chance(3, 1, 3)} = 0 then ${sql.lit(excusedAbsence)} else ${sql.lit(defaultAbsenceType)} end`;
  await sql`
    insert into absences (version, created_at, updated_at, register_id, subject_id, date, student_row_id, type)
    select 1, ${sql.lit(now)}, ${sql.lit(now)}, registers.id, subjects.id, registers.date, students.id, ${type}
    from subjects join registers on registers.subject_id = subjects.id
      join students on students.batch_id = subjects.batch_id
    where subjects.batch_id in (${sql.join(openBatchIds)}) and ${isThere(sql.ref('registers.date'))}
      and (students.id * 7 + registers.id * 3) % 20 = 0
    order by registers.id, students.id`.execute(trx);
}
