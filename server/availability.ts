/** When the server answers that it is busy: while it shuts down, and while it is overloaded. */
import type { FastifyInstance } from 'fastify';
import type { Data } from './db/data';
import { NewerSchema } from './db/engine/migrator';
import { Problem } from './problem';

/**
 * Shutdown: calls that have begun are answered, new calls are refused with a retry time, and idle connections (see
 * connections.ts) are closed, because they would keep the process running.
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

/** Checks every few seconds whether a newer version has changed the schema; then this server ends. */
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

/** When the process is overloaded, in milliseconds. */
export interface Pressure {
  /** The interval of the checks. */
  lookEvery?: number;
  /** How much later than that a check may come. */
  longestDelay?: number;
}

/** Refuses calls as busy while the process is overloaded, before any work is done for them. */
export function refuseUnderPressure(
  app: FastifyInstance,
  { lookEvery = 1_000, longestDelay = 5_000 }: Pressure = {},
): void {
  let isTooMuch = false;
  let lookedAt = performance.now();
  // The timer itself is the measure: a histogram of the event loop has no value after a standstill longer than its
  // interval. Reads no file, unlike a check of the memory: that fails when no handles are left, and would end the process.
  const timer = setInterval(() => {
    const now = performance.now();
    isTooMuch = now - lookedAt - lookEvery > longestDelay;
    lookedAt = now;
  }, lookEvery).unref();
  app.addHook('onRequest', async () => {
    if (isTooMuch) throw new Problem('BUSY', { retryAfterSeconds: 2 });
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
