import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { verify } from '@node-rs/argon2';
import BetterSqlite3 from 'better-sqlite3';
import { grouped } from './grouped';
import { type Recipe, type Step, turnsOf } from './recipe';

type Row = Record<string, unknown>;
type Handler = () => unknown;

/** Replaces the token of a session in the recording. */
type Exchange = (value: unknown) => unknown;

/**
 * The minimum cost of a request: the same statements, prepared once, behind `node:http` and JSON.
 * @param isGrouped whether writes that arrive together share a transaction, as in our server
 */
export function serveBare(file: string, recipesFile: string, isGrouped: boolean): void {
  const database = openBare(file);
  const recipes = JSON.parse(readFileSync(recipesFile, 'utf8')) as Recipe[];
  const inTurn = isGrouped ? grouped(database) : null;
  const handlers = new Map(
    recipes.map((recipe) => {
      const handle = handlerOf(database, recipe, isGrouped);
      const isWrite = recipe.recordings.length > 1;
      return [`${recipe.method} ${recipe.path}`, inTurn && isWrite ? () => inTurn(handle) : handle];
    }),
  );
  const server = createServer(async (request, response) => {
    const handle = handlers.get(`${request.method} ${request.url}`);
    if (!handle) return response.writeHead(404).end();
    const sent = await text(request);
    if (sent !== '') JSON.parse(sent);
    const body = JSON.stringify(await handle());
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    return response.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`ready ${typeof address === 'object' ? address?.port : ''}\n`);
  });
  process.on('SIGTERM', () => process.exit(0));
}

function openBare(file: string): BetterSqlite3.Database {
  const database = new BetterSqlite3(file);
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('cache_size = -65536');
  database.pragma('temp_store = MEMORY');
  return database;
}

const isTransaction = ({ sql }: Step) => /^(begin|commit)/i.test(sql);
const isOperation = ({ sql }: Step) => /^insert into "operations"/i.test(sql);

function handlerOf(database: BetterSqlite3.Database, recipe: Recipe, isGrouped: boolean): Handler {
  const isWrite = recipe.recordings.length > 1;
  const turns = turnsOf(recipe).map(({ steps, operation }) => ({
    operation,
    steps: steps
      .filter((step) => !(isGrouped && isWrite && isTransaction(step)))
      .map((step) => ({ run: runOf(database, step), isOperation: isOperation(step) })),
  }));
  const run = (count: number, exchange: Exchange = (value) => value) => {
    const turn = turns[count % turns.length];
    const repetition = Math.floor(count / turns.length);
    const recorded = turn?.operation(repetition);
    let last: unknown = null;
    let written: unknown = recorded;
    for (const step of turn?.steps ?? []) {
      const rows = step.run(repetition, (value) => (value === recorded ? written : exchange(value)));
      if (step.isOperation) written = (rows as Row[])[0]?.['id'];
      last = rows ?? last;
    }
    return last;
  };
  if (recipe.name === 'sign-in') return signIn(database, (exchange) => run(0, exchange));
  // The recordings have already been written to the database.
  let count = recipe.recordings.length;
  return () => run(count++);
}

function runOf(database: BetterSqlite3.Database, { sql, parameters }: Step) {
  const statement = database.prepare(sql);
  return (repetition: number, exchange: Exchange) => {
    const values = parameters.map((parameter) => exchange(parameter(repetition)));
    if (statement.reader) return statement.all(values);
    statement.run(values);
    return null;
  };
}

/** Checks the password; each new session gets its own token. */
function signIn(database: BetterSqlite3.Database, run: (exchange: Exchange) => unknown): Handler {
  const account = database.prepare("select password_hash from users where username = 'admin'").get() as Row;
  let count = 0;
  return async () => {
    await verify(String(account['password_hash']), 'rasd-demo');
    count += 1;
    const end = count.toString(16).padStart(8, '0');
    return run((value) =>
      typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value.slice(0, 56) + end : value,
    );
  };
}

/** The time of each reading statement in the database only: the median of some runs, in milliseconds. */
export function databaseTimes(file: string, { recordings: [statements = []] }: Recipe): number[] {
  const database = new BetterSqlite3(file, { readonly: true });
  database.pragma('cache_size = -65536');
  database.pragma('temp_store = MEMORY');
  const times = statements
    .filter(({ sql }) => /^\s*(select|with)/i.test(sql))
    .map(({ sql, parameters }) => {
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
