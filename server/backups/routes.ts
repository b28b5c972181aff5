import { backupsApi } from '../../contract/backups';
import { type Call, type Route, route } from '../mount';
import { loadBackups } from './history';
import { startBackup } from './job';
import { findBackupPlace } from './place';

const answer = async ({ data, config }: Pick<Call, 'data' | 'config'>) =>
  loadBackups(data, data.read, await findBackupPlace(data, config));

export const backupRoutes: Route[] = [
  route(backupsApi.read, answer),
  {
    endpoint: backupsApi.start,
    answer: async (call, { log }) => {
      const place = await findBackupPlace(call.data, call.config);
      const onError = (error: unknown) => log.error({ err: error }, 'backup');
      if (place) await startBackup({ data: call.data.dataOutsideCall, place, onError }, null);
      return answer(call);
    },
  },
];
