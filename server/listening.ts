import { lookup } from 'node:dns/promises';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

export async function resolveAddresses(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host];
  const addresses = await lookup(host, { all: true });
  const byFamily = addresses.toSorted((one, other) => one.family - other.family);
  return [...new Set(byFamily.map(({ address }) => address))];
}

/** All addresses share one Fastify server, because Fastify's additional servers have no connection limits. */
export async function listenAt(app: FastifyInstance, addresses: string[], port: number): Promise<string> {
  const otherServers: Server[] = [];
  // The main server does not count these connections, so they are closed before it.
  app.addHook('preClose', async () => void (await Promise.all(otherServers.map(closeServer))));
  const [firstHost = '', ...otherHosts] = addresses;
  const url = await app.listen({ port, host: firstHost });
  for (const host of otherHosts) {
    const otherServer = createServer((socket) => app.server.emit('connection', socket));
    const isOpen = await new Promise((resolve) => {
      otherServer.once('error', () => resolve(false));
      otherServer.listen({ host, port: Number(new URL(url).port) }, () => resolve(true));
    });
    if (isOpen) otherServers.push(otherServer);
  }
  return url;
}

const closeServer = (server: Server) => new Promise<void>((resolve) => void server.close(() => resolve()));
