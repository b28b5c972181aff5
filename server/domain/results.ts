import { sql, type RawBuilder } from 'kysely';
import { excellencePercentage, letterMinimums, passPercentage } from '../../contract/rules/grading';
import { defaultGradeSettings, gradeColumns } from '../../contract/rules/gradeSettings';
import { letters } from '../../contract/vocabulary';
import { forEachChunk } from '../db/engine/chunks';
import type { RecordedTable } from '../db/schema/recorded';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db, Row, Trx } from '../db/schema';
import { isOnRoster } from './enrolments';
import { keepCountedOnce } from './registers';

/** Subjects or rows per statement. */
const chunkSize = 2_000;

/**
 * Updates percentages and stored results after the writes of a unit, in its transaction; called once, before it is
 * recorded. They are computed, so undo gets them right without restoring them. Units that run together with others
 * have already locked the students and subjects.
 */
export async function keepResults(unit: UnitOfWork): Promise<void> {
  const graded = changedRows(unit, 'grades');
  const configured = valuesOf(changedRows(unit, 'subject_grade_settings'), 'subject_id');
  const moved = distinct([
    ...valuesOf(changedRows(unit, 'enrolments'), 'student_row_id'),
    ...valuesOf(changedRows(unit, 'student_statuses'), 'student_row_id'),
    ...(await studentsOfOtherProgram(unit)),
  ]);
  const reweighed = unit
    .changed('subjects')
    .filter(({ before, after }) => before && after && isWeighedAnew(before, after))
    .map(({ after }) => Number(after?.id));
  const absent = changedRows(unit, 'absences');
  const registered = [...changedRows(unit, 'registers'), ...absent];
  const isTouched = [graded, configured, moved, reweighed, registered].some(({ length }) => length > 0);
  if (!isTouched) return;

  const subjects = distinct([
    ...valuesOf(graded, 'subject_id'),
    ...configured,
    ...valuesOf(registered, 'subject_id'),
    ...(await subjectsWithMarksOf(unit, moved)),
  ]);
  const absentees = valuesOf(absent, 'student_row_id');
  await keepCounted(unit);
  const marked = unit.changed('grades').flatMap(({ after }) => (after ? [after.id] : []));
  await forEachChunk(unit, distinct(marked), chunkSize, (ids) => setPercentages(unit.trx, sql`id`, ids));
  await forEachChunk(unit, configured, chunkSize, (ids) => setPercentages(unit.trx, sql`subject_id`, ids));
  await forEachChunk(unit, subjects, chunkSize, (ids) => keepSubjectResults(unit.trx, ids));
  await forEachChunk(unit, absentees, chunkSize, (ids) => keepStudentAbsences(unit.trx, ids));
  const students = distinct([
    ...valuesOf(graded, 'student_row_id'),
    ...(await studentsWithMarksIn(unit, distinct([...configured, ...reweighed]))),
    ...moved,
  ]);
  await forEachChunk(unit, students, chunkSize, (ids) => keepStudentResults(unit.trx, ids));
}

/** Registers that were taken, removed or restored: what the others of their days count may be counted by them. */
async function keepCounted(unit: UnitOfWork): Promise<void> {
  const rows = unit
    .changed('registers')
    .flatMap(({ before, after }) => (before && after ? [] : (after ?? before ?? [])));
  const dates = [...new Set(rows.map(({ date }) => date))];
  await keepCountedOnce(unit.trx, valuesOf(rows, 'subject_id'), dates);
}

/** Whether the results of a subject count differently now, or for another course. */
const isWeighedAnew = (before: Row<'subjects'>, after: Row<'subjects'>) =>
  before.hours !== after.hours ||
  before.level !== after.level ||
  before.base_subject_code !== after.base_subject_code;

/** Students who were ever in a batch that now belongs to another programme. */
async function studentsOfOtherProgram(unit: UnitOfWork): Promise<number[]> {
  const batches = unit
    .changed('batches')
    .flatMap(({ before, after }) =>
      before && after && before.program_row_id !== after.program_row_id ? [after.id] : [],
    );
  if (batches.length === 0) return [];
  const rows = await unit.trx
    .selectFrom('enrolments')
    .select('student_row_id')
    .distinct()
    .where('batch_id', 'in', batches)
    .execute();
  return rows.map(({ student_row_id }) => student_row_id);
}

type Values = Record<string, unknown>;

