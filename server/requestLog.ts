import type { FastifyInstance } from 'fastify';

/** One JSON line per request: no headers, no bodies, no query, and paths as patterns, so that no secret or name is kept. */
export function requestLog(app: FastifyInstance): void {
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
