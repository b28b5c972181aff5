import { sql } from 'kysely';
import { dashboardApi, type PerformanceData, todayApi } from '../../contract/dashboard';
import { rankAmong } from '../../contract/rules/gpa';
import { oneDecimal } from '../../contract/rules/grading';
import { letterDistribution, roundedMean } from '../../contract/rules/statistics';
import { letters } from '../../contract/vocabulary';
import { isOnRoster } from '../domain/enrolments';
import { loadInstituteDay, loadWeekend } from '../domain/institute';
import { listRoute, type Route, route } from '../mount';
import { isWhole, ownerSeenBy, type Scope } from '../auth/scope';
import type { Db } from '../db/schema';
import { dashboardStats, recentActivities, fromSubjectResults } from './queries';
import { workOfDay } from './today';

/** Maximum rows of the work of a day, because each row is counted at each call. */
const workShown = 100;
const activitiesShown = 10;
const studentsShown = 10;

export const dashboardRoutes: Route[] = [
  route(dashboardApi.stats, async ({ data, scope }) =>
    dashboardStats(data.read, await scope(), await loadInstituteDay(data.read, data.now())),
  ),

  route(dashboardApi.recentActivities, ({ data, user }) =>
    recentActivities(
      data.read,
      ownerSeenBy(user),
      activitiesShown,
      user.role === 'admin' ? user.section : null,
    ),
  ),

  route(dashboardApi.performance, async ({ data, scope }) =>
    performanceData(data.read, await scope(), studentsShown),
  ),

  listRoute(todayApi.list, async ({ data, query, user, scope }) => {
    const { today } = await loadInstituteDay(data.read, data.now());
    const day = query.date ?? today;
    const teacherId = user.role === 'admin' ? null : user.id;
    const asked = {
      db: data.read,
      scope: await scope(day),
      teacherId,
      day,
      weekend: await loadWeekend(data.read),
    };
    const [from, to] = query.range ?? [0, workShown - 1];
    return workOfDay(asked, [from, Math.min(to, from + workShown - 1)]);
  }),
];

const letterColumns = letters.map((_, place) => `letter_${place + 1}`);

/** Complete marks of a scope by level and letter, and the students with the best averages in it. */
async function performanceData(db: Db, scope: Scope, maxStudents: number): Promise<PerformanceData> {
  const { rows } = await levelsQuery(scope).execute(db);
  const total = (column: string) => rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0);
  return {
    gradesByLevel: rows.map(({ level, complete, percentages }) => ({
      level,
      count: Number(complete),
      average: roundedMean(Number(percentages), Number(complete)) ?? 0,
    })),
    gradeDistribution: letterDistribution(letterColumns.map(total)),
    // A single circle has no charts, because results are stored for whole subjects.
    topStudents: await topStudents(db, { ...scope, subjects: scope.whole }, maxStudents),
  };
}

type LevelRow = Record<string, number | string | null> & { level: number };

/** A row for each level that has complete marks. */
const levelsQuery = (scope: Scope) => {
  const sums = ['complete', 'percentages', ...letterColumns].map(
    (column) => sql`sum(kept.${sql.ref(column)}) as ${sql.ref(column)}`,
  );
  return sql<LevelRow>`
    select subjects.level, ${sql.join(sums)} ${fromSubjectResults(scope)} and kept.complete > 0
    group by subjects.level order by subjects.level`;
};

/** Students with the same average, as it is shown, share a rank: 1, 2, 2, 4 (decision 5). */
async function topStudents(db: Db, scope: Scope, limit: number): Promise<PerformanceData['topStudents']> {
  const rows = await bestStudents(db, scope, limit);
  const averages = rows.map(({ average }) => oneDecimal(average));
  return rows.map(({ full_name, subjects }, place) => {
    const average_grade = averages[place] ?? 0;
    const rank = rankAmong(average_grade, averages);
    return { full_name, subjects_count: Number(subjects), average_grade, rank };
  });
}

interface Best {
  full_name: string;
  subjects: number | string;
  average: number;
}

/** The students with the best averages in a scope, best first. */
async function bestStudents(db: Db, scope: Scope, maxRows: number): Promise<Best[]> {
  if (await isWhole(db, scope)) return (await bestOfAll(maxRows).execute(db)).rows;
  return bestOfScope(db, await withSubjectIds(db, scope), maxRows);
}

