import { sql, type RawBuilder } from 'kysely';
import { excellencePercentage, letterMinimums, passPercentage } from '../../contract/rules/grading';
import { defaultGradeSettings, gradeColumns } from '../../contract/rules/gradeSettings';
import { letters } from '../../contract/vocabulary';
import { forEachChunk } from '../db/engine/chunks';
import type { RecordedTable } from '../db/schema/recorded';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db, Row, Trx } from '../db/schema';
import { updateExcludedRegisters } from './calendar';
import { isOnRoster } from './enrolments';
import { isAbsenceCounted, isRegisterCounted, updateCountedBefore } from './registers';

const chunkSize = 2_000;

/** Undo recomputes results instead of restoring them. `writeConcurrently` has locked students and subjects. */
export async function updateResults(unit: UnitOfWork): Promise<void> {
  const grades = changedRows(unit, 'grades');
  const configuredSubjects = distinctValues(changedRows(unit, 'subject_grade_settings'), 'subject_id');
  const affectedStudents = distinct([
    ...distinctValues(changedRows(unit, 'enrolments'), 'student_row_id'),
    ...distinctValues(changedRows(unit, 'student_statuses'), 'student_row_id'),
    ...(await findStudentsOfMovedBatches(unit)),
  ]);
  const reweightedSubjects = unit
    .changed('subjects')
    .filter(({ before, after }) => before && after && hasNewWeight(before, after))
    .map(({ after }) => Number(after?.id));
  const absences = changedRows(unit, 'absences');
  const registersAndAbsences = [...changedRows(unit, 'registers'), ...absences];
  const excluded = await updateExcludedRegisters(unit);
  const hasChanges = [
    grades,
    configuredSubjects,
    affectedStudents,
    reweightedSubjects,
    registersAndAbsences,
    excluded.subjects,
  ].some(({ length }) => length > 0);
  if (!hasChanges) return;

  const subjects = distinct([
    ...distinctValues(grades, 'subject_id'),
    ...configuredSubjects,
    ...distinctValues(registersAndAbsences, 'subject_id'),
    ...excluded.subjects,
    ...(await findSubjectsWithMarks(unit, affectedStudents)),
  ]);
  const absentStudents = distinct([...distinctValues(absences, 'student_row_id'), ...excluded.students]);
  await updateCountedRegisters(unit);
  const gradeIds = unit.changed('grades').flatMap(({ after }) => (after ? [after.id] : []));
  await forEachChunk(unit, distinct(gradeIds), chunkSize, (ids) => setPercentages(unit.trx, sql`id`, ids));
  await forEachChunk(unit, configuredSubjects, chunkSize, (ids) =>
    setPercentages(unit.trx, sql`subject_id`, ids),
  );
  await forEachChunk(unit, subjects, chunkSize, (ids) => updateSubjectResults(unit.trx, ids));
  await forEachChunk(unit, absentStudents, chunkSize, (ids) => updateStudentAbsences(unit.trx, ids));
  const students = distinct([
    ...distinctValues(grades, 'student_row_id'),
    ...(await findStudentsWithMarks(unit, distinct([...configuredSubjects, ...reweightedSubjects]))),
    ...affectedStudents,
  ]);
  await forEachChunk(unit, students, chunkSize, (ids) => updateStudentResults(unit.trx, ids));
}

/** A student counts once per subject and day. A new, deleted or changed list changes which register counts him. */
async function updateCountedRegisters(unit: UnitOfWork): Promise<void> {
  const rows = unit
    .changed('registers')
    .flatMap(({ before, after }) => (before?.listed === after?.listed ? [] : (after ?? before ?? [])));
  const dates = [...new Set(rows.map(({ date }) => date))];
  await updateCountedBefore(unit.trx, distinctValues(rows, 'subject_id'), dates);
}

const hasNewWeight = (before: Row<'subjects'>, after: Row<'subjects'>) =>
  before.hours !== after.hours ||
  before.level !== after.level ||
  before.base_subject_code !== after.base_subject_code;

async function findStudentsOfMovedBatches(unit: UnitOfWork): Promise<number[]> {
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

/** Before and after, because a merge gives the rows of a student to another student. */
const changedRows = (unit: UnitOfWork, table: RecordedTable): Values[] =>
  unit.changed(table).flatMap(({ before, after }) => [before ?? [], after ?? []].flat());

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b);
const distinctValues = (rows: readonly Values[], column: string) =>
  distinct(rows.map((row) => Number(row[column])));

