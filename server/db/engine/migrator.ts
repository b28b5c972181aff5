/** Migrates a database from one schema to the next: each step is done completely or not at all. */
import { type Kysely, sql } from 'kysely';
import { advisoryLock, type ColumnTypes, columnTypes, type DatabaseKind, recordedWrites } from './dialect';
import { retryWhileBusy } from './writeQueue';

export type Step = (db: Kysely<unknown>, types: ColumnTypes) => Promise<void>;

/** A newer version has changed the database; the message is a sentence for the person at the keyboard. */
export class NewerSchema extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `A newer Rasd has changed this database (${unknown.join(', ')}). Start that version, or put back a copy from before.`,
    );
  }
}

/** The first step of the schemas before the baseline. */
export const earlierStep = '0001_foundation';

/** The database has a schema from before the baseline; the message is a sentence for the person at the keyboard. */
export class EarlierSchema extends Error {
  constructor() {
    super(
      'An earlier Rasd made this database, and this version cannot migrate it. It is unchanged: start the version that made it, or name a new database in DATABASE_URL.',
    );
  }
}

/** The database belongs to another program; the message is a sentence for the person at the keyboard. */
export class ForeignDatabase extends Error {
  constructor() {
    super(
      'The database of DATABASE_URL holds tables of another program and none of Rasd. Name another one, or a new one.',
    );
  }
}

export interface Migration {
  steps: Readonly<Record<string, Step>>;
  /** The steps that are left, in order. */
  wanted: readonly string[];
  /**
   * Called once before the first step of a database with data; if it throws, nothing changes. @param left the steps
   * to do
   */
  before: (left: readonly string[]) => Promise<void>;
}

/** Maximum wait for the migration of another server, in milliseconds. */
const longestWait = 60 * 60_000;

/** The advisory lock of Kysely's migrator, which earlier versions use on PostgreSQL. */
const turn = sql.lit('3853314791062309107');

/**
 * Runs the steps that are left; several servers may do so at the same time. On PostgreSQL all of them are one
 * transaction; on SQLite, where a step can be long, each step is one.
 * @throws NewerSchema, EarlierSchema, ForeignDatabase, or the error of a step, which is then not done
 */
export async function migrateSteps(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  migration: Migration,
): Promise<void> {
  const isDone = async () => (await stepsLeft(db, kind, migration)).length === 0;
  if (await retryWhileBusy(isDone, longestWait)) return;
  /** Null before the first step. */
  let isInUse: boolean | null = null;
  const announce = async (trx: Kysely<unknown>, left: readonly string[]) => {
    if (isInUse !== null) return;
    const found = await hasData(trx, kind);
    if (found) await migration.before(left);
    isInUse = found;
  };
  const run = async (trx: Kysely<unknown>, name: string) => {
    await migration.steps[name]?.(trx, columnTypes(kind));
    const timestamp = new Date().toISOString();
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(trx);
  };
  /** Runs in a transaction that blocks all other migrations. @returns whether steps are left */
  const migrate = async (trx: Kysely<unknown>): Promise<boolean> => {
    await createTables(trx);
    const left = await stepsLeft(trx, kind, migration);
    const [first] = left;
    if (first === undefined) return false;
    await announce(trx, left);
    if (kind === 'sqlite') {
      await run(trx, first);
      await assertReferences(trx, first);
      return true;
    }
    await advisoryLock(kind, recordedWrites)?.execute(trx);
    for (const name of left) await run(trx, name);
    return false;
  };
  if (kind === 'sqlite') await onSqlite(db, migrate);
  else await onPostgres(db, migrate);
  if (kind === 'postgres' && isInUse) await refreshStatistics(db);
}

/**
 * If a column changes its type or a table is rewritten, PostgreSQL loses its statistics and plans badly until it has
 * new ones. If this fails, only speed is lost.
 */
async function refreshStatistics(db: Kysely<unknown>): Promise<void> {
  await sql`vacuum (analyze)`.execute(db).catch(() => undefined);
}

async function onSqlite(
  db: Kysely<unknown>,
  migrate: (trx: Kysely<unknown>) => Promise<boolean>,
): Promise<void> {
  await referencesAre(db, 'off'); // SQLite ignores this pragma inside of a transaction
  try {
    while (await retryWhileBusy(() => db.transaction().execute(migrate), longestWait));
  } finally {
    await referencesAre(db, 'on');
  }
}

