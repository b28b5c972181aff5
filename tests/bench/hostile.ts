import { connect, type Socket } from 'node:net';
import { filledPath } from '../../contract/endpoint';
import { endpoints } from '../../contract/index';
import { hostileBodies, hostileHeads, largestBody } from '../support/hostileRequests';
import { endOf, portOf, run } from './processes';

/** Maximum time in milliseconds that a request without a session may delay another; quality.md, Budgets. */
const maxWait = 200;
/** Repetitions of each request; the best one counts, because other processes may disturb the others. */
const rounds = 3;

interface Shape {
  name: string;
  text: Buffer;
}

/**
 * Prints how long `/health` waits while public calls are sent with their worst bodies and headers, and many at a
 * time.
 */
export async function measureHostile(url: string, program: string): Promise<void> {
  const server = run([program], {
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: url,
    LOG_LEVEL: 'error',
    CALL_LIMITS: '10000',
  });
  const port = await portOf(server, /Rasd is ready: \S+:(\d+)/);
  for (let warming = 0; warming < 200; warming += 1) await healthOn(port);
  const found: { name: string; waited: number }[] = [];
  for (const shape of shapes()) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await longestWait(port, shape.text));
    found.push({ name: shape.name, waited: Math.min(...times) });
  }
  const worst = found.toSorted((a, b) => b.waited - a.waited);
  console.log(`\n/health while nobody sends one of ${found.length} hostile requests: longest waits, ms`);
  for (const { name, waited } of worst.slice(0, 5)) console.log(`${waited.toFixed(1).padStart(8)}  ${name}`);
  const longest = worst[0]?.waited ?? 0;
  const verdict = longest > maxWait ? 'MISSED' : 'met';
  console.log(`longest ${longest.toFixed(1)} ms   at most ${maxWait}: ${verdict}`);
  await endOf(server);
}

function shapes(): Shape[] {
  const parameters = { code: '0'.repeat(32), number: '2026-000001', check: '0'.repeat(10) };
  const open = endpoints.filter(({ roles }) => roles === 'public');
  const calls = [
    ...open.map(({ method, path }) => ({ method, path: `/api${filledPath(path, parameters)}` })),
    // Paths that do not exist, and calls that need a session.
    { method: 'POST', path: '/api/no-such-call' },
    { method: 'POST', path: '/api/grades/save' },
  ];
  const bodies = [...hostileBodies(4_096), ...hostileBodies(largestBody)];
  return calls.flatMap(({ method, path }) => [
    together(
      `${method} ${path}: all small bodies at once`,
      hostileBodies(4_096).map(([name, body]) => shapeOf(name, method, path, {}, body)),
    ),
    together(
      `${method} ${path}: all heads at once`,
      hostileHeads(path).map(([name, { url, headers }]) => shapeOf(name, method, url, headers ?? {}, '')),
    ),
    ...bodies.map(([name, body]) => shapeOf(`${method} ${path}: ${name}`, method, path, {}, body)),
    ...hostileHeads(path).map(([name, { url, headers }]) =>
      shapeOf(`${method} ${path}: ${name}`, method, url, headers ?? {}, ''),
    ),
    manyAtOnce(shapeOf(`${method} ${path}: a thousand at once`, method, path, {}, '')),
  ]);
}

function shapeOf(
  name: string,
  method: string,
  url: string,
  headers: Record<string, string>,
  body: string,
): Shape {
  const bytes = Buffer.byteLength(body);
  const own = { Host: '127.0.0.1', 'Content-Type': 'application/json', 'Content-Length': String(bytes) };
  const lines = Object.entries({ ...own, ...headers }).map(([header, value]) => `${header}: ${value}`);
  const size = `${(bytes / 1_024).toFixed(0)} kB`;
  const text = Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  return { name: `${name}, ${size}`, text };
}

/** Several requests on one connection, without waiting for answers. */
const together = (name: string, some: readonly Shape[]): Shape => ({
  name,
  text: Buffer.concat(some.map(({ text }) => text)),
});
const manyAtOnce = (shape: Shape): Shape =>
  together(
    shape.name,
    Array.from({ length: 1_000 }, () => shape),
  );

/** Requests `/health` repeatedly until the request is answered, and twice after that. */
async function longestWait(port: number, text: Buffer): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  const state = { isAnswered: false };
  const answered = new Promise<void>((resolve) => {
    const end = () => {
      state.isAnswered = true;
      socket.destroy();
      resolve();
    };
    socket.on('data', end).on('error', end).on('close', end);
  });
  await written(socket, text);
  let longest = 0;
  for (let behind = 0; behind < 2; behind += state.isAnswered ? 1 : 0)
    longest = Math.max(longest, await healthOn(port));
  await answered;
  return longest;
}

/** Resolves when everything was sent, or the server accepts no more. */
const written = (socket: Socket, text: Buffer) =>
  new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.write(text, () => resolve());
  });

/** Milliseconds to the answer. */
async function healthOn(port: number): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/health`);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`/health answered ${answer.status}`);
  return performance.now() - began;
}
