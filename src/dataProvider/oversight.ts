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
import { addition, unlessMissing } from './named';

export type NotificationList = ResponseOf<typeof notificationsApi.list>;

const ofId = (id: number) => ({ params: { id: String(id) } });

/** Undo, archive, audit trail, search, saved filters and notifications. Each fails with an ApiProblem. */
export const oversight = {
  /** The operations of this session that can be undone, newest first; null if the server cannot undo. */
  sessionOperations: () =>
    unlessMissing(call(undoApi.sessionOperations).then(({ operations }) => operations)),
  undoLatest: () => call(undoApi.latest),
  undoOne: (id: number) => call(undoApi.one, ofId(id)),

  archiveStats: () => call(archiveApi.stats),
  restoreDeleted: (id: number) => call(archiveApi.restore, ofId(id)),

  /** One operation with a page (from 1) of the rows that it changed. */
  auditDetail: (id: number, page: number, limit: number) =>
    call(auditApi.one, { ...ofId(id), query: { page, limit } }),

  /** The caller's saved views of a list, by name; null if the server has none. */
  savedFilters: (resource: string) => addition(savedFiltersApi.list, { query: { resource } }),
  saveFilter: (body: BodyInputOf<typeof savedFiltersApi.create>) => call(savedFiltersApi.create, { body }),
  deleteSavedFilter: (id: number) => call(savedFiltersApi.remove, ofId(id)),

  /** Records by kind; null if the server has no search. */
  search: (q: string, signal?: AbortSignal) =>
    addition(searchApi.search, { query: { q }, ...(signal ? { signal } : {}) }),

  /** The notifications of the caller; null if the server has none. */
  notifications: (): Promise<NotificationList | null> => addition(notificationsApi.list, {}),
  /** Marks these as read, or all. */
  readNotifications: (ids?: number[]) => call(notificationsApi.read, { body: ids ? { ids } : {} }),
};

const isNewestFirst = ({ field, order }: SortPayload) => field === 'performed_at' && order === 'DESC';

/** One page of deleted records in react-admin's form: filtered by `table`, and by the days `from` and `to`. */
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
    // Newest first is how every server answers; the rest is an addition.
    ...(sort && !isNewestFirst(sort) ? { sort: JSON.stringify([sort.field, sort.order]) } : {}),
    ...(pagination ? { page: pagination.page, limit: pagination.perPage } : {}),
  };
  const answer = await call(archiveApi.deletedRecords, { query });
  return { data: answer.data, total: answer.pagination.total };
}

/** The cleanup, and the password that opens it. Each call fails with an ApiProblem. */
export const cleanup = {
  /** Confirms the password; a server without this call cannot protect a deletion. */
  stepUp: (password: string) => call(authApi.stepUp, { body: { password } }),
  stepDown: () => call(authApi.stepDown),
  /** The counts of each deletion; null if the server does not count. */
  cleanupCards: async (): Promise<CleanupCard[] | null> =>
    (await addition(cleanupApi.summary, {}))?.cards ?? null,
  /** The figures in the answer are additions. */
  cleanUp: (target: CleanupTarget): Promise<CleanupAnswer> => call(cleanupApi[target]),
};

export interface CleanupAnswer {
  message: string;
  deleted?: number | undefined;
  backup?: string | null | undefined;
  operation_id?: number | null | undefined;
}
