import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Engine } from '../../../server/db/engine/engine';
import { openPostgres } from '../../../server/db/engine/postgres';
import { openSqlite } from '../../../server/db/engine/sqlite';
import { migrate, migrationNames } from '../../../server/db/migrations/index';
import { startProgram } from '../../support/childProcess';
import { isPostgres, newDatabase, type NewDatabase } from '../../support/database';
import { newOldDatabase } from '../../support/oldInstitute';
import { rounds } from '../../support/rounds';

const kills = rounds({ short: 6, all: 20 });
const kind = isPostgres ? 'postgres' : 'sqlite';
/** The schema of the large database: a dozen migrations are left. The other database is the one in the repository. */
const base = '0004_teaching';
const students = 2_000;

async function using<T>(url: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = isPostgres ? openPostgres(url, {}) : openSqlite(url.slice('sqlite:'.length));
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

const moment = '2026-01-05T06:00:00.000Z';
const recorded = sql`1, ${moment}, ${moment}`;
const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(students)})`;

/** An institute in the schema of `base`, with enough rows to give the later migrations work. */
const filling = [
  sql`insert into settings (version, created_at, updated_at, institute_name, teacher_scope, time_zone, is_demo)
    values (${recorded}, 'معهد', 'linked_or_open', 'Asia/Riyadh', 0)`,
  sql`insert into programs (version, created_at, updated_at, program_id, program_name, program_name_sort, levels, status)
    values (${recorded}, 'P', 'برنامج', 'برنامج', 4, 'active')`,
  sql`${numbers} insert into batches (version, created_at, updated_at, batch_name, batch_name_sort, program_row_id,
      batch_number, academic_year, status)
    select ${recorded}, 'دفعة ' || i, 'دفعة ' || i, 1, i, '1447', 'نشطة' from n where i <= 5`,
  sql`${numbers} insert into users (version, created_at, updated_at, username, username_key, name, name_sort, role,
      password_hash, is_active, must_change_password, student_row_id)
    select ${recorded}, 'u' || i, 'u' || i, 'حساب ' || i, 'حساب ' || i, 'student', '', 1, 1, i from n where i <= 200`,
  sql`${numbers} insert into students (version, created_at, updated_at, student_id, first_name, full_name,
      full_name_sort, gender, nationality, program_row_id, batch_id, user_id)
    select ${recorded}, 'S' || i, 'طالب', 'طالب ' || i, 'طالب ' || i, 'ذكر', 'سعودي', 1,
      case when i % 7 = 0 then null else 1 + i % 5 end, case when i <= 200 then i end from n`,
  sql`${numbers} insert into operations (user_name, user_role, action, description, table_name, item_name, rows_count,
      performed_at)
    select 'مدير', 'admin', case when i % 9 = 0 then 'delete' else 'create' end, 'إضافة الطالب ' || i, 'students',
      'طالب ' || i, 1, ${moment} from n`,
  sql`${numbers} insert into operation_rows (operation_id, table_name, row_id, after)
    select i, 'students', i, '{"id":' || i || ',"student_id":"S' || i || '","user_id":null}' from n`,
];

/** Describes the schema and contents of a database: each table with its columns and the number of its rows. */
async function stateOf({ schemaOwner: db }: Engine): Promise<string[]> {
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

/** The last migration that is done, once no other process uses the database. */
async function lastStep({ schemaOwner: db }: Engine): Promise<string> {
  // PostgreSQL notices only with its next answer that the killed process has gone.
  const others = sql`select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  let isAlone = !isPostgres;
  while (!isAlone) isAlone = (await others.execute(db)).rows.length === 0;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(migrationNames.slice(0, names.length));
  return String(names.at(-1));
}

/** A database to migrate (each kill works on a copy of it), and its expected state after each migration. */
interface Institute {
  template: NewDatabase;
  expected: Map<string, string[]>;
  /** How many statements the migrations take. */
  statements: number;
}

async function prepareInstitute(template: NewDatabase): Promise<Institute> {
  const expected = new Map<string, string[]>();
  const whole = await newDatabase(template.url);
  await using(whole.url, async (engine) => {
    for (const last of migrationNames.slice(migrationNames.indexOf(await lastStep(engine)))) {
      await migrate(engine.schemaOwner, kind, { last });
      expected.set(last, await stateOf(engine));
    }
  });
  await whole.discard();
  const counted = await newDatabase(template.url);
  const [, statements] = await startProgram('tests/support/migratingProcess.ts', [counted.url, '0']).printed(
    /done in (\d+)/,
  );
  await counted.discard();
  return { template, expected, statements: Number(statements) };
}

/**
 * Kills one migrating process after another, each on a copy of its own, and migrates what it has left.
 * @returns the last migration that was done after each kill
 */
async function killAll({ template, expected, statements }: Institute, shares: number[]): Promise<string[]> {
  const steps: string[] = [];
  for (const share of shares) {
    const database = await newDatabase(template.url);
    const last = 1 + Math.floor(share * statements);
    const child = startProgram('tests/support/migratingProcess.ts', [database.url, String(last)]);
    expect(await child.ended, child.errors()).toMatchObject({ signal: 'SIGKILL' });
    await using(database.url, async (engine) => {
      const step = await lastStep(engine);
      expect(await stateOf(engine), step).toEqual(expected.get(step));
      steps.push(step);
      await migrate(engine.schemaOwner, kind);
      expect(await lastStep(engine)).toBe(migrationNames.at(-1));
      expect(await stateOf(engine)).toEqual(expected.get(String(migrationNames.at(-1))));
    });
    await database.discard();
  }
  return steps;
}

test(`a migration killed at ${kills} statements, none of them an update, has each step done or not begun, and the next start goes on`, async () => {
  const large = await newDatabase();
  await using(large.url, async (engine) => {
    await migrate(engine.schemaOwner, kind, { last: base });
    for (const statement of filling) await statement.execute(engine.schemaOwner);
  });
  const institutes = [await prepareInstitute(large), await prepareInstitute(await newOldDatabase())];
  // Spread evenly, however many there are: the golden ratio never comes back to the same share.
  const shares = Array.from({ length: kills }, (_, index) => (0.618 * (index + 1)) % 1);
  const perInstitute = kills / institutes.length;
  const steps = await Promise.all(
    institutes.map((one, place) =>
      killAll(one, shares.slice(place * perInstitute, (place + 1) * perInstitute)),
    ),
  );
  expect(steps.flat()).toHaveLength(kills);
  expect(steps.flat()).not.toContain(migrationNames.at(-1));
  for (const { template } of institutes) await template.discard();
});
