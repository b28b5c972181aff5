/** What is read of a request before a route sees it. */
import type { FastifyInstance } from 'fastify';
import { Problem } from './problem';

/** JSON and nothing else. An empty body is none, whatever its type: some clients name one with every DELETE. */
export function readBodies(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : json(request, body, done),
  );
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, (_request, body, done) =>
    body === '' ? done(null) : done(new Problem('UNSUPPORTED_TYPE')),
  );
}

/** Whether an address can be decoded; where it cannot, nothing is, and the router would answer in its own way. */
export function isReadable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    return decodeURI(url.split('?', 1)[0] ?? '') !== '';
  } catch {
    return false;
  }
}
