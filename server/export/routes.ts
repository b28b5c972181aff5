import { archiveName } from '../../contract/export/readMe';
import { exportApi } from '../../contract/system';
import { requireStepUp } from '../db/log/operationLog';
import { loadInstituteDay } from '../domain/institute';
import { fileRoute, type Route } from '../mount';
import { noteExport, openExport } from './snapshotExport';

export const exportRoutes: Route[] = [
  fileRoute(exportApi.everything, async ({ data, actor, user }, log) => {
    await requireStepUp(data.read, actor);
    const { today } = await loadInstituteDay(data.read, data.now());
    const bytes = await openExport(data);
    try {
      await noteExport(data, actor);
    } catch (error) {
      bytes.destroy();
      throw error;
    }
    log.warn({ user: user.id }, 'all data are exported');
    return { bytes, mediaType: 'application/zip', name: archiveName(today) };
  }),
];
