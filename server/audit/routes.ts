import type { Kysely } from 'kysely';
import { archivePageSize } from '../../contract/archive';
import { auditApi, type AuditRow } from '../../contract/audit';
import { retentionOf } from '../db/retention';
import type { Database } from '../db/schema';
import { listRoute, type Route, route } from '../mount';
import { notFound } from '../problem';
import { shownRow } from './columns';
import { auditEntryOf, auditPage } from './queries';

/** The rows of an operation in the order of writing, allowed columns only. */
async function auditRows(
  db: Kysely<Database>,
  operationId: number,
  limit: number,
  offset: number,
): Promise<AuditRow[]> {
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
    before: shownRow(table_name, before),
    after: shownRow(table_name, after),
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
