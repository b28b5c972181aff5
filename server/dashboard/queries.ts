import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DashboardStats, RecentActivity } from '../../contract/dashboard';
import { passPercentage } from '../../contract/rules/grading';
import type { StaffSection } from '../../contract/vocabulary';
import { roundedMean, percentRate } from '../../contract/rules/statistics';
import { attendanceRate, attendanceRateWithoutData } from '../../contract/rules/attendance';
import type { Scope } from '../auth/scope';
import { isOnRoster } from '../domain/enrolments';
import { rowCount } from '../db/search/rowCounts';
import { always } from '../db/search/matching';
import type { OperationAction } from '../db/schema/log';
import type { Db } from '../db/schema';

/** Today's date and the current academic year of the institute. */
interface Day {
  today: string;
  academicYear: string;
}

const countedFigures = [
  'programs',
  'batches',
  'students',
  'subjects',
  'activeStudents',
  'todayAbsences',
  'assignments',
] as const;
const summedFigures = ['complete', 'percentages', 'passed', 'expected', 'absences'] as const;

/**
 * The dashboard figures for the subjects, batches, programmes and students of a scope. Spec 1 §3; decisions 3, 8, 10
 * and 14.
 */
export async function dashboardStats(db: Db, scope: Scope, day: Day): Promise<DashboardStats> {
  const figures = await numbersOf(db, countedFigures, countsQuery(scope, day));
  const sums = await numbersOf(db, summedFigures, sumsQuery(scope));
  const own =
    scope.whole === scope.subjects ? null : await numbersOf(db, summedFigures, circlesQuery(scope, day));
  const sumOf = (figure: (typeof summedFigures)[number]) => sums[figure] + (own?.[figure] ?? 0);
  const [complete, percentages, passed] = [sumOf('complete'), sumOf('percentages'), sumOf('passed')];
  const [expected, absences] = [sumOf('expected'), sumOf('absences')];
  const attendance = attendanceRate(absences, expected);
  return {
    ...figures,
    averageGrade: roundedMean(percentages, complete),
    successRate: percentRate(passed, complete),
    attendanceRate: attendance ?? attendanceRateWithoutData,
    attendanceRateIsDefault: attendance === null,
  };
}

/** The single row of a query as numbers; PostgreSQL sends large numbers as text. */
async function numbersOf<N extends string>(
  db: Db,
  names: readonly N[],
  query: RawBuilder<Record<N, number | string | null>>,
): Promise<Record<N, number>> {
  const [row] = (await query.execute(db)).rows;
  return Object.fromEntries(names.map((name) => [name, Number(row?.[name] ?? 0)])) as Record<N, number>;
}

/**
 * The same scope with its subjects in a materialized common table expression, so that they are searched once and not
 * for each figure. `cte` goes before the `select`.
 */
function materializedScope(
  scope: Scope,
): Scope & Record<'cte' | 'absences' | 'assignments' | 'attending', RawBuilder<unknown>> {
  if (scope.subjects === always)
    return { ...scope, cte: sql``, absences: always, assignments: always, attending: always };
  const own = sql<SqlBool>`subjects.id in (select id from own)`;
  const isWhole = scope.whole === scope.subjects;
  const wholly = sql`, wholly as materialized (select subjects.id from subjects where ${scope.whole})`;
  const over = scope.over(own, isWhole ? own : sql`subjects.id in (select id from wholly)`);
  return {
    ...over,
    absences: sql`absences.subject_id in (select id from own) and ${over.pupils(
      { subject: sql.ref('absences.subject_id'), student: sql.ref('absences.student_row_id') },
      sql.ref('absences.date'),
    )}`,
    assignments: sql`assignments.subject_id in (select id from ${sql.table(isWhole ? 'own' : 'wholly')})`,
    attending: isWhole
      ? always
      : sql`exists (select 1 from students where students.id = enrolments.student_row_id and ${over.students})`,
    cte: sql`with own as materialized (select subjects.id from subjects where ${scope.subjects})${isWhole ? sql`` : wholly}`,
  };
}

