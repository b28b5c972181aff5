import { createHash } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { openInstitute } from '../../server/domain/openInstitute';
import { copyToPostgres, tablesOf } from '../support/rowsToPostgres';
import { withPostgres } from './postgres';
import { run } from './processes';

export interface MovingOptions {
  /** The path of this program. */
  self: string;
  /** The folder for copies. */
  folder: string;
  /**
   * A database of an earlier version, which is not changed; created by `npm run seed` in a checkout of that version.
   */
  file: string;
}

/** Columns, number of rows and a checksum of each table. */
type Sums = Map<string, { columns: string[]; rows: number; sum: string }>;

/** Prints how long the migration of an older institute takes on both databases, and what it changes. */
export async function measureMovingOver({ self, folder, file }: MovingOptions): Promise<void> {
  const copy = join(folder, 'moving.db');
  copyFileSync(file, copy);
  await measure('SQLite', self, `sqlite:${copy}`, (before) => sumsOfFile(copy, before));
  await withPostgres(async (url) => {
    const source = new BetterSqlite3(file, { readonly: true });
    await copyToPostgres(source, url);
    source.close();
    await measure('PostgreSQL', self, url, (before) => sumsOfServer(url, before));
  });
}

async function measure(name: string, self: string, url: string, sums: (before?: Sums) => Promise<Sums>) {
  const before = await sums();
  console.log(`\n${name}: ${total(before)} rows in ${before.size} tables`);
  const moving = run([self, 'move', url]);
  await moving.ended;
  console.log(moving.output().trim());
  const after = await sums(before);
  console.log(`${total(after)} rows in ${after.size} tables. Changed:`);
  for (const table of new Set([...before.keys(), ...after.keys()])) {
    const [old, moved] = [before.get(table), after.get(table)];
    if (!old || !moved) console.log(`  ${table}: ${old ? 'gone' : `new, ${moved?.rows} rows`}`);
    else if (old.rows !== moved.rows) console.log(`  ${table}: ${moved.rows} rows instead of ${old.rows}`);
    else if (old.columns.length > moved.columns.length)
      console.log(
        `  ${table}: without ${old.columns.filter((one) => !moved.columns.includes(one)).join(', ')}`,
      );
    else if (old.sum !== moved.sum) console.log(`  ${table}: other values in ${old.columns.join(', ')}`);
  }
}

const total = (sums: Sums) => [...sums.values()].reduce((sum, { rows }) => sum + rows, 0);

/** The measured process: opens the database and prints the time of each statement. */
export async function moveOver(url: string): Promise<void> {
  const began = performance.now();
  const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
  const data = await openInstitute(url, {
    tell: (sentence) => console.log(`${seconds(performance.now() - began)}: ${sentence}`),
    onQuery: ({ sql }, took) => {
      if (took > 500) console.log(`  ${seconds(took)} ${sql.replaceAll(/\s+/g, ' ').slice(0, 100)}`);
    },
  });
  const memory = Math.round(process.resourceUsage().maxRSS / 1_024);
  console.log(`Open after ${seconds(performance.now() - began)}, with ${memory} MB of memory at most.`);
  await data.close();
}

/** Only columns that existed before and still exist. */
const columnsToSum = (before: Sums | undefined, table: string, columns: string[]) =>
  before?.get(table)?.columns.filter((one) => columns.includes(one)) ?? columns;

async function sumsOfFile(path: string, before?: Sums): Promise<Sums> {
  const file = new BetterSqlite3(path, { readonly: true });
  const sums: Sums = new Map();
  for (const table of tablesOf(file)) {
    const names = file.prepare('select name from pragma_table_info(?) order by name').pluck().all(table);
    const columns = columnsToSum(before, table, names as string[]);
    let [rows, sum] = [0, 0n];
    const all = file.prepare(`select ${columns.map((one) => `"${one}"`).join(', ')} from ${table}`).raw();
    for (const row of all.iterate()) {
      rows += 1;
      sum += createHash('md5').update(JSON.stringify(row)).digest().readBigUInt64BE();
    }
    sums.set(table, { columns, rows, sum: String(sum) });
  }
  file.close();
  return sums;
}

async function sumsOfServer(url: string, before?: Sums): Promise<Sums> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tables = await client.query<{ table: string; names: string[] }>(`
    select table_name as table, array_agg(column_name::text order by column_name) as names
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'
    group by table_name order by table_name`);
  const sums: Sums = new Map();
  for (const { table, names } of tables.rows) {
    const columns = columnsToSum(before, table, names);
    const row = columns.map((one) => `"${one}"`).join(', ');
    const { rows } = await client.query<{ rows: number; sum: string }>(`
      select count(*)::int as rows, coalesce(sum(hashtextextended(row(${row})::text, 0)::numeric), 0)::text as sum
      from ${table}`);
    sums.set(table, { columns, rows: rows[0]?.rows ?? 0, sum: rows[0]?.sum ?? '' });
  }
  await client.end();
  return sums;
}
