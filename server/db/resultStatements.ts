import { type RawBuilder, sql, type Transaction } from 'kysely';
import { excellencePercentage, leastOfLetter, passPercentage } from '../../contract/rules/grading';
import { defaultGradeSettings, gradeColumns } from '../../contract/rules/gradeSettings';
import { letters } from '../../contract/vocabulary';
import type { Database } from './schema';

/** The percentages of the marks with these values in a column, as `percentageOf` of the contract: null unless complete. */
export async function setPercentages(
  trx: Transaction<Database>,
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
  const most = sql.join(
    each.map((one) => one.max),
    sql` + `,
  );
  await sql`
    update grades set percentage = (
      select case when ${missing} or (${most}) = 0 then null else (${total}) * 100.0 / (${most}) end
      from (select 1) as one left join subject_grade_settings s on s.subject_id = grades.subject_id)
    where ${column} in (${sql.join(ids)})`.execute(trx);
}

/** The lowest and the next higher limit of each letter, best first. */
const letterCounts = letters.map((_, place) => {
  const least = leastOfLetter[place];
  const below = place === 0 ? undefined : leastOfLetter[place - 1];
  const bounds = [
    ...(least === undefined ? [] : [sql`g.percentage >= ${sql.lit(least)}`]),
    ...(below === undefined ? [] : [sql`g.percentage < ${sql.lit(below)}`]),
  ];
  return sql`sum(case when ${sql.join(bounds, sql` and `)} then 1 else 0 end) as ${sql.ref(`letter_${place + 1}`)}`;
});
const letterColumns = letters.map((_, place) => sql.ref(`letter_${place + 1}`));

/** What the marks and registers of these subjects come to, counted anew. */
export async function keepSubjectResults(trx: Transaction<Database>, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('subject_results').where('subject_id', 'in', ids).execute();
  const chosen = sql.join(ids);
  const counted = (column: RawBuilder<unknown>) => sql`coalesce(${column}, 0)`;
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
        join students on students.id = g.student_row_id and students.batch_id = of_marks.batch_id
      where g.subject_id in (${chosen}) group by g.subject_id) marks on marks.subject_id = subjects.id
    left join (
      select subject_id, count(*) as registers, sum(students_count) as expected
      from registers where subject_id in (${chosen}) group by subject_id) taken on taken.subject_id = subjects.id
    left join (
      select subject_id, count(*) as absences
      from absences where subject_id in (${chosen}) group by subject_id) missed on missed.subject_id = subjects.id
    where subjects.id in (${chosen}) and (marks.complete > 0 or taken.registers > 0)`.execute(trx);
}

/** The days of absence of these students, counted anew. */
export async function keepStudentAbsences(trx: Transaction<Database>, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('student_absences').where('student_row_id', 'in', ids).execute();
  await sql`
    insert into student_absences (student_row_id, days)
    select student_row_id, count(distinct date)
    from absences where student_row_id in (${sql.join(ids)}) group by student_row_id`.execute(trx);
}

/** The averages of these students, weighted by the hours of the subjects (decision 4), counted anew. */
export async function keepStudentResults(trx: Transaction<Database>, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('student_results').where('student_row_id', 'in', ids).execute();
  await sql`
    insert into student_results (student_row_id, subjects, average)
    select g.student_row_id, count(*), sum(g.percentage * subjects.hours) / sum(subjects.hours)
    from grades g join students on students.id = g.student_row_id
      join subjects on subjects.id = g.subject_id and subjects.batch_id = students.batch_id
    where g.student_row_id in (${sql.join(ids)}) and g.percentage is not null
    group by g.student_row_id`.execute(trx);
}