async function findSubjectsWithMarks(unit: UnitOfWork, students: readonly number[]): Promise<number[]> {
  const subjectIds = new Set<number>();
  await forEachChunk(unit, students, chunkSize, async (chunk) => {
    const rows = await unit.trx
      .selectFrom('grades')
      .select('subject_id')
      .distinct()
      .where('student_row_id', 'in', chunk)
      .execute();
    for (const { subject_id } of rows) subjectIds.add(subject_id);
  });
  return [...subjectIds];
}

async function findStudentsWithMarks(unit: UnitOfWork, subjects: readonly number[]): Promise<number[]> {
  const studentIds = new Set<number>();
  await forEachChunk(unit, subjects, chunkSize, async (chunk) => {
    const rows = await unit.trx
      .selectFrom('grades')
      .select('student_row_id')
      .distinct()
      .where('subject_id', 'in', chunk)
      .execute();
    for (const { student_row_id } of rows) studentIds.add(student_row_id);
  });
  return [...studentIds];
}

export async function setPercentages(
  trx: Trx,
  column: RawBuilder<unknown>,
  ids: readonly number[],
): Promise<void> {
  const isEnabled = (name: string) => sql`coalesce(${sql.ref(`s.${name}_enabled`)}, 1)`;
  const columns = gradeColumns.map((name) => ({
    missing: sql`(${isEnabled(name)} = 1 and ${sql.ref(`grades.${name}`)} is null)`,
    mark: sql`coalesce(${sql.ref(`grades.${name}`)}, 0) * ${isEnabled(name)}`,
    max: sql`coalesce(${sql.ref(`s.${name}_max`)}, ${sql.lit(defaultGradeSettings[`${name}Max`])}) * ${isEnabled(name)}`,
  }));
  const missing = sql.join(
    columns.map((one) => one.missing),
    sql` or `,
  );
  const total = sql.join(
    columns.map((one) => one.mark),
    sql` + `,
  );
  const maxTotal = sql.join(
    columns.map((one) => one.max),
    sql` + `,
  );
  await sql`
    update grades set percentage = (
      select case when ${missing} or (${maxTotal}) = 0 then null else (${total}) * 100.0 / (${maxTotal}) end
      from (select 1) as one left join subject_grade_settings s on s.subject_id = grades.subject_id)
    where ${column} in (${sql.join(ids)})`.execute(trx);
}

const letterCounts = letters.map((_, index) => {
  const min = letterMinimums[index];
  const upperBound = index === 0 ? undefined : letterMinimums[index - 1];
  const bounds = [
    ...(min === undefined ? [] : [sql`g.percentage >= ${sql.lit(min)}`]),
    ...(upperBound === undefined ? [] : [sql`g.percentage < ${sql.lit(upperBound)}`]),
  ];
  return sql`sum(case when ${sql.join(bounds, sql` and `)} then 1 else 0 end) as ${sql.ref(`letter_${index + 1}`)}`;
});
const letterColumns = letters.map((_, index) => sql.ref(`letter_${index + 1}`));

export async function updateSubjectResults(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('subject_results').where('subject_id', 'in', ids).execute();
  const idList = sql.join(ids);
  const orZero = (column: RawBuilder<unknown>) => sql`coalesce(${column}, 0)`;
  // The subquery runs per mark. Without statistics, PostgreSQL would join all marks with all students.
  await sql`
    insert into subject_results (subject_id, complete, percentages, passed, excellent,
      ${sql.join(letterColumns)}, registers, expected, absences)
    select subjects.id, ${orZero(sql`marks.complete`)}, ${orZero(sql`marks.percentages`)},
      ${orZero(sql`marks.passed`)}, ${orZero(sql`marks.excellent`)},
      ${sql.join(letterColumns.map((column) => orZero(sql`marks.${column}`)))},
      ${orZero(sql`register_stats.registers`)}, ${orZero(sql`register_stats.expected`)}, ${orZero(sql`missed.absences`)}
    from subjects
    left join (
      select g.subject_id, count(g.percentage) as complete, sum(g.percentage) as percentages,
        sum(case when g.percentage >= ${sql.lit(passPercentage)} then 1 else 0 end) as passed,
        sum(case when g.percentage >= ${sql.lit(excellencePercentage)} then 1 else 0 end) as excellent,
        ${sql.join(letterCounts)}
      from grades g join subjects of_marks on of_marks.id = g.subject_id
      where g.subject_id in (${idList})
        and (select count(*) from enrolments where enrolments.student_row_id = g.student_row_id
          and enrolments.batch_id = of_marks.batch_id and ${isOnRoster}) > 0
      group by g.subject_id) marks on marks.subject_id = subjects.id
    left join (
      select subject_id, count(*) as registers, sum(students_count - coalesce(counted_before, 0)) as expected
      from registers where subject_id in (${idList}) and ${isRegisterCounted} group by subject_id) register_stats on register_stats.subject_id = subjects.id
    left join (
      select subject_id, count(*) as absences
      from absences where subject_id in (${idList}) and ${isAbsenceCounted} group by subject_id) missed on missed.subject_id = subjects.id
    where subjects.id in (${idList}) and (marks.complete > 0 or register_stats.registers > 0)`.execute(trx);
}