/** For all marks: read from the stored averages in the order of their index, which SQLite then follows. */
const bestOfAll = (maxRows: number) => sql<Best>`
  select students.full_name, student_results.subjects, student_results.average
  from student_results cross join enrolments cross join students
  where enrolments.student_row_id = student_results.student_row_id and enrolments.is_shown = 1 and ${isOnRoster}
    and students.id = enrolments.student_row_id
  order by student_results.average desc, student_results.student_row_id desc limit ${maxRows}`;

/** Above this number a query with a condition is faster than one with a list of numbers. */
const maxNamed = 5_000;

/**
 * The same scope with a list of subject numbers: PostgreSQL cannot estimate how few subjects a teacher has, and would
 * read all marks of the institute.
 */
async function withSubjectIds(db: Db, scope: Scope): Promise<Scope> {
  const found = sql<{
    id: number;
  }>`select subjects.id from subjects where ${scope.subjects} limit ${maxNamed + 1}`;
  const ids = idsOf(await found.execute(db));
  if (ids.length === 0 || ids.length > maxNamed) return scope;
  return { ...scope, subjects: sql`subjects.id in (${sql.join(ids)})` };
}

const idsOf = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id);

/**
 * Less than a tenth of the smallest step of a mean, because means of equal marks may differ in the last binary digit.
 */
const slack = 1e-6;

/**
 * Only the marks within the scope count, since a teacher must not see others. A mean is never above the best mark. So
 * the students with the best marks are read first; anybody with a better mean than the last of them must have a mark
 * at least that good, and only such students are read then, not all marks of the scope.
 */
async function bestOfScope(db: Db, scope: Scope, maxRows: number): Promise<Best[]> {
  const likely = idsOf(await ownersOfBestMarks(scope, 4 * maxRows).execute(db));
  const first = likely.length < maxRows ? [] : (await bestAmong(scope, likely, maxRows).execute(db)).rows;
  const least = first[maxRows - 1]?.average;
  if (least !== undefined) {
    const able = idsOf(await ownersOfMarksFrom(scope, least - slack, maxNamed + 1).execute(db));
    if (able.length <= maxNamed) return (await bestAmong(scope, able, maxRows).execute(db)).rows;
  }
  return (await bestAmong(scope, null, maxRows).execute(db)).rows;
}

/** The best of these students, or of all. SQLite joins the tables of a cross join in the written order. */
const bestAmong = (scope: Scope, students: readonly number[] | null, maxRows: number) => {
  // The `+ 0` makes the database start from the few students, and not from the subjects of the scope.
  const marks = students
    ? sql`enrolments cross join grades cross join subjects
      where enrolments.student_row_id in (${sql.join(students)}) and subjects.id = grades.subject_id + 0`
    : sql`subjects cross join grades cross join enrolments where grades.subject_id = subjects.id`;
  return sql<Best>`
    select students.full_name, best.subjects, best.average
    from (
      select grades.student_row_id, count(*) as subjects,
        sum(grades.percentage * subjects.hours) / sum(subjects.hours) as average
      from ${marks} and ${scope.subjects} and grades.percentage is not null
        and enrolments.student_row_id = grades.student_row_id and enrolments.batch_id = subjects.batch_id
        and ${isOnRoster}
      group by grades.student_row_id order by average desc, grades.student_row_id desc limit ${maxRows}) best
    join students on students.id = best.student_row_id
    order by best.average desc, best.student_row_id desc`;
};

/**
 * The students with the best marks in the subjects with the best marks; the best of each subject comes from the
 * index.
 */
const ownersOfBestMarks = (scope: Scope, maxSubjects: number) => sql<{ id: number }>`
  with top as materialized (
    select subjects.id, (select max(percentage) from grades where subject_id = subjects.id) as best
    from subjects where ${scope.subjects} order by best desc nulls last limit ${maxSubjects})
  select distinct grades.student_row_id as id from top cross join grades
  where grades.subject_id = top.id and grades.percentage >= (select min(best) from top)
  limit ${maxNamed}`;

/** Students with a mark of at least this percentage in the scope. */
const ownersOfMarksFrom = (scope: Scope, least: number, maxRows: number) => sql<{ id: number }>`
  select distinct grades.student_row_id as id from subjects cross join grades
  where ${scope.subjects} and grades.subject_id = subjects.id and grades.percentage >= ${least}
  limit ${maxRows}`;
