import type { z } from 'zod';
import { sql } from 'kysely';
import { successMessages } from '../../contract/successMessages';
import {
  reportLogApi,
  type LoggedReport,
  type ReportAction,
  type ReportType,
  type ReportGroup,
  type ReportGrouping,
} from '../../contract/reportLog';
import { listLimit } from '../../contract/lists';
import { searchTerms, queryWords } from '../../contract/rules/arabicText';
import { daysAfter, startOfDay } from '../../contract/rules/retention';
import { meanOf, rateOf } from '../../contract/rules/statistics';
import { attendanceRate } from '../../contract/rules/attendance';
import type { Scope } from '../auth/scope';
import type { Data } from '../db/engine/connection';
import { batchNamed, offeringNamed } from '../db/offering';
import { retentionOf } from '../db/institute';
import { listRoute, type Route, route, type Listing } from '../mount';
import { notFound } from '../problem';
import type { Condition } from '../db/search/matching';
import type { ReportLogTable } from '../db/schema/papers';
import type { Db, Trx } from '../db/schema';
import { equals } from '../db/search/lists';

type NewReport = Omit<ReportLogTable, 'id'>;

/** Notes a report and makes it findable by what it names and by who made it. */
async function addReport(trx: Trx, report: NewReport): Promise<void> {
  const { id } = await trx.insertInto('report_log').values(report).returning('id').executeTakeFirstOrThrow();
  const { student_id, student_name, subject_code, subject_name, batch_name, user_name } = report;
  const texts = [student_id, student_name, subject_code, subject_name, batch_name, user_name];
  const terms = new Set(texts.flatMap((text) => (text === null ? [] : searchTerms(text))));
  if (terms.size === 0) return;
  const rows = [...terms].map((term) => ({ term, report_id: id }));
  await trx.insertInto('report_terms').values(rows).execute();
}

interface Filter {
  q?: string | undefined;
  ids?: number[] | undefined;
  type?: ReportType | undefined;
  action?: ReportAction | undefined;
  batch_name?: string | undefined;
  user_id?: number | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

interface LogRequest {
  range?: [number, number] | undefined;
  sort?: ['id', 'ASC' | 'DESC'] | undefined;
  filter?: Filter | undefined;
}

const withWord = (word: string): Condition =>
  sql`report_log.id in (select report_id from report_terms where term >= ${word} and term < ${`${word}\u{10FFFF}`})`;

function conditionsOf(filter: Filter, timeZone: string): Condition[] {
  const beginningOf = (date: string) => startOfDay(date, timeZone).toISOString();
  const { ids, start_date, end_date } = filter;
  return [
    ...queryWords(filter.q ?? '').map(withWord),
    ...(ids
      ? [ids.length > 0 ? sql<boolean>`report_log.id in (${sql.join(ids)})` : sql<boolean>`1 = 0`]
      : []),
    ...equals('report_log.type', filter.type),
    ...equals('report_log.action', filter.action),
    ...equals('report_log.batch_name', filter.batch_name),
    ...equals('report_log.user_id', filter.user_id),
    ...(start_date ? [sql<boolean>`report_log.created_at >= ${beginningOf(start_date)}`] : []),
    ...(end_date ? [sql<boolean>`report_log.created_at < ${beginningOf(daysAfter(end_date, 1))}`] : []),
  ];
}

/** One page of the log, newest first unless asked otherwise; of one person, or of everybody when `userId` is null. */
async function reportPage(
  db: Db,
  { range, sort = ['id', 'DESC'], filter = {} }: LogRequest,
  userId: number | null,
  timeZone: string,
): Promise<{ rows: LoggedReport[]; total: number }> {
  const conditions = [...equals('report_log.user_id', userId), ...conditionsOf(filter, timeZone)];
  const [from, to] = range ?? [0, listLimit - 1];
  let found = db.selectFrom('report_log');
  for (const condition of conditions) found = found.where(condition);
  const rows = await found
    .selectAll()
    .orderBy('id', sort[1] === 'ASC' ? 'asc' : 'desc')
    .limit(to - from + 1)
    .offset(from)
    .execute();
  const isWhole = from === 0 && rows.length <= to - from;
  const { total } = isWhole
    ? { total: rows.length }
    : await found.select((on) => on.fn.countAll().as('total')).executeTakeFirstOrThrow();
  return { rows: rows.map(({ user_id: _id, ...row }) => row), total: Number(total) };
}

/** How many there are of each action, from an index. */
async function reportCounts(db: Db, userId: number | null): Promise<Record<ReportAction, number>> {
  const rows = await db
    .selectFrom('report_log')
    .select(['action', (on) => on.fn.countAll().as('total')])
    .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? 0))
    .groupBy('action')
    .execute();
  const of = (action: ReportAction) => Number(rows.find((row) => row.action === action)?.total ?? 0);
  return { generated: of('generated'), printed: of('printed'), exported: of('exported') };
}

