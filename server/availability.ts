/** Answers BUSY during shutdown and overload. */
import type { FastifyInstance } from 'fastify';
import type { Data } from './db/data';
import { NewerSchema } from './db/engine/migrator';
import { Problem } from './problem';

/** Answers running calls, refuses new ones, and closes idle connections, which would keep the process running. */
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

const schemaCheckMs = 2_000;

/** Ends the server when a newer version has changed the schema. */
export function endWhenOutdated(app: FastifyInstance, data: Data, end: (error: NewerSchema) => void): void {
  const check = async () => {
    const error: unknown = await data.assertUsable().catch((thrown: unknown) => thrown);
    if (!(error instanceof Problem && error.cause instanceof NewerSchema)) return;
    clearInterval(timer);
    end(error.cause);
  };
  const timer = setInterval(() => void check(), schemaCheckMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** In milliseconds. */
export interface Pressure {
  /** The interval of the checks. */
  lookEvery?: number;
  /** A check that is later than this means overload. */
  longestDelay?: number;
}

/** Refuses calls before any work is done for them. */
export function refuseUnderPressure(
  app: FastifyInstance,
  { lookEvery = 1_000, longestDelay = 5_000 }: Pressure = {},
): void {
  let isOverloaded = false;
  let checkedAt = performance.now();
  // A timer, because a histogram of the event loop has no value after a long standstill. A check of the memory
  // would read a file, which fails without free handles.
  const timer = setInterval(() => {
    const now = performance.now();
    isOverloaded = now - checkedAt - lookEvery > longestDelay;
    checkedAt = now;
  }, lookEvery).unref();
  app.addHook('onRequest', async () => {
    if (isOverloaded) throw new Problem('BUSY', { retryAfterSeconds: 2 });
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
