/** How many connections the server keeps open, and how long it waits for data on them. */
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config';
import type { DatabaseKind } from './db/engine/dialect';

/**
 * How long the server waits for a connection, in milliseconds. A factor over 1 does not delay the end of the server,
 * which the process limits to ten seconds. @param times factor, from the configuration
 */
function timeoutsFor(times: number) {
  const second = 1_000 * times;
  const secondAtTheEnd = 1_000 * Math.min(1, times);
  return {
    lookEvery: 2 * second,
    /** A connection that sends no byte of its request for this long is closed; during shutdown sooner. */
    patience: 10 * second,
    patienceAtTheEnd: 1 * secondAtTheEnd,
    /** A connection that takes no byte of its answer during two periods of this length is closed. */
    patienceWithReaders: 40 * second,
    /** During shutdown, a slower request or answer does not delay the end of the server. */
    longestEnd: 5 * secondAtTheEnd,
    request: 60 * second,
    keepAlive: 65 * second,
  };
}
type Timeouts = ReturnType<typeof timeoutsFor>;

/** Maximum bytes of all unfinished bodies together. */
const maxOfBodies = 64 * 1_048_576;

/**
 * Limits that Node enforces, in milliseconds: headers, an inactive connection, the whole request, and the wait for
 * the next request.
 */
export function timeLimits({ CONNECTION_TIMES }: Pick<Config, 'CONNECTION_TIMES'>) {
  const { lookEvery, patience, patienceWithReaders, request, keepAlive } = timeoutsFor(CONNECTION_TIMES);
  return {
    http: { headersTimeout: patience, connectionsCheckingInterval: lookEvery },
    connectionTimeout: patienceWithReaders,
    requestTimeout: request,
    keepAliveTimeout: keepAlive,
  };
}

/**
 * File handles that are opened later: a copy of the database, the process that sets papers, and the connections to
 * PostgreSQL: two pools, half a one, and one for migrations (`openPostgres`).
 */
const reserved = (database: DatabaseKind, poolSize: number): number =>
  database === 'sqlite' ? 12 : 14 + Math.ceil(poolSize * 2.5) + 1;

/**
 * How many connections may be open: 60 % of the process's file handles, or less, so that the server itself never lacks
 * one. An answer needs no handle beside its connection, unless it comes from another server.
 */
export function maxConnections(
  database: DatabaseKind,
  { API_PROXY, DATABASE_POOL }: Pick<Config, 'API_PROXY' | 'DATABASE_POOL'>,
  { limit, open } = fileHandles(),
): number {
  const own = limit - open - reserved(database, DATABASE_POOL);
  // Each call may need a connection to the other server.
  return Math.max(1, Math.floor(Math.min(1_000, API_PROXY ? own / 2 : own, limit * 0.6)));
}

/** The limit of this process, and how many are open. */
function fileHandles(): { limit: number; open: number } {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return { limit: found ? Number(found) : Infinity, open: readdirSync('/proc/self/fd').length };
  } catch {
    return { limit: Infinity, open: 0 }; // the system has no such files
  }
}

/**
 * `coming`: a request is expected or partly received; `working`: it is being answered; `taking`: the answer is being
 * sent; `idle`: the answer was sent, and another request may come.
 */
type State = 'coming' | 'working' | 'taking' | 'idle';

interface Connection {
  request: IncomingMessage | null;
  response: ServerResponse | null;
  /** Bytes received when the last answer was sent. */
  answeredAt: number;
  /** Bytes received, and the time, when the last byte arrived. */
  read: number;
  heardAt: number;
}

function stateOf(socket: Socket, { request, response, answeredAt }: Connection): State {
  if (!request || !response || !request.complete || socket.writableEnded) return 'coming';
  if (response.writableFinished) return socket.bytesRead > answeredAt ? 'coming' : 'idle';
  // A file that waits for its reader is not ended yet, but no handler works on it.
  return response.writableEnded || socket.writableLength > 0 ? 'taking' : 'working';
}

