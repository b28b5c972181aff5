import type { FastifyInstance } from 'fastify';
import type { Data } from './db/data';
import { NewerSchema } from './db/engine/migrator';
import { Problem } from './problem';

/** Closes idle connections, because they keep the process running. */
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

/** Times in milliseconds. */
export interface Pressure {
  checkEvery?: number;
  /** If a check runs later than this, the server is overloaded. */
  maxDelay?: number;
}

export function refuseUnderPressure(
  app: FastifyInstance,
  { checkEvery = 1_000, maxDelay = 5_000 }: Pressure = {},
): void {
  let isOverloaded = false;
  let checkedAt = performance.now();
  // The event loop histogram has no value after a standstill. A memory check needs a file handle.
  const timer = setInterval(() => {
    const now = performance.now();
    isOverloaded = now - checkedAt - checkEvery > maxDelay;
    checkedAt = now;
  }, checkEvery).unref();
  app.addHook('onRequest', async () => {
    if (isOverloaded) throw new Problem('BUSY', { retryAfterSeconds: 2 });
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
