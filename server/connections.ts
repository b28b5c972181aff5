import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config';
import type { DatabaseKind } from './db/engine/dialect';
import type { Certificate } from './tls/certificate';

/** Milliseconds. Shutdown times ignore a factor over 1, because the process must end within ten seconds. */
function buildTimeouts(factor: number) {
  const second = 1_000 * factor;
  const shutdownSecond = 1_000 * Math.min(1, factor);
  return {
    checkEvery: 2 * second,
    maxSilence: 10 * second,
    maxShutdownSilence: 1 * shutdownSecond,
    /** Node checks it twice: a client that reads no byte in two periods is disconnected. */
    maxReaderSilence: 40 * second,
    maxShutdown: 5 * shutdownSecond,
    request: 60 * second,
    keepAlive: 65 * second,
  };
}
type Timeouts = ReturnType<typeof buildTimeouts>;

const maxBytesOfBodies = 64 * 1_048_576;

/** Options of Fastify: HTTP, or HTTPS with a certificate, and the time limits of both. */
export function buildServerOptions(
  { CONNECTION_TIMES }: Pick<Config, 'CONNECTION_TIMES'>,
  certificate: Certificate | null,
) {
  const { checkEvery, maxSilence, maxReaderSilence, request, keepAlive } = buildTimeouts(CONNECTION_TIMES);
  const http = {
    headersTimeout: maxSilence,
    requestTimeout: request,
    connectionsCheckingInterval: checkEvery,
  };
  return {
    ...(certificate
      ? { https: { ...http, handshakeTimeout: maxSilence, cert: certificate.cert, key: certificate.key } }
      : { http }),
    connectionTimeout: maxReaderSilence,
    requestTimeout: request,
    keepAliveTimeout: keepAlive,
  };
}

/** File handles for a database copy, an export, the typesetting process and the three PostgreSQL pools. */
const reservedHandles = (database: DatabaseKind, poolSize: number): number =>
  database === 'sqlite' ? 15 : 14 + Math.ceil(poolSize * 2.5) + 1;

/** A call needs only the handle of its connection. A forwarded call needs a second one. */
export function maxConnections(
  database: DatabaseKind,
  { API_PROXY, DATABASE_POOL }: Pick<Config, 'API_PROXY' | 'DATABASE_POOL'>,
  { limit, open } = countFileHandles(),
): number {
  const usableHandles = limit - open - reservedHandles(database, DATABASE_POOL);
  return Math.max(1, Math.floor(Math.min(1_000, API_PROXY ? usableHandles / 2 : usableHandles, limit * 0.6)));
}

function countFileHandles(): { limit: number; open: number } {
  try {
    const maxOpenFiles = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return {
      limit: maxOpenFiles ? Number(maxOpenFiles) : Infinity,
      open: readdirSync('/proc/self/fd').length,
    };
  } catch {
    return { limit: Infinity, open: 0 }; // the system has no /proc
  }
}

/** `receiving`: the request is not complete. `sending`: an answer is being sent. `idle`: it was sent. */
type ConnectionState = 'receiving' | 'working' | 'sending' | 'idle';

interface Connection {
  request: IncomingMessage | null;
  response: ServerResponse | null;
  bytesAtAnswer: number;
  bytesReceived: number;
  lastByteAt: number;
}

function stateOf(socket: Socket, { request, response, bytesAtAnswer }: Connection): ConnectionState {
  if (!request || !response || !request.complete || socket.writableEnded) return 'receiving';
  if (response.writableFinished) return socket.bytesRead > bytesAtAnswer ? 'receiving' : 'idle';
  // While a slow client reads a file, the response is open, but the handler has finished.
  return response.writableEnded || socket.writableLength > 0 ? 'sending' : 'working';
}

/** Closes a client that sends several requests at once, because the answers would fill the memory. */
export function limitConnections(
  app: FastifyInstance,
  maxOpen: number,
  { CONNECTION_TIMES }: Pick<Config, 'CONNECTION_TIMES'>,
): void {
  const connections = new Map<Socket, Connection>();
  const close = (socket: Socket) => {
    connections.delete(socket);
    socket.destroy();
  };
  const findOldest = (state: ConnectionState, except: Socket) =>
    [...connections].find(([socket, one]) => socket !== except && stateOf(socket, one) === state)?.[0];

  const server: Server = app.server;
  const maxHandshakes = server instanceof TlsServer ? Math.ceil(maxOpen / 5) : 0;
  if (server instanceof TlsServer) limitHandshakes(app, server, maxHandshakes);
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.set(socket, {
      request: null,
      response: null,
      bytesAtAnswer: 0,
      bytesReceived: 0,
      lastByteAt: performance.now(),
    });
    socket.once('close', () => connections.delete(socket));
    if (connections.size > maxOpen - maxHandshakes)
      close(
        findOldest('receiving', socket) ??
          findOldest('idle', socket) ??
          findOldest('sending', socket) ??
          socket,
      );
  });
  app.server.prependListener('request', (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection) return;
    // Browsers and proxies send the next request only after the answer to the previous one.
    if (connection.response && !connection.response.writableFinished) return close(socket);
    Object.assign(connection, { request, response });
    response.once('finish', () => (connection.bytesAtAnswer = socket.bytesRead));
  });
  // Skips requests that arrived on a connection that is already closed.
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.socket.destroyed) reply.hijack();
  });
  // Node's timeout sees the progress of a large answer. Our own check does not.
  app.server.on('timeout', (socket) => {
    const connection = connections.get(socket);
    if (connection && ['sending', 'idle'].includes(stateOf(socket, connection))) close(socket);
  });
  // Fastify calls this function on close. Node's own version cuts answers that are not fully sent.
  app.server.closeIdleConnections = () => {
    for (const [socket, one] of connections) if (stateOf(socket, one) === 'idle') close(socket);
  };

  limitBodies(app, close);
  closeSlowConnections(app, connections, close, buildTimeouts(CONNECTION_TIMES));
}

