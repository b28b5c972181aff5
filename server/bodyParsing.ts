import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { validationMessages } from '../contract/rules/validationMessages';
import { isTooDeep } from '../contract/rules/rawText';
import { answerOnSocket, refuseMethod } from './methods';
import { invalid, Problem } from './problem';

/**
 * Accepts JSON bodies only. An empty body counts as none, because some clients send a content type with every DELETE.
 */
export function readBodies(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null);
    return json(request, body, (error, value) => {
      if (error) return done(error);
      // The parser has no limit of depth, but later code such as JSON.stringify is recursive.
      if (isTooDeep(body)) return done(invalid({ path: '', message: validationMessages.tooDeep }));
      return done(null, value);
    });
  });
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, (_request, body, done) =>
    body === '' ? done(null) : done(new Problem('UNSUPPORTED_TYPE')),
  );
}

/** Whether a URL can be percent-decoded; for an invalid one the router would send an answer of its own. */
export function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    return decodeURI(url.split('?', 1)[0] ?? '') !== '';
  } catch {
    return false;
  }
}

/**
 * Answers requests that Node rejects before Fastify sees them: METHOD_NOT_ALLOWED for a method that it does not know,
 * BAD_JSON for other malformed HTTP, nothing for a late request.
 */
export function answerClientError({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return void socket.destroy();
  if (code === 'HPE_INVALID_METHOD') return refuseMethod(socket);
  return answerOnSocket(socket, new Problem('BAD_JSON'), 'Bad Request');
}
