/** When the server answers that it is busy: while it ends, and while it cannot keep up. */
import type { FastifyInstance } from 'fastify';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Data } from './db/engine/connection';
import { NewerSchema } from './db/engine/migrator';
import { Problem } from './problem';

/**
 * How the server ends: what has begun is answered, what comes now is told to come back, and no connection is kept
 * for a next request, since an idle one (connections.ts knows which are) would hold the process up.
 */
export function endGracefully(app: FastifyInstance): void {
  let isClosing = false;
  let sweep: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    isClosing = true;
    sweep = setInterval(() => app.server.closeIdleConnections(), 50).unref();
  });
  app.addHook('onClose', async () => clearInterval(sweep));
  app.addHook('onRequest', async () => {
    if (isClosing) throw new Problem('BUSY', { retryAfterSeconds: 2 });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('Connection', 'close');
  });
}

const lookAtSchemaEvery = 2_000;

/** Looks every few seconds whether a newer version has changed the schema; ends this server then. */
export function endWhenOutdated(app: FastifyInstance, data: Data, end: (why: NewerSchema) => void): void {
  const look = async () => {
    const error: unknown = await data.assertUsable().catch((thrown: unknown) => thrown);
    if (!(error instanceof Problem && error.cause instanceof NewerSchema)) return;
    clearInterval(timer);
    end(error.cause);
  };
  const timer = setInterval(() => void look(), lookAtSchemaEvery).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

const resolution = 10;
const lookEvery = 1_000;
/** So late, in milliseconds and on average since the last look, does a turn come when the process is at its limit. */
const longestDelay = 5_000;

/** Refuses calls as busy while the process cannot keep up, before anything is done for them. */
export function refuseUnderPressure(app: FastifyInstance): void {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  let isTooMuch = false;
  // It opens no file, as a look at the process's memory would: with no handles left that fails, and would end the process.
  const timer = setInterval(() => {
    // Not a number: one short standstill left nothing to measure, which is no delay of five seconds.
    isTooMuch = delays.mean / 1e6 - resolution > longestDelay;
    delays.reset();
  }, lookEvery).unref();
  app.addHook('onRequest', async () => {
    if (isTooMuch) throw new Problem('BUSY', { retryAfterSeconds: 2 });
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delays.disable();
  });
}
