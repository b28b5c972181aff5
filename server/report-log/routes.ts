import { sql } from 'kysely';
import type { SessionUser } from '../../contract/accounts/auth';
import type { BodyOf, QueryOf } from '../../contract/endpoint';
import { successMessages } from '../../contract/successMessages';
import {
  reportLogApi,
  type LoggedReport,
  type ReportAction,
  type ReportGroup,
  type ReportGrouping,
} from '../../contract/reports/reportLog';
import { roundedMean, percentRate } from '../../contract/rules/statistics';
import { attendanceRate } from '../../contract/rules/attendance';
import { defaultRecordKind } from '../../contract/vocabulary';
import { findCircleName } from '../auth/recordScope';
import { type Scope, withVisibleStudents } from '../auth/scope';
import type { Data } from '../db/data';
import { indexLogTerms } from '../db/log/operationTerms';
import { findBatchId, findOffering } from '../domain/offering';
import { loadInstituteDay, loadRetention } from '../domain/institute';
import { successBody, listRoute, type Route, route, type Listing } from '../mount';
import { notFound } from '../problem';
import { type WordMatch, termCondition, searchWithTypos } from '../db/search/wordSearch';
import { allOf, type Condition, countRows } from '../db/search/matching';
import type { ReportLogTable } from '../db/schema/papers';
import type { Db, Trx } from '../db/schema';
import { isOneOf, equals, logOrder, offsetAndLimit, withinDays } from '../db/search/lists';

type NewReport = Omit<ReportLogTable, 'id'>;

/** Adds a report. The author and all names of the report become search terms. */
async function addReport(trx: Trx, report: NewReport): Promise<void> {
  const { id } = await trx.insertInto('report_log').values(report).returning('id').executeTakeFirstOrThrow();
  const { student_id, student_name, subject_code, subject_name, circle_name, batch_name, user_name } = report;
  const texts = [student_id, student_name, subject_code, subject_name, circle_name, batch_name, user_name];
  const rows = (await indexLogTerms(trx, texts)).map((term) => ({ term, report_id: id }));
  if (rows.length > 0) await trx.insertInto('report_terms').values(rows).execute();
}

type LogQuery = QueryOf<typeof reportLogApi.list>;

const matchesWord = (word: WordMatch): Condition =>
  sql`report_log.id in (select report_id from report_terms where ${termCondition(word)})`;

const filterConditions = (filter: NonNullable<LogQuery['filter']>, timeZone: string): Condition[] => [
  ...isOneOf('report_log.id', filter.ids),
  ...equals('report_log.type', filter.type),
  ...equals('report_log.action', filter.action),
  ...equals('report_log.kind', filter.kind),
  ...equals('report_log.batch_name', filter.batch_name),
  ...equals('report_log.user_id', filter.user_id),
  ...withinDays('report_log.created_at', filter, timeZone),
];

/**
 * Admins see all reports. Admins of a section see their own, and those of the section's batches. Other
 * users see only their own.
 */
function visibleTo(user: SessionUser): Condition[] {
  if (user.role !== 'admin') return equals('report_log.user_id', user.id);
  if (user.section === null) return [];
  return [
    sql`(report_log.user_id = ${user.id} or report_log.batch_name in (
      select batch_name from batches where section = ${user.section}))`,
  ];
}

/**
 * Reports of batches outside of the scope have no `batch_id`, so the client cannot open them.
 * @param batches SQL condition for the visible batches
 */
