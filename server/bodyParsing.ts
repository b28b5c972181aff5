import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { validationMessages } from '../contract/rules/validationMessages';
import { isTooDeep } from '../contract/rules/rawText';
import { answerOnSocket, refuseMethod } from './methods';
import { invalid, Problem } from './problem';

/** Accepts JSON only. An empty body counts as none, because some clients send a content type with DELETE. */
export function readBodies(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null);
    return json(request, body, (error, value) => {
      if (error) return done(error);
      // The parser has no depth limit, but later code such as JSON.stringify is recursive.
      if (isTooDeep(body)) return done(invalid({ path: '', message: validationMessages.tooDeep }));
      return done(null, value);
    });
  });
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, (_request, body, done) =>
    body === '' ? done(null) : done(new Problem('UNSUPPORTED_TYPE')),
  );
}

/** For an invalid URL the router would send its own answer. */
export function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    return decodeURI(url.split('?', 1)[0] ?? '') !== '';
  } catch {
    return false;
  }
}

/** Answers requests that Node rejects before Fastify sees them; a late request gets no answer. */
export function answerClientError({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return void socket.destroy();
  if (code === 'HPE_INVALID_METHOD') return refuseMethod(socket);
  return answerOnSocket(socket, new Problem('BAD_JSON'), 'Bad Request');
}