/**
 * Closes connections without progress, connections with several requests at once (whose answers would all be kept in
 * memory) and, at the limit, the oldest connection without a whole request, so that a new one can be served.
 */
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
  const oldest = (state: State, except: Socket) =>
    [...connections].find(([socket, one]) => socket !== except && stateOf(socket, one) === state)?.[0];

  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, {
      request: null,
      response: null,
      answeredAt: 0,
      read: 0,
      heardAt: performance.now(),
    });
    socket.once('close', () => connections.delete(socket));
    if (connections.size > maxOpen)
      close(oldest('coming', socket) ?? oldest('idle', socket) ?? oldest('taking', socket) ?? socket);
  });
  app.server.prependListener('request', (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection) return;
    // Browsers and proxies send a request only after the answer to the one before.
    if (connection.response && !connection.response.writableFinished) return close(socket);
    Object.assign(connection, { request, response });
    response.once('finish', () => (connection.answeredAt = socket.bytesRead));
  });
  // Requests that arrived together with the one for which the connection was closed.
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.socket.destroyed) reply.hijack();
  });
  // No data for a long time. Node also sees the progress of a large answer, which our own check does not.
  app.server.on('timeout', (socket) => {
    const connection = connections.get(socket);
    if (connection && ['taking', 'idle'].includes(stateOf(socket, connection))) close(socket);
  });
  // `close` calls this first. The version of Node would cut answers that are written but not sent yet.
  app.server.closeIdleConnections = () => {
    for (const [socket, one] of connections) if (stateOf(socket, one) === 'idle') close(socket);
  };

  limitBodies(app, close);
  closeSlow(app, connections, close, timeoutsFor(CONNECTION_TIMES));
}

/** Checks the connections regularly; during shutdown more often. */
function closeSlow(
  app: FastifyInstance,
  connections: ReadonlyMap<Socket, Connection>,
  close: (socket: Socket) => void,
  waits: Timeouts,
): void {
  const { lookEvery, longestEnd } = waits;
  let endsAt = Infinity;
  let lookedAt = performance.now();
  const look = () => {
    const now = performance.now();
    // While the process stood still, it could not receive anything.
    const stoodStill = now - lookedAt > 2 * lookEvery;
    lookedAt = now;
    for (const [socket, one] of connections) {
      // Starts the timeout again, as `isTooSlow` does.
      if (stoodStill) socket.setTimeout(socket.timeout ?? 0);
      if (isTooSlow(socket, one, { now, stoodStill, endsAt, ...waits })) close(socket);
    }
  };
  let timer = setInterval(look, lookEvery).unref();
  app.addHook('preClose', async () => {
    endsAt = performance.now() + longestEnd;
    clearInterval(timer);
    timer = setInterval(look, Math.min(200, lookEvery)).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Whether to close a connection. Notes when the last bytes of a request arrived. */
function isTooSlow(
  socket: Socket,
  connection: Connection,
  {
    now,
    stoodStill,
    endsAt,
    patience,
    patienceAtTheEnd,
  }: Timeouts & { now: number; stoodStill: boolean; endsAt: number },
): boolean {
  const state = stateOf(socket, connection);
  const { request } = connection;
  const isOver = now >= endsAt;
  if (isOver && state === 'taking') return true;
  // A body that the server does not read yet, because it checks the caller first, is not the caller's fault.
  const isUnread = request !== null && !request.complete && !request.readableFlowing;
  if (stoodStill || isUnread || socket.bytesRead > connection.read || state !== 'coming') {
    connection.read = socket.bytesRead;
    connection.heardAt = now;
    if (!isOver || state !== 'coming') return false;
  }
  const maxSilence = endsAt < Infinity ? patienceAtTheEnd : patience;
  return isOver || now - connection.heardAt >= maxSilence;
}

/** Closes the oldest connections with unfinished bodies if these bodies are too large together. */
function limitBodies(app: FastifyInstance, close: (socket: Socket) => void): void {
  /** Bytes of each body, the oldest first. */
  const bodies = new Map<IncomingMessage, number>();
  let total = 0;
  const forget = ([request, size]: [IncomingMessage, number]) => {
    if (bodies.delete(request)) total -= size;
  };
  app.addHook('preParsing', async ({ raw, headers, routeOptions }) => {
    if (!headers['content-length'] && !headers['transfer-encoding']) return;
    const limit = routeOptions.bodyLimit ?? app.initialConfig.bodyLimit ?? 0;
    const bytes = Math.min(Number(headers['content-length'] ?? limit), limit);
    bodies.set(raw, bytes);
    total += bytes;
    for (const event of ['end', 'close']) raw.once(event, () => forget([raw, bytes]));
    for (const body of bodies) {
      if (total <= maxOfBodies) break;
      forget(body);
      close(body[0].socket);
    }
  });
}
