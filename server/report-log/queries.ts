import { type Kysely, sql, type Transaction } from 'kysely';
import type { LoggedReport, ReportAction, ReportType } from '../../contract/reportLog';
import { listLimit } from '../../contract/lists';
import { queryWords, searchTerms } from '../../contract/rules/arabicText';
import { daysAfter, startOfDay } from '../../contract/rules/retention';
import { equals } from '../db/search/lists';
import type { Condition } from '../db/search/matching';
import type { Database } from '../db/schema';
import type { ReportLogTable } from '../db/schema/papers';

type NewReport = Omit<ReportLogTable, 'id'>;

/** Notes a report and makes it findable by what it names and by who made it. */
export async function addReport(trx: Transaction<Database>, report: NewReport): Promise<void> {
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

export interface LogRequest {
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
export async function reportPage(
  db: Kysely<Database>,
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
export async function reportCounts(
  db: Kysely<Database>,
  userId: number | null,
): Promise<Record<ReportAction, number>> {
  const rows = await db
    .selectFrom('report_log')
    .select(['action', (on) => on.fn.countAll().as('total')])
    .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? 0))
    .groupBy('action')
    .execute();
  const of = (action: ReportAction) => Number(rows.find((row) => row.action === action)?.total ?? 0);
  return { generated: of('generated'), printed: of('printed'), exported: of('exported') };
}