async function updateStudentAbsences(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('student_absences').where('student_row_id', 'in', ids).execute();
  await sql`
    insert into student_absences (student_row_id, days)
    select student_row_id, count(distinct date)
    from absences where student_row_id in (${sql.join(ids)}) and ${isAbsenceCounted}
    group by student_row_id`.execute(trx);
}

/** Averages are weighted by hours (decision 4) over all batches of the programme (rule 3 of the domain). */
export async function updateStudentResults(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('student_results').where('student_row_id', 'in', ids).execute();
  const formerEnrolmentIds = new Set(
    await findStudentsWithFormerEnrolment(trx, sql`student_row_id in (${sql.join(ids)})`),
  );
  const otherIds = ids.filter((id) => !formerEnrolmentIds.has(id));
  if (otherIds.length > 0)
    // New rows have no statistics. With a join, PostgreSQL could read the whole batch for each student.
    await sql`
      insert into student_results (student_row_id, subjects, average)
      select g.student_row_id, count(*), sum(g.percentage * subjects.hours) / sum(subjects.hours)
      from grades g join subjects on subjects.id = g.subject_id
      where g.student_row_id in (${sql.join(otherIds)}) and g.percentage is not null
        and subjects.batch_id = (select batch_id from enrolments
          where enrolments.student_row_id = g.student_row_id and enrolments.is_shown = 1)
      group by g.student_row_id`.execute(trx);
  if (formerEnrolmentIds.size > 0)
    await sql`
      insert into student_results (student_row_id, subjects, average)
      select student_row_id, count(*), sum(percentage * hours) / sum(hours)
      from (${validResults([...formerEnrolmentIds])}) as counting group by student_row_id`.execute(trx);
}

export async function findStudentsWithFormerEnrolment(
  db: Db,
  condition: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct student_row_id as id from enrolments where is_shown = 0 and ${condition}`.execute(db);
  return rows.map(({ id }) => id);
}

/** SQL: if a course is repeated (same base code and level), only the result of the later enrolment counts. */
export const validResults = (ids: readonly number[]): RawBuilder<unknown> => sql`
  select student_row_id, percentage, hours, level from (
    select g.student_row_id, g.percentage, subjects.hours, subjects.level,
      row_number() over (partition by g.student_row_id, subjects.base_subject_code, subjects.level
        order by last_enrolment.start_date desc, last_enrolment.id desc) as course_rank
    from (
      select any_enrolment.student_row_id, any_enrolment.batch_id,
        max(any_enrolment.from_date) as start_date, max(any_enrolment.id) as id
      from enrolments as current_enrolment
        join batches as current_batch on current_batch.id = current_enrolment.batch_id
        join enrolments as any_enrolment on any_enrolment.student_row_id = current_enrolment.student_row_id
        join batches as any_batch on any_batch.id = any_enrolment.batch_id
          and any_batch.program_row_id = current_batch.program_row_id
      where current_enrolment.is_shown = 1 and current_enrolment.student_row_id in (${sql.join(ids)})
      group by any_enrolment.student_row_id, any_enrolment.batch_id) as last_enrolment
      join subjects on subjects.batch_id = last_enrolment.batch_id
      join grades g on g.subject_id = subjects.id and g.student_row_id = last_enrolment.student_row_id
    where g.percentage is not null) as ranked
  where course_rank = 1`;
