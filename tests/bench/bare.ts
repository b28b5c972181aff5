import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { registerPlugins } from '../../server/app';
import { type BareDatabase, openBareDatabase, type Run } from './bareDatabase';

// Measures the minimum cost of a call: the recorded statements of our server, and its answer as JSON.

export interface Statement {
  sql: string;
  parameters: unknown[];
}

export interface Recipe {
  name: string;
  /** Number of requests after which a write repeats; 0 for a read. */
  period: number;
  status: number;
  answer: unknown;
  /** One call of a read, or all calls of a write since the database was copied: three periods. */
  recordings: Statement[][];
}

/** How a bare handler answers: behind `node:http`, behind Fastify, or with writes in shared transactions. */
export type Baseline = 'bare' | 'fastify' | 'grouped';

export const baselineHeaders = (name: string, baseline: Baseline) => ({
  'X-Case': name,
  'X-Baseline': baseline,
});

interface Handler {
  status: number;
  run(isGrouped: boolean): Promise<unknown>;
}

/** Serves all baselines on one port, which it prints. */
export async function serveBare(url: string, recipesFile: string): Promise<void> {
  const database = openBareDatabase(url);
  const handlers = new Map<string, Handler>();
  for (const recipe of JSON.parse(readFileSync(recipesFile, 'utf8')) as Recipe[])
    handlers.set(recipe.name, await buildHandler(database, recipe));
  const findHandler = (headers: IncomingHttpHeaders): Handler => {
    const handler = handlers.get(String(headers['x-case']));
    if (!handler) throw new Error(`no case is called ${String(headers['x-case'])}`);
    return handler;
  };
  const fastify = Fastify();
  await registerPlugins(fastify);
  fastify.all('/*', async (request, reply) => {
    const { status, run } = findHandler(request.headers);
    return reply.status(status).send(await run(false));
  });
  await fastify.ready();
  const server = createServer(async (request, response) => {
    const baseline = request.headers['x-baseline'];
    if (baseline === 'fastify') return fastify.routing(request, response);
    try {
      const { status, run } = findHandler(request.headers);
      const requestText = await text(request);
      if (requestText !== '') JSON.parse(requestText);
      const body = JSON.stringify(await run(baseline === 'grouped'));
      const type = 'application/json; charset=utf-8';
      response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
      response.end(body);
    } catch (error) {
      process.stderr.write(`bare ${request.method} ${request.url}: ${String(error)}\n`);
      response.writeHead(500, { 'content-length': 0 }).end();
    }
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`ready ${typeof address === 'object' ? address?.port : ''}\n`);
  });
}

/** Writes run in the recorded order, because all of them change the same rows. */
export async function buildHandler(database: BareDatabase, recipe: Recipe): Promise<Handler> {
  const { period, status, answer, recordings } = recipe;
  if (period === 0) {
    const [statements = []] = recordings;
    return { status, run: () => database.use((run) => runSteps(run, statements)).then(() => answer) };
  }
  const requests = await replayWrites(database, recipe);
  const [runAlone, runGrouped] = [1, maxGroupSize].map((size) => queueWrites(database, size));
  let count = 0;
  const runNext: Write = (run) => runSteps(run, requests[count++ % requests.length] ?? []);
  return {
    status,
    run: async (isGrouped) => {
      await (isGrouped ? runGrouped : runAlone)?.(runNext);
      return answer;
    },
  };
}

/** An id that an insert has returned. Later requests use the id of its latest repetition. */
class ReturnedId {
  constructor(public current: unknown) {}
}

interface Step {
  sql: string;
  /** Values, and ids that another step returns. */
  parameters: readonly unknown[];
  returnedIds?: readonly ReturnedId[];
}

async function runSteps(run: Run, steps: readonly Step[]): Promise<void> {
  for (const { sql, parameters, returnedIds = [] } of steps) {
    const values = parameters.map((value) => (value instanceof ReturnedId ? value.current : value));
    const rows = await run(sql, values);
    for (const [index, id] of returnedIds.entries()) id.current = rows?.[index]?.['id'];
  }
}

/**
 * Runs the recorded writes once, on the database as it was before them, which returns the recorded ids.
 *
 * @returns the requests of one period, which can repeat
 */
