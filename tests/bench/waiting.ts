import { connect } from 'node:net';
import { fillPath } from '../../contract/endpoint';
import { endpoints } from '../../contract/index';
import type { Data } from '../../server/db/data';
import { openInstitute } from '../../server/domain/openInstitute';
import { daysAfter } from '../../server/demo/calendar';
import { hostileBodies, hostileHeads, largestBody } from '../support/hostileRequests';
import { page } from './cases';
import { ask, type Asked, type Call, inTurn, keepAsking, spread, timeOf } from './client';
import { addCrowd, type Crowd, teacherSession } from './institute';
import { memoryOf, startServer } from './processes';

// How long others wait: `quality.md`, Budgets.

/** A text that is sent without a session. */
type Shape = readonly [name: string, text: Buffer];

/** Prints how long `/health` waits while public calls are sent with their worst bodies and heads, and many at a time. */
export async function measureHostile(url: string): Promise<void> {
  const { port, end } = await startServer(url);
  for (let warming = 0; warming < 200; warming += 1) await healthOn(port);
  const found: { name: string; waited: number }[] = [];
  for (const [name, text] of shapes()) {
    // The best of three counts, because other processes may disturb the others.
    const times = [];
    for (let round = 0; round < 3; round += 1) times.push(await longestWait(port, text));
    found.push({ name, waited: Math.min(...times) });
  }
  const worst = found.toSorted((a, b) => b.waited - a.waited).slice(0, 5);
  console.log(`\n/health while nobody sends one of ${found.length} hostile requests: longest waits, ms`);
  for (const { name, waited } of worst) console.log(`${waited.toFixed(1).padStart(8)}  ${name}`);
  const longest = worst[0]?.waited ?? 0;
  console.log(`longest ${longest.toFixed(1)} ms   at most 200: ${longest > 200 ? 'MISSED' : 'met'}`);
  await end();
}

function shapes(): Shape[] {
  const parameters = { code: '0'.repeat(32), number: '2026-000001', check: '0'.repeat(10) };
  const open = endpoints.filter(({ roles }) => roles === 'public');
  const calls = [
    ...open.map(({ method, path }) => ({ method, path: `/api${fillPath(path, parameters)}` })),
    // Paths that do not exist, and calls that need a session.
    { method: 'POST', path: '/api/no-such-call' },
    { method: 'POST', path: '/api/grades/save' },
  ];
  return calls.flatMap(({ method, path }): Shape[] => {
    const of = `${method} ${path}:`;
    const withBody = ([name, body]: readonly [string, string]): Shape => [
      `${of} ${name}`,
      textOf(method, path, {}, body),
    ];
    const small = hostileBodies(4_096).map(withBody);
    const heads = hostileHeads(path).map(([name, { url, headers }]): Shape => [
      `${of} ${name}`,
      textOf(method, url, headers ?? {}, ''),
    ]);
    const together = (name: string, texts: readonly Buffer[]): Shape => [
      `${of} ${name}`,
      Buffer.concat(texts),
    ];
    const textsOf = (some: readonly Shape[]) => some.map(([, text]) => text);
    return [
      together('all small bodies at once', textsOf(small)),
      together('all heads at once', textsOf(heads)),
      ...small,
      ...hostileBodies(largestBody).map(withBody),
      ...heads,
      together('a thousand at once', Array<Buffer>(1_000).fill(textOf(method, path, {}, ''))),
    ];
  });
}

function textOf(method: string, url: string, headers: Record<string, string>, body: string): Buffer {
  const length = String(Buffer.byteLength(body));
  const own = { Host: '127.0.0.1', 'Content-Type': 'application/json', 'Content-Length': length };
  const lines = Object.entries({ ...own, ...headers }).map(([header, value]) => `${header}: ${value}`);
  return Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Asks for `/health` repeatedly until the text is answered, and twice after that. */
async function longestWait(port: number, text: Buffer): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  let isAnswered = false;
  const answered = new Promise<void>((resolve) => {
    const end = () => {
      isAnswered = true;
      socket.destroy();
      resolve();
    };
    socket.on('data', end).on('error', end).on('close', end);
  });
  // Until everything was sent, or the server accepts no more.
  await Promise.race([answered, new Promise<void>((resolve) => socket.write(text, () => resolve()))]);
  let longest = 0;
  for (let behind = 0; behind < 2; behind += isAnswered ? 1 : 0)
    longest = Math.max(longest, await healthOn(port));
  await answered;
  return longest;
}

async function healthOn(port: number): Promise<number> {
  const began = performance.now();
  await ask(port, { method: 'GET', path: '/api/health' });
  return performance.now() - began;
}

/** From issue 30: how long anybody may wait for reading and saving, in milliseconds, and resident memory in MB. */
const most = { read: 200, save: 1_000, memory: 300 };
const otherClients = 10;

interface Heavy {
  name: string;
  calls: readonly Call[];
  /** Asked by so many clients for some seconds; otherwise each call once, all at the same time. */
  clients?: number;
}

/**
 * Prints how long ten others wait for reading and saving while one person asks for very much, a server for each line.
 * @param only the beginning of the names of the lines
 */
