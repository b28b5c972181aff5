import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './problem';

/** What the build writes where the nonce of each answer goes. */
const placeholder = /RASD_CSP_NONCE/g;

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "img-src 'self' data: blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Of these no body is read. */
const bodiless = new Set(['GET', 'HEAD']);

/** Whether this is the address of a screen, and neither of a call nor of a file of the screens. */
export const isPage = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|assets)(\/|$|\?)/.test(url);

/** Serves the built screens: files with a hash in their name for ever, and the page itself for every other path. */
export async function serveWeb(app: FastifyInstance, webRoot: string): Promise<void> {
  // Before the body is read, which nobody has asked for.
  app.addHook('onRequest', (request, _reply, done) =>
    done(request.is404 && !bodiless.has(request.method) ? new Problem('NOT_FOUND') : undefined),
  );
  const root = resolve(webRoot);
  const index = join(root, 'index.html');
  if (!existsSync(index)) {
    app.setNotFoundHandler(() => {
      throw new Problem('NOT_FOUND');
    });
    return;
  }
  const html = readFileSync(index, 'utf8');
  await app.register(fastifyStatic, {
    root: join(root, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    wildcard: false,
    preCompressed: true, // the build has written them
    setHeaders: (answer) => answer.setHeader('Vary', 'accept-encoding'),
  });
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) throw new Problem('NOT_FOUND');
    const nonce = randomBytes(16).toString('base64');
    return reply
      .status(200)
      .header('Content-Security-Policy', policy(nonce))
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replace(placeholder, nonce));
  });
}
