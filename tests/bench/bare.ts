import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { type BareDatabase, openBareDatabase, type Row, type Run } from './bareDatabase';

// Measures the minimum cost of a call: the server's statements, prepared once, behind `node:http` and JSON.

export interface Statement {
  sql: string;
  parameters: unknown[];
}

export interface Recipe {
  method: string;
  path: string;
  /** Number of requests after which a write repeats; 0 for a read. */
  period: number;
  /** One call of a read, or all calls of a write since the database was copied: three periods. */
  recordings: Statement[][];
  /** The body of our answer. */
  answer: string;
}

/** A request with this header shares its transaction with simultaneous requests. */
export const groupedHeader = 'x-grouped';

export async function serveBare(url: string, recipesFile: string): Promise<void> {
  const database = openBareDatabase(url);
  const handlers = new Map<string, Handler>();
  for (const recipe of JSON.parse(readFileSync(recipesFile, 'utf8')) as Recipe[])
    handlers.set(`${recipe.method} ${recipe.path}`, await buildHandler(database, recipe));
  const server = createServer(async (request, response) => {
    const send = (status: number, answer: unknown) => {
      const body = JSON.stringify(answer);
      const type = 'application/json; charset=utf-8';
      response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
      response.end(body);
    };
    try {
      const handle = handlers.get(`${request.method} ${request.url}`);
      const requestText = await text(request);
      if (requestText !== '') JSON.parse(requestText);
      send(handle ? 200 : 404, await handle?.(groupedHeader in request.headers));
    } catch (error) {
      process.stderr.write(`bare ${request.method} ${request.url}: ${String(error)}\n`);
      send(500, null);
    }
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`ready ${typeof address === 'object' ? address?.port : ''}\n`);
  });
}

type Handler = (isGrouped: boolean) => Promise<unknown>;

/** Writes run in the recorded order, because all of them change the same rows. */
export async function buildHandler(database: BareDatabase, recipe: Recipe): Promise<Handler> {
  if (recipe.period === 0) {
    const [statements = []] = recipe.recordings;
    return () => database.use((run) => runSteps(run, statements));
  }
  const requests = await database.use((run) => replayWrites(run, database.begin, recipe));
  const queues = [1, maxGroupSize].map((size) => queueWrites(database, size));
  let count = 0;
  return (isGrouped) =>
    queues[isGrouped ? 1 : 0]?.((run) => runSteps(run, requests[count++ % requests.length] ?? [])) ??
    Promise.reject(new Error('no queue'));
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

async function runSteps(run: Run, steps: readonly Step[]): Promise<Row[] | null> {
  let lastRows: Row[] | null = null;
  for (const { sql, parameters, returnedIds = [] } of steps) {
    const rows = await run(
      sql,
      parameters.map((value) => (value instanceof ReturnedId ? value.current : value)),
    );
    for (const [index, id] of returnedIds.entries()) id.current = rows?.[index]?.['id'];
    lastRows = rows ?? lastRows;
  }
  return lastRows;
}

/**
 * Runs the recorded writes exactly once, which returns the recorded ids.
 *
 * @returns the requests of one period
 */
async function replayWrites(run: Run, begin: string, { recordings, period, path }: Recipe): Promise<Step[][]> {
  const ids = new Map<unknown, ReturnedId>();
  const requests: Step[][] = [];
  for (const [index, statements] of recordings.entries()) {
    const earlier = requests[index - period] ?? [];
    const steps: Step[] = [];
    await run(begin, []);
    for (const [position, { sql, parameters }] of statements.entries()) {
      const rows = /^\s*insert/i.test(sql) ? await run(sql, parameters) : (await run(sql, parameters), null);
      const returnedIds = (rows ?? []).map(({ id }, row) => {
        const returnedId = earlier[position]?.returnedIds?.[row] ?? new ReturnedId(id);
        returnedId.current = id;
        ids.set(id, returnedId);
        return returnedId;
      });
      steps.push({ sql, parameters, returnedIds });
    }
    await run('commit', []);
    requests.push(steps);
  }
  // A parameter that changes with the id of one step is this id. An equal number elsewhere does not change.
  return requests.slice(-period).map((steps, index) =>
    steps.map((step, position) => {
      const earlier = requests[requests.length - 2 * period + index]?.[position];
      if (earlier?.sql !== step.sql) throw new Error(`${path} does not run the same statements each time`);
      const parameters = step.parameters.map((value, parameterIndex) => {
        const earlierValue = earlier.parameters[parameterIndex];
        const id = ids.get(value);
        return id && value !== earlierValue && ids.get(earlierValue) === id ? id : value;
      });
      return { ...step, parameters };
    }),
  );
}

const maxGroupSize = 64;
const maxGatherMs = 2;

type Write = (run: Run) => Promise<unknown>;

/** Answers after the commit. In a group each write has a savepoint. */
function queueWrites(database: BareDatabase, maxSize: number): (write: Write) => Promise<unknown> {
  const queue: { write: Write; resolve: (result: unknown) => void; reject: (error: unknown) => void }[] = [];
  let isRunning = false;
  const gather = async () => {
    const end = performance.now() + maxGatherMs;
    let queuedBefore = 0;
    while (queuedBefore < queue.length && queuedBefore < maxSize && performance.now() < end) {
      queuedBefore = queue.length;
      await setImmediate();
    }
  };
  const runGroup = async (run: Run, writes: readonly Write[]) => {
    const results: unknown[] = [];
    await run(database.begin, []);
    try {
      for (const write of writes) {
        if (writes.length > 1) await run('savepoint one_write', []);
        results.push(await write(run));
        if (writes.length > 1) await run('release savepoint one_write', []);
      }
      await run('commit', []);
    } catch (error) {
      await run('rollback', []);
      throw error;
    }
    return results;
  };
  const drain = async () => {
    isRunning = true;
    while (queue.length > 0) {
      if (maxSize > 1) await gather();
      const group = queue.splice(0, maxSize);
      const writes = group.map(({ write }) => write);
      await database
        .use((run) => runGroup(run, writes))
        .then(
          (results) => group.forEach(({ resolve }, index) => resolve(results[index])),
          (error: unknown) => group.forEach(({ reject }) => reject(error)),
        );
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
    const statements = recordings.at(-1) ?? [];
    let slowest = 0;
    for (const { sql, parameters } of statements.filter((one) => /^\s*(select|with)/i.test(one.sql))) {
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
