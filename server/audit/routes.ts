import { archivePageSize } from '../../contract/archive';
import { auditApi } from '../../contract/audit';
import { retentionOf } from '../db/retention';
import { listRoute, type Route, route } from '../mount';
import { notFound } from '../problem';
import { auditEntryOf, auditPage } from './queries';
import { auditRows } from './rows';

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
