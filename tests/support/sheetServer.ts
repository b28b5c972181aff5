import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A local replacement for the host of online spreadsheets. It ends with the process or by `close`. */
export async function startSheetServer(
  answer: (url: URL, request: IncomingMessage, response: ServerResponse) => Reply | null,
): Promise<{ url: string; requests: string[]; close: () => Promise<void> }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(decodeURIComponent(request.url ?? ''));
    const reply = answer(new URL(request.url ?? '/', 'http://localhost'), request, response);
    if (!reply) return;
    response.writeHead(reply.status ?? 200, { 'content-type': 'text/csv; charset=utf-8', ...reply.headers });
    response.end(reply.body ?? '');
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
