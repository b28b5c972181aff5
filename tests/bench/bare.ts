import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { verify } from '@node-rs/argon2';
import BetterSqlite3 from 'better-sqlite3';
import type { Recipe } from './cases';

type Row = Record<string, unknown>;
type Step = (change: (value: unknown) => unknown) => unknown;

/** What a request costs at the least: the same statements, prepared once, behind `node:http` and JSON.stringify. */
export function serveBare(file: string, recipesFile: string): void {
  const database = new BetterSqlite3(file);
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('cache_size = -65536');
  database.pragma('temp_store = MEMORY');
  const recipes = JSON.parse(readFileSync(recipesFile, 'utf8')) as Recipe[];
  const handlers = new Map(recipes.map((recipe) => [recipe.path, handlerOf(database, recipe)]));
  const server = createServer((request, response) => {
    const handle = handlers.get(request.url ?? '');
    if (!handle) return response.writeHead(404).end();
    request.resume().on('end', () => {
      void Promise.resolve(handle()).then((answer) => {
        const body = JSON.stringify(answer);
        response.writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        });
        response.end(body);
      });
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`ready ${typeof address === 'object' ? address?.port : ''}\n`);
  });
  process.on('SIGTERM', () => process.exit(0));
}

function handlerOf(database: BetterSqlite3.Database, recipe: Recipe): () => unknown {
  const steps = recipe.statements.map(({ sql, parameters }) => stepOf(database, sql, parameters));
  const run = (change: (value: unknown) => unknown) => {
    let last: unknown = null;
    for (const step of steps) last = step(change) ?? last;
    return last;
  };
  const { changing } = recipe;
  if (recipe.name === 'sign-in') return signIn(database, run);
  if (!changing) return () => run((value) => value);
  let count = 0;
  return () => {
    count += 1;
    const studentId = String(Number(changing.studentId) + count);
    const nationalId = String(Number(changing.nationalId) + 500_000_000 + count);
    return run((value) => {
      if (value === changing.rowId) return changing.rowId + count;
      if (value === changing.operationId) return changing.operationId + count;
      if (typeof value !== 'string') return value;
      return value.replaceAll(changing.studentId, studentId).replaceAll(changing.nationalId, nationalId);
    });
  };
}

function stepOf(database: BetterSqlite3.Database, sql: string, parameters: readonly unknown[]): Step {
  const statement = database.prepare(sql);
  return (change) => {
    const values = parameters.map(change);
    if (statement.reader) return statement.all(values);
    statement.run(values);
    return null;
  };
}

/** The password is checked, and the sessions that are started get tokens of their own. */
function signIn(database: BetterSqlite3.Database, run: (change: (value: unknown) => unknown) => unknown) {
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

/** The time of each statement of a recipe in the database alone: the best of some runs, in milliseconds. */
export function databaseTimes(file: string, recipe: Recipe): number[] {
  const database = new BetterSqlite3(file, { readonly: true });
  database.pragma('cache_size = -65536');
  database.pragma('temp_store = MEMORY');
  const reading = recipe.statements.filter(({ sql }) => /^\s*select/i.test(sql));
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
