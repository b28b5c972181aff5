import { connect } from 'node:net';
import { type BenchCase, casesOf } from './cases';
import type { Institute } from './institute';

export interface LoadOrder {
  port: number;
  name: string;
  connections: number;
  milliseconds: number;
  token: string;
  institute: Institute;
  /** The first number for bodies that must differ. */
  first: number;
}

export interface LoadResult {
  requests: number;
  seconds: number;
  /** Of each request, in milliseconds. */
  latencies: number[];
  failures: number;
  /** Processor time of the server during the load, in seconds; set by the caller. */
  cpu: number;
}

/**
 * Keeps this many connections busy for a time, each with one request at a time; on plain sockets, to use little time
 * itself.
 */
export async function load(order: LoadOrder): Promise<LoadResult> {
  const one = casesOf(order.institute).find(({ name }) => name === order.name);
  if (!one) throw new Error(`unknown case ${order.name}`);
  const result: LoadResult = { requests: 0, seconds: 0, latencies: [], failures: 0, cpu: NaN };
  let count = order.first;
  const began = performance.now();
  const end = began + order.milliseconds;
  const next = () => requestText(one, order.token, (count += 1));
  await Promise.all(Array.from({ length: order.connections }, () => keepBusy(order.port, next, end, result)));
  result.seconds = (performance.now() - began) / 1_000;
  return result;
}

function requestText(one: BenchCase, token: string, count: number): string {
  const body = one.body ? JSON.stringify(one.body(count)) : '';
  const address = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
  const head = [
    `${one.method} ${one.path} HTTP/1.1`,
    'Host: 127.0.0.1',
    one.isPublic ? `X-Forwarded-For: ${address}` : `Authorization: Bearer ${token}`,
    ...(one.isKeyed ? [`Idempotency-Key: bench-key-${count}`] : []),
    ...(one.body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`] : []),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function keepBusy(port: number, next: () => string, end: number, result: LoadResult): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let missing = -1;
    let head = '';
    const send = () => {
      if (performance.now() >= end) return socket.end();
      sentAt = performance.now();
      missing = -1;
      head = '';
      return socket.write(next());
    };
    socket.on('connect', send);
    socket.on('data', (chunk: Buffer) => {
      if (missing < 0) {
        head += chunk.toString('latin1');
        const headEnd = head.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        if (!head.startsWith('HTTP/1.1 20')) result.failures += 1;
        missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - headEnd - 4);
      } else missing -= chunk.length;
      if (missing > 0) return;
      result.requests += 1;
      result.latencies.push(performance.now() - sentAt);
      send();
    });
    socket.on('error', () => (result.failures += 1));
    socket.on('close', () => resolve());
  });
}
