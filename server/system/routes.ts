import { systemApi } from '../../contract/system';
import type { Data } from '../db/data';
import { type Route, route } from '../mount';

const ok = { status: 'ok' as const, version: '2.0', features: ['idempotency', 'circles', 'recordKinds'] };
const ready = { status: 'ready' } as const;

/** @param findLastBackup must not query: a process without a database runs, too */
export const systemRoutes = (findLastBackup: (data: Pick<Data, 'read'>) => string | null): Route[] => [
  route(systemApi.health, async ({ data }) => ({ ...ok, last_backup: findLastBackup(data) })),
  route(systemApi.ready, async ({ data }) => {
    await data.assertUsable();
    await data.read.selectFrom('settings').select('id').executeTakeFirst();
    return ready;
  }),
];
