import { connect } from 'node:net';
import { fillPath } from '../../contract/endpoint';
import { endpoints } from '../../contract/index';
import type { Data } from '../../server/db/data';
import { openInstitute } from '../../server/domain/openInstitute';
import { daysAfter } from '../../server/demo/calendar';
import { hostileBodies, hostileHeads, largestBody } from '../support/hostileRequests';
import { buildStudentsPath } from './cases';
import {
  sendCall,
  type CallResult,
  type Call,
  repeatCalls,
  requireAnswers,
  runClients,
  summariseTimes,
  startDeadline,
} from './client';
import { addCrowd, type Crowd, teacherSession } from './institute';
import { readMemory, startServer } from './processes';

// Measures the waiting times of other callers: `quality.md`, Budgets.

/** Sent without a session. */
type HostileText = readonly [name: string, text: Buffer];

/** Prints the waiting time of `/health` during the worst public requests. */
export async function measureHostile(url: string): Promise<void> {
  const { port, end } = await startServer(url);
  for (let call = 0; call < 200; call += 1) await measureHealth(port);
  const results: { name: string; waitMs: number }[] = [];
  for (const [name, text] of buildHostileTexts()) {
    // The best of three, because other processes may disturb.
    const times = [];
    for (let round = 0; round < 3; round += 1) times.push(await measureLongestWait(port, text));
    results.push({ name, waitMs: Math.min(...times) });
  }
  const worst = results.toSorted((a, b) => b.waitMs - a.waitMs).slice(0, 5);
  console.log(`\n/health during ${results.length} hostile requests without a session: longest waits, ms`);
  for (const { name, waitMs } of worst) console.log(`${waitMs.toFixed(1).padStart(8)}  ${name}`);
  const longest = worst[0]?.waitMs ?? 0;
  console.log(`longest ${longest.toFixed(1)} ms   at most 200: ${longest > 200 ? 'MISSED' : 'met'}`);
  await end();
}

function buildHostileTexts(): HostileText[] {
  const parameters = { code: '0'.repeat(32), number: '2026-000001', check: '0'.repeat(10) };
  const publicEndpoints = endpoints.filter(({ roles }) => roles === 'public');
  const calls = [
    ...publicEndpoints.map(({ method, path }) => ({ method, path: `/api${fillPath(path, parameters)}` })),
    { method: 'POST', path: '/api/no-such-call' },
    { method: 'POST', path: '/api/grades/save' },
  ];
  return calls.flatMap(({ method, path }): HostileText[] => {
    const prefix = `${method} ${path}:`;
    const buildBodyText = ([name, body]: readonly [string, string]): HostileText => [
      `${prefix} ${name}`,
      formatRequest(method, path, {}, body),
    ];
    const small = hostileBodies(4_096).map(buildBodyText);
    const heads = hostileHeads(path).map(([name, { url, headers }]): HostileText => [
      `${prefix} ${name}`,
      formatRequest(method, url, headers ?? {}, ''),
    ]);
    const joinTexts = (name: string, texts: readonly Buffer[]): HostileText => [
      `${prefix} ${name}`,
      Buffer.concat(texts),
    ];
    const listTexts = (hostileTexts: readonly HostileText[]) => hostileTexts.map(([, text]) => text);
    return [
      joinTexts('all small bodies at once', listTexts(small)),
      joinTexts('all heads at once', listTexts(heads)),
      ...small,
      ...hostileBodies(largestBody).map(buildBodyText),
      ...heads,
      joinTexts('a thousand at once', Array<Buffer>(1_000).fill(formatRequest(method, path, {}, ''))),
    ];
  });
}

function formatRequest(method: string, url: string, headers: Record<string, string>, body: string): Buffer {
  const length = String(Buffer.byteLength(body));
  const defaultHeaders = { Host: '127.0.0.1', 'Content-Type': 'application/json', 'Content-Length': length };
  const lines = Object.entries({ ...defaultHeaders, ...headers }).map(
    ([header, value]) => `${header}: ${value}`,
  );
  return Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Calls `/health` until the text is answered, and twice after the answer. */
async function measureLongestWait(port: number, text: Buffer): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  let isAnswered = false;
  const answer = new Promise<void>((resolve) => {
    const end = () => {
      isAnswered = true;
      socket.destroy();
      resolve();
    };
    socket.on('data', end).on('error', end).on('close', end);
  });
  // Waits until the whole text is sent, or the server accepts no more.
  await Promise.race([answer, new Promise<void>((resolve) => socket.write(text, () => resolve()))]);
  let longest = 0;
  for (let callsAfterAnswer = 0; callsAfterAnswer < 2; callsAfterAnswer += isAnswered ? 1 : 0)
    longest = Math.max(longest, await measureHealth(port));
  await answer;
  return longest;
}

async function measureHealth(port: number): Promise<number> {
  const startedAt = performance.now();
  await sendCall(port, { method: 'GET', path: '/api/health' });
  return performance.now() - startedAt;
}

/** Limits for reading and saving, in milliseconds, and for resident memory, in MB. */
const limits = { read: 200, save: 1_000, memory: 300 };
const otherClientCount = 10;

interface HeavyCase {
  name: string;
  calls: readonly Call[];
  /** Number of clients that repeat the calls for some seconds; default: each call once, simultaneously. */
  clients?: number;
}