async function loadReportPage(
  db: Db,
  { range, sort = ['id', 'DESC'], filter = {} }: LogQuery,
  { visible, batches }: { visible: readonly Condition[]; batches: Condition },
  timeZone: string,
): Promise<{ rows: LoggedReport[]; total: number }> {
  const baseConditions = [...visible, ...filterConditions(filter, timeZone)];
  return searchWithTypos(db, filter.q, async (words) => {
    const allConditions = [...baseConditions, ...words.map(matchesWord)];
    const { offset, limit } = offsetAndLimit(range);
    const rows = await db
      .selectFrom('report_log')
      .leftJoin('batches', (join) =>
        join.onRef('batches.batch_name', '=', 'report_log.batch_name').on(batches),
      )
      .leftJoin('programs', 'programs.id', 'batches.program_row_id')
      .selectAll('report_log')
      .select(['batches.id as batch_id', 'programs.program_id'])
      .where(allOf(allConditions))
      .orderBy(logOrder('report_log', sort))
      .limit(limit)
      .offset(offset)
      .execute();
    const isOnlyPage = offset === 0 && rows.length < limit;
    const total = isOnlyPage
      ? rows.length
      : await countRows(db, sql`from report_log where ${allOf(allConditions)}`);
    return { rows, total };
  });
}

async function loadReportCounts(
  db: Db,
  conditions: readonly Condition[],
): Promise<Record<ReportAction, number>> {
  const rows = await db
    .selectFrom('report_log')
    .select(['action', (builder) => builder.fn.countAll().as('total')])
    .where(allOf(conditions))
    .groupBy('action')
    .execute();
  const countOfAction = (action: ReportAction) =>
    Number(rows.find((row) => row.action === action)?.total ?? 0);
  return {
    generated: countOfAction('generated'),
    printed: countOfAction('printed'),
    exported: countOfAction('exported'),
  };
}

type ReportInput = BodyOf<typeof reportLogApi.add>;

/**
 * A report on marks has no kind and no circle.
 * @throws NOT_FOUND if the circle is unknown or out of scope
 */
async function findKindAndCircle(
  { read, now }: Data,
  { type, kind = defaultRecordKind, circle_id }: ReportInput,
  scope: Scope,
  subject: { subjectId: number } | null,
): Promise<Pick<NewReport, 'kind' | 'circle_id' | 'circle_name'>> {
  if (type !== 'daily_log' && type !== 'daily_range')
    return { kind: null, circle_id: null, circle_name: null };
  if (circle_id === undefined) return { kind, circle_id: null, circle_name: null };
  if (subject === null) throw notFound();
  const { today } = await loadInstituteDay(read, now());
  const query = { subjectId: subject.subjectId, circleId: circle_id, date: today };
  return { kind, circle_id, circle_name: await findCircleName(read, scope, query) };
}

/**
 * The report includes students who have moved to another batch, so this query finds them too.
 * @throws NOT_FOUND, also for a record outside of the scope
 */
async function findSubjectFields(data: Data, report: ReportInput, scope: Scope) {
  const { read } = data;
  const { batchName, studentId, subjectCode } = report;
  const batchId = await findBatchId(read, batchName, scope.batches);
  const subject = subjectCode ? await findOffering(read, batchName, subjectCode, scope.subjects) : null;
  const student = studentId
    ? await read
        .selectFrom('students')
        .innerJoin('enrolments', 'enrolments.student_row_id', 'students.id')
        .select('full_name')
        .where('student_id', '=', studentId)
        .where('enrolments.batch_id', '=', batchId)
        .where(subject ? withVisibleStudents(subject, scope).studentScope : scope.students)
        .executeTakeFirstOrThrow(notFound)
    : null;
  return {
    ...(await findKindAndCircle(data, report, scope, subject)),
    student_id: student ? (studentId ?? null) : null,
    student_name: student?.full_name ?? null,
    subject_code: subject?.subjectCode ?? null,
    subject_name: subject?.subjectName ?? null,
  };
}

