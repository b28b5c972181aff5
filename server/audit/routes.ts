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
import { type WordMatch, termCondition, searchWithTypos } from '../db/search/wordSearch';
import { allOf, type Condition, countRows } from '../db/search/matching';
import { hiddenChanges, visibleRow } from './columns';

type AuditQuery = QueryOf<typeof auditApi.list>;

/**
 * For a word with more matches, the query reads and checks the newest operations, and does not use the
 * word index.
 */
const maxRareMatches = 2_000;

async function isRare(db: Db, word: WordMatch): Promise<boolean> {
  const matches = sql`from operation_terms where ${termCondition(word)} limit ${maxRareMatches + 1}`;
  return (await countRows(db, sql`from (select 1 as one ${matches}) as counted`)) <= maxRareMatches;
}

const hasTerm = (word: WordMatch): Condition =>
  sql`exists (select 1 from operation_terms where operation_id = operations.id and ${termCondition(word)})`;
const isInTermIndex = (word: WordMatch): Condition =>
  sql`operations.id in (select operation_id from operation_terms where ${termCondition(word)})`;

type AuditFilter = NonNullable<AuditQuery['filter']>;

async function buildFilterConditions(db: Db, filter: AuditFilter, timeZone: string): Promise<Condition[]> {
  return [
    ...isOneOf('operations.id', filter.ids),
    ...equals('operations.user_id', filter.user_id),
    ...equals('operations.action', filter.action),
    ...(filter.student_row_id === undefined
      ? await buildTableAndDayConditions(db, filter, timeZone)
      : [hasChangedStudent(filter.student_row_id, filter, timeZone)]),
  ];
}

/**
 * SQL conditions on a write: table of the changed record, and day.
 * @param table the SQL alias of the write
 */
const conditionsOnWrite = (table: string, filter: AuditFilter, timeZone: string): Condition[] => [
  ...equals(`${table}.table_name`, filter.table_name),
  ...withinDays(`${table}.performed_at`, filter, timeZone),
];

