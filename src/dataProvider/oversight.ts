import { archiveApi } from '../../contract/archive';
import type { QueryOf, ResponseOf } from '../../contract/endpoint';
import { notificationsApi } from '../../contract/notifications';
import { searchApi } from '../../contract/search';
import { undoApi } from '../../contract/undo';
import { call } from './call';
import { addition, unlessMissing } from './named';

export type ArchiveQuery = QueryOf<typeof archiveApi.deletedRecords>;
export type NotificationList = ResponseOf<typeof notificationsApi.list>;

const ofId = (id: number) => ({ params: { id: String(id) } });

/** Undo, archive, search and notifications. Each fails with an ApiProblem. */
export const oversight = {
  /** What can be taken back in this session, newest first; null where the server cannot. */
  sessionOperations: () =>
    unlessMissing(call(undoApi.sessionOperations).then(({ operations }) => operations)),
  undoLatest: () => call(undoApi.latest),
  undoOne: (id: number) => call(undoApi.one, ofId(id)),

  /** One page of what was deleted. */
  deletedRecords: (query: ArchiveQuery) => call(archiveApi.deletedRecords, { query }),
  archiveStats: () => call(archiveApi.stats),
  restoreDeleted: (id: number) => call(archiveApi.restore, ofId(id)),

  /** Records by kind; null where the server does not search. */
  search: (q: string, signal?: AbortSignal) =>
    addition(searchApi.search, { query: { q }, ...(signal ? { signal } : {}) }),

  /** What concerns the caller; null where the server does not tell. */
  notifications: (): Promise<NotificationList | null> => addition(notificationsApi.list, {}),
  /** Marks these as read, or all. */
  readNotifications: (ids?: number[]) => call(notificationsApi.read, { body: ids ? { ids } : {} }),
};
