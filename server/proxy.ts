import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serverHeader } from '../contract/endpoint';
import { allowedMethods } from './methods';
import { Problem } from './problem';

/** Cookies belong to our server, so they are not forwarded. */
const requestHeaders = [
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
/** The screens read the `date` header to show deadlines. */
const responseHeaders = [
  'content-type',
  'content-disposition',
  'content-range',
  'x-total-count',
  'x-operation-id',
  serverHeader.toLowerCase(),
  'retry-after',
  'date',
];

/** Forwards API calls to another server. The screens keep one origin and their strict content policy. */
export async function proxyApi(app: FastifyInstance, target: string): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const answer = await forwardRequest(request, target);
      for (const name of responseHeaders) {
        const value = answer.headers.get(name);
        if (value) void reply.header(name, value);
      }
      void reply.status(answer.status);
      // The response is streamed, so that a large file is never completely in memory.
      // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- tests compile this with the DOM's types too
      return reply.send(answer.body && Readable.fromWeb(answer.body as ReadableStream));
    };
    scope.route({ method: [...allowedMethods], url: '/api/*', handler });
  });
}

/** @throws NOT_FOUND if the path leaves the base URL */
function resolveAddress(target: string, url: string): URL {
  const base = target.replace(/\/$/, '');
  const address = new URL(base + url.slice('/api'.length));
  if (!address.href.startsWith(`${base}/`)) throw new Problem('NOT_FOUND');
  return address;
}

async function forwardRequest(request: FastifyRequest, target: string): Promise<Response> {
  const headers = new Headers();
  for (const name of requestHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  headers.set('x-forwarded-for', request.ip);
  const body =
    request.body instanceof Buffer && request.body.length > 0 ? new Uint8Array(request.body) : undefined;
  try {
    return await fetch(resolveAddress(target, request.url), {
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
