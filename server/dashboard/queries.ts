import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DashboardStats, RecentActivity } from '../../contract/dashboard';
import { passPercentage } from '../../contract/rules/grading';
import type { StaffSection } from '../../contract/vocabulary';
import { roundedMean, percentRate } from '../../contract/rules/statistics';
import { attendanceRate, attendanceRateWithoutData } from '../../contract/rules/attendance';
import type { Scope } from '../auth/scope';
import { isOnRoster } from '../domain/enrolments';
import { isAbsenceCounted, isRegisterCounted } from '../domain/registers';
import { cachedUntilResultsChange } from '../db/search/resultChanges';
import { rowCount } from '../db/search/rowCounts';
import { always } from '../db/search/matching';
import type { OperationAction } from '../db/schema/log';
import type { Db } from '../db/schema';

interface InstituteDay {
  today: string;
  academicYear: string;
}

/** Counts of tables that raise the counter of results. */
const cachedCountNames = ['batches', 'subjects', 'activeStudents', 'todayAbsences'] as const;
const otherCountNames = ['programs', 'students', 'assignments'] as const;
const countNames = [...cachedCountNames, ...otherCountNames] as const;
type CountName = (typeof countNames)[number];
const sumNames = ['complete', 'percentages', 'passed', 'expected', 'absences'] as const;
type Sums = Record<(typeof sumNames)[number], number>;

/** Spec 1 §3; decisions 3, 8, 10 and 14. */
export async function loadStats(db: Db, scope: Scope, day: InstituteDay): Promise<DashboardStats> {
  const { counts, sums } = await (scope.wholeSubjects === always
    ? loadInstituteNumbers(db, scope, day)
    : loadScopeNumbers(db, scope, day));
  const { complete, percentages, passed, expected, absences } = sums;
  const attendance = attendanceRate(absences, expected);
  return {
    ...counts,
    averageGrade: roundedMean(percentages, complete),
    successRate: percentRate(passed, complete),
    attendanceRate: attendance ?? attendanceRateWithoutData,
    attendanceRateIsDefault: attendance === null,
  };
}

interface Numbers {
  counts: Record<CountName, number>;
  sums: Sums;
}

/** Most numbers of the whole institute are cached. */
async function loadInstituteNumbers(db: Db, scope: Scope, day: InstituteDay): Promise<Numbers> {
  const key = JSON.stringify(['stats', day]);
  const cached = await cachedUntilResultsChange(db, key, async () => ({
    counts: await loadCounts(db, scope, day, cachedCountNames),
    sums: await loadSums(db, selectSums(scope)),
  }));
  const otherCounts = await loadCounts(db, scope, day, otherCountNames);
  return { counts: { ...cached.counts, ...otherCounts }, sums: cached.sums };
}

/** Which subjects a teacher or an admin of a section sees also depends on other tables, so nothing is cached. */
async function loadScopeNumbers(db: Db, scope: Scope, day: InstituteDay): Promise<Numbers> {
  const counts = await loadCounts(db, scope, day, countNames);
  const sums = await loadSums(db, selectSums(scope));
  if (scope.wholeSubjects === scope.subjects) return { counts, sums };
  const circleSums = await loadSums(db, selectCircleSums(scope, day));
  const total = sumNames.map((name) => [name, sums[name] + circleSums[name]]);
  return { counts, sums: Object.fromEntries(total) as Sums };
}

const loadCounts = async <N extends CountName>(
  db: Db,
  scope: Scope,
  day: InstituteDay,
  names: readonly N[],
): Promise<Record<N, number>> => toNumbers(names, (await selectCounts(scope, day, names).execute(db)).rows);

type SumRow = Record<keyof Sums, number | string | null>;

const loadSums = async (db: Db, query: RawBuilder<SumRow>): Promise<Sums> =>
  toNumbers(sumNames, (await query.execute(db)).rows);

/** @param rows the one row of the query. PostgreSQL returns large numbers as text. */
const toNumbers = <N extends string>(
  names: readonly N[],
  [row]: readonly Record<N, number | string | null>[],
): Record<N, number> =>
  Object.fromEntries(names.map((name) => [name, Number(row?.[name] ?? 0)])) as Record<N, number>;

/**
 * Puts the subjects of the scope into a materialized common table expression, so that they are searched
 * only once. `cte` comes before the `select`.
 */
