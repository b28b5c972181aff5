import { sql } from 'kysely';
import { archivePageSize } from '../../contract/archive';
import { auditApi, type AuditRow, type AuditEntry, type auditSorts } from '../../contract/audit';
import type { QueryOf } from '../../contract/endpoint';
import type { StaffSection } from '../../contract/vocabulary';
import { loadRetention } from '../domain/institute';
import { authorOfRow } from '../db/log/operationLog';
import { listRoute, buildPagination, type Route, route } from '../mount';
import { notFound } from '../problem';
import type { Db } from '../db/schema';
import type { OperationsTable } from '../db/schema/log';
import { isOneOf, equals, offsetAndLimit, withinDays } from '../db/search/lists';
import { type WordMatch, logTermMatches, pageWithWords } from '../db/search/wordSearch';
import { allOf, type Condition, countRows } from '../db/search/matching';
import { visibleRow } from './columns';

type AuditRequest = QueryOf<typeof auditApi.list>;

/**
 * A word with at most this many matches is looked up in the index; else the newest operations are read and checked.
 */
const common = 2_000;

async function isRare(db: Db, word: WordMatch): Promise<boolean> {
  const found = sql`from operation_terms where ${logTermMatches(word)} limit ${common + 1}`;
  return (await countRows(db, sql`from (select 1 as one ${found}) as counted`)) <= common;
}

const hasTermOfRow = (word: WordMatch): Condition =>
  sql`exists (select 1 from operation_terms where operation_id = operations.id and ${logTermMatches(word)})`;
const isAmongTerms = (word: WordMatch): Condition =>
  sql`operations.id in (select operation_id from operation_terms where ${logTermMatches(word)})`;

type AuditFilter = NonNullable<AuditRequest['filter']>;

async function filterConditions(db: Db, filter: AuditFilter, timeZone: string): Promise<Condition[]> {
  return [
    ...isOneOf('operations.id', filter.ids),
    ...equals('operations.user_id', filter.user_id),
    ...equals('operations.action', filter.action),
    ...(filter.student_row_id === undefined
      ? await tableAndDays(db, filter, timeZone)
      : [changedStudent(filter.student_row_id, filter, timeZone)]),
  ];
}

/** Conditions on a write: the table of the record that was changed, and the day. */
const writeConditions = (of: string, filter: AuditFilter, timeZone: string): Condition[] => [
  ...equals(`${of}.table_name`, filter.table_name),
  ...withinDays(`${of}.performed_at`, filter, timeZone),
];

