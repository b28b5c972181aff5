import { type RawBuilder, sql } from 'kysely';
import { archiveApi, archivePageSize, type ArchiveEntry, type ArchiveStats } from '../../contract/archive';
import type { QueryOf } from '../../contract/endpoint';
import type { StaffSection } from '../../contract/vocabulary';
import { ruleMessages } from '../../contract/errors';
import { successMessages } from '../../contract/successMessages';
import { notify } from '../domain/notifications';
import { loadRetention, type Retention } from '../domain/institute';
import { isOnlySection, findOperationSections } from '../db/log/sections';
import { undoOrRestore } from '../domain/undoOrRestore';
import { successBody, buildPagination, type Route, route } from '../mount';
import { notFound, Problem } from '../problem';
import type { Db } from '../db/schema';
import { dayStart, equals, withinDays } from '../db/search/lists';
import { allOf, type Condition } from '../db/search/matching';

type ArchiveSort = NonNullable<QueryOf<typeof archiveApi.deletedRecords>['sort']>;
type ArchiveFilter = Omit<QueryOf<typeof archiveApi.deletedRecords>, 'page' | 'limit' | 'sort'> & {
  /** Null: the caller is not limited to a section. */
  section?: StaffSection | null;
};

function buildConditions(retention: Retention, filter: ArchiveFilter): Condition {
  const { timeZone, storedSince } = retention;
  const startOfRange = filter.start_date ? dayStart(filter.start_date, timeZone) : '';
  return allOf([
    // The query has only one lower bound, because an index search can use only one.
    sql`archived_at >= ${startOfRange > storedSince ? startOfRange : storedSince}`,
    ...withinDays('archived_at', { end_date: filter.end_date }, timeZone),
    ...equals('table_name', filter.table_name),
    ...equals('section', filter.section),
    // The plus sign stops SQLite from using the index of the user, which does not return rows in the order
    // of the page.
    ...(filter.user_id ? [sql`+user_id = ${filter.user_id}`] : []),
  ]);
}

type ComputedField = 'days_until_expiration' | 'can_undo' | 'related_records_count';
type EntryRow = Omit<ArchiveEntry, ComputedField> & {
  rows_count: number;
  parts_count: number;
  undone_at: string | null;
};

/** First sort key, before the time. Only the time has an index, so the other sorts read the whole archive. */
const sorts: Record<ArchiveSort[0], ((direction: RawBuilder<unknown>) => RawBuilder<unknown>) | null> = {
  performed_at: null,
  days_until_expiration: () => sql`case when undone_at is null then 0 else 1 end,`,
  can_undo: (direction) => sql`case when undone_at is null then 0 else 1 end ${direction},`,
  description: (direction) => sql`description ${direction},`,
  table_name: (direction) => sql`table_name ${direction},`,
  user_name: (direction) => sql`user_name ${direction},`,
};

function buildOrder([key, requestedDirection]: ArchiveSort): RawBuilder<unknown> {
  const direction = requestedDirection === 'ASC' ? sql`asc` : sql`desc`;
  const isByTime = key === 'performed_at' || key === 'days_until_expiration';
  const time = isByTime ? direction : sql`desc`; // equal values: the newest first
  return sql`${sorts[key]?.(direction) ?? sql``} archived_at ${time}, id ${time}`;
}

export const selectEntries = (
  retention: Retention,
  filter: ArchiveFilter,
  limit: number,
  offset: number,
  sort: ArchiveSort = ['performed_at', 'DESC'],
) =>
  sql<EntryRow>`
    select id, description, table_name, user_name, user_role, performed_at, rows_count, parts_count, item_name, undone_at
    from operations where ${buildConditions(retention, filter)}
    order by ${buildOrder(sort)} limit ${limit} offset ${offset}`;

export const selectCount = (retention: Retention, filter: ArchiveFilter) =>
  sql<{
    total: number;
  }>`select count(*) as total from operations where ${buildConditions(retention, filter)}`;

