import { type IncomingMessage, request } from 'node:http';
import { sendCall } from './client';
import { readMemory, startServer } from './processes';

const pauseMs = 5;

/** Exports all data through the API. Other calls show how long the server lets them wait meanwhile. */
export async function measureExport(url: string): Promise<void> {
  const { child, port, end } = await startServer(url);
  const post = (path: string, body: unknown, token?: string) =>
    sendCall(port, { method: 'POST', path, body, ...(token && { token }) });
  const login = await post('/api/auth/login', { username: 'admin', password: 'rasd-demo' });
  const { token } = JSON.parse(login.toString()) as { token: string };
  await post('/api/auth/step-up', { password: 'rasd-demo' }, token);
  const before = readMemory(child)?.now ?? 0;
  const startedAt = performance.now();
  let maxMemory = before;
  const progress = { isOver: false };
  const exported = download(port, token).finally(() => (progress.isOver = true));
  const waits: number[] = [];
  while (!progress.isOver) {
    const sentAt = performance.now();
    await sendCall(port, { method: 'GET', path: '/api/health' });
    waits.push(performance.now() - sentAt);
    maxMemory = Math.max(maxMemory, readMemory(child)?.now ?? 0);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  const bytes = await exported;
  waits.sort((a, b) => a - b);
  const p99 = waits[Math.floor(waits.length * 0.99)] ?? NaN;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(
    `export of all data: ${seconds} s, ${Math.round(bytes / 1_048_576)} MB; memory ${before} MB, then at most ` +
      `${maxMemory - before} MB more; other calls wait at most ${waits.at(-1)?.toFixed(0)} ms (p99 ${p99.toFixed(0)} ms)`,
  );
  await end();
}

/** @returns the number of bytes; the file is not kept */
function download(port: number, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const count = (answer: IncomingMessage) => {
      let bytes = 0;
      answer.on('data', (piece: Buffer) => (bytes += piece.length));
      answer.on('error', reject);
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`export: ${answer.statusCode}`)),
      );
    };
    request({ port, method: 'POST', path: '/api/export', headers }, count).on('error', reject).end();
  });
}
