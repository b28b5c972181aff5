import { systemApi } from '../../contract/system';
import { type Route, route } from '../mount';

const ok = { status: 'ok' as const, version: '2.0', features: ['idempotency', 'circles', 'recordKinds'] };
const ready = { status: 'ready' } as const;

export const systemRoutes: Route[] = [
  route(systemApi.health, async () => ok),
  route(systemApi.ready, async ({ data }) => {
    await data.assertUsable();
    await data.read.selectFrom('settings').select('id').executeTakeFirst();
    return ready;
  }),
];