async function onPostgres(
  db: Kysely<unknown>,
  migrate: (trx: Kysely<unknown>) => Promise<boolean>,
): Promise<void> {
  const work = () =>
    db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(longestWait)}`.execute(trx);
      await sql`select pg_advisory_xact_lock(${turn})`.execute(trx);
      await migrate(trx);
    });
  await retryWhileBusy(work, longestWait);
}

/**
 * Whether SQLite enforces references: a step may drop and rebuild a table, which would delete the rows that refer to
 * it.
 */
async function referencesAre(db: Kysely<unknown>, state: 'on' | 'off'): Promise<void> {
  await sql`pragma foreign_keys = ${sql.raw(state)}`.execute(db);
  const { rows } = await sql<{ foreign_keys: number }>`select foreign_keys from pragma_foreign_keys`.execute(
    db,
  );
  if (rows[0]?.foreign_keys !== Number(state === 'on'))
    throw new Error(`foreign_keys of SQLite are not ${state}`);
}

async function assertReferences(trx: Kysely<unknown>, step: string): Promise<void> {
  const { rows } = await sql<{ from: string; to: string; rows: number }>`
    select "table" as "from", parent as "to", count(*) as rows from pragma_foreign_key_check
    group by "table", parent`.execute(trx);
  const broken = rows.map(({ from, to, rows: count }) => `${count} of ${from} to ${to}`);
  if (broken.length > 0) throw new Error(`${step} would leave references to nothing: ${broken.join(', ')}`);
}

/** The tables of Kysely's migrator, so that versions that use it know what was done. */
async function createTables(trx: Kysely<unknown>): Promise<void> {
  const table = (name: string) => trx.schema.createTable(name).ifNotExists();
  await table('kysely_migration')
    .addColumn('name', 'varchar(255)', (c) => c.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (c) => c.notNull())
    .execute();
  await table('kysely_migration_lock')
    .addColumn('id', 'varchar(255)', (c) => c.notNull().primaryKey())
    .addColumn('is_locked', 'integer', (c) => c.defaultTo(0).notNull())
    .execute();
  await sql`insert into kysely_migration_lock (id) values ('migration_lock') on conflict do nothing`.execute(
    trx,
  );
}

async function stepsLeft(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  { steps, wanted }: Migration,
): Promise<string[]> {
  const done = (await hasTable(db, kind, 'kysely_migration'))
    ? (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows
    : [];
  const names = new Set(done.map(({ name }) => name));
  if (names.has(earlierStep)) throw new EarlierSchema();
  const unknown = [...names].filter((name) => !Object.hasOwn(steps, name));
  const isForeign = names.size === 0 ? await hasTables(db, kind) : unknown.length === names.size;
  if (isForeign) throw new ForeignDatabase();
  if (unknown.length > 0) throw new NewerSchema(unknown);
  return wanted.filter((name) => !names.has(name));
}

/** Whether the database is in use: the settings are its first row. */
async function hasData(db: Kysely<unknown>, kind: DatabaseKind): Promise<boolean> {
  if (!(await hasTable(db, kind, 'settings'))) return false;
  return (await sql`select id from settings limit 1`.execute(db)).rows.length > 0;
}

/** Whether there are tables before the first step, other than those of the migrator and of extensions. */
async function hasTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<boolean> {
  const found =
    kind === 'sqlite'
      ? sql`select 1 from sqlite_schema where type = 'table' and name not like 'sqlite_%'
          and name not in ('kysely_migration', 'kysely_migration_lock') limit 1`
      : sql`select 1 from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
          and relname not in ('kysely_migration', 'kysely_migration_lock')
          and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') limit 1`;
  return (await found.execute(db)).rows.length > 0;
}

async function hasTable(db: Kysely<unknown>, kind: DatabaseKind, name: string): Promise<boolean> {
  const found =
    kind === 'sqlite'
      ? sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`
      : sql`select 1 where to_regclass(${name}) is not null`;
  return (await found.execute(db)).rows.length > 0;
}
