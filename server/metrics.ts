import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { lastBackupSeconds } from './backups/history';
import { type Config, ConfigError } from './config';
import type { Data } from './db/data';

/** Seconds. Each bucket is one more series per route, and most calls take under 100 ms. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15];
const refusals: ReadonlySet<number> = new Set([429, 503]);
const path = '/metrics';

/**
 * Counts the calls of the app, and serves the counts from `app.ready()` until the app closes. Labels have
 * route patterns and no real paths, so they are bounded and without personal data.
 */
export function serveMetrics(app: FastifyInstance, data: Data, config: Config): void {
  // The registry of the package is shared by all apps of a process.
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureCalls(app, registry);
  measureDatabase(data, registry);
  listenBeside(app, registry, config);
}

function measureCalls(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const durations = new Histogram({
    name: 'rasd_call_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const running = new Gauge({ name: 'rasd_calls_running', help: 'Calls without an answer.', registers });
  const refused = new Counter({
    name: 'rasd_calls_refused_total',
    help: 'Calls that were refused because of a limit (429) or because the server was busy (503).',
    labelNames: ['status'],
    registers,
  });
  for (const status of refusals) refused.inc({ status }, 0); // `rate` needs a first value
  app.addHook('onRequest', function countCall(request, reply, done) {
    running.inc();
    // `onResponse` does not run if the client disconnects before the answer.
    reply.raw.once('close', () => {
      running.dec();
      const { statusCode } = reply;
      const status = reply.raw.writableFinished ? `${Math.floor(statusCode / 100)}xx` : 'aborted';
      const route = request.routeOptions.url ?? '-';
      durations.observe({ method: request.method, route, status }, reply.elapsedTime / 1_000);
      if (refusals.has(statusCode)) refused.inc({ status: statusCode });
    });
    done();
  });
}

/** Reads numbers that the engine has in memory, and sends no query. */
function measureDatabase(data: Data, registry: Registry): void {
  const { kind, load } = data;
  const queue = new Gauge({
    name: 'rasd_write_queue',
    help: 'SQLite: writes that wait for the database or run, of at most 2,000.',
    registers: [],
    collect() {
      this.set(load().queuedWrites);
    },
  });
  const pools = new Gauge({
    name: 'rasd_pool_connections',
    help: 'PostgreSQL: connections of each pool, and calls that wait for one.',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(load().pools)) {
        this.set({ pool, state: 'open' }, totalCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
  registry.registerMetric(kind === 'sqlite' ? queue : pools);
  registry.registerMetric(
    new Gauge({
      name: 'rasd_last_backup_timestamp_seconds',
      help: 'Time of the last good backup; 0 without one. No series without daily backups.',
      registers: [],
      collect() {
        const seconds = lastBackupSeconds(data);
        if (seconds === null) this.remove();
        else this.set(seconds);
      },
    }),
  );
}

function listenBeside(
  app: FastifyInstance,
  registry: Registry,
  { METRICS_HOST: host, METRICS_PORT: port }: Config,
): void {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    void answer(registry, request, response);
  });
  server.maxConnections = 20;
  server.unref();
  app.addHook('onReady', async () => {
    server.listen({ host, port });
    await once(server, 'listening').catch(({ message }: Error) => {
      throw new ConfigError(`METRICS_PORT: the metrics cannot be served (${message})`);
    });
    // Without a listener, a failed `accept` would end the process.
    server.on('error', (error) => app.log.error({ err: error }, 'metrics'));
    app.log.info({ address: addressOf(server) }, 'metrics');
  });
  app.addHook('onClose', async () => {
    server.close();
    server.closeAllConnections();
  });
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') return '-';
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}${path}`;
}

async function answer(
  registry: Registry,
  { method, url = '/' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('Connection', 'close');
  if (url.split('?')[0] !== path) return void response.writeHead(404).end();
  if (method !== 'GET' && method !== 'HEAD')
    return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
  try {
    response.setHeader('Content-Type', registry.contentType);
    response.end(await registry.metrics());
  } catch {
    response.writeHead(500).end();
  }
}
