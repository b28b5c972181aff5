import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { archivePageSize } from '../../contract/archive';
import { auditApi, type AuditRow, type AuditEntry } from '../../contract/audit';
import { listLimit } from '../../contract/lists';
import { queryWords } from '../../contract/rules/arabicText';
import { daysAfter, startOfDay } from '../../contract/rules/retention';
import { retentionOf } from '../db/institute';
import { listRoute, type Route, route } from '../mount';
import { notFound } from '../problem';
import type { Db } from '../db/schema';
import { equals } from '../db/search/lists';
import { visibleRow } from './columns';

type Condition = RawBuilder<SqlBool>;

interface AuditRequest {
  range?: [number, number] | undefined;
  sort?: ['id' | 'performed_at', 'ASC' | 'DESC'] | undefined;
  filter?:
    | {
        q?: string | undefined;
        ids?: number[] | undefined;
        user_id?: number | undefined;
        action?: string | undefined;
        table_name?: string | undefined;
        start_date?: string | undefined;
        end_date?: string | undefined;
      }
    | undefined;
}

/** Up to so many matches a word is looked up; above, the newest operations are walked and each is looked at. */
const common = 2_000;
const maxWords = 8;

const beginsWith = (word: string) => sql`term >= ${word} and term < ${`${word}\u{10FFFF}`}`;

async function isRare(db: Db, word: string): Promise<boolean> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select 1 as one from operation_terms where ${beginsWith(word)} limit ${common + 1}) as counted
  `.execute(db);
  return Number(rows[0]?.total ?? 0) <= common;
}

const hasTermOfRow = (word: string): Condition =>
  sql`exists (select 1 from operation_terms where operation_id = operations.id and ${beginsWith(word)})`;
const isAmongTerms = (word: string): Condition =>
  sql`operations.id in (select operation_id from operation_terms where ${beginsWith(word)})`;

function filterConditions(filter: NonNullable<AuditRequest['filter']>, timeZone: string): Condition[] {
  const beginningOf = (date: string) => startOfDay(date, timeZone).toISOString();
  return [
    ...(filter.ids
      ? [
          filter.ids.length > 0
            ? sql<SqlBool>`operations.id in (${sql.join(filter.ids)})`
            : sql<SqlBool>`1 = 0`,
        ]
      : []),
    ...equals('operations.user_id', filter.user_id),
    ...equals('operations.action', filter.action),
    ...equals('operations.table_name', filter.table_name),
    ...(filter.start_date ? [sql<SqlBool>`performed_at >= ${beginningOf(filter.start_date)}`] : []),
    ...(filter.end_date ? [sql<SqlBool>`performed_at < ${beginningOf(daysAfter(filter.end_date, 1))}`] : []),
  ];
}

const entries = (db: Db) =>
  db
    .selectFrom('operations')
    .select([
      'operations.id',
      'performed_at',
      'user_id',
      'user_name',
      'user_role',
      'action',
      'table_name',
      'item_name',
      'description',
      'rows_count',
      'undone_at',
      'undo_of',
      'archived_at',
      sql<number>`(select count(*) from slow_removals where operation_id = operations.id)`.as('is_under_way'),
    ]);

type EntryRow = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>;

const asEntry = ({ archived_at, is_under_way, ...row }: EntryRow): AuditEntry => ({
  ...row,
  is_expired: row.action === 'delete' && archived_at === null && Number(is_under_way) === 0,
});

/** One page of the audit trail, and how many entries there are. */
async function auditPage(
  db: Db,
  { range, sort = ['performed_at', 'DESC'], filter = {} }: AuditRequest,
  timeZone: string,
): Promise<{ rows: AuditEntry[]; total: number }> {
  const words = queryWords(filter.q ?? '').slice(0, maxWords);
  const where = filterConditions(filter, timeZone);
  const rarity = await Promise.all(words.map((word) => isRare(db, word)));
  const rare = words.find((_, place) => rarity[place]);
  const others = words.filter((word) => word !== rare).map(hasTermOfRow);
  const page = [...where, ...(rare === undefined ? [] : [isAmongTerms(rare)]), ...others];
  const [from, to] = range ?? [0, listLimit - 1];
  const order = sort[1] === 'ASC' ? 'asc' : 'desc';
  let query = entries(db);
  for (const condition of page) query = query.where(condition);
  if (sort[0] === 'performed_at') query = query.orderBy('performed_at', order);
  const rows = await query
    .orderBy('operations.id', order)
    .limit(to - from + 1)
    .offset(from)
    .execute();
  const isWhole = from === 0 && rows.length <= to - from;
  return { rows: rows.map(asEntry), total: isWhole ? rows.length : await numberOf(db, where, words, rare) };
}

async function numberOf(
  db: Db,
  where: readonly Condition[],
  words: readonly string[],
  rare: string | undefined,
): Promise<number> {
  const lead = rare ?? words[0];
  const conditions = [
    ...where,
    ...(lead === undefined ? [] : [isAmongTerms(lead)]),
    ...words.filter((word) => word !== lead).map(hasTermOfRow),
  ];
  const narrowed = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  // A word alone is counted from its terms: an operation is never removed.
  const query =
    lead !== undefined && where.length === 0 && words.length === 1
      ? sql<{
          total: number;
        }>`select count(distinct operation_id) as total from operation_terms where ${beginsWith(lead)}`
      : sql<{ total: number }>`select count(*) as total from operations ${narrowed}`;
  const { rows } = await query.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** One operation with the name of who took it back. */
async function auditEntryOf(db: Db, id: number): Promise<(AuditEntry & { undone_by: string | null }) | null> {
  const row = await entries(db).where('operations.id', '=', id).executeTakeFirst();
  if (!row) return null;
  const undo = await db
    .selectFrom('operations')
    .select('user_name')
    .where('undo_of', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { ...asEntry(row), undone_by: undo?.user_name ?? null };
}

/** The rows of an operation in the order of writing, allowed columns only. */
async function auditRows(db: Db, operationId: number, limit: number, offset: number): Promise<AuditRow[]> {
  const rows = await db
    .selectFrom('operation_rows')
    .select(['table_name', 'row_id', 'before', 'after'])
    .where('operation_id', '=', operationId)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ table_name, row_id, before, after }) => ({
    table_name,
    row_id,
    before: visibleRow(table_name, before),
    after: visibleRow(table_name, after),
  }));
}

export const auditRoutes: Route[] = [
  listRoute(auditApi.list, async ({ data, query }) => {
    const { timeZone } = await retentionOf(data.read, data.now());
    return auditPage(data.read, query, timeZone);
  }),

  route(auditApi.one, async ({ data, params: { id }, query: { page = 1, limit = archivePageSize } }) => {
    const entry = await auditEntryOf(data.read, id);
    if (!entry) throw notFound();
    const rows = await auditRows(data.read, id, limit, (page - 1) * limit);
    const totalPages = Math.max(1, Math.ceil(entry.rows_count / limit));
    return { ...entry, rows, pagination: { page, limit, total: entry.rows_count, totalPages } };
  }),
];
