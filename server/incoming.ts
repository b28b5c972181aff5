/** What is read of a request before a route sees it. */
import type { FastifyInstance } from 'fastify';
import { validationMessages } from '../contract/errors';
import { isTooDeep } from '../contract/rules/rawText';
import { invalid, Problem } from './problem';

/** JSON and nothing else. An empty body is none, whatever its type: some clients name one with every DELETE. */
export function readBodies(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null);
    return json(request, body, (error, value) => {
      if (error) return done(error);
      // The parser counts no levels; what walks through it later, such as JSON.stringify, calls itself at each.
      if (isTooDeep(body)) return done(invalid({ path: '', message: validationMessages.tooDeep }));
      return done(null, value);
    });
  });
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
