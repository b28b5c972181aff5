import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import { Problem } from './problem';

/** The methods of HTTP that a call may have; for TRACE and CONNECT no client has a use. */
export const allowedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

const allowed: ReadonlySet<string> = new Set(allowedMethods);
const allow = allowedMethods.join(', ');

/** Answers every other method 405, by whichever way Node hands it over. */
export function refuseOtherMethods(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (allowed.has(request.method)) return done();
    void reply.header('Allow', allow);
    return done(new Problem('METHOD_NOT_ALLOWED'));
  });
  // Node hands a CONNECT over as a bare connection.
  app.server.on('connect', (_request, socket: Socket) => refuseMethod(socket));
}

/** The same on a bare connection. */
export const refuseMethod = (socket: Socket): void =>
  answerOnSocket(socket, new Problem('METHOD_NOT_ALLOWED'), `Method Not Allowed\r\nAllow: ${allow}`);

/** Answers a problem where there is no Fastify request, and closes the connection. */
export function answerOnSocket(socket: Socket, problem: Problem, reason: string): void {
  // Node has taken its own listener away: a client that resets the connection would end the process.
  socket.on('error', () => socket.destroy());
  const body = JSON.stringify(problem);
  const head = `HTTP/1.1 ${problem.status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`;
  if (socket.writable) socket.end(`${head}\r\n\r\n${body}`);
  else socket.destroy();
}