/** Prints the waiting times of other callers during heavy calls. @param only prefix of names */
export async function measureHeavy(url: string, students: number, only: string): Promise<void> {
  const data = await openInstitute(url);
  const today = data.now().toISOString().slice(0, 10);
  const crowd = await addCrowd(data, students, today);
  const otherCalls = await buildOtherCalls(data, crowd);
  await data.close();
  console.log(
    `\n${otherClientCount} users during a heavy call about ${crowd.students} students with two years of records: the call, s; longest wait for reading and saving, ms, before and during it; memory, MB`,
  );
  for (const heavyCase of buildHeavyCases(crowd, daysAfter(today, -7))) {
    if (!heavyCase.name.startsWith(only)) continue;
    const { child, port, end } = await startServer(url);
    const runOthers = (isOver: () => boolean) =>
      runClients(port, otherClientCount, repeatCalls(otherCalls), isOver);
    await runOthers(startDeadline(1_500));
    const idleResults = await runOthers(startDeadline(2_000));
    let isOver = false;
    const startedAt = performance.now();
    const heavyRun = runHeavy(port, heavyCase).then((results) => {
      isOver = true;
      return { heavyResults: results, seconds: (performance.now() - startedAt) / 1_000 };
    });
    const meanwhile = await runOthers(() => isOver);
    printHeavy(heavyCase.name, {
      ...(await heavyRun),
      alone: idleResults,
      meanwhile,
      memory: readMemory(child)?.max ?? NaN,
    });
    await end();
  }
}

async function runHeavy(port: number, { calls, clients }: HeavyCase): Promise<CallResult[]> {
  if (clients !== undefined) return runClients(port, clients, repeatCalls(calls), startDeadline(4_000));
  const singleCalls = calls.map((call) => {
    let count = 0;
    return runClients(
      port,
      1,
      () => ((count += 1), call),
      () => count > 0,
    );
  });
  return (await Promise.all(singleCalls)).flat();
}

interface HeavyResult {
  heavyResults: readonly CallResult[];
  seconds: number;
  alone: readonly CallResult[];
  meanwhile: readonly CallResult[];
  memory: number;
}

function printHeavy(name: string, { heavyResults, seconds, alone, meanwhile, memory }: HeavyResult): void {
  requireAnswers(name, [...heavyResults, ...alone, ...meanwhile]);
  const waits = (['read', 'save'] as const).map((kind) => {
    const findLongest = (results: readonly CallResult[]) =>
      summariseTimes(results.filter((one) => one.kind === kind)).longest;
    return { before: findLongest(alone), during: findLongest(meanwhile), limit: limits[kind] };
  });
  const isMissed = memory > limits.memory || waits.some(({ during, limit }) => during > limit);
  const cells = waits.map(
    ({ before, during }) => before.toFixed(0).padStart(6) + during.toFixed(0).padStart(8),
  );
  console.log(
    `${name.padEnd(28)}${seconds.toFixed(2).padStart(8)}${cells.join('')}${memory.toFixed(0).padStart(6)}${isMissed ? '  MISSED' : '  met'}`,
  );
}

/** Alternates reads and saves, on another batch. */
async function buildOtherCalls({ read }: Data, { batch, admins: [token = ''] }: Crowd): Promise<Call[]> {
  const otherBatch = read.selectFrom('batches').select('id').where('id', '<>', batch.id).limit(1);
  const path = `/api/batches/${(await otherBatch.executeTakeFirstOrThrow()).id}`;
  return Array.from({ length: 200 }, (_, index): Call[] => [
    { kind: 'read', method: 'GET', path: buildStudentsPath({}), token },
    { kind: 'save', method: 'PUT', path, token, body: { batch_number: 1_000 + index } },
  ]).flat();
}

function buildHeavyCases(
  { batch, circleId, admins: [, ...otherAdmins], teacher }: Crowd,
  from: string,
): HeavyCase[] {
  const [token = ''] = otherAdmins;
  const buildHeavyCase = (name: string, path: string, options: Partial<Call> = {}): HeavyCase => ({
    name,
    calls: [{ method: 'GET', path, token, ...options }],
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
    buildHeavyCase('tasks', tasks),
    buildHeavyCase('week', `/api/circles/${circleId}/week?from=${from}`),
    buildHeavyCase('week as PDF', '/api/papers', { method: 'POST', body: week }),
    buildHeavyCase('batch map', `/api/hifz/batch/${batch.id}/map`),
    buildHeavyCase('batch progress', `/api/hifz/batch/${batch.id}/progress`),
    buildHeavyCase('hot spots', `/api/circles/${circleId}/hot-spots`),
    {
      name: 'tasks, five users at once',
      calls: otherAdmins.slice(0, 5).map((adminToken) => ({ method: 'GET', path: tasks, token: adminToken })),
    },
    buildHeavyCase('undo list', '/api/undo/session-operations', {
      token: teacher,
      headers: { 'x-session-id': teacherSession },
    }),
    buildHeavyCase('before the deletion', `/api/batches/${batch.id}/dependents`),
    buildHeavyCase('deletion of the batch', `/api/batches/${batch.id}`, {
      method: 'DELETE',
      headers: session,
    }),
    buildHeavyCase('undo of the deletion', '/api/undo/latest', {
      method: 'POST',
      headers: session,
      body: {},
    }),
  ];
}
