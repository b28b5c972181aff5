import { backupsApi } from '../../contract/backups';
import { type Call, type Route, route } from '../mount';
import { loadBackups } from './history';
import { startBackup } from './job';
import { findBackupPlace } from './place';

const answer = ({ data, config }: Pick<Call, 'data' | 'config'>) =>
  loadBackups(data, data.read, findBackupPlace(data, config) !== null);

export const backupRoutes: Route[] = [
  route(backupsApi.read, answer),
  {
    endpoint: backupsApi.start,
    answer: async (call, { log }) => {
      const place = findBackupPlace(call.data, call.config);
      const onError = (error: unknown) => log.error({ err: error }, 'backup');
      if (place) await startBackup({ data: call.data.dataOutsideCall, place, onError }, null);
      return answer(call);
    },
  },
];
