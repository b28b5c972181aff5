import { connect } from 'node:net';

/** A call without a token has no session. */
export interface Call {
  kind?: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface CallResult {
  kind: string;
  milliseconds: number;
  /** 0 if the connection ended without an answer. */
  status: number;
}

function formatRequest({ method, path, token, body, headers = {} }: Call): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const allHeaders = {
    Host: '127.0.0.1',
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(text && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
    ...headers,
  };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
}

/** Runs clients with one call at a time, on plain sockets to save CPU time. */
export async function runClients(
  port: number,
  clients: number,
  next: () => Call,
  isOver: () => boolean,
): Promise<CallResult[]> {
  const results: CallResult[] = [];
  const client = async () => {
    while (!isOver()) await runConnection(port, next, isOver, results);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return results;
}

function runConnection(
  port: number,
  next: () => Call,
  isOver: () => boolean,
  results: CallResult[],
): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let call: Call | null = null;
    let sentAt = 0;
    let [head, missingBytes] = ['', -1];
    const recordResult = (status: number) => {
      const milliseconds = performance.now() - sentAt;
      results.push({ kind: call?.kind ?? '', milliseconds, status });
      call = null;
    };
    const send = () => {
      if (isOver()) return void socket.end();
      [call, head, missingBytes] = [next(), '', -1];
      const text = formatRequest(call);
      sentAt = performance.now();
      return void socket.write(text);
    };
    socket.on('connect', send);
    socket.on('data', (chunk: Buffer) => {
      const isChunked = () => /transfer-encoding: chunked/i.test(head);
      if (missingBytes < 0 && !head.includes('\r\n\r\n')) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!isChunked())
          missingBytes = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - end - 4);
      } else if (missingBytes > 0) missingBytes -= chunk.length;
      if (missingBytes > 0 || (missingBytes < 0 && chunk.subarray(-5).toString('latin1') !== '0\r\n\r\n'))
        return;
      recordResult(Number(head.slice(9, 12)));
      send();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (call) recordResult(0);
      resolve();
    });
  });
}

export function repeatCalls(calls: readonly Call[]): () => Call {
  let count = 0;
  return () => {
    const call = calls[count++ % calls.length];
    if (!call) throw new Error('no calls');
    return call;
  };
}

/** @returns a function that is true after this time */
export function startDeadline(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() >= end;
}

/** Throws if the server refuses the call. */
export async function sendCall(port: number, { method, path, token, body, headers }: Call): Promise<Buffer> {
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

/** @param status of each answer; default: any status of success. @throws if a call failed or none was answered */
export function requireAnswers(
  name: string,
  results: readonly Pick<CallResult, 'status'>[],
  status?: number,
): void {
  if (results.length === 0) throw new Error(`${name}: no call was answered.`);
  const hasFailed = (one: Pick<CallResult, 'status'>) =>
    status === undefined ? one.status < 200 || one.status > 299 : one.status !== status;
  const failures = results.filter(hasFailed);
  if (failures.length > 0)
    throw new Error(
      `${name}: ${failures.length} of ${results.length} calls failed, the first with status ${failures[0]?.status}.`,
    );
}

/** Median, p99 and maximum in milliseconds. */
export function summariseTimes(results: readonly Pick<CallResult, 'milliseconds'>[]) {
  const sorted = results.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const quantile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: sorted.length, p50: quantile(0.5), p99: quantile(0.99), longest: quantile(1) };
}