/** The rows of a table that the unit wrote, in their new state, or in the old state if they were removed. */
const changedRows = (unit: UnitOfWork, table: RecordedTable): Values[] =>
  unit.changed(table).flatMap(({ before, after }) => after ?? before ?? []);

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b);
const valuesOf = (rows: readonly Values[], column: string) =>
  distinct(rows.map((row) => Number(row[column])));

/** The subjects in which these students have marks. */
async function subjectsWithMarksOf(unit: UnitOfWork, students: readonly number[]): Promise<number[]> {
  const found = new Set<number>();
  await forEachChunk(unit, students, chunkSize, async (part) => {
    const rows = await unit.trx
      .selectFrom('grades')
      .select('subject_id')
      .distinct()
      .where('student_row_id', 'in', part)
      .execute();
    for (const { subject_id } of rows) found.add(subject_id);
  });
  return [...found];
}

/** The students who have marks in these subjects. */
async function studentsWithMarksIn(unit: UnitOfWork, subjects: readonly number[]): Promise<number[]> {
  const found = new Set<number>();
  await forEachChunk(unit, subjects, chunkSize, async (part) => {
    const rows = await unit.trx
      .selectFrom('grades')
      .select('student_row_id')
      .distinct()
      .where('subject_id', 'in', part)
      .execute();
    for (const { student_row_id } of rows) found.add(student_row_id);
  });
  return [...found];
}

/**
 * Sets the percentages of marks that have these values in a column, by the rule `percentageOf`: null unless complete.
 */
export async function setPercentages(
  trx: Trx,
  column: RawBuilder<unknown>,
  ids: readonly number[],
): Promise<void> {
  const enabled = (name: string) => sql`coalesce(${sql.ref(`s.${name}_enabled`)}, 1)`;
  const each = gradeColumns.map((name) => ({
    missing: sql`(${enabled(name)} = 1 and ${sql.ref(`grades.${name}`)} is null)`,
    mark: sql`coalesce(${sql.ref(`grades.${name}`)}, 0) * ${enabled(name)}`,
    max: sql`coalesce(${sql.ref(`s.${name}_max`)}, ${sql.lit(defaultGradeSettings[`${name}Max`])}) * ${enabled(name)}`,
  }));
  const missing = sql.join(
    each.map((one) => one.missing),
    sql` or `,
  );
  const total = sql.join(
    each.map((one) => one.mark),
    sql` + `,
  );
  const maxTotal = sql.join(
    each.map((one) => one.max),
    sql` + `,
  );
  await sql`
    update grades set percentage = (
      select case when ${missing} or (${maxTotal}) = 0 then null else (${total}) * 100.0 / (${maxTotal}) end
      from (select 1) as one left join subject_grade_settings s on s.subject_id = grades.subject_id)
    where ${column} in (${sql.join(ids)})`.execute(trx);
}

/** The lowest and the next higher limit of each letter, best first. */
const letterCounts = letters.map((_, place) => {
  const least = letterMinimums[place];
  const below = place === 0 ? undefined : letterMinimums[place - 1];
  const bounds = [
    ...(least === undefined ? [] : [sql`g.percentage >= ${sql.lit(least)}`]),
    ...(below === undefined ? [] : [sql`g.percentage < ${sql.lit(below)}`]),
  ];
  return sql`sum(case when ${sql.join(bounds, sql` and `)} then 1 else 0 end) as ${sql.ref(`letter_${place + 1}`)}`;
});
const letterColumns = letters.map((_, place) => sql.ref(`letter_${place + 1}`));