async function replayWrites(database: BareDatabase, { recordings, period, name }: Recipe): Promise<Step[][]> {
  const ids = new Map<unknown, ReturnedId>();
  const requests: (Step & { returnedIds: ReturnedId[] })[][] = [];
  const replayRequest = (statements: readonly Statement[], earlier: (typeof requests)[number] | undefined) =>
    inTransaction(database, async (run) => {
      const steps: (typeof requests)[number] = [];
      for (const [position, { sql, parameters }] of statements.entries()) {
        const rows = await run(sql, parameters);
        const newRows = /^\s*insert/i.test(sql) ? (rows ?? []) : [];
        const returnedIds = newRows.map(({ id }, index) => {
          const returnedId = earlier?.[position]?.returnedIds[index] ?? new ReturnedId(id);
          returnedId.current = id;
          ids.set(id, returnedId);
          return returnedId;
        });
        steps.push({ sql, parameters, returnedIds });
      }
      return steps;
    });
  /** A parameter that changes with the id of one step is this id. An equal number elsewhere does not change. */
  const findIds = (step: Step, earlier: Step | undefined): Step => {
    if (earlier?.sql !== step.sql) throw new Error(`${name} does not run the same statements each time`);
    const parameters = step.parameters.map((value, index) => {
      const [id, earlierValue] = [ids.get(value), earlier.parameters[index]];
      return id && value !== earlierValue && ids.get(earlierValue) === id ? id : value;
    });
    return { ...step, parameters };
  };
  for (const [index, statements] of recordings.entries())
    requests.push(await replayRequest(statements, requests[index - period]));
  const [earlierPeriod, lastPeriod] = [requests.slice(-2 * period, -period), requests.slice(-period)];
  return lastPeriod.map((steps, request) =>
    steps.map((step, position) => findIds(step, earlierPeriod[request]?.[position])),
  );
}

const inTransaction = <T>(database: BareDatabase, work: (run: Run) => Promise<T>): Promise<T> =>
  database.use(async (run) => {
    await run(database.begin, []);
    try {
      const result = await work(run);
      await run('commit', []);
      return result;
    } catch (error) {
      await run('rollback', []);
      throw error;
    }
  });

const maxGroupSize = 64;
const maxGatherMs = 2;

type Write = (run: Run) => Promise<void>;

/** Runs up to `maxSize` simultaneous writes in one transaction with savepoints, and answers after the commit. */
function queueWrites(database: BareDatabase, maxSize: number): (write: Write) => Promise<void> {
  const queue: { write: Write; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let isRunning = false;
  const gather = async () => {
    const end = performance.now() + maxGatherMs;
    let queuedBefore = 0;
    while (queuedBefore < queue.length && queuedBefore < maxSize && performance.now() < end) {
      queuedBefore = queue.length;
      await setImmediate();
    }
  };
  const drain = async () => {
    isRunning = true;
    while (queue.length > 0) {
      if (maxSize > 1) await gather();
      const group = queue.splice(0, maxSize);
      try {
        await inTransaction(database, async (run) => {
          for (const { write } of group) {
            if (group.length > 1) await run('savepoint one_write', []);
            await write(run);
            if (group.length > 1) await run('release savepoint one_write', []);
          }
        });
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isRunning = false;
  };
  return (write) =>
    new Promise((resolve, reject) => {
      queue.push({ write, resolve, reject });
      if (!isRunning) void drain();
    });
}

/** @returns the longest median time of a reading statement, in milliseconds */
export const measureSlowest = (database: BareDatabase, { recordings }: Recipe): Promise<number> =>
  database.use(async (run) => {
    let slowest = 0;
    for (const { sql, parameters } of recordings.at(-1) ?? []) {
      if (!/^\s*(select|with)/i.test(sql)) continue;
      const times: number[] = [];
      for (let round = 0; round < 15; round += 1) {
        const startedAt = performance.now();
        await run(sql, parameters);
        times.push(performance.now() - startedAt);
      }
      slowest = Math.max(slowest, times.toSorted((a, b) => a - b)[7] ?? 0);
    }
    return slowest;
  });