async function buildTableAndDayConditions(
  db: Db,
  filter: AuditFilter,
  timeZone: string,
): Promise<Condition[]> {
  const ownConditions = conditionsOnWrite('operations', filter, timeZone);
  if (ownConditions.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select distinct operation_writes.operation_id as id
    from operation_writes join operations on operations.id = operation_writes.operation_id
    where ${allOf(conditionsOnWrite('operation_writes', filter, timeZone))} and not (${allOf(ownConditions)})`.execute(
    db,
  );
  if (rows.length === 0) return ownConditions;
  return [sql`(${allOf(ownConditions)} or operations.id in (${sql.join(rows.map(({ id }) => id))}))`];
}

/** A move or a new status also raises the version of the student's row, so the log has a write of the row. */
const hasChangedStudent = (id: number, filter: AuditFilter, timeZone: string): Condition => {
  const matchesWrite = (table: string) => allOf(conditionsOnWrite(table, filter, timeZone));
  return sql`operations.id in (select operation_rows.operation_id from operation_rows
    join operations as begun on begun.id = operation_rows.operation_id
    left join operation_writes on operation_writes.id = operation_rows.write_id
    where operation_rows.table_name = 'students' and row_id = ${id}
      and (case when write_id is null then ${matchesWrite('begun')} else ${matchesWrite('operation_writes')} end))`;
};

const selectEntries = (db: Db) =>
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

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['executeTakeFirstOrThrow']>>;

const toEntry = ({ archived_at, is_under_way, ...row }: EntryRow): AuditEntry => ({
  ...row,
  is_expired: row.action === 'delete' && archived_at === null && Number(is_under_way) === 0,
});

/** Each sort has an index. */
const sorts: Record<(typeof auditSorts)[number], readonly (keyof OperationsTable)[]> = {
  id: [],
  performed_at: ['performed_at'],
  action: ['action', 'performed_at'],
  table_name: ['table_name', 'performed_at'],
  user_name: ['user_name', 'performed_at'],
  rows_count: ['rows_count', 'performed_at'],
};

export const selectSorted = (
  db: Db,
  where: readonly Condition[],
  [key, direction]: readonly [(typeof auditSorts)[number], 'ASC' | 'DESC'],
) =>
  [...sorts[key], 'id' as const].reduce(
    (query, column) => query.orderBy(`operations.${column}`, direction === 'ASC' ? 'asc' : 'desc'),
    selectEntries(db).where(allOf(where)),
  );

async function loadAuditPage(
  db: Db,
  { range, sort = ['performed_at', 'DESC'], filter = {} }: AuditQuery,
  words: readonly WordMatch[],
  timeZone: string,
  section: StaffSection | null,
): Promise<{ rows: AuditEntry[]; total: number }> {
  const where = [
    ...equals('operations.section', section),
    ...(await buildFilterConditions(db, filter, timeZone)),
  ];
  const rarity = await Promise.all(words.map((word) => isRare(db, word)));
  const rareWord = words.find((_, index) => rarity[index]);
  const otherConditions = words.filter((word) => word !== rareWord).map(hasTerm);
  const pageConditions = [
    ...where,
    ...(rareWord === undefined ? [] : [isInTermIndex(rareWord)]),
    ...otherConditions,
  ];
  const { offset, limit } = offsetAndLimit(range);
  const rows = await selectSorted(db, pageConditions, sort).limit(limit).offset(offset).execute();
  const isOnlyPage = offset === 0 && rows.length < limit;
  return {
    rows: rows.map(toEntry),
    total: isOnlyPage ? rows.length : await countEntries(db, where, words, rareWord),
  };
}

async function countEntries(
  db: Db,
  where: readonly Condition[],
  words: readonly WordMatch[],
  rareWord: WordMatch | undefined,
): Promise<number> {
  const indexedWord = rareWord ?? words[0];
  const conditions = [
    ...where,
    ...(indexedWord === undefined ? [] : [isInTermIndex(indexedWord)]),
    ...words.filter((word) => word !== indexedWord).map(hasTerm),
  ];
  // The count of a single word comes from the index. It is exact, because operations are never deleted.
  if (indexedWord !== undefined && where.length === 0 && words.length === 1)
    return countRows(
      db,
      sql`from (select distinct operation_id from operation_terms where ${termCondition(indexedWord)}) as found`,
    );
  return countRows(
    db,
    conditions.length > 0 ? sql`from operations where ${allOf(conditions)}` : sql`from operations`,
  );
}

/** @throws NOT_FOUND, also for an operation of another section */
async function loadEntry(
  db: Db,
  id: number,
  section: StaffSection | null,
): Promise<AuditEntry & { undone_by: string | null }> {
  const conditions = [...equals('operations.id', id), ...equals('operations.section', section)];
  const row = await selectEntries(db).where(allOf(conditions)).executeTakeFirstOrThrow(notFound);
  const undo = await db
    .selectFrom('operations')
    .select('user_name')
    .where('undo_of', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { ...toEntry(row), undone_by: undo?.user_name ?? null };
}

/** In the order of the writes. */
async function loadRows(db: Db, operationId: number, limit: number, offset: number): Promise<AuditRow[]> {
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
    hidden_changes: hiddenChanges(table_name, before, after),
  }));
}

export const auditRoutes: Route[] = [
  listRoute(auditApi.list, async ({ data, user, query }) => {
    const { timeZone } = await loadRetention(data.read, data.now());
    return searchWithTypos(data.read, query.filter?.q, (words) =>
      loadAuditPage(data.read, query, words, timeZone, user.section),
    );
  }),

  route(
    auditApi.one,
    async ({ data, user, params: { id }, query: { page = 1, limit = archivePageSize } }) => {
      const entry = await loadEntry(data.read, id, user.section);
      const rows = await loadRows(data.read, id, limit, (page - 1) * limit);
      return { ...entry, rows, pagination: buildPagination(page, limit, entry.rows_count) };
    },
  ),
];