/** Computes the results of these subjects again from marks and registers. */
export async function keepSubjectResults(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('subject_results').where('subject_id', 'in', ids).execute();
  const chosen = sql.join(ids);
  const counted = (column: RawBuilder<unknown>) => sql`coalesce(${column}, 0)`;
  // The roster is asked for each mark: without statistics of new rows, PostgreSQL would join every mark of a subject
  // with every student of its batch.
  await sql`
    insert into subject_results (subject_id, complete, percentages, passed, excellent,
      ${sql.join(letterColumns)}, registers, expected, absences)
    select subjects.id, ${counted(sql`marks.complete`)}, ${counted(sql`marks.percentages`)},
      ${counted(sql`marks.passed`)}, ${counted(sql`marks.excellent`)},
      ${sql.join(letterColumns.map((column) => counted(sql`marks.${column}`)))},
      ${counted(sql`taken.registers`)}, ${counted(sql`taken.expected`)}, ${counted(sql`missed.absences`)}
    from subjects
    left join (
      select g.subject_id, count(g.percentage) as complete, sum(g.percentage) as percentages,
        sum(case when g.percentage >= ${sql.lit(passPercentage)} then 1 else 0 end) as passed,
        sum(case when g.percentage >= ${sql.lit(excellencePercentage)} then 1 else 0 end) as excellent,
        ${sql.join(letterCounts)}
      from grades g join subjects of_marks on of_marks.id = g.subject_id
      where g.subject_id in (${chosen})
        and (select count(*) from enrolments where enrolments.student_row_id = g.student_row_id
          and enrolments.batch_id = of_marks.batch_id and ${isOnRoster}) > 0
      group by g.subject_id) marks on marks.subject_id = subjects.id
    left join (
      select subject_id, count(*) as registers, sum(students_count - coalesce(counted_before, 0)) as expected
      from registers where subject_id in (${chosen}) group by subject_id) taken on taken.subject_id = subjects.id
    left join (
      select subject_id, count(*) as absences
      from absences where subject_id in (${chosen}) group by subject_id) missed on missed.subject_id = subjects.id
    where subjects.id in (${chosen}) and (marks.complete > 0 or taken.registers > 0)`.execute(trx);
}

/** Computes the absence days of these students again. */
async function keepStudentAbsences(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('student_absences').where('student_row_id', 'in', ids).execute();
  await sql`
    insert into student_absences (student_row_id, days)
    select student_row_id, count(distinct date)
    from absences where student_row_id in (${sql.join(ids)}) group by student_row_id`.execute(trx);
}

/**
 * Computes the averages of these students again, weighted by the hours of the subjects (decision 4): of all their
 * results in the programme, in any batch (rule 3 of the domain).
 */
export async function keepStudentResults(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('student_results').where('student_row_id', 'in', ids).execute();
  const movers = new Set(await studentsWhoMoved(trx, sql`student_row_id in (${sql.join(ids)})`));
  const settled = ids.filter((id) => !movers.has(id));
  if (settled.length > 0)
    // The batch is a subquery, because PostgreSQL has no statistics yet for the students of a new import, and could
    // read the whole batch for each.
    await sql`
      insert into student_results (student_row_id, subjects, average)
      select g.student_row_id, count(*), sum(g.percentage * subjects.hours) / sum(subjects.hours)
      from grades g join subjects on subjects.id = g.subject_id
      where g.student_row_id in (${sql.join(settled)}) and g.percentage is not null
        and subjects.batch_id = (select batch_id from enrolments
          where enrolments.student_row_id = g.student_row_id and enrolments.is_shown = 1)
      group by g.student_row_id`.execute(trx);
  if (movers.size > 0)
    await sql`
      insert into student_results (student_row_id, subjects, average)
      select student_row_id, count(*), sum(percentage * hours) / sum(hours)
      from (${countingResults([...movers])}) as counting group by student_row_id`.execute(trx);
}

/** Those of these students who were in another batch before; `condition` is on the table `enrolments`. */
export async function studentsWhoMoved(db: Db, condition: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct student_row_id as id from enrolments where is_shown = 0 and ${condition}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * SQL: the results of these students that count: of the programme of the batch that each is in. Of a repeated course
 * (same base code and level), only the result of the later enrolment counts.
 */
export const countingResults = (ids: readonly number[]): RawBuilder<unknown> => sql`
  select student_row_id, percentage, hours, level from (
    select g.student_row_id, g.percentage, subjects.hours, subjects.level,
      row_number() over (partition by g.student_row_id, subjects.base_subject_code, subjects.level
        order by own.last_day desc, own.last_id desc) as place
    from (
      select past.student_row_id, past.batch_id, max(past.from_date) as last_day, max(past.id) as last_id
      from enrolments as present join batches as here on here.id = present.batch_id
        join enrolments as past on past.student_row_id = present.student_row_id
        join batches as there on there.id = past.batch_id and there.program_row_id = here.program_row_id
      where present.is_shown = 1 and present.student_row_id in (${sql.join(ids)})
      group by past.student_row_id, past.batch_id) as own
      join subjects on subjects.batch_id = own.batch_id
      join grades g on g.subject_id = subjects.id and g.student_row_id = own.student_row_id
    where g.percentage is not null) as ranked
  where place = 1`;
