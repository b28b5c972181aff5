import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Engine } from '../../../server/db/engine/engine';
import { openPostgres } from '../../../server/db/engine/postgres';
import { openSqlite } from '../../../server/db/engine/sqlite';
import { migrate } from '../../../server/db/migrations/index';
import { newFilledDatabase } from '../../support/app';
import { startProgram } from '../../support/childProcess';
import { isPostgres, newDatabase } from '../../support/database';
import { plantedSteps } from '../../support/plantedSteps';
import { rounds } from '../../support/rounds';

const kills = rounds({ short: 6, all: 20 });
const kind = isPostgres ? 'postgres' : 'sqlite';

async function withEngine<T>(url: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = isPostgres ? openPostgres(url, {}) : openSqlite(url.slice('sqlite:'.length));
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/**
 * Describes the schema and contents of a database: each table with its columns and the number of its rows.
 */
async function stateOf({ migrationDb: db }: Engine): Promise<string[]> {
  const tables = isPostgres
    ? sql<{ table: string; columns: string }>`
        select table_name as "table", string_agg(column_name || ' ' || data_type, ', ' order by column_name) as columns
        from information_schema.columns where table_schema = 'public' group by table_name order by table_name`
    : sql<{ table: string; columns: string }>`
        select name as "table", sql as columns from sqlite_schema
        where type = 'table' and name not like 'sqlite_%' order by name`;
  const state: string[] = [];
  for (const { table, columns } of (await tables.execute(db)).rows) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
    state.push(`${table}, ${columns}: ${rows[0]?.n} rows`);
  }
  return state;
}

/** Returns the state once no other process uses the database. */
async function quietStateOf(engine: Engine): Promise<string[]> {
  // PostgreSQL notices the end of the killed process only with its next answer.
  const others = sql`select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  let isAlone = !isPostgres;
  while (!isAlone) isAlone = (await others.execute(engine.migrationDb)).rows.length === 0;
  return stateOf(engine);
}

test(`a migration killed at ${kills} statements leaves only complete steps, and the next start continues`, async () => {
  const oldDatabase = await newFilledDatabase({ hasFewRevisions: true });
  const before = await withEngine(oldDatabase.url, stateOf);
  const whole = await newDatabase(oldDatabase.url);
  const [, count] = await startProgram('tests/support/migratingProcess.ts', [whole.url]).waitForOutput(
    /done in (\d+)/,
  );
  const statements = Number(count);
  expect(statements).toBeGreaterThan(10);
  const after = await withEngine(whole.url, quietStateOf);
  await whole.discard();
  expect(after.length).toBeGreaterThan(before.length);
  let undone = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const database = await newDatabase(oldDatabase.url);
    const last = 1 + Math.floor((kill * statements) / kills);
    const child = startProgram('tests/support/migratingProcess.ts', [database.url, String(last)]);
    expect(await child.ended, child.errors()).toMatchObject({ signal: 'SIGKILL' });
    await withEngine(database.url, async (engine) => {
      const state = await quietStateOf(engine);
      expect([before, after], `killed at statement ${last}`).toContainEqual(state);
      undone += Number(state.length === before.length);
      await migrate(engine.migrationDb, kind, { steps: plantedSteps });
      expect(await stateOf(engine)).toEqual(after);
    });
    await database.discard();
  }
  expect(undone).toBeGreaterThan(kills / 2);
  await oldDatabase.discard();
});