type Sent = z.output<typeof reportLogApi.add.body>;

/** What a report names, as it is called now. @throws NOT_FOUND, also outside of the scope */
async function findReported({ read }: Data, sent: Sent, scope: Scope) {
  const { batchName, studentId, subjectCode } = sent;
  const batchId = await batchNamed(read, batchName, scope.batches);
  const student = studentId
    ? await read
        .selectFrom('students')
        .select('full_name')
        .where('student_id', '=', studentId)
        .where('batch_id', '=', batchId)
        .executeTakeFirst()
    : null;
  if (student === undefined) throw notFound();
  const subject = subjectCode ? await offeringNamed(read, batchName, subjectCode, scope.subjects) : null;
  return {
    student_id: student ? (studentId ?? null) : null,
    student_name: student?.full_name ?? null,
    subject_code: subject?.subjectCode ?? null,
    subject_name: subject?.subjectName ?? null,
  };
}

/** Admins see all, teachers their own. */
const seenBy = (user: { id: number; role: string }) => (user.role === 'admin' ? null : user.id);

export const reportLogRoutes: Route[] = [
  route(reportLogApi.add, async ({ data, user, body, scope }) => {
    const names = await findReported(data, body, await scope());
    await data.writeUnlogged((trx) =>
      addReport(trx, {
        ...names,
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
    return { success: true as const, message: successMessages.reportLogged };
  }),

  listRoute(reportLogApi.list, async ({ data, user, query }) => {
    const { timeZone } = await retentionOf(data.read, data.now());
    return reportPage(data.read, query, seenBy(user), timeZone);
  }),

  route(reportLogApi.counts, ({ data, user }) => reportCounts(data.read, seenBy(user))),

  listRoute(reportLogApi.summary, async ({ data, query, scope }) =>
    groupFigures(data.read, query, (await scope()).subjects),
  ),
];

interface Wanted {
  by: ReportGrouping;
  program_name?: string | undefined;
  batch_name?: string | undefined;
  range?: [number, number] | undefined;
  sort?: ['key', 'ASC' | 'DESC'] | undefined;
}

/** What is the same in a group, and what it is called; of a subject in several batches the name of one. */
const groups: Record<ReportGrouping, { key: ReturnType<typeof sql>; name: ReturnType<typeof sql> }> = {
  subject: { key: sql`subjects.base_subject_code`, name: sql`min(subjects.name)` },
  batch: { key: sql`batches.batch_name`, name: sql`batches.batch_name` },
  term: { key: sql`coalesce(subjects.semester, '')`, name: sql`coalesce(subjects.semester, '')` },
};

const sums = ['complete', 'percentages', 'passed', 'excellent', 'registers', 'expected', 'absences'] as const;
type Sums = Record<(typeof sums)[number], number | string | null>;

/** The figures of the subjects of a scope by subject, batch or term, from what is kept of each. Decisions 3 and 8. */
async function groupFigures(
  db: Db,
  { by, program_name, batch_name, range = [0, listLimit - 1], sort = ['key', 'ASC'] }: Wanted,
  scope: Condition,
): Promise<Listing<ReportGroup>> {
  const { key, name } = groups[by];
  const conditions = [
    scope,
    ...(batch_name ? [sql`batches.batch_name = ${batch_name}`] : []),
    ...(program_name
      ? [sql`batches.program_row_id in (select id from programs where program_name = ${program_name})`]
      : []),
  ];
  const columns = sums.map((column) => sql`coalesce(sum(kept.${sql.ref(column)}), 0) as ${sql.ref(column)}`);
  const found = sql`from subjects join batches on batches.id = subjects.batch_id
      left join subject_results kept on kept.subject_id = subjects.id
    where ${sql.join(conditions, sql` and `)}`;
  const [from, to] = range;
  const counted = await sql<{ total: number | string }>`
    select count(distinct ${key}) as total ${found}`.execute(db);
  const { rows } = await sql<Sums & { key: string; name: string; subjects: number | string }>`
    select ${key} as key, ${name} as name, count(*) as subjects, ${sql.join(columns)}
    ${found} group by ${key} order by ${key} ${sort[1] === 'DESC' ? sql`desc` : sql`asc`} limit ${to - from + 1} offset ${from}`.execute(
    db,
  );
  const listed = rows.map(({ key: value, name: called, subjects, ...row }) => {
    const of = (column: (typeof sums)[number]) => Number(row[column] ?? 0);
    return {
      key: value,
      name: called,
      subjects: Number(subjects),
      results: of('complete'),
      average: meanOf(of('percentages'), of('complete')),
      passRate: rateOf(of('passed'), of('complete')),
      excellenceRate: rateOf(of('excellent'), of('complete')),
      registers: of('registers'),
      attendanceRate: attendanceRate(of('absences'), of('expected')),
    };
  });
  return { rows: listed, total: Number(counted.rows[0]?.total ?? 0) };
}
