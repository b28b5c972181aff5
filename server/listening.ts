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
 * Listens at each of the addresses, on one port. What comes to another than the first is handed to the same server, so
 * that every connection has its limits and all count together: Fastify itself would open a server without any.
 * @returns the URL of the first. @throws where it cannot be listened at; the others may be missing
 */
export async function listenAt(app: FastifyInstance, addresses: string[], port: number): Promise<string> {
  const others: Server[] = [];
  // Before the server ends itself, which does not count these connections as its own.
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

/** Takes no connection any more, and resolves when the last one is closed. */
const closeServer = (server: Server) => new Promise<void>((resolve) => void server.close(() => resolve()));
