import type { Endpoint } from '../../contract/endpoint';
import { importSentences } from '../../contract/importMessages';
import { importsApi } from '../../contract/imports';
import type { ImportType } from '../../contract/vocabulary';
import { done, type Route, route } from '../mount';
import { finishImport, type ImportBody, importIdOf, progressOf } from './requests';
import { checkRecords, importRecords } from './run';

/** A header names the import of the request. A server with only the specification ignores it. */
const importRoute = (endpoint: Endpoint, type: ImportType): Route => ({
  endpoint,
  async answer({ data, actor, user, body, config, key, scope }, request) {
    const importId = config.PLAIN_API ? null : importIdOf(request.headers);
    const keys = { userId: user.id, key, importId };
    return importRecords(data, actor, type, body as ImportBody, keys, await scope());
  },
});

const checkRoute = (endpoint: Endpoint, type: ImportType): Route => ({
  endpoint,
  answer: async ({ data, body, scope }) => checkRecords(data, type, (body as ImportBody).data, await scope()),
});

export const importRoutes: Route[] = [
  importRoute(importsApi.importStudents, 'students'),
  importRoute(importsApi.importSubjects, 'subjects'),
  importRoute(importsApi.importPrograms, 'programs'),
  importRoute(importsApi.importBatches, 'batches'),
  importRoute(importsApi.importGrades, 'grades'),
  importRoute(importsApi.importUsers, 'users'),
  checkRoute(importsApi.checkStudents, 'students'),
  checkRoute(importsApi.checkSubjects, 'subjects'),
  checkRoute(importsApi.checkPrograms, 'programs'),
  checkRoute(importsApi.checkBatches, 'batches'),
  checkRoute(importsApi.checkGrades, 'grades'),
  checkRoute(importsApi.checkUsers, 'users'),
  route(importsApi.finish, async ({ data, user, params, body }) => {
    const now = data.now().toISOString();
    await data.writeUnlogged((trx) => finishImport(trx, now, user.id, params.importId, body.failed));
    return done(importSentences.finished);
  }),
  route(importsApi.progress, ({ data, user, params }) => progressOf(data.read, user.id, params.importId)),
];
