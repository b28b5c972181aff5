import type { Writable } from 'node:stream';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from 'fastify';
import { serverHeader, serverName } from '../contract/endpoint';
import type { ErrorCode } from '../contract/errors';
import { endpoints } from '../contract/index';
import { setArabicMessages } from '../contract/validation';
import { absenceRoutes } from './absences/routes';
import { announcementRoutes } from './announcements/routes';
import { archiveRoutes } from './archive/routes';
import { assignmentRoutes } from './assignments/routes';
import { auditRoutes } from './audit/routes';
import { authRoutes } from './auth/routes';
import { flushSessionTouches } from './auth/sessions';
import { endGracefully, type Pressure, refuseUnderPressure } from './availability';
import { findLastBackup } from './backups/history';
import { stopBackup } from './backups/job';
import { backupRoutes } from './backups/routes';
import { batchRoutes } from './batches/routes';
import { answerClientError, isDecodable, readBodies } from './bodyParsing';
import { CallLimits } from './callLimits';
import { choiceRoutes } from './choices/routes';
import { calendarRoutes } from './calendar/routes';
import { circleRoutes } from './circles/routes';
import { cleanupRoutes } from './cleanup/routes';
import type { Config } from './config';
import { limitConnections, maxConnections, buildServerOptions } from './connections';
import { recitationRoutes } from './daily-records/recitations';
import { dailyRecordRoutes } from './daily-records/routes';
import { faultKindRoutes } from './daily-records/faultKinds';
import { dashboardRoutes } from './dashboard/routes';
import type { Data } from './db/data';
import { databaseFailure } from './db/engine/dialect';
import { mountDocsPage, docsRoutes } from './docs/routes';
import { gradeRoutes } from './grades/routes';
import { guardianPhoneRoutes } from './guardians/phoneRoutes';
import { announcementPart } from './guardian-page/announcements';
import { excusePart } from './guardian-page/excuses';
import { notesPart } from './guardian-page/notes';
import { serveGuardianPage } from './guardian-page/page';
import { guardianLinkRoutes } from './guardian-page/routes';
import { excuseRoutes } from './excuses/routes';
import { exportRoutes } from './export/routes';
import { stopExport } from './export/snapshotExport';
import { noteCategoryRoutes } from './behaviour-notes/categories';
import { behaviourNoteRoutes } from './behaviour-notes/routes';
import { guardianRoutes } from './guardians/routes';
import { loadDueJuzTests } from './hifz/dueTests';
import { hifzRoutes } from './hifz/routes';
import { loadWeekPaper } from './hifz/weekPaper';
import { loadOwnWeeks } from './hifz/weekRoutes';
import { importRoutes } from './imports/routes';
import { linkRoutes } from './links/routes';
import { refuseOtherMethods } from './methods';
import { addContentRanges, mount, type Route } from './mount';
import { notificationRoutes } from './notifications/routes';
import { Problem } from './problem';
import { programRoutes } from './programs/routes';
import { proxyApi } from './proxy';
import { reportLogRoutes } from './report-log/routes';
import { failRunningJobs } from './reports/papers/batchJobs';
import { paperRoutes } from './reports/papers/routes';
import { cardRoutes } from './reports/card';
import { loadChildReport } from './reports/childReport';
import { reportRoutes } from './reports/routes';
import { savedFilterRoutes } from './saved-filters/routes';
import { searchRoutes } from './search/routes';
import { settingsRoutes } from './settings/routes';
import { sheetRoutes } from './sheets/routes';
import { enrolmentRoutes } from './students/enrolmentRoutes';
import { mergeRoutes } from './students/merge/routes';
import { studentRoutes } from './students/routes';
import { subjectSettingsRoutes } from './subject-settings/routes';
import { subjectTeacherRoutes } from './subject-teachers/routes';
import { subjectRoutes } from './subjects/routes';
import { systemRoutes } from './system/routes';
import { tellRoutes } from './tell/routes';
import { undoRoutes } from './undo/routes';
import { userRoutes } from './users/routes';
import { readCertificate, renewCertificate } from './tls/certificate';
import { serveTrust } from './tls/trust';
import { acceptsHtml, sendProblemPage, serveWeb } from './web';

