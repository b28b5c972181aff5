import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { pageMessages } from '../contract/errors';
import { Problem } from './problem';
import { encodingFor } from './storedDocument';

const placeholder = /RASD_CSP_NONCE/g;

const contentSecurityPolicy = (nonce: string) =>
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

const installationFiles: Record<string, Record<string, string>> = {
  '/app.webmanifest': { 'Content-Type': 'application/manifest+json; charset=utf-8' },
  '/worker.js': {
    'Content-Type': 'text/javascript; charset=utf-8',
    // The service worker only fetches files of the app.
    'Content-Security-Policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
  },
  ...Object.fromEntries(
    ['192', '512', 'maskable-512', 'apple-180'].map((name) => [
      `/icons/${name}.png`,
      { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' },
    ]),
  ),
};

const methodsWithoutBody = new Set(['GET', 'HEAD']);

type Address = Pick<FastifyRequest, 'method' | 'url'>;

const isDocument = ({ method, url }: Address): boolean =>
  methodsWithoutBody.has(method) && !/^\/(api|assets)(\/|$|\?)/.test(url);

/** Below `/g`, only the server has pages. */
export const isPage = (request: Address): boolean =>
  isDocument(request) && !/^\/g(\/|$|\?)/.test(request.url);

/** Serves the built app. Assets have a hash in the file name, so clients cache them for a year. */
export function serveWeb(app: FastifyInstance, webRoot: string): void {
  // No route matches, so the request is refused before its body is read.
  app.addHook('onRequest', (request, _reply, done) =>
    done(request.is404 && !methodsWithoutBody.has(request.method) ? new Problem('NOT_FOUND') : undefined),
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
  serveAssets(app, join(root, 'assets'));
  for (const [path, headers] of Object.entries(installationFiles)) {
    const file = join(root, path);
    if (!existsSync(file)) continue;
    const content = readFileSync(file);
    // A cached old service worker would keep serving old screens, so it is never cached.
    app.get(path, (_request, reply) =>
      reply.headers({ 'Cache-Control': 'no-cache', ...headers }).send(content),
    );
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) throw new Problem('NOT_FOUND');
    const nonce = randomBytes(16).toString('base64');
    return reply
      .status(200)
      .header('Content-Security-Policy', contentSecurityPolicy(nonce))
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replace(placeholder, nonce));
  });
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const encodings = { br: '.br', gzip: '.gz' };

/** Assets stay in memory (5 MB): no file handles, and open pages keep their scripts after a new build. */
function serveAssets(app: FastifyInstance, folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  const contents = new Map(files.map((name) => [name, readFileSync(join(folder, name))]));
  app.get<{ Params: { name: string } }>('/assets/:name', ({ params: { name }, headers }, reply) => {
    const content = contents.get(name);
    if (!content) throw new Problem('NOT_FOUND');
    const encoding = encodingFor(headers['accept-encoding'], (one) => contents.has(name + encodings[one]));
    if (encoding) void reply.header('Content-Encoding', encoding);
    return reply
      .headers({ 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'accept-encoding' })
      .type(types[extname(name)] ?? 'application/octet-stream')
      .send((encoding && contents.get(name + encodings[encoding])) ?? content);
  });
}

// The error page uses system colours, because the theme loads only with the app.
const style =
  'html{color-scheme:light dark}body{min-height:90vh;margin:0;padding:16px;display:grid;place-content:center;justify-items:center;gap:16px;text-align:center;font:1.125rem/1.7 system-ui,sans-serif}h1{margin:0}p{margin:0}a{padding:8px 16px}';
const styleHash = createHash('sha256').update(style).digest('base64');

export const acceptsHtml = (request: FastifyRequest): boolean =>
  isDocument(request) && String(request.headers.accept).includes('text/html');

export const sendProblemPage = (reply: FastifyReply, problem: Problem): FastifyReply =>
  reply
    .status(problem.status)
    .header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
    )
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${pageMessages.product}</title><style>${style}</style></head><body><h1>${pageMessages.product}</h1><p>${problem.message}</p><a href="">${pageMessages.tryAgain}</a></body></html>`,
    );
