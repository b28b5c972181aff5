import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { validationMessages } from '../contract/rules/validationMessages';
import { isTooDeep } from '../contract/rules/rawText';
import { answerOnSocket, refuseMethod } from './methods';
import { invalid, Problem } from './problem';

/** Accepts only JSON. Some clients send a content type with an empty DELETE, so that is no error. */
export function readBodies(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null);
    return json(request, body, (error, value) => {
      if (error) return done(error);
      // The JSON parser has no depth limit, but later code such as JSON.stringify is recursive.
      if (isTooDeep(body)) return done(invalid({ path: '', message: validationMessages.tooDeep }));
      return done(null, value);
    });
  });
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, (_request, body, done) =>
    body === '' ? done(null) : done(new Problem('UNSUPPORTED_TYPE')),
  );
}

/** The router answers an invalid URL with an error of its own, so the server checks the URL first. */
export function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    return decodeURI(url.split('?', 1)[0] ?? '') !== '';
  } catch {
    return false;
  }
}

/** Answers requests that Node rejects before Fastify. After a timeout or a TLS error, it only closes. */
export function answerClientError({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' || /^ERR_(SSL|TLS)_/.test(code)) return void socket.destroy();
  if (code === 'HPE_INVALID_METHOD') return refuseMethod(socket);
  return answerOnSocket(socket, new Problem('BAD_JSON'), 'Bad Request');
}
