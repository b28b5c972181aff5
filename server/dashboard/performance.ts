import { type Kysely, sql } from 'kysely';
import type { PerformanceData } from '../../contract/dashboard';
import { oneDecimal } from '../../contract/rules/grading';
import { distributionOf, meanOf } from '../../contract/rules/statistics';
import { letters } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import { always } from '../db/matching';
import type { Database } from '../db/schema';
import { keptResults } from './queries';

const letterColumns = letters.map((_, place) => `letter_${place + 1}`);

/** Complete marks of a scope by level and letter, and the students with the best averages in it. */
export async function performanceData(
  db: Kysely<Database>,
  scope: Scope,
  mostStudents: number,
): Promise<PerformanceData> {
  const { rows } = await levelsQuery(scope).execute(db);
  const levels = rows.map((row) => ({
    level: row.level,
    count: Number(row.complete),
    sum: Number(row.percentages),
  }));
  const total = (column: string) => rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0);
  return {
    gradesByLevel: levels.map(({ level, count, sum }) => ({
      level,
      count,
      average: meanOf(sum, count) ?? 0,
    })),
    gradeDistribution: distributionOf(letterColumns.map(total)),
    topStudents: await topStudents(db, scope, mostStudents),
  };
}

type LevelRow = Record<string, number | string | null> & { level: number };

/** A row for each level that has complete marks. */
export const levelsQuery = (scope: Scope) => {
  const sums = ['complete', 'percentages', ...letterColumns].map(
    (column) => sql`sum(kept.${sql.ref(column)}) as ${sql.ref(column)}`,
  );
  return sql<LevelRow>`
    select subjects.level, ${sql.join(sums)} ${keptResults(scope)} and kept.complete > 0
    group by subjects.level order by subjects.level`;
};

interface Best {
  full_name: string;
  subjects: number | string;
  average: number;
}

/** Of all marks from the kept averages, in the order of their index. */
export const bestOfAll = (most: number) => sql<Best>`
  select students.full_name, student_results.subjects, student_results.average
  from student_results join students on students.id = student_results.student_row_id
  order by student_results.average desc, student_results.student_row_id desc limit ${most}`;

/**
 * Of the marks of a scope alone: what a student reaches elsewhere is not the teacher's to see. SQLite takes the
 * tables of a cross join in the order in which they stand.
 */
export const bestOfScope = (scope: Scope, most: number) => sql<Best>`
  select students.full_name, best.subjects, best.average
  from (
    select grades.student_row_id, count(*) as subjects,
      sum(grades.percentage * subjects.hours) / sum(subjects.hours) as average
    from subjects cross join grades cross join students
    where ${scope.subjects} and grades.subject_id = subjects.id and grades.percentage is not null
      and students.id = grades.student_row_id and students.batch_id = subjects.batch_id
    group by grades.student_row_id order by average desc, grades.student_row_id desc limit ${most}) best
  join students on students.id = best.student_row_id
  order by best.average desc, best.student_row_id desc`;

/** Whether a subject lies outside of a scope; where teachers are linked to none, all are open to all of them. */
async function isPartial(db: Kysely<Database>, { subjects }: Scope): Promise<boolean> {
  if (subjects === always) return false;
  const outside = sql`select subjects.id from subjects where not (${subjects}) limit 1`;
  return (await outside.execute(db)).rows.length > 0;
}

/** More subjects than this are quicker to be found than to be named. */
const mostNamed = 5_000;

/**
 * The same scope with its subjects by number: PostgreSQL cannot guess how few of them a teacher has, and would read all
 * marks of the institute.
 */
async function named(db: Kysely<Database>, scope: Scope): Promise<Scope> {
  const { rows } = await sql<{
    id: number;
  }>`select subjects.id from subjects where ${scope.subjects} limit ${mostNamed + 1}`.execute(db);
  if (rows.length === 0 || rows.length > mostNamed) return scope;
  return { ...scope, subjects: sql`subjects.id in (${sql.join(rows.map(({ id }) => id))})` };
}

/** Who reaches the same average, as it is shown, shares a place: 1, 2, 2, 4 (decision 5). */
async function topStudents(
  db: Kysely<Database>,
  scope: Scope,
  most: number,
): Promise<PerformanceData['topStudents']> {
  const query = (await isPartial(db, scope)) ? bestOfScope(await named(db, scope), most) : bestOfAll(most);
  const { rows } = await query.execute(db);
  const averages = rows.map(({ average }) => oneDecimal(average));
  return rows.map(({ full_name, subjects }, place) => {
    const average_grade = averages[place] ?? 0;
    return {
      full_name,
      subjects_count: Number(subjects),
      average_grade,
      rank: 1 + averages.filter((other) => other > average_grade).length,
    };
  });
}
