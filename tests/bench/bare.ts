import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import BetterSqlite3 from 'better-sqlite3';

// The minimum cost of a call: the statements that our server runs for it, prepared once, behind `node:http` and JSON.

type Row = Record<string, unknown>;
type Handler = () => unknown;

/** A statement as our server ran it. */
export interface Statement {
  sql: string;
  parameters: unknown[];
}

/** The statements of a case in the order of our server. */
export interface Recipe {
  name: string;
  method: string;
  path: string;
  /** One recording of a read; for a write, each request of two consecutive periods. */
  recordings: Statement[][];
  /** The operation number of each request; empty for a read. */
  operations: number[];
}

/** @param isGrouped whether writes that arrive together share a transaction, as in our server */
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
  const together = isGrouped ? grouped(database) : null;
  const handlers = new Map(
    recipes.map((recipe) => {
      const handle = handlerOf(database, recipe, isGrouped);
      const isWrite = recipe.recordings.length > 1;
      return [`${recipe.method} ${recipe.path}`, together && isWrite ? () => together(handle) : handle];
    }),
  );
  const server = createServer(async (request, response) => {
    const handle = handlers.get(`${request.method} ${request.url}`);
    if (!handle) return response.writeHead(404).end();
    const sent = await text(request);
    if (sent !== '') JSON.parse(sent);
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

/** The value of a parameter in the n-th repetition of its period. */
type Parameter = (repetition: number) => unknown;

function handlerOf(database: BetterSqlite3.Database, recipe: Recipe, isGrouped: boolean): Handler {
  const { name, recordings, operations } = recipe;
  const isWrite = recordings.length > 1;
  const period = Math.ceil(recordings.length / 2);
  const turns = recordings.slice(0, period).map((first, turn) => {
    const second = recordings[period + turn] ?? first;
    if (first.length !== second.length || !first.every(({ sql }, at) => sql === second[at]?.sql))
      throw new Error(`${name} does not run the same statements each time`);
    const steps = first.flatMap(({ sql, parameters }, at) => {
      if (isGrouped && isWrite && /^(begin|commit)/i.test(sql)) return [];
      const values = parameters.map((value, place) => continued(value, second[at]?.parameters[place]));
      return [{ run: runOf(database, sql, values), isOperation: /^insert into "operations"/i.test(sql) }];
    });
    return { steps, operation: continued(operations[turn], operations[period + turn]) };
  });
  // The recordings have already been written to the database.
  let count = recordings.length;
  return () => {
    const turn = turns[count % turns.length];
    const repetition = Math.floor(count / turns.length);
    count += 1;
    const recorded = turn?.operation(repetition);
    let last: unknown = null;
    let written: unknown = recorded;
    for (const step of turn?.steps ?? []) {
      const rows = step.run(repetition, (value) => (value === recorded ? written : value));
      if (step.isOperation) written = rows?.[0]?.['id'];
      last = rows ?? last;
    }
    return last;
  };
}

function runOf(database: BetterSqlite3.Database, sql: string, parameters: readonly Parameter[]) {
  const statement = database.prepare<unknown[], Row>(sql);
  return (repetition: number, exchange: (value: unknown) => unknown): Row[] | null => {
    const values = parameters.map((parameter) => exchange(parameter(repetition)));
    if (statement.reader) return statement.all(values);
    statement.run(values);
    return null;
  };
}

/** Times do not change; other digits may be a row number, a version or a made-up text. */
const piece = /(\d{4}-\d\d-\d\dT[\d:.]+Z|\d+)/;

/**
 * Predicts a parameter of a repeated statement from its values in two consecutive periods: numbers, also inside texts
 * and JSON, continue with the same step.
 */
function continued(first: unknown, second: unknown): Parameter {
  if (typeof first === 'number' && typeof second === 'number')
    return (repetition) => first + (second - first) * repetition;
  if (first === second || typeof first !== 'string' || typeof second !== 'string') return () => first;
  const [from, to] = [first.split(piece), second.split(piece)];
  if (from.length !== to.length) return () => first;
  const parts = from.map((own, place) => {
    const other = to[place] ?? '';
    if (own === other || !/^\d{1,15}$/.test(own) || !/^\d+$/.test(other)) return own;
    const step = Number(other) - Number(own);
    return (repetition: number) => String(Number(own) + step * repetition).padStart(own.length, '0');
  });
  return (repetition) => parts.map((part) => (typeof part === 'string' ? part : part(repetition))).join('');
}

const maxTogether = 64;
const longestGathering = 2;

/** Runs requests that arrive together in one transaction, each with a savepoint, and answers after the commit. */
function grouped(database: BetterSqlite3.Database): (handle: Handler) => Promise<unknown> {
  const statements = ['begin immediate', 'savepoint one_write', 'release one_write', 'commit'];
  const [begin, savepoint, release, commit] = statements.map((sql) => database.prepare(sql));
  const waiting: { handle: Handler; answer: (result: unknown) => void }[] = [];
  let isRunning = false;
  const drain = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      const end = performance.now() + longestGathering;
      let known = 0;
      while (known < waiting.length && known < maxTogether && performance.now() < end) {
        known = waiting.length;
        await setImmediate();
      }
      const group = waiting.splice(0, maxTogether);
      begin?.run();
      const results = group.map(({ handle }) => {
        savepoint?.run();
        const result = handle();
        release?.run();
        return result;
      });
      commit?.run();
      for (const [place, { answer }] of group.entries()) answer(results[place]);
    }
    isRunning = false;
  };
  return (handle) =>
    new Promise((answer) => {
      waiting.push({ handle, answer });
      if (!isRunning) void drain();
    });
}

/** The time of each reading statement in the database only: the median of some runs, in milliseconds. */
export function databaseTimes(file: string, { recordings: [statements = []] }: Recipe): number[] {
  const database = new BetterSqlite3(file, { readonly: true });
  database.pragma('cache_size = -65536');
  database.pragma('temp_store = MEMORY');
  const reading = statements.filter(({ sql }) => /^\s*(select|with)/i.test(sql));
  const times = reading.map(({ sql, parameters }) => {
    const statement = database.prepare(sql);
    const runs = Array.from({ length: 15 }, () => {
      const began = performance.now();
      statement.all(parameters);
      return performance.now() - began;
    });
    return runs.toSorted((a, b) => a - b)[7] ?? 0;
  });
  database.close();
  return times;
}
