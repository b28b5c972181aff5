import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './problem';

const passedOn = [
  'authorization',
  'content-type',
  'accept',
  'x-user-id',
  'x-user-name',
  'x-user-role',
  'x-session-id',
  'idempotency-key',
  'x-import-id',
];
const passedBack = ['content-type', 'content-range', 'x-total-count', 'retry-after'];

/** Hands every call of the API to another server, so that the screens keep one origin and their strict policy. */
export async function proxyApi(app: FastifyInstance, target: string): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.all('/api/*', async (request, reply) => {
      const answer = await forwarded(request, target);
      for (const name of passedBack) {
        const value = answer.headers.get(name);
        if (value) void reply.header(name, value);
      }
      return reply.status(answer.status).send(Buffer.from(await answer.arrayBuffer()));
    });
  });
}

/** The address of a call at the other server; one that would leave its base is none. */
function addressAt(target: string, url: string): URL {
  const base = target.replace(/\/$/, '');
  const address = new URL(base + url.slice('/api'.length));
  if (!address.href.startsWith(`${base}/`)) throw new Problem('NOT_FOUND');
  return address;
}

async function forwarded(request: FastifyRequest, target: string): Promise<Response> {
  const headers = new Headers();
  for (const name of passedOn) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  headers.set('x-forwarded-for', request.ip);
  const body =
    request.body instanceof Buffer && request.body.length > 0 ? new Uint8Array(request.body) : undefined;
  try {
    return await fetch(addressAt(target, request.url), {
      method: request.method,
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
    });
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('BUSY', { cause: error });
  }
}