export const selectStats = (retention: Retention, section: StaffSection | null = null) =>
  sql<{ table_name: string; total: number; undone: number; soon: number }>`
    select table_name, count(*) as total, count(undone_at) as undone,
      sum(case when undone_at is null and archived_at < ${retention.expiresSoonBefore} then 1 else 0 end) as soon
    from operations where ${buildConditions(retention, { section })} group by table_name`;

async function loadArchivePage(
  db: Db,
  retention: Retention,
  filter: ArchiveFilter,
  limit: number,
  offset: number,
  sort: ArchiveSort | undefined,
): Promise<{ data: ArchiveEntry[]; total: number }> {
  const { rows } = await selectEntries(retention, filter, limit, offset, sort).execute(db);
  const countResult = await selectCount(retention, filter).execute(db);
  const data = rows.map(({ rows_count, parts_count, undone_at, ...entry }) => ({
    ...entry,
    days_until_expiration: retention.daysLeft(entry.performed_at),
    can_undo: undone_at === null,
    related_records_count: Math.max(0, rows_count - parts_count - 1),
  }));
  return { data, total: Number(countResult.rows[0]?.total ?? 0) };
}

async function loadStats(db: Db, retention: Retention, section: StaffSection | null): Promise<ArchiveStats> {
  const { rows } = await selectStats(retention, section).execute(db);
  const by_table = rows
    .map((row) => ({
      table_name: row.table_name,
      total_operations: Number(row.total),
      undone_count: Number(row.undone),
    }))
    .toSorted((a, b) => b.total_operations - a.total_operations || (a.table_name < b.table_name ? -1 : 1));
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + Number(number), 0);
  return {
    total: sum(by_table.map((row) => row.total_operations)),
    undone: sum(by_table.map((row) => row.undone_count)),
    expiring_soon: sum(rows.map((row) => row.soon)),
    by_table,
  };
}

const restoredMessage = successBody(successMessages.restored);

export const archiveRoutes: Route[] = [
  route(archiveApi.deletedRecords, async ({ data, user: { section }, query }) => {
    const { page = 1, limit = archivePageSize, sort, ...queryFilter } = query;
    const filter = { ...queryFilter, section };
    const retention = await loadRetention(data.read, data.now());
    const result = await loadArchivePage(data.read, retention, filter, limit, (page - 1) * limit, sort);
    return { data: result.data, pagination: buildPagination(page, limit, result.total) };
  }),

  route(archiveApi.stats, async ({ data, user }) =>
    loadStats(data.read, await loadRetention(data.read, data.now()), user.section),
  ),

  route(archiveApi.restore, async ({ data, actor, user, params: { id } }) => {
    const deletion = await data.read
      .selectFrom('operations')
      .select(['performed_at', 'undone_at'])
      .where('id', '=', id)
      .where('action', '=', 'delete')
      .where(allOf(equals('section', user.section)))
      .executeTakeFirstOrThrow(notFound);
    const canSee = async (db: Db, operationId: number) =>
      user.section === null || isOnlySection(await findOperationSections(db, operationId), user.section);
    if (!(await canSee(data.read, id))) throw notFound();
    const retention = await loadRetention(data.read, data.now());
    // The purge may run later than the end of the retention.
    if (deletion.undone_at === null && deletion.performed_at < retention.storedSince)
      throw new Problem('UNDO_CONFLICT', { message: ruleMessages.restoreExpired });
    return undoOrRestore(
      data,
      actor,
      id,
      { mode: 'restore', answer: restoredMessage, canSee },
      async (unit, { user_id, description }) => {
        if (user_id === null || user_id === user.id) return;
        const author = await unit.trx
          .selectFrom('users')
          .select('role')
          .where('id', '=', user_id)
          .executeTakeFirst();
        if (!author) return;
        const link = author.role === 'admin' ? '/archive' : null;
        const details = { operation_id: id, description, by: user.name };
        await notify(unit.trx, unit.now, { userId: user_id }, 'operation_undone_by_admin', details, link);
      },
    );
  }),
];
