import { connect } from 'node:net';

/** A call of a person, or of nobody. */
export interface Call {
  /** Calls of one kind are counted together. */
  kind?: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Asked {
  kind: string;
  milliseconds: number;
  isRefused: boolean;
}

function textOf({ method, path, token, body, headers = {} }: Call): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const all = {
    Host: '127.0.0.1',
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(text && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
}

/** This many clients, each with one call at a time; on plain sockets, to use little time itself. */
export async function keepAsking(
  port: number,
  clients: number,
  next: () => Call,
  isOver: () => boolean,
): Promise<Asked[]> {
  const asked: Asked[] = [];
  const client = async () => {
    while (!isOver()) await connection(port, next, isOver, asked);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return asked;
}

function connection(port: number, next: () => Call, isOver: () => boolean, asked: Asked[]): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let call: Call | null = null;
    let sentAt = 0;
    let [head, missing] = ['', -1];
    const told = (isRefused: boolean) => {
      asked.push({ kind: call?.kind ?? '', milliseconds: performance.now() - sentAt, isRefused });
      call = null;
    };
    const send = () => {
      if (isOver()) return void socket.end();
      [call, head, missing] = [next(), '', -1];
      const text = textOf(call);
      sentAt = performance.now();
      return void socket.write(text);
    };
    socket.on('connect', send);
    socket.on('data', (chunk: Buffer) => {
      const isChunked = () => /transfer-encoding: chunked/i.test(head);
      if (missing < 0 && !head.includes('\r\n\r\n')) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!isChunked())
          missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - end - 4);
      } else if (missing > 0) missing -= chunk.length;
      if (missing > 0 || (missing < 0 && chunk.subarray(-5).toString('latin1') !== '0\r\n\r\n')) return;
      told(!head.startsWith('HTTP/1.1 20'));
      send();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (call) told(true);
      resolve();
    });
  });
}

/** These calls in turn, again and again. */
export function inTurn(calls: readonly Call[]): () => Call {
  let count = 0;
  return () => {
    const call = calls[count++ % calls.length];
    if (!call) throw new Error('nothing to ask');
    return call;
  };
}

/** Whether this time is over, from now on. */
export function timeOf(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() >= end;
}

/** One call. @throws if it is refused */
export async function ask(port: number, { method, path, token, body, headers }: Call): Promise<Buffer> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${bytes.toString()}`);
  return bytes;
}

/** Median, p99 and longest, in milliseconds. */
export function spread(asked: readonly Pick<Asked, 'milliseconds'>[]) {
  const sorted = asked.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), longest: at(1) };
}
