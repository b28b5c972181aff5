import { sql } from 'kysely';
import { dashboardApi, type PerformanceData, todayApi } from '../../contract/dashboard';
import { rankAmong } from '../../contract/rules/gpa';
import { oneDecimal } from '../../contract/rules/grading';
import { letterDistribution, roundedMean } from '../../contract/rules/statistics';
import { letters } from '../../contract/vocabulary';
import { loadCalendar } from '../domain/calendar';
import { isOnRoster } from '../domain/enrolments';
import { loadInstituteDay } from '../domain/institute';
import { listRoute, type Route, route } from '../mount';
import { isWholeInstitute, visibleAuthorId, type Scope } from '../auth/scope';
import { always } from '../db/search/matching';
import { cachedUntilResultsChange } from '../db/search/resultChanges';
import type { Db } from '../db/schema';
import { loadStats, loadRecentActivities, fromSubjectResults } from './queries';
import { loadWork } from './today';

/** Each row runs count queries on every call. */
const maxWorkRows = 100;
const maxActivities = 10;
const maxTopStudents = 10;

export const dashboardRoutes: Route[] = [
  route(dashboardApi.stats, async ({ data, scope }) =>
    loadStats(data.read, await scope(), await loadInstituteDay(data.read, data.now())),
  ),

  route(dashboardApi.recentActivities, ({ data, user }) =>
    loadRecentActivities(
      data.read,
      visibleAuthorId(user),
      maxActivities,
      user.role === 'admin' ? user.section : null,
    ),
  ),

  route(dashboardApi.performance, async ({ data, scope }) =>
    loadPerformance(data.read, await scope(), maxTopStudents),
  ),

  listRoute(todayApi.list, async ({ data, query, user, scope }) => {
    const { today } = await loadInstituteDay(data.read, data.now());
    const day = query.date ?? today;
    const teacherId = user.role === 'admin' ? null : user.id;
    const workQuery = {
      db: data.read,
      scope: await scope(day),
      teacherId,
      day,
      calendar: await loadCalendar(data.read),
    };
    const [from, to] = query.range ?? [0, maxWorkRows - 1];
    return loadWork(workQuery, [from, Math.min(to, from + maxWorkRows - 1)]);
  }),
];

const letterColumns = letters.map((_, index) => `letter_${index + 1}`);

async function loadPerformance(db: Db, scope: Scope, maxStudents: number): Promise<PerformanceData> {
  const load = async () => (await selectLevels(scope).execute(db)).rows;
  const rows =
    scope.wholeSubjects === always ? await cachedUntilResultsChange(db, 'levels', load) : await load();
  const sumColumn = (column: string) => rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0);
  return {
    gradesByLevel: rows.map(({ level, complete, percentages }) => ({
      level,
      count: Number(complete),
      average: roundedMean(Number(percentages), Number(complete)) ?? 0,
    })),
    gradeDistribution: letterDistribution(letterColumns.map(sumColumn)),
    // A single circle has no charts, because results are stored only for whole subjects.
    topStudents: await rankTopStudents(db, { ...scope, subjects: scope.wholeSubjects }, maxStudents),
  };
}

type LevelRow = Record<string, number | string | null> & { level: number };

const selectLevels = (scope: Scope) => {
  const sums = ['complete', 'percentages', ...letterColumns].map(
    (column) => sql`sum(stored_results.${sql.ref(column)}) as ${sql.ref(column)}`,
  );
  return sql<LevelRow>`
    select subjects.level, ${sql.join(sums)} ${fromSubjectResults(scope)} and stored_results.complete > 0
    group by subjects.level order by subjects.level`;
};

/** Students whose displayed averages are equal share a rank: 1, 2, 2, 4 (decision 5). */
async function rankTopStudents(db: Db, scope: Scope, limit: number): Promise<PerformanceData['topStudents']> {
  const rows = await loadBestStudents(db, scope, limit);
  const averages = rows.map(({ average }) => oneDecimal(average));
  return rows.map(({ full_name, subjects }, index) => {
    const average_grade = averages[index] ?? 0;
    const rank = rankAmong(average_grade, averages);
    return { full_name, subjects_count: Number(subjects), average_grade, rank };
  });
}