/** By table and day: an operation is found by each of its writes. Hardly any has more than one. */
async function tableAndDays(db: Db, filter: AuditFilter, timeZone: string): Promise<Condition[]> {
  const own = writeConditions('operations', filter, timeZone);
  if (own.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select distinct operation_writes.operation_id as id
    from operation_writes join operations on operations.id = operation_writes.operation_id
    where ${allOf(writeConditions('operation_writes', filter, timeZone))} and not (${allOf(own)})`.execute(
    db,
  );
  if (rows.length === 0) return own;
  return [sql`(${allOf(own)} or operations.id in (${sql.join(rows.map(({ id }) => id))}))`];
}

/** By the rows of a student. A move and a status change the record too: its version rises. */
const changedStudent = (id: number, filter: AuditFilter, timeZone: string): Condition => {
  const ofRow = (of: string) => allOf(writeConditions(of, filter, timeZone));
  return sql`operations.id in (select operation_rows.operation_id from operation_rows
    join operations as begun on begun.id = operation_rows.operation_id
    left join operation_writes on operation_writes.id = operation_rows.write_id
    where operation_rows.table_name = 'students' and row_id = ${id}
      and (case when write_id is null then ${ofRow('begun')} else ${ofRow('operation_writes')} end))`;
};

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

/** What a page is sorted by; each order has an index. */
const orders: Record<(typeof auditSorts)[number], readonly (keyof OperationsTable)[]> = {
  id: [],
  performed_at: ['performed_at'],
  action: ['action', 'performed_at'],
  table_name: ['table_name', 'performed_at'],
  user_name: ['user_name', 'performed_at'],
  rows_count: ['rows_count', 'performed_at'],
};

/** The statement of a page. */
export const entriesInOrder = (
  db: Db,
  where: readonly Condition[],
  [key, direction]: readonly [(typeof auditSorts)[number], 'ASC' | 'DESC'],
) =>
  [...orders[key], 'id' as const].reduce(
    (query, column) => query.orderBy(`operations.${column}`, direction === 'ASC' ? 'asc' : 'desc'),
    entries(db).where(allOf(where)),
  );

/** One page of the audit trail, and how many entries there are. */
async function auditPage(
  db: Db,
  { range, sort = ['performed_at', 'DESC'], filter = {} }: AuditRequest,
  words: readonly WordMatch[],
  timeZone: string,
  section: StaffSection | null,
): Promise<{ rows: AuditEntry[]; total: number }> {
  const where = [...equals('operations.section', section), ...(await filterConditions(db, filter, timeZone))];
  const rarity = await Promise.all(words.map((word) => isRare(db, word)));
  const rare = words.find((_, place) => rarity[place]);
  const others = words.filter((word) => word !== rare).map(hasTermOfRow);
  const page = [...where, ...(rare === undefined ? [] : [isAmongTerms(rare)]), ...others];
  const { offset, limit } = offsetAndLimit(range);
  const rows = await entriesInOrder(db, page, sort).limit(limit).offset(offset).execute();
  const isWhole = offset === 0 && rows.length < limit;
  return { rows: rows.map(asEntry), total: isWhole ? rows.length : await numberOf(db, where, words, rare) };
}

async function numberOf(
  db: Db,
  where: readonly Condition[],
  words: readonly WordMatch[],
  rare: WordMatch | undefined,
): Promise<number> {
  const lead = rare ?? words[0];
  const conditions = [
    ...where,
    ...(lead === undefined ? [] : [isAmongTerms(lead)]),
    ...words.filter((word) => word !== lead).map(hasTermOfRow),
  ];
  // A search for one word is counted from its terms, because operations are never removed.
  if (lead !== undefined && where.length === 0 && words.length === 1)
    return countRows(
      db,
      sql`from (select distinct operation_id from operation_terms where ${logTermMatches(lead)}) as found`,
    );
  return countRows(
    db,
    conditions.length > 0 ? sql`from operations where ${allOf(conditions)}` : sql`from operations`,
  );
}

/** One operation with the name of who undid it. @throws NOT_FOUND, also for an operation of another section */
async function auditEntryOf(
  db: Db,
  id: number,
  section: StaffSection | null,
): Promise<AuditEntry & { undone_by: string | null }> {
  const conditions = [...equals('operations.id', id), ...equals('operations.section', section)];
  const row = await entries(db).where(allOf(conditions)).executeTakeFirstOrThrow(notFound);
  const undo = await db
    .selectFrom('operations')
    .select('user_name')
    .where('undo_of', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { ...asEntry(row), undone_by: undo?.user_name ?? null };
}

/** The rows of an operation in the order of writing, only with visible columns. */
async function auditRows(db: Db, operationId: number, limit: number, offset: number): Promise<AuditRow[]> {
  const rows = await db
    .selectFrom('operation_rows')
    .innerJoin('operations', 'operations.id', 'operation_rows.operation_id')
    .leftJoin('operation_writes', 'operation_writes.id', 'operation_rows.write_id')
    .select(['operation_rows.table_name', 'row_id', 'before', 'after', ...authorOfRow])
    .where('operation_rows.operation_id', '=', operationId)
    .orderBy('operation_rows.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ table_name, row_id, performed_at, user_name, before, after }) => ({
    table_name,
    row_id,
    performed_at,
    user_name,
    before: visibleRow(table_name, before),
    after: visibleRow(table_name, after),
  }));
}

export const auditRoutes: Route[] = [
  listRoute(auditApi.list, async ({ data, user, query }) => {
    const { timeZone } = await loadRetention(data.read, data.now());
    return pageWithWords(data.read, query.filter?.q, (words) =>
      auditPage(data.read, query, words, timeZone, user.section),
    );
  }),

  route(
    auditApi.one,
    async ({ data, user, params: { id }, query: { page = 1, limit = archivePageSize } }) => {
      const entry = await auditEntryOf(data.read, id, user.section);
      const rows = await auditRows(data.read, id, limit, (page - 1) * limit);
      return { ...entry, rows, pagination: buildPagination(page, limit, entry.rows_count) };
    },
  ),
];