const routes: Route[] = [
  ...systemRoutes(findLastBackup),
  ...docsRoutes,
  ...authRoutes,
  ...programRoutes,
  ...batchRoutes,
  ...subjectRoutes,
  ...subjectSettingsRoutes,
  ...gradeRoutes,
  ...hifzRoutes,
  ...absenceRoutes,
  ...announcementRoutes,
  ...choiceRoutes,
  ...calendarRoutes,
  ...circleRoutes,
  ...dailyRecordRoutes,
  ...recitationRoutes,
  ...faultKindRoutes,
  ...assignmentRoutes,
  ...dashboardRoutes,
  ...guardianPhoneRoutes,
  ...excuseRoutes,
  ...noteCategoryRoutes,
  ...behaviourNoteRoutes,
  ...guardianRoutes,
  ...guardianLinkRoutes,
  ...tellRoutes(loadDueJuzTests),
  ...studentRoutes,
  ...enrolmentRoutes,
  ...mergeRoutes,
  ...importRoutes,
  ...sheetRoutes,
  ...exportRoutes,
  ...undoRoutes,
  ...archiveRoutes,
  ...auditRoutes,
  ...backupRoutes,
  ...cleanupRoutes,
  ...searchRoutes,
  ...notificationRoutes,
  ...userRoutes,
  ...linkRoutes,
  ...subjectTeacherRoutes,
  ...settingsRoutes,
  ...savedFilterRoutes,
  ...reportRoutes,
  ...cardRoutes,
  ...paperRoutes(loadWeekPaper),
  ...reportLogRoutes,
];

const maxBodyBytes = 1_048_576;

/** Builds the app without starting to listen. @throws if endpoints and routes do not match */
export async function createApp(
  data: Data,
  config: Config,
  { logTo, pressure }: { logTo?: Writable; pressure?: Pressure } = {},
): Promise<FastifyInstance> {
  checkRoutes(routes);
  setArabicMessages();
  const certificate = readCertificate(config);
  const app = Fastify({
    bodyLimit: maxBodyBytes,
    ...buildServerOptions(config, certificate),
    // Fastify trusts one proxy. It ignores X-Forwarded-For entries that the caller wrote.
    trustProxy: config.TRUST_PROXY && ((_address: string, hop: number) => hop === 0),
    logger:
      config.LOG_LEVEL === 'silent'
        ? false
        : { level: config.LOG_LEVEL, base: null, ...(logTo && { stream: logTo }) },
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: answerClientError,
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/api/-'),
    // The limit is higher than any URL that Node accepts. Above the limit, the router sends its own error.
    routerOptions: { maxParamLength: 100_000 },
    return503OnClosing: false, // availability.ts answers in Arabic
    forceCloseConnections: 'idle',
  }) as FastifyInstance;
  app.decorateRequest('session', null);
  readBodies(app);
  logRequests(app);
  refuseOtherMethods(app);
  limitConnections(app, maxConnections(data.kind, config), config);
  // Loaded only if it is used. Its hook comes before the hooks that refuse calls.
  if (config.METRICS_PORT !== undefined) (await import('./metrics')).serveMetrics(app, data, config);
  endGracefully(app);
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error as FastifyError, app.log);
    if (problem.options.retryAfterSeconds)
      void reply.header('Retry-After', problem.options.retryAfterSeconds);
    if (acceptsHtml(request)) return sendProblemPage(reply, problem);
    return reply.status(problem.status).type('application/json; charset=utf-8').send(problem.toJSON());
  });
  await registerPlugins(app, config);
  addContentRanges(app);
  refuseUnderPressure(app, pressure);
  addApiHeaders(app, config);
  if (config.API_PROXY) await proxyApi(app, config.API_PROXY);
  else mountRoutes(app, data, config);
  if (certificate) serveTrust(app, config, renewCertificate(app, config, certificate));
  serveWeb(app, config.WEB_ROOT);
  return app;
}

