import type { FastifyInstance } from 'fastify';
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
