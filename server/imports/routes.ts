import type { Endpoint } from '../../contract/endpoint';
import { importSentences } from '../../contract/errors';
import { importsApi } from '../../contract/imports';
import type { ImportRecord } from '../../contract/rules/importsCells';
import type { ImportType } from '../../contract/vocabulary';
import { type Route, route } from '../mount';
import { finishImport } from './finishing';
import { progressOf, requestKeys } from './requests';
import { checkRecords, importRecords } from './run';

interface Body {
  data: ImportRecord[];
  stopOnError: boolean;
}

/** Its headers say which request it is, and of which import. A server of the specification alone does not know them. */
const importRoute = (endpoint: Endpoint, type: ImportType): Route => ({
  endpoint,
  answer: ({ data, actor, user, body, config }, request) => {
    const sent = body as Body;
    const headers = config.PLAIN_API ? {} : request.headers;
    const keys = requestKeys(user.id, headers, [type, sent]);
    return importRecords(data, actor, type, sent, keys);
  },
});

const checkRoute = (endpoint: Endpoint, type: ImportType): Route => ({
  endpoint,
  answer: ({ data, body }) => checkRecords(data, type, (body as Body).data),
});

export const importRoutes: Route[] = [
  importRoute(importsApi.importStudents, 'students'),
  importRoute(importsApi.importSubjects, 'subjects'),
  importRoute(importsApi.importPrograms, 'programs'),
  importRoute(importsApi.importBatches, 'batches'),
  importRoute(importsApi.importGrades, 'grades'),
  checkRoute(importsApi.checkStudents, 'students'),
  checkRoute(importsApi.checkSubjects, 'subjects'),
  checkRoute(importsApi.checkPrograms, 'programs'),
  checkRoute(importsApi.checkBatches, 'batches'),
  checkRoute(importsApi.checkGrades, 'grades'),
  route(importsApi.finish, async ({ data, user, params, body }) => {
    const now = data.now().toISOString();
    await data.keep((trx) => finishImport(trx, now, user.id, params.importId, body.failed));
    return { success: true as const, message: importSentences.finished };
  }),
  route(importsApi.progress, ({ data, user, params }) => progressOf(data.read, user.id, params.importId)),
];
