import type { GetListParams, SortPayload } from 'react-admin';
import { archiveApi, type archiveTables } from '../../contract/archive';
import { auditApi } from '../../contract/audit';
import { authApi } from '../../contract/accounts/auth';
import { cleanupApi, type CleanupCard } from '../../contract/cleanup';
import type { BodyInputOf, ResponseOf } from '../../contract/endpoint';
import { notificationsApi } from '../../contract/notifications';
import { savedFiltersApi } from '../../contract/savedFilters';
import { searchApi } from '../../contract/search';
import { undoApi } from '../../contract/undo';
import type { CleanupTarget } from '../../contract/vocabulary';
import { call } from './apiCall';
import { callOrNull, nullIfNotFound } from './namedCalls';

export type NotificationList = ResponseOf<typeof notificationsApi.list>;

const idParams = (id: number) => ({ params: { id: String(id) } });

export const oversight = {
  /** Newest first. Null if the server cannot undo. */
  sessionOperations: () =>
    nullIfNotFound(call(undoApi.sessionOperations).then(({ operations }) => operations)),
  undoLatest: () => call(undoApi.latest),
  undoOne: (id: number) => call(undoApi.one, idParams(id)),

  archiveStats: () => call(archiveApi.stats),
  restoreDeleted: (id: number) => call(archiveApi.restore, idParams(id)),

  /** @param page page of the changed rows, from 1 */
  auditDetail: (id: number, page: number, limit: number) =>
    call(auditApi.one, { ...idParams(id), query: { page, limit } }),

  savedFilters: (resource: string) => callOrNull(savedFiltersApi.list, { query: { resource } }),
  saveFilter: (body: BodyInputOf<typeof savedFiltersApi.create>) => call(savedFiltersApi.create, { body }),
  deleteSavedFilter: (id: number) => call(savedFiltersApi.remove, idParams(id)),

  search: (q: string, signal?: AbortSignal) =>
    callOrNull(searchApi.search, { query: { q }, ...(signal ? { signal } : {}) }),

  notifications: (): Promise<NotificationList | null> => callOrNull(notificationsApi.list, {}),
  readNotifications: (ids?: number[]) => call(notificationsApi.read, { body: ids ? { ids } : {} }),
};

const isNewestFirst = ({ field, order }: SortPayload) => field === 'performed_at' && order === 'DESC';

/** `filter` contains `table` and the days `from` and `to`. */
export async function deletedRecords({ filter, pagination, sort }: GetListParams) {
  const { table, from, to } = filter as {
    table?: (typeof archiveTables)[number];
    from?: string;
    to?: string;
  };
  const query = {
    ...(table ? { table_name: table } : {}),
    ...(from ? { start_date: from } : {}),
    ...(to ? { end_date: to } : {}),
    // Every server sorts newest first by default. Another order is an addition of our server.
    ...(sort && !isNewestFirst(sort) ? { sort: JSON.stringify([sort.field, sort.order]) } : {}),
    ...(pagination ? { page: pagination.page, limit: pagination.perPage } : {}),
  };
  const answer = await call(archiveApi.deletedRecords, { query });
  return { data: answer.data, total: answer.pagination.total };
}

export const cleanup = {
  stepUp: (password: string) => call(authApi.stepUp, { body: { password } }),
  stepDown: () => call(authApi.stepDown),
  cleanupCards: async (): Promise<CleanupCard[] | null> =>
    (await callOrNull(cleanupApi.summary, {}))?.cards ?? null,
  cleanUp: (target: CleanupTarget): Promise<CleanupAnswer> => call(cleanupApi[target]),
};

export interface CleanupAnswer {
  message: string;
  deleted?: number | undefined;
  backup?: string | null | undefined;
  operation_id?: number | null | undefined;
}
