/** How many connections the server keeps open, and for how long it waits for what comes over them. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const second = 1_000;
const lookEvery = 2 * second;
/** Without a byte for so long, whoever is sending a request is given up; once the server ends, sooner. */
const patience = 10 * second;
const patienceAtTheEnd = 1 * second;
/** Whoever takes not a byte of an answer in so long, and then in as long again, is given up. */
const patienceWithReaders = 40 * second;
/** What comes, or is taken, too slowly for this does not keep the server from ending. */
const longestEnd = 5 * second;
/** Of bodies that have come in part, together, in bytes. */
const maxOfBodies = 64 * 1_048_576;

/**
 * What Node itself sees to, in milliseconds: first byte and head, a connection over which nothing goes, the whole
 * request, and how long one waits for the next.
 */
export const timeLimits = {
  http: { headersTimeout: 10 * second, connectionsCheckingInterval: lookEvery },
  connectionTimeout: patienceWithReaders,
  requestTimeout: 60 * second,
  keepAliveTimeout: 65 * second,
};

/** Each may be sent a file, which is open meanwhile; the rest of the handles is for the database and for other servers. */
function maxConnections(): number {
  return Math.min(1_000, Math.floor(fileHandles() * 0.4));
}

function fileHandles(): number {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return found ? Number(found) : Infinity;
  } catch {
    return Infinity; // a system without these files
  }
}

/**
 * `coming`: a request is expected or has come in part; `working`: it is being answered; `taking`: the answer is being
 * sent; `idle`: it was sent, and another may come.
 */
type State = 'coming' | 'working' | 'taking' | 'idle';

interface Connection {
  request: IncomingMessage | null;
  response: ServerResponse | null;
  /** So many bytes had come when the last answer was sent. */
  answeredAt: number;
  /** So many bytes had come when a byte was last seen, at that moment. */
  read: number;
  heardAt: number;
}

function stateOf(socket: Socket, { request, response, answeredAt }: Connection): State {
  if (!request || !response || !request.complete || socket.writableEnded) return 'coming';
  if (response.writableFinished) return socket.bytesRead > answeredAt ? 'coming' : 'idle';
  // A file that waits for its reader has not ended, and nobody works on it.
  return response.writableEnded || socket.writableLength > 0 ? 'taking' : 'working';
}

/**
 * Closes connections on which nothing comes or is taken any more, those with several requests at once, which would all
 * be answered into memory, and at the cap the oldest one without a whole request, so that whoever comes now is served.
 */
export function limitConnections(app: FastifyInstance, maxOpen = maxConnections()): void {
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
    // Neither browsers nor proxies send a request before they have the answer to the one before.
    if (connection.response && !connection.response.writableFinished) return close(socket);
    Object.assign(connection, { request, response });
    response.once('finish', () => (connection.answeredAt = socket.bytesRead));
  });
  // What had come together with the one for which the connection was closed.
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.socket.destroyed) reply.hijack();
  });
  // Nothing has gone over it for long. Node knows what is taken of a large answer, which a look from here does not.
  app.server.on('timeout', (socket) => {
    const connection = connections.get(socket);
    if (connection && ['taking', 'idle'].includes(stateOf(socket, connection))) close(socket);
  });
  // Node's own, with which its `close` begins, counts what was written as sent, and cuts what has not left yet.
  app.server.closeIdleConnections = () => {
    for (const [socket, one] of connections) if (stateOf(socket, one) === 'idle') close(socket);
  };

  limitBodies(app, close);
  closeSlow(app, connections, close);
}

/** Looks at the connections again and again; once the server ends, more often. */
function closeSlow(
  app: FastifyInstance,
  connections: ReadonlyMap<Socket, Connection>,
  close: (socket: Socket) => void,
): void {
  let endsAt = Infinity;
  let lookedAt = performance.now();
  const look = () => {
    const now = performance.now();
    // Nobody could be heard while the process stood still.
    const stoodStill = now - lookedAt > 2 * lookEvery;
    lookedAt = now;
    for (const [socket, one] of connections) {
      // Begins to count again, as `isTooSlow` does.
      if (stoodStill) socket.setTimeout(socket.timeout ?? 0);
      if (isTooSlow(socket, one, { now, stoodStill, endsAt })) close(socket);
    }
  };
  let timer = setInterval(look, lookEvery).unref();
  app.addHook('preClose', async () => {
    endsAt = performance.now() + longestEnd;
    clearInterval(timer);
    timer = setInterval(look, 200).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Whether to give a connection up. Notes when bytes of a request were last seen. */
function isTooSlow(
  socket: Socket,
  connection: Connection,
  { now, stoodStill, endsAt }: { now: number; stoodStill: boolean; endsAt: number },
): boolean {
  const state = stateOf(socket, connection);
  const { request } = connection;
  const isOver = now >= endsAt;
  if (isOver && state === 'taking') return true;
  // What the server does not read, for it looks the caller up first, is not the caller's fault.
  const isUnread = request !== null && !request.complete && !request.readableFlowing;
  if (stoodStill || isUnread || socket.bytesRead > connection.read || state !== 'coming') {
    connection.read = socket.bytesRead;
    connection.heardAt = now;
    if (!isOver || state !== 'coming') return false;
  }
  const maxSilence = endsAt < Infinity ? patienceAtTheEnd : patience;
  return isOver || now - connection.heardAt >= maxSilence;
}

/** Closes the oldest connections with bodies that are not whole yet, where these are too large together. */
function limitBodies(app: FastifyInstance, close: (socket: Socket) => void): void {
  /** By age, in bytes. */
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
