import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Proxy {
  port: number;
  /** Ports of the servers, which may change during a run. */
  servers: number[];
  close: () => void;
}

/**
 * Sends each call to the next server. A refused connection leads to another server. A connection that breaks
 * later breaks the client's connection too, because the server may have run the call.
 */
export async function startProxy(): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const forward = (
    incoming: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    first: number,
    tries = 1,
  ) => {
    const { method, url: path, headers } = incoming;
    const port = proxy.servers[(first + tries) % proxy.servers.length];
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent });
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.on('error', () => response.destroy()).pipe(response);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && tries < proxy.servers.length)
        forward(incoming, body, response, first, tries + 1);
      else response.destroy();
    });
    outgoing.end(body);
  };
  const server = createServer((incoming, response) => {
    buffer(incoming).then(
      (body) => forward(incoming, body, response, (turn += 1)),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
    agent.destroy();
  };
  const proxy: Proxy = { port, servers: [], close };
  return proxy;
}