/** The oldest handshakes are closed, so that clients which never finish one do not block others. */
function limitHandshakes(app: FastifyInstance, server: TlsServer, maxHandshakes: number): void {
  const pending = new Map<string, Socket>();
  // The secure socket is another object, with the same addresses.
  const addressesOf = ({ remoteAddress, remotePort, localAddress }: Socket) =>
    `${remoteAddress} ${remotePort} ${localAddress}`;
  server.on('connection', (socket) => {
    const addresses = addressesOf(socket);
    pending.set(addresses, socket);
    socket.once('close', () => pending.delete(addresses));
    const [oldest] = pending.values();
    if (pending.size > maxHandshakes) oldest?.destroy();
  });
  server.on('secureConnection', (socket) => pending.delete(addressesOf(socket)));
  app.addHook('preClose', async () => {
    for (const socket of pending.values()) socket.destroy();
  });
}

function closeSlowConnections(
  app: FastifyInstance,
  connections: ReadonlyMap<Socket, Connection>,
  close: (socket: Socket) => void,
  timeouts: Timeouts,
): void {
  const { checkEvery, maxShutdown } = timeouts;
  let endsAt = Infinity;
  let checkedAt = performance.now();
  const check = () => {
    const now = performance.now();
    // The process was blocked and could not receive anything.
    const wasPaused = now - checkedAt > 2 * checkEvery;
    checkedAt = now;
    for (const [socket, one] of connections) {
      if (wasPaused) socket.setTimeout(socket.timeout ?? 0);
      if (isTooSlow(socket, one, { now, wasPaused, endsAt, ...timeouts })) close(socket);
    }
  };
  let timer = setInterval(check, checkEvery).unref();
  app.addHook('preClose', async () => {
    endsAt = performance.now() + maxShutdown;
    clearInterval(timer);
    timer = setInterval(check, Math.min(200, checkEvery)).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Also stores the time of the last received byte. */
function isTooSlow(
  socket: Socket,
  connection: Connection,
  {
    now,
    wasPaused,
    endsAt,
    maxSilence,
    maxShutdownSilence,
  }: Timeouts & { now: number; wasPaused: boolean; endsAt: number },
): boolean {
  const state = stateOf(socket, connection);
  const { request } = connection;
  const isShutdownOver = now >= endsAt;
  if (isShutdownOver && state === 'sending') return true;
  // The server checks the caller before it reads the body. This delay is not the caller's fault.
  const isUnread = request !== null && !request.complete && !request.readableFlowing;
  if (wasPaused || isUnread || socket.bytesRead > connection.bytesReceived || state !== 'receiving') {
    connection.bytesReceived = socket.bytesRead;
    connection.lastByteAt = now;
    if (!isShutdownOver || state !== 'receiving') return false;
  }
  const allowedSilence = endsAt < Infinity ? maxShutdownSilence : maxSilence;
  return isShutdownOver || now - connection.lastByteAt >= allowedSilence;
}

function limitBodies(app: FastifyInstance, close: (socket: Socket) => void): void {
  const bodies = new Map<IncomingMessage, number>();
  let total = 0;
  const removeBody = ([request, size]: [IncomingMessage, number]) => {
    if (bodies.delete(request)) total -= size;
  };
  app.addHook('preParsing', async ({ raw, headers, routeOptions }) => {
    if (!headers['content-length'] && !headers['transfer-encoding']) return;
    const limit = routeOptions.bodyLimit ?? app.initialConfig.bodyLimit ?? 0;
    const bytes = Math.min(Number(headers['content-length'] ?? limit), limit);
    bodies.set(raw, bytes);
    total += bytes;
    for (const event of ['end', 'close']) raw.once(event, () => removeBody([raw, bytes]));
    for (const body of bodies) {
      if (total <= maxBytesOfBodies) break;
      removeBody(body);
      close(body[0].socket);
    }
  });
}
