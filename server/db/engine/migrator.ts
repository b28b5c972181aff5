import { type Kysely, sql } from 'kysely';
import { advisoryLock, type ColumnTypes, columnTypes, type DatabaseKind, recordedWrites } from './dialect';
import { retryWhileBusy } from './writeQueue';

export type Step = (db: Kysely<unknown>, types: ColumnTypes) => Promise<void>;

export class NewerSchema extends Error {
  constructor(newerSteps: readonly string[]) {
    super(
      `A newer Rasd has changed this database (${newerSteps.join(', ')}). Start that version, or put back a copy from before.`,
    );
  }
}

/** First step of the schemas before the baseline. */
export const earlierStep = '0001_foundation';

export class EarlierSchema extends Error {
  constructor() {
    super(
      'An earlier Rasd made this database, and this version cannot migrate it. It is unchanged: start the version that made it, or name a new database in DATABASE_URL.',
    );
  }
}

export class ForeignDatabase extends Error {
  constructor() {
    super(
      'The database of DATABASE_URL holds tables of another program and none of Rasd. Name another one, or a new one.',
    );
  }
}

export class PendingMigration extends Error {
  constructor(pendingSteps: readonly string[]) {
    super(
      `The database of DATABASE_URL lacks changes of this version (${pendingSteps.join(', ')}). It is unchanged: start the server of this version first, which migrates it, or use the version that made it.`,
    );
  }
}

export interface Migration {
  steps: Readonly<Record<string, Step>>;
  targetSteps: readonly string[];
  /** Called before the first step in a database with data. If it throws, nothing changes. */
  before: (pendingSteps: readonly string[]) => Promise<void>;
}

const maxWaitMs = 60 * 60_000;

/** Advisory lock of Kysely's migrator. Earlier versions of Rasd use it on PostgreSQL. */
const migrationLock = sql.lit('3853314791062309107');

/** For commands that only read. @throws PendingMigration, EarlierSchema, ForeignDatabase, NewerSchema */
export async function assertMigrated(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  migration: Pick<Migration, 'steps' | 'targetSteps'>,
): Promise<void> {
  const pendingSteps = await findPendingSteps(db, kind, migration);
  if (pendingSteps.length > 0) throw new PendingMigration(pendingSteps);
}

/** PostgreSQL runs all pending steps in one transaction. SQLite runs each step in its own transaction. */
export async function migrateSteps(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  migration: Migration,
): Promise<void> {
  const isUpToDate = async () => (await findPendingSteps(db, kind, migration)).length === 0;
  if (await retryWhileBusy(isUpToDate, maxWaitMs)) return;
  let isInUse: boolean | null = null;
  const runBefore = async (trx: Kysely<unknown>, pendingSteps: readonly string[]) => {
    if (isInUse !== null) return;
    const isFilled = await hasData(trx, kind);
    if (isFilled) await migration.before(pendingSteps);
    isInUse = isFilled;
  };
  const runStep = async (trx: Kysely<unknown>, name: string) => {
    await migration.steps[name]?.(trx, columnTypes(kind));
    const timestamp = new Date().toISOString();
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(trx);
  };
  const migrate = async (trx: Kysely<unknown>): Promise<boolean> => {
    await createMigrationTables(trx);
    const pendingSteps = await findPendingSteps(trx, kind, migration);
    const [nextStep] = pendingSteps;
    if (nextStep === undefined) return false;
    await runBefore(trx, pendingSteps);
    if (kind === 'sqlite') {
      await runStep(trx, nextStep);
      await assertReferences(trx, nextStep);
      return true;
    }
    await advisoryLock(kind, recordedWrites)?.execute(trx);
    for (const name of pendingSteps) await runStep(trx, name);
    return false;
  };
  if (kind === 'sqlite') await migrateSqlite(db, migrate);
  else await migratePostgres(db, migrate);
  if (kind === 'postgres' && isInUse) await refreshStatistics(db);
}

/** A rewritten table has no statistics on PostgreSQL, so its plans are bad. A failure only costs speed. */
async function refreshStatistics(db: Kysely<unknown>): Promise<void> {
  await sql`vacuum (analyze)`.execute(db).catch(() => undefined);
}

async function migrateSqlite(
  db: Kysely<unknown>,
  migrate: (trx: Kysely<unknown>) => Promise<boolean>,
): Promise<void> {
  await setForeignKeys(db, 'off'); // SQLite ignores this pragma in a transaction
  try {
    while (await retryWhileBusy(() => db.transaction().execute(migrate), maxWaitMs));
  } finally {
    await setForeignKeys(db, 'on');
  }
}

async function migratePostgres(
  db: Kysely<unknown>,
  migrate: (trx: Kysely<unknown>) => Promise<boolean>,
): Promise<void> {
  const transaction = () =>
    db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(maxWaitMs)}`.execute(trx);
      await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx);
      await migrate(trx);
    });
  await retryWhileBusy(transaction, maxWaitMs);
}

/** A step may drop and rebuild a table. With foreign keys on, SQLite would delete rows that refer to it. */
async function setForeignKeys(db: Kysely<unknown>, state: 'on' | 'off'): Promise<void> {
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

/** Earlier versions of Rasd read these tables of Kysely's migrator. */
async function createMigrationTables(trx: Kysely<unknown>): Promise<void> {
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

async function findPendingSteps(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  { steps, targetSteps }: Pick<Migration, 'steps' | 'targetSteps'>,
): Promise<string[]> {
  const doneSteps = (await hasTable(db, kind, 'kysely_migration'))
    ? (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows
    : [];
  const doneNames = new Set(doneSteps.map(({ name }) => name));
  if (doneNames.has(earlierStep)) throw new EarlierSchema();
  const unknownSteps = [...doneNames].filter((name) => !Object.hasOwn(steps, name));
  const isForeign = doneNames.size === 0 ? await hasTables(db, kind) : unknownSteps.length === doneNames.size;
  if (isForeign) throw new ForeignDatabase();
  if (unknownSteps.length > 0) throw new NewerSchema(unknownSteps);
  return targetSteps.filter((name) => !doneNames.has(name));
}

async function hasData(db: Kysely<unknown>, kind: DatabaseKind): Promise<boolean> {
  if (!(await hasTable(db, kind, 'settings'))) return false;
  return (await sql`select id from settings limit 1`.execute(db)).rows.length > 0;
}

async function hasTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<boolean> {
  const query =
    kind === 'sqlite'
      ? sql`select 1 from sqlite_schema where type = 'table' and name not like 'sqlite_%'
          and name not in ('kysely_migration', 'kysely_migration_lock') limit 1`
      : sql`select 1 from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
          and relname not in ('kysely_migration', 'kysely_migration_lock')
          and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') limit 1`;
  return (await query.execute(db)).rows.length > 0;
}

async function hasTable(db: Kysely<unknown>, kind: DatabaseKind, name: string): Promise<boolean> {
  const query =
    kind === 'sqlite'
      ? sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`
      : sql`select 1 where to_regclass(${name}) is not null`;
  return (await query.execute(db)).rows.length > 0;
}
