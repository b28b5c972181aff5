import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import { Problem } from './problem';

/** No client uses TRACE or CONNECT, so these methods are refused. */
export const allowedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

const allowedSet: ReadonlySet<string> = new Set(allowedMethods);
const allowHeader = allowedMethods.join(', ');

export function refuseOtherMethods(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (allowedSet.has(request.method)) return done();
    void reply.header('Allow', allowHeader);
    return done(new Problem('METHOD_NOT_ALLOWED'));
  });
  // Node delivers a CONNECT request as a raw socket.
  app.server.on('connect', (_request, socket: Socket) => refuseMethod(socket));
}

export const refuseMethod = (socket: Socket): void =>
  answerOnSocket(socket, new Problem('METHOD_NOT_ALLOWED'), `Method Not Allowed\r\nAllow: ${allowHeader}`);

export function answerOnSocket(socket: Socket, problem: Problem, reason: string): void {
  // Node has removed its own error listener. Without this listener, a connection reset would end the process.
  socket.on('error', () => socket.destroy());
  const body = JSON.stringify(problem);
  const head = `HTTP/1.1 ${problem.status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`;
  if (socket.writable) socket.end(`${head}\r\n\r\n${body}`);
  else socket.destroy();
}