/** The counts; each is answered from an index without reading table rows. */
export const countsQuery = (whole: Scope, { today, academicYear }: Day) => {
  const current = sql`batches.academic_year = ${academicYear}`;
  const scope = materializedScope(whole);
  return sql<Record<(typeof countedFigures)[number], number>>`
    ${scope.cte}
    select (select count(*) from programs where ${scope.programs}) as programs,
      (select count(*) from batches where ${current} and ${scope.batches}) as batches,
      ${scope.students === always ? rowCount('students') : sql`(select count(*) from students where ${scope.students})`} as students,
      (select count(*) from subjects where ${scope.subjects}) as subjects,
      (select count(*) from enrolments where ${isOnRoster} and ${scope.attending} and enrolments.batch_id in (
        select batches.id from batches where ${current} and ${scope.batches})) as "activeStudents",
      (select count(*) from absences where absences.date = ${today} and ${scope.absences}) as "todayAbsences",
      (select count(*) from assignments where is_published = 1 and ${scope.assignments}) as assignments`;
};

/** Sums of the stored results of each subject, so that marks and registers are not read. */
export const sumsQuery = (scope: Scope) => {
  const sums = summedFigures.map((column) => sql`sum(kept.${sql.ref(column)}) as ${sql.ref(column)}`);
  return sql<Record<(typeof summedFigures)[number], number | string | null>>`
    select ${sql.join(sums)} ${scope.whole === always ? sql`from subject_results kept` : fromSubjectResults(scope)}`;
};

/** The same sums for a teacher's circles in subjects that are not wholly his: of their members and registers. */
const circlesQuery = (scope: Scope, { today }: Day) => {
  const partly = sql`select subjects.id from subjects where ${scope.subjects} and not (${scope.whole})`;
  const pupil = { subject: sql.ref('grades.subject_id'), student: sql.ref('grades.student_row_id') };
  const marks = sql`from grades where grades.percentage is not null and grades.subject_id in (${partly})
    and ${scope.pupils(pupil)}`;
  const own = sql`registers.subject_id in (${partly}) and registers.circle_id in (
    select circles.id from circles where ${scope.circlesOn(today)})`;
  return sql<Record<(typeof summedFigures)[number], number | string | null>>`
    select (select count(*) ${marks}) as complete, (select sum(grades.percentage) ${marks}) as percentages,
      (select count(*) ${marks} and grades.percentage >= ${passPercentage}) as passed,
      (select sum(registers.students_count) from registers where ${own}) as expected,
      (select count(*) from registers join absences on absences.register_id = registers.id where ${own}) as absences`;
};

/** SQL `from … where …`: the `subject_results` (alias `kept`) of the subjects that are `whole` in a scope. */
export const fromSubjectResults = (scope: Scope): RawBuilder<unknown> =>
  sql`from subjects join subject_results kept on kept.subject_id = subjects.id where ${scope.whole}`;

const activityTypes: Record<OperationAction, RecentActivity['type']> = {
  create: 'success',
  restore: 'success',
  delete: 'warning',
  undo: 'warning',
  update: 'info',
  import: 'info',
};

/** The newest operations of a user, of all users if `userId` is null, or only of one section. */
export const newestOperations = (
  db: Db,
  userId: number | null,
  limit: number,
  section: StaffSection | null = null,
) =>
  db
    .selectFrom('operations')
    .select(['id', 'description', 'user_name', 'performed_at', 'action'])
    .$if(userId !== null, (query) => query.where('user_id', '=', userId))
    .$if(section !== null, (query) => query.where('section', '=', section))
    .orderBy('performed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);

/** `newestOperations` in the shape of the dashboard call. */
export async function recentActivities(
  db: Db,
  userId: number | null,
  limit: number,
  section: StaffSection | null,
): Promise<RecentActivity[]> {
  const rows = await newestOperations(db, userId, limit, section).execute();
  return rows.map(({ id, description, user_name, performed_at, action }) => ({
    id,
    action: description,
    user: user_name,
    time: performed_at,
    type: activityTypes[action],
  }));
}