interface BestStudent {
  full_name: string;
  subjects: number | string;
  average: number;
}

async function loadBestStudents(db: Db, scope: Scope, maxRows: number): Promise<BestStudent[]> {
  if (await isWholeInstitute(db, scope)) return (await selectBestOfAll(maxRows).execute(db)).rows;
  return loadBestOfScope(db, await withSubjectIds(db, scope), maxRows);
}

/** Cross joins make SQLite read the averages in the order of their index. */
const selectBestOfAll = (maxRows: number) => sql<BestStudent>`
  select students.full_name, student_results.subjects, student_results.average
  from student_results cross join enrolments cross join students
  where enrolments.student_row_id = student_results.student_row_id and enrolments.is_shown = 1 and ${isOnRoster}
    and students.id = enrolments.student_row_id
  order by student_results.average desc, student_results.student_row_id desc limit ${maxRows}`;

/** For more subjects, a condition is faster than a list of ids. */
const maxListedIds = 5_000;

/**
 * PostgreSQL overestimates the number of a teacher's subjects, and reads all marks. A list of ids prevents
 * this.
 */
async function withSubjectIds(db: Db, scope: Scope): Promise<Scope> {
  const query = sql<{
    id: number;
  }>`select subjects.id from subjects where ${scope.subjects} limit ${maxListedIds + 1}`;
  const ids = listIds(await query.execute(db));
  if (ids.length === 0 || ids.length > maxListedIds) return scope;
  return { ...scope, subjects: sql`subjects.id in (${sql.join(ids)})` };
}

const listIds = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id);

/**
 * Averages of equal marks may differ in the last binary digit. The value is below a tenth of the smallest
 * difference between two averages.
 */
const tolerance = 1e-6;

/**
 * Counts only marks in the scope, because a teacher must not see other marks. The first query reads
 * students with the best marks, and gives a lower limit for the average. An average never exceeds the
 * student's best mark. So the second query reads only students with a mark above the limit.
 */
async function loadBestOfScope(db: Db, scope: Scope, maxRows: number): Promise<BestStudent[]> {
  const likelyIds = listIds(await selectOwnersOfBestMarks(scope, 4 * maxRows).execute(db));
  const firstGuess =
    likelyIds.length < maxRows ? [] : (await selectBestAmong(scope, likelyIds, maxRows).execute(db)).rows;
  const minAverage = firstGuess[maxRows - 1]?.average;
  if (minAverage !== undefined) {
    const possibleIds = listIds(
      await selectOwnersOfMarksFrom(scope, minAverage - tolerance, maxListedIds + 1).execute(db),
    );
    if (possibleIds.length <= maxListedIds)
      return (await selectBestAmong(scope, possibleIds, maxRows).execute(db)).rows;
  }
  return (await selectBestAmong(scope, null, maxRows).execute(db)).rows;
}

/** SQLite joins the tables of a cross join in the written order. @param students null: all students */
const selectBestAmong = (scope: Scope, students: readonly number[] | null, maxRows: number) => {
  // The `+ 0` disables the index on subjects, so the database starts with the few students.
  const marks = students
    ? sql`enrolments cross join grades cross join subjects
      where enrolments.student_row_id in (${sql.join(students)}) and subjects.id = grades.subject_id + 0`
    : sql`subjects cross join grades cross join enrolments where grades.subject_id = subjects.id`;
  return sql<BestStudent>`
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

/** The index gives the best mark of each subject. */
const selectOwnersOfBestMarks = (scope: Scope, maxSubjects: number) => sql<{ id: number }>`
  with top as materialized (
    select subjects.id, (select max(percentage) from grades where subject_id = subjects.id) as best
    from subjects where ${scope.subjects} order by best desc nulls last limit ${maxSubjects})
  select distinct grades.student_row_id as id from top cross join grades
  where grades.subject_id = top.id and grades.percentage >= (select min(best) from top)
  limit ${maxListedIds}`;

const selectOwnersOfMarksFrom = (scope: Scope, minPercentage: number, maxRows: number) => sql<{ id: number }>`
  select distinct grades.student_row_id as id from subjects cross join grades
  where ${scope.subjects} and grades.subject_id = subjects.id and grades.percentage >= ${minPercentage}
  limit ${maxRows}`;
