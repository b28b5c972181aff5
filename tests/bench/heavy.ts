import { setTimeout } from 'node:timers/promises';
import { addCrowd, type Crowd, teacherSession } from './crowd';
import { type Asked, askFor, type Asking, keepAsking, spread } from './asking';
import { endOf, memoryOf, portOf, run } from './processes';

interface HeavyOptions {
  url: string;
  /** The built server. */
  server: string;
  /** Of the batch. */
  students: number;
  /** The beginning of the names of the lines to measure. */
  only: string;
}

/** From issue 30: how long anybody may wait for reading and saving, in milliseconds, and resident memory in MB. */
const most = { read: 200, save: 1_000, memory: 300 };
const clients = 10;
/** How long the others work alone before, and before that without being measured. */
const aloneMs = 2_000;
const warmingMs = 1_500;
const documentMs = 4_000;
const documentClients = 40;

interface Heavy {
  name: string;
  requests: readonly Asking[];
  /** Asked by so many clients for a time; otherwise each request once, all at the same time. */
  clients?: number;
}

/** Prints how long ten others wait for reading and saving while one person asks for very much, a server for each line. */
export async function measureHeavy({ url, server, students, only }: HeavyOptions): Promise<void> {
  const crowd = await addCrowd(url, students);
  const others = othersOf(crowd);
  console.log(
    `\n${clients} others while one asks about ${crowd.students} students with two years of records: the call, s; longest wait for reading and saving, ms, alone and meanwhile; memory, MB`,
  );
  for (const heavy of heavyOf(crowd)) {
    if (!heavy.name.startsWith(only)) continue;
    const program = run([server], {
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: url,
      LOG_LEVEL: 'error',
      CALL_LIMITS: '10000',
    });
    const port = await portOf(program, /Rasd is ready: \S+:(\d+)/);
    await askFor(warmingMs, port, others, clients);
    const alone = await askFor(aloneMs, port, others, clients);
    const state = { isOver: false };
    const began = performance.now();
    const asked = ask(port, heavy).finally(() => (state.isOver = true));
    const [own, meanwhile] = await Promise.all([
      asked.then((all) => ({ all, seconds: (performance.now() - began) / 1_000 })),
      keepAsking(port, others, clients, () => state.isOver),
    ]);
    const memory = memoryOf(program.child)?.most ?? NaN;
    print(heavy.name, own, { alone, meanwhile }, memory);
    await endOf(program);
    await setTimeout(100);
  }
}

const ask = async (port: number, { requests, clients: count }: Heavy): Promise<Asked[]> => {
  if (count !== undefined) return askFor(documentMs, port, requests, count);
  const all = requests.map((one) => {
    let isAsked = false;
    return keepAsking(port, [one], 1, () => (isAsked ? true : ((isAsked = true), false)));
  });
  return (await Promise.all(all)).flat();
};

function print(
  name: string,
  { all, seconds }: { all: readonly Asked[]; seconds: number },
  { alone, meanwhile }: { alone: readonly Asked[]; meanwhile: readonly Asked[] },
  memory: number,
): void {
  const longest = (asked: readonly Asked[], kind: string) =>
    spread(asked.filter((one) => one.kind === kind)).longest;
  const waits = (['read', 'save'] as const).map((kind) => ({
    before: longest(alone, kind),
    during: longest(meanwhile, kind),
    limit: most[kind],
  }));
  const isMissed = memory > most.memory || waits.some(({ during, limit }) => during > limit);
  const cells = [
    name.padEnd(28),
    seconds.toFixed(2).padStart(8),
    ...waits.map(({ before, during }) => `${before.toFixed(0).padStart(6)} ${during.toFixed(0).padStart(7)}`),
    memory.toFixed(0).padStart(6),
    isMissed ? '  MISSED' : '  met',
  ];
  const count = (asked: readonly Asked[]) => asked.filter(({ isRefused }) => isRefused).length;
  const refused = `   refused: ${count(all)} of ${all.length}, of the others ${count(meanwhile)} of ${meanwhile.length}`;
  console.log(cells.join('') + (count(all) + count(meanwhile) > 0 ? refused : ''));
}

/** Reads and saves in turns. */
function othersOf({ otherBatchId, admins: [token = ''] }: Crowd): Asking[] {
  const page = new URLSearchParams({ range: '[0,24]', sort: '["full_name","ASC"]', filter: '{}' });
  return Array.from({ length: 200 }, (_, place): Asking[] => [
    { kind: 'read', method: 'GET', path: `/api/students?${page}`, token },
    {
      kind: 'save',
      method: 'PUT',
      path: `/api/batches/${otherBatchId}`,
      token,
      body: { batch_number: 1_000 + place },
    },
  ]).flat();
}

function heavyOf({ batchId, circleId, from, admins: [, ...people], teacher }: Crowd): Heavy[] {
  const [token = ''] = people;
  const compressed = { 'accept-encoding': 'br' };
  const get = (path: string, more: Partial<Asking> = {}): Asking => ({
    kind: 'heavy',
    method: 'GET',
    path,
    token,
    ...more,
  });
  const one = (name: string, path: string): Heavy => ({ name, requests: [get(path)] });
  const week = { type: 'week', circle_id: circleId, startDate: from };
  const tasks = `/api/circles/${circleId}/tasks`;
  const session = { 'x-session-id': 'bench' };
  return [
    {
      name: 'documents of the API',
      requests: ['/api/docs', '/api/openapi.json'].map((path) => get(path, { headers: compressed })),
      clients: documentClients,
    },
    one('tasks', tasks),
    one('week', `/api/circles/${circleId}/week?from=${from}`),
    { name: 'week as PDF', requests: [get('/api/papers', { method: 'POST', body: week })] },
    one('batch map', `/api/hifz/batch/${batchId}/map`),
    one('batch progress', `/api/hifz/batch/${batchId}/progress`),
    one('hot spots', `/api/circles/${circleId}/hot-spots`),
    {
      name: 'tasks, five people at once',
      requests: people.slice(0, 5).map((own) => get(tasks, { token: own })),
    },
    {
      name: 'undo list',
      requests: [
        get('/api/undo/session-operations', { token: teacher, headers: { 'x-session-id': teacherSession } }),
      ],
    },
    one('before the deletion', `/api/batches/${batchId}/dependents`),
    {
      name: 'deletion of the batch',
      requests: [get(`/api/batches/${batchId}`, { method: 'DELETE', headers: session })],
    },
    {
      name: 'undo of the deletion',
      requests: [get('/api/undo/latest', { method: 'POST', headers: session, body: {} })],
    },
  ];
}