/** The benchmark registers the same plugins. */
export async function registerPlugins(
  app: FastifyInstance,
  { HTTP_PORT }: Pick<Config, 'HTTP_PORT'> = {},
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // With this header, browsers would use https at HTTP_PORT too, for the same host name.
    ...(HTTP_PORT !== undefined && { strictTransportSecurity: false }),
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });
  await app.register(compress, {
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    globalDecompression: false, // the body limit counts compressed bytes
  });
}

function addApiHeaders(app: FastifyInstance, config: Config): void {
  const namesItself = !config.PLAIN_API && !config.API_PROXY;
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/api')) return;
    if (!reply.hasHeader('Cache-Control')) void reply.header('Cache-Control', 'no-store');
    if (namesItself) void reply.header(serverHeader, serverName);
    if (!reply.hasHeader('Content-Security-Policy'))
      void reply.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  });
}

function mountRoutes(app: FastifyInstance, data: Data, config: Config): void {
  const limits = new CallLimits(() => config.CALL_LIMITS, data.now);
  // The server waits for its answers before onClose, and an export can take an hour.
  app.addHook('preClose', () => stopExport(data));
  app.addHook('onClose', async () => {
    await flushSessionTouches();
    await failRunningJobs(data).catch((error: unknown) => app.log.error({ err: error }, 'papers'));
    await stopBackup(data);
  });
  for (const route of routes)
    if (!(config.PLAIN_API && route.endpoint.isAddition && route.endpoint.path !== '/ready'))
      mount(app, route, data, config, limits);
  if (config.PLAIN_API) return;
  mountDocsPage(app, limits);
  const loaders = { loadReport: loadChildReport, loadWeeks: loadOwnWeeks };
  serveGuardianPage(app, { data, config, limits }, loaders, [announcementPart, notesPart, excusePart]);
}

export function checkRoutes(mounted: readonly Route[]): void {
  const routeKey = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
  const endpointKeys = new Set(endpoints.map(routeKey));
  const routeKeys = mounted.map(({ endpoint }) => routeKey(endpoint));
  const missing = [...endpointKeys].filter((key) => !routeKeys.includes(key));
  const unknown = routeKeys.filter((key) => !endpointKeys.has(key));
  const duplicates = routeKeys.filter((key, index) => routeKeys.indexOf(key) !== index);
  if (missing.length + unknown.length + duplicates.length > 0) {
    throw new Error(
      `Contract and routes differ. Without a route: [${missing}]; without a row: [${unknown}]; twice: [${duplicates}]`,
    );
  }
}

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_JSON',
};

function toProblem(error: FastifyError, log: FastifyBaseLogger): Problem {
  if (error instanceof Problem) {
    if (error.cause) log.error({ err: error.cause }, error.code);
    return error;
  }
  const failure = databaseFailure(error);
  if (failure) {
    if (failure.code === 'BUSY' || failure.code === 'STORAGE_FULL')
      log.error({ err: { code: error.code ?? error.message } }, failure.code); // connection lost: no code
    return new Problem(failure.code, {
      cause: error,
      retryAfterSeconds: failure.code === 'BUSY' ? 2 : undefined,
    });
  }
  const code = fastifyCodes[error.code];
  if (code) return new Problem(code);
  if (error instanceof SyntaxError || error.statusCode === 400) return new Problem('BAD_JSON');
  log.error({ err: error }, 'unforeseen');
  return new Problem('INTERNAL', { cause: error });
}

/** The log has no headers, bodies, queries or real paths, so that it contains no secrets or personal data. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    app.log.info(
      {
        method: request.method,
        path: request.routeOptions.url ?? '-',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.session?.user.id ?? null,
        id: request.id,
      },
      'request',
    );
  });
}
