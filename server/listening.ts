import { lookup } from 'node:dns/promises';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The addresses of a host, IPv4 first; `localhost` may have two. */
export async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host];
  const found = await lookup(host, { all: true });
  const byFamily = found.toSorted((one, other) => one.family - other.family);
  return [...new Set(byFamily.map(({ address }) => address))];
}

/**
 * Listens on one port at each address. Connections to the other addresses are passed to the server of the first one, so
 * that its connection limits apply to all of them together; Fastify's own additional servers have no limits.
 * @returns the URL of the first address. @throws if the first address fails; failures of the others are ignored
 */
export async function listenAt(app: FastifyInstance, addresses: string[], port: number): Promise<string> {
  const others: Server[] = [];
  // Closed before the main server, which does not count these connections.
  app.addHook('preClose', async () => void (await Promise.all(others.map(closeServer))));
  const [first = '', ...rest] = addresses;
  const url = await app.listen({ port, host: first });
  for (const host of rest) {
    const other = createServer((socket) => app.server.emit('connection', socket));
    const isOpen = await new Promise((resolve) => {
      other.once('error', () => resolve(false));
      other.listen({ host, port: Number(new URL(url).port) }, () => resolve(true));
    });
    if (isOpen) others.push(other);
  }
  return url;
}

/** Stops accepting connections, and resolves when the last one is closed. */
const closeServer = (server: Server) => new Promise<void>((resolve) => void server.close(() => resolve()));