export const reportLogRoutes: Route[] = [
  route(reportLogApi.add, async ({ data, user, body, scope }) => {
    const subjectFields = await findSubjectFields(data, body, await scope());
    await data.writeUnlogged((trx) =>
      addReport(trx, {
        ...subjectFields,
        user_id: user.id,
        user_name: user.name,
        type: body.type,
        action: body.action,
        batch_name: body.batchName,
        level: body.level ?? null,
        start_date: body.startDate ?? null,
        end_date: body.endDate ?? null,
        created_at: data.now().toISOString(),
      }),
    );
    return successBody(successMessages.reportLogged);
  }),

  listRoute(reportLogApi.list, async ({ data, user, query, scope }) => {
    const { timeZone } = await loadRetention(data.read, data.now());
    const { batches } = await scope();
    return loadReportPage(data.read, query, { visible: visibleTo(user), batches }, timeZone);
  }),

  route(reportLogApi.counts, ({ data, user }) => loadReportCounts(data.read, visibleTo(user))),

  listRoute(reportLogApi.summary, async ({ data, query, scope }) =>
    loadGroups(data.read, query, (await scope()).wholeSubjects),
  ),
];

/** For a subject of several batches, the report shows the name of one of its offerings. */
const groups: Record<ReportGrouping, { key: ReturnType<typeof sql>; name: ReturnType<typeof sql> }> = {
  subject: { key: sql`subjects.base_subject_code`, name: sql`min(subjects.name)` },
  batch: { key: sql`batches.batch_name`, name: sql`batches.batch_name` },
  term: { key: sql`coalesce(subjects.semester, '')`, name: sql`coalesce(subjects.semester, '')` },
};

const sums = ['complete', 'percentages', 'passed', 'excellent', 'registers', 'expected', 'absences'] as const;
type Sums = Record<(typeof sums)[number], number | string | null>;

/** Uses the stored results of subjects in which the caller sees all students (decisions 3 and 8). */
async function loadGroups(
  db: Db,
  {
    by: grouping,
    program_name,
    batch_name,
    range,
    sort = ['key', 'ASC'],
  }: QueryOf<typeof reportLogApi.summary>,
  wholeSubjects: Condition,
): Promise<Listing<ReportGroup>> {
  const { key, name } = groups[grouping];
  const conditions = [
    wholeSubjects,
    ...(batch_name ? [sql`batches.batch_name = ${batch_name}`] : []),
    ...(program_name
      ? [sql`batches.program_row_id in (select id from programs where program_name = ${program_name})`]
      : []),
  ];
  const columns = sums.map(
    (column) => sql`coalesce(sum(stored_results.${sql.ref(column)}), 0) as ${sql.ref(column)}`,
  );
  const source = sql`from subjects join batches on batches.id = subjects.batch_id
      left join subject_results stored_results on stored_results.subject_id = subjects.id
    where ${allOf(conditions)}`;
  const { offset, limit } = offsetAndLimit(range);
  const countResult = await sql<{ total: number | string }>`
    select count(distinct ${key}) as total ${source}`.execute(db);
  const { rows } = await sql<Sums & { key: string; name: string; subjects: number | string }>`
    select ${key} as key, ${name} as name, count(*) as subjects, ${sql.join(columns)}
    ${source} group by ${key} order by ${key} ${sort[1] === 'DESC' ? sql`desc` : sql`asc`}
    limit ${limit} offset ${offset}`.execute(db);
  const groupsOfPage = rows.map(({ key: keyValue, name: groupName, subjects, ...row }) => {
    const sumOf = (column: (typeof sums)[number]) => Number(row[column] ?? 0);
    return {
      key: keyValue,
      name: groupName,
      subjects: Number(subjects),
      results: sumOf('complete'),
      average: roundedMean(sumOf('percentages'), sumOf('complete')),
      passRate: percentRate(sumOf('passed'), sumOf('complete')),
      excellenceRate: percentRate(sumOf('excellent'), sumOf('complete')),
      registers: sumOf('registers'),
      attendanceRate: attendanceRate(sumOf('absences'), sumOf('expected')),
    };
  });
  return { rows: groupsOfPage, total: Number(countResult.rows[0]?.total ?? 0) };
}