export async function measureHeavy(url: string, students: number, only: string): Promise<void> {
  const data = await openInstitute(url);
  const today = data.now().toISOString().slice(0, 10);
  const crowd = await addCrowd(data, students, today);
  const others = await othersOf(data, crowd);
  await data.close();
  console.log(
    `\n${otherClients} others while one asks about ${crowd.students} students with two years of records: the call, s; longest wait for reading and saving, ms, alone and meanwhile; memory, MB`,
  );
  for (const heavy of heavyOf(crowd, daysAfter(today, -7))) {
    if (!heavy.name.startsWith(only)) continue;
    const { child, port, end } = await startServer(url);
    const askOthers = (isOver: () => boolean) => keepAsking(port, otherClients, inTurn(others), isOver);
    await askOthers(timeOf(1_500));
    const alone = await askOthers(timeOf(2_000));
    let isOver = false;
    const began = performance.now();
    const asked = askHeavy(port, heavy).then((own) => {
      isOver = true;
      return { own, seconds: (performance.now() - began) / 1_000 };
    });
    const meanwhile = await askOthers(() => isOver);
    print(heavy.name, { ...(await asked), alone, meanwhile, memory: memoryOf(child)?.most ?? NaN });
    await end();
  }
}

async function askHeavy(port: number, { calls, clients }: Heavy): Promise<Asked[]> {
  if (clients !== undefined) return keepAsking(port, clients, inTurn(calls), timeOf(4_000));
  const once = calls.map((call) => {
    let count = 0;
    return keepAsking(
      port,
      1,
      () => ((count += 1), call),
      () => count > 0,
    );
  });
  return (await Promise.all(once)).flat();
}

interface Found {
  own: readonly Asked[];
  seconds: number;
  alone: readonly Asked[];
  meanwhile: readonly Asked[];
  memory: number;
}

function print(name: string, { own, seconds, alone, meanwhile, memory }: Found): void {
  const waits = (['read', 'save'] as const).map((kind) => {
    const longest = (asked: readonly Asked[]) => spread(asked.filter((one) => one.kind === kind)).longest;
    return { before: longest(alone), during: longest(meanwhile), limit: most[kind] };
  });
  const isMissed = memory > most.memory || waits.some(({ during, limit }) => during > limit);
  const cells = waits.map(
    ({ before, during }) => before.toFixed(0).padStart(6) + during.toFixed(0).padStart(8),
  );
  const refused = (asked: readonly Asked[]) => asked.filter(({ isRefused }) => isRefused).length;
  const told = `   refused: ${refused(own)} of ${own.length}, of the others ${refused(meanwhile)} of ${meanwhile.length}`;
  console.log(
    `${name.padEnd(28)}${seconds.toFixed(2).padStart(8)}${cells.join('')}${memory.toFixed(0).padStart(6)}${isMissed ? '  MISSED' : '  met'}${refused([...own, ...meanwhile]) > 0 ? told : ''}`,
  );
}

/** Reads and saves in turns, of another batch. */
async function othersOf({ read }: Data, { batch, admins: [token = ''] }: Crowd): Promise<Call[]> {
  const other = read.selectFrom('batches').select('id').where('id', '<>', batch.id).limit(1);
  const path = `/api/batches/${(await other.executeTakeFirstOrThrow()).id}`;
  return Array.from({ length: 200 }, (_, place): Call[] => [
    { kind: 'read', method: 'GET', path: page({}), token },
    { kind: 'save', method: 'PUT', path, token, body: { batch_number: 1_000 + place } },
  ]).flat();
}

function heavyOf({ batch, circleId, admins: [, ...people], teacher }: Crowd, from: string): Heavy[] {
  const [token = ''] = people;
  const heavy = (name: string, path: string, more: Partial<Call> = {}): Heavy => ({
    name,
    calls: [{ method: 'GET', path, token, ...more }],
  });
  const tasks = `/api/circles/${circleId}/tasks`;
  const session = { 'x-session-id': 'bench' };
  const week = { type: 'week', circle_id: circleId, startDate: from };
  return [
    {
      name: 'documents of the API',
      calls: ['/api/docs', '/api/openapi.json'].map((path) => ({
        method: 'GET',
        path,
        token,
        headers: { 'accept-encoding': 'br' },
      })),
      clients: 40,
    },
    heavy('tasks', tasks),
    heavy('week', `/api/circles/${circleId}/week?from=${from}`),
    heavy('week as PDF', '/api/papers', { method: 'POST', body: week }),
    heavy('batch map', `/api/hifz/batch/${batch.id}/map`),
    heavy('batch progress', `/api/hifz/batch/${batch.id}/progress`),
    heavy('hot spots', `/api/circles/${circleId}/hot-spots`),
    {
      name: 'tasks, five people at once',
      calls: people.slice(0, 5).map((own) => ({ method: 'GET', path: tasks, token: own })),
    },
    heavy('undo list', '/api/undo/session-operations', {
      token: teacher,
      headers: { 'x-session-id': teacherSession },
    }),
    heavy('before the deletion', `/api/batches/${batch.id}/dependents`),
    heavy('deletion of the batch', `/api/batches/${batch.id}`, { method: 'DELETE', headers: session }),
    heavy('undo of the deletion', '/api/undo/latest', { method: 'POST', headers: session, body: {} }),
  ];
}
