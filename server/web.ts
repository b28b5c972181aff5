import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { pageMessages } from '../contract/errors';
import { Problem } from './problem';
import { encodingFor } from './storedDocument';

/** The build writes this placeholder for the nonce, which is different in each answer. */
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

/** What an installed app needs from outside of `/assets/`, because browsers know it by a lasting address. */
const installing: Record<string, Record<string, string>> = {
  '/app.webmanifest': { 'Content-Type': 'application/manifest+json; charset=utf-8' },
  '/worker.js': {
    'Content-Type': 'text/javascript; charset=utf-8',
    // It fetches the files of the app, and nothing else.
    'Content-Security-Policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
  },
  ...Object.fromEntries(
    ['192', '512', 'maskable-512', 'apple-180'].map((name) => [
      `/icons/${name}.png`,
      { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' },
    ]),
  ),
};

/** Methods without a body. */
const bodiless = new Set(['GET', 'HEAD']);

/** Whether the request is for a screen, not for an API call or an asset. */
export const isPage = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|assets)(\/|$|\?)/.test(url);

/**
 * Serves the built screens: assets (with a hash in their name) are cached for a year, the manifest and the worker are
 * asked for again each time, every other path gets the page.
 */
export function serveWeb(app: FastifyInstance, webRoot: string): void {
  // Before the body is read, since there is no route for it.
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
  serveAssets(app, join(root, 'assets'));
  for (const [path, headers] of Object.entries(installing)) {
    const file = join(root, path);
    if (!existsSync(file)) continue;
    const content = readFileSync(file);
    // A new version is found at once: a stale worker would keep serving stale screens.
    app.get(path, (_request, reply) =>
      reply.headers({ 'Cache-Control': 'no-cache', ...headers }).send(content),
    );
  }
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

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** The endings of the compressed files that the build has created, the smallest first. */
const encodings = { br: '.br', gzip: '.gz' };

/**
 * All files of the folder stay in memory, about 5 MB: an answer then needs no file handle, however slowly it is read,
 * and a new build does not take the scripts away from the pages of this one.
 */
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

// Uses system colours, because the theme is part of the screens, which could not be served.
const style =
  'html{color-scheme:light dark}body{min-height:90vh;margin:0;padding:16px;display:grid;place-content:center;justify-items:center;gap:16px;text-align:center;font:1.125rem/1.7 system-ui,sans-serif}h1{margin:0}p{margin:0}a{padding:8px 16px}';
const styleHash = createHash('sha256').update(style).digest('base64');

/** Whether a browser opens a screen (accepts HTML), as opposed to a program. */
export const isScreen = (request: FastifyRequest): boolean =>
  isPage(request) && String(request.headers.accept).includes('text/html');

/** The problem as an HTML page: its sentence and a link to try again. */
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
