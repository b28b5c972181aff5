import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import BetterSqlite3 from 'better-sqlite3';

// Measures the minimum cost of a call: the server's statements, prepared once, behind `node:http` and JSON.

type Row = Record<string, unknown>;
type Handler = () => unknown;

export interface Statement {
  sql: string;
  parameters: unknown[];
}

export interface Recipe {
  name: string;
  method: string;
  path: string;
  /** A read is recorded once. A write has a recording for each request of two consecutive periods. */
  recordings: Statement[][];
  /** Operation id of each request; empty for a read. */
  operations: number[];
}

export function serveBare(file: string, recipesFile: string, isGrouped: boolean): void {
  const database = new BetterSqlite3(file);
  for (const pragma of [
    'synchronous = FULL',
    'foreign_keys = ON',
    'cache_size = -65536',
    'temp_store = MEMORY',
  ])
    database.pragma(pragma);
  const recipes = JSON.parse(readFileSync(recipesFile, 'utf8')) as Recipe[];
  const runGrouped = isGrouped ? groupWrites(database) : null;
  const handlers = new Map(
    recipes.map((recipe) => {
      const handle = buildHandler(database, recipe, isGrouped);
      const isWrite = recipe.recordings.length > 1;
      return [`${recipe.method} ${recipe.path}`, runGrouped && isWrite ? () => runGrouped(handle) : handle];
    }),
  );
  const server = createServer(async (request, response) => {
    const handle = handlers.get(`${request.method} ${request.url}`);
    if (!handle) return response.writeHead(404).end();
    const requestText = await text(request);
    if (requestText !== '') JSON.parse(requestText);
    const body = JSON.stringify(await handle());
    const type = 'application/json; charset=utf-8';
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
    return response.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`ready ${typeof address === 'object' ? address?.port : ''}\n`);
  });
}

type Parameter = (repetition: number) => unknown;

function buildHandler(database: BetterSqlite3.Database, recipe: Recipe, isGrouped: boolean): Handler {
  const { name, recordings, operations } = recipe;
  const isWrite = recordings.length > 1;
  const period = Math.ceil(recordings.length / 2);
  const periodSteps = recordings.slice(0, period).map((first, index) => {
    const second = recordings[period + index] ?? first;
    if (
      first.length !== second.length ||
      !first.every(({ sql }, statementIndex) => sql === second[statementIndex]?.sql)
    )
      throw new Error(`${name} does not run the same statements each time`);
    const steps = first.flatMap(({ sql, parameters }, statementIndex) => {
      if (isGrouped && isWrite && /^(begin|commit)/i.test(sql)) return [];
      const values = parameters.map((value, parameterIndex) =>
        predictParameter(value, second[statementIndex]?.parameters[parameterIndex]),
      );
      return [
        { run: prepareRun(database, sql, values), isOperation: /^insert into "operations"/i.test(sql) },
      ];
    });
    return { steps, operation: predictParameter(operations[index], operations[period + index]) };
  });
  // The database already has the recorded writes.
  let count = recordings.length;
  return () => {
    const current = periodSteps[count % periodSteps.length];
    const repetition = Math.floor(count / periodSteps.length);
    count += 1;
    const recordedOperation = current?.operation(repetition);
    let lastRows: unknown = null;
    let newOperation: unknown = recordedOperation;
    for (const step of current?.steps ?? []) {
      const rows = step.run(repetition, (value) => (value === recordedOperation ? newOperation : value));
      if (step.isOperation) newOperation = rows?.[0]?.['id'];
      lastRows = rows ?? lastRows;
    }
    return lastRows;
  };
}

function prepareRun(database: BetterSqlite3.Database, sql: string, parameters: readonly Parameter[]) {
  const statement = database.prepare<unknown[], Row>(sql);
  return (repetition: number, replaceValue: (value: unknown) => unknown): Row[] | null => {
    const values = parameters.map((parameter) => replaceValue(parameter(repetition)));
    if (statement.reader) return statement.all(values);
    statement.run(values);
    return null;
  };
}

/** Times do not change. Other digits may be a row number, a version or a generated text. */
const numberOrTime = /(\d{4}-\d\d-\d\dT[\d:.]+Z|\d+)/;

/** Predicts a parameter from two periods: numbers continue with the same step, also within texts. */
function predictParameter(first: unknown, second: unknown): Parameter {
  if (typeof first === 'number' && typeof second === 'number')
    return (repetition) => first + (second - first) * repetition;
  if (first === second || typeof first !== 'string' || typeof second !== 'string') return () => first;
  const [firstParts, secondParts] = [first.split(numberOrTime), second.split(numberOrTime)];
  if (firstParts.length !== secondParts.length) return () => first;
  const predictedParts = firstParts.map((firstPart, index) => {
    const secondPart = secondParts[index] ?? '';
    if (firstPart === secondPart || !/^\d{1,15}$/.test(firstPart) || !/^\d+$/.test(secondPart))
      return firstPart;
    const step = Number(secondPart) - Number(firstPart);
    return (repetition: number) =>
      String(Number(firstPart) + step * repetition).padStart(firstPart.length, '0');
  });
  return (repetition) =>
    predictedParts.map((part) => (typeof part === 'string' ? part : part(repetition))).join('');
}

const maxGroupSize = 64;
const maxGatherMs = 2;

/** Runs simultaneous requests in one transaction with savepoints, and answers after the commit. */
function groupWrites(database: BetterSqlite3.Database): (handle: Handler) => Promise<unknown> {
  const statements = ['begin immediate', 'savepoint one_write', 'release one_write', 'commit'];
  const [begin, savepoint, release, commit] = statements.map((sql) => database.prepare(sql));
  const queue: { handle: Handler; answer: (result: unknown) => void }[] = [];
  let isRunning = false;
  const drain = async () => {
    isRunning = true;
    while (queue.length > 0) {
      const end = performance.now() + maxGatherMs;
      let queuedBefore = 0;
      while (queuedBefore < queue.length && queuedBefore < maxGroupSize && performance.now() < end) {
        queuedBefore = queue.length;
        await setImmediate();
      }
      const group = queue.splice(0, maxGroupSize);
      begin?.run();
      const results = group.map(({ handle }) => {
        savepoint?.run();
        const result = handle();
        release?.run();
        return result;
      });
      commit?.run();
      for (const [index, { answer }] of group.entries()) answer(results[index]);
    }
    isRunning = false;
  };
  return (handle) =>
    new Promise((answer) => {
      queue.push({ handle, answer });
      if (!isRunning) void drain();
    });
}

export function measureStatements(file: string, { recordings: [statements = []] }: Recipe): number[] {
  const database = new BetterSqlite3(file, { readonly: true });
  database.pragma('cache_size = -65536');
  database.pragma('temp_store = MEMORY');
  const readStatements = statements.filter(({ sql }) => /^\s*(select|with)/i.test(sql));
  const times = readStatements.map(({ sql, parameters }) => {
    const statement = database.prepare(sql);
    const runs = Array.from({ length: 15 }, () => {
      const startedAt = performance.now();
      statement.all(parameters);
      return performance.now() - startedAt;
    });
    return runs.toSorted((a, b) => a - b)[7] ?? 0;
  });
  database.close();
  return times;
}