function materializeScope(
  scope: Scope,
): Scope & Record<'cte' | 'absences' | 'assignments' | 'attending', RawBuilder<unknown>> {
  if (scope.subjects === always)
    return { ...scope, cte: sql``, absences: always, assignments: always, attending: always };
  const isOwn = sql<SqlBool>`subjects.id in (select id from own)`;
  const isWhole = scope.wholeSubjects === scope.subjects;
  const wholeCte = sql`, wholly as materialized (select subjects.id from subjects where ${scope.wholeSubjects})`;
  const subScope = scope.limitTo(isOwn, isWhole ? isOwn : sql`subjects.id in (select id from wholly)`);
  return {
    ...subScope,
    absences: sql`absences.subject_id in (select id from own) and ${subScope.isStudentVisible({ subject: sql.ref('absences.subject_id'), student: sql.ref('absences.student_row_id') }, sql.ref('absences.date'))}`,
    assignments: sql`assignments.subject_id in (select id from ${sql.table(isWhole ? 'own' : 'wholly')})`,
    attending: isWhole
      ? always
      : sql`exists (select 1 from students where students.id = enrolments.student_row_id and ${subScope.students})`,
    cte: sql`with own as materialized (select subjects.id from subjects where ${scope.subjects})${isWhole ? sql`` : wholeCte}`,
  };
}

/** Each count reads only an index. */
const selectCounts = <N extends CountName>(
  fullScope: Scope,
  { today, academicYear }: InstituteDay,
  names: readonly N[],
) => {
  const isCurrent = sql`batches.academic_year = ${academicYear}`;
  const scope = materializeScope(fullScope);
  const counts: Record<CountName, RawBuilder<unknown>> = {
    programs: sql`select count(*) from programs where ${scope.programs}`,
    batches: sql`select count(*) from batches where ${isCurrent} and ${scope.batches}`,
    students:
      scope.students === always
        ? rowCount('students')
        : sql`select count(*) from students where ${scope.students}`,
    subjects: sql`select count(*) from subjects where ${scope.subjects}`,
    activeStudents: sql`select count(*) from enrolments where ${isOnRoster} and ${scope.attending} and enrolments.batch_id in (
        select batches.id from batches where ${isCurrent} and ${scope.batches})`,
    todayAbsences: sql`select count(*) from absences where absences.date = ${today} and ${isAbsenceCounted}
      and ${scope.absences}`,
    assignments: sql`select count(*) from assignments where is_published = 1 and ${scope.assignments}`,
  };
  return sql<Record<N, number>>`
    ${scope.cte}
    select ${sql.join(names.map((name) => sql`(${counts[name]}) as ${sql.ref(name)}`))}`;
};

/** Sums the stored results of each subject, and does not read marks or registers. */
const selectSums = (scope: Scope) => {
  const sums = sumNames.map((column) => sql`sum(stored_results.${sql.ref(column)}) as ${sql.ref(column)}`);
  return sql<SumRow>`
    select ${sql.join(sums)} ${scope.wholeSubjects === always ? sql`from subject_results stored_results` : fromSubjectResults(scope)}`;
};

/** Sums over the members and registers of a teacher's circles in subjects that he does not see as a whole. */
const selectCircleSums = (scope: Scope, { today }: InstituteDay) => {
  const otherSubjects = sql`select subjects.id from subjects where ${scope.subjects} and not (${scope.wholeSubjects})`;
  const enrolment = { subject: sql.ref('grades.subject_id'), student: sql.ref('grades.student_row_id') };
  const marks = sql`from grades where grades.percentage is not null and grades.subject_id in (${otherSubjects})
    and ${scope.isStudentVisible(enrolment)}`;
  const isOwnRegister = sql`${isRegisterCounted} and registers.subject_id in (${otherSubjects}) and registers.circle_id in (
    select circles.id from circles where ${scope.circlesOn(today)})`;
  return sql<SumRow>`
    select (select count(*) ${marks}) as complete, (select sum(grades.percentage) ${marks}) as percentages,
      (select count(*) ${marks} and grades.percentage >= ${passPercentage}) as passed,
      (select sum(registers.students_count) from registers where ${isOwnRegister}) as expected,
      (select count(*) from registers join absences on absences.register_id = registers.id where ${isOwnRegister}) as absences`;
};

/** SQL `from … where …`. The results belong to subjects that the caller sees as a whole. */
export const fromSubjectResults = (scope: Scope): RawBuilder<unknown> =>
  sql`from subjects join subject_results stored_results on stored_results.subject_id = subjects.id where ${scope.wholeSubjects}`;

const activityTypes: Record<OperationAction, RecentActivity['type']> = {
  create: 'success',
  restore: 'success',
  delete: 'warning',
  undo: 'warning',
  export: 'warning',
  update: 'info',
  import: 'info',
};

/** @param userId null: all users @param section null: all sections */
export const selectNewestOperations = (
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

export async function loadRecentActivities(
  db: Db,
  userId: number | null,
  limit: number,
  section: StaffSection | null,
): Promise<RecentActivity[]> {
  const rows = await selectNewestOperations(db, userId, limit, section).execute();
  return rows.map(({ id, description, user_name, performed_at, action }) => ({
    id,
    action: description,
    user: user_name,
    time: performed_at,
    type: activityTypes[action],
  }));
}
