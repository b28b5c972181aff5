import { Agent, request } from 'node:http';

/** A request of a person. */
export interface Asking {
  /** Requests of one kind are counted together. */
  kind: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  token: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Asked {
  kind: string;
  milliseconds: number;
  isRefused: boolean;
}

const isRefused = (status: number) => status === 0 || status >= 300;

/** Sends one request. @returns the answer, and the time until its last byte; status 0: the connection was closed */
function send(
  port: number,
  agent: Agent,
  { method, path, token, body, headers: more }: Omit<Asking, 'kind'>,
) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...more,
  };
  return new Promise<{ status: number; bytes: Buffer; milliseconds: number }>((resolve) => {
    const began = performance.now();
    const closed = () =>
      resolve({ status: 0, bytes: Buffer.alloc(0), milliseconds: performance.now() - began });
    const sent = request({ port, host: '127.0.0.1', agent, method, path, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', closed);
      answer.on('end', () => {
        const milliseconds = performance.now() - began;
        resolve({ status: answer.statusCode ?? 0, bytes: Buffer.concat(parts), milliseconds });
      });
    });
    sent.on('error', closed);
    sent.end(text);
  });
}

/** A client with one request at a time. */
export function clientOf(port: number, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    /** @throws if the server refuses */
    async ask(method: Asking['method'], path: string, body?: unknown): Promise<Buffer> {
      const { status, bytes } = await send(port, agent, { method, path, token, body });
      if (isRefused(status)) throw new Error(`${method} ${path}: ${status} ${bytes.toString()}`);
      return bytes;
    },
    close: () => agent.destroy(),
  };
}

/** This many clients send these requests in turn, each one at a time, until it is over. */
export async function keepAsking(
  port: number,
  requests: readonly Asking[],
  clients: number,
  isOver: () => boolean,
): Promise<Asked[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const asked: Asked[] = [];
  let count = 0;
  const client = async () => {
    while (!isOver()) {
      const one = requests[count % requests.length];
      if (!one) throw new Error('nothing to ask');
      count += 1;
      const { status, milliseconds } = await send(port, agent, one);
      asked.push({ kind: one.kind, milliseconds, isRefused: isRefused(status) });
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return asked;
}

/** As `keepAsking`, for a fixed time. */
export function askFor(
  milliseconds: number,
  port: number,
  requests: readonly Asking[],
  clients: number,
): Promise<Asked[]> {
  const end = performance.now() + milliseconds;
  return keepAsking(port, requests, clients, () => performance.now() >= end);
}

/** Median, p99 and longest, in milliseconds. */
export function spread(asked: readonly Asked[]) {
  const sorted = asked.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), longest: at(1) };
}
