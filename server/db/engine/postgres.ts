import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Db, Database } from '../schema';
import { defaultLockWaitMs, type Engine, type EngineLoad, type OpenOptions, queryLog } from './engine';
import { guardPool } from './postgresPool';
import { retryWhileBusy } from './writeQueue';

const int8 = 20;
const numeric = 1700;
const maxMilliseconds = 2 ** 31 - 1;

/** Extra milliseconds after the statement limit, because a hanging PostgreSQL cannot cancel a statement. */
const graceMs = 5_000;

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is larger than a number can be`);
  return value;
}

export function openPostgres(url: string, options: OpenOptions): Engine {
  const maxLockWaitMs = options.maxLockWaitMs ?? defaultLockWaitMs;
  const maxStatementMs = options.maxStatementMs ?? 15_000;
  const openPool = (max: number, statementMs: number, idleMs: number) =>
    new pg.Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: idleMs,
      // If the client machine disappears, PostgreSQL must release its locks.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      options: formatOptions({
        lock_timeout: maxLockWaitMs,
        statement_timeout: statementMs,
        idle_in_transaction_session_timeout: 60_000,
        tcp_keepalives_idle: 10,
        tcp_keepalives_interval: 5,
        tcp_keepalives_count: 3,
        // With the default cost, PostgreSQL scans the table for a thousand rows that are mostly in memory.
        random_page_cost: 1.1,
        jit: 'off', // compiling takes longer than running our statements
      }),
      types: {
        getTypeParser: (oid, format) =>
          oid === int8 ? parseInteger : oid === numeric ? Number : pg.types.getTypeParser(oid, format),
      },
    });
  const pools: EngineLoad['pools'] = {};
  const connect = (name: string, max: number) => {
    const pool = openPool(max, maxStatementMs, 10_000);
    pools[name] = pool;
    return new Kysely<Database>({
      dialect: new PostgresDialect({ pool: guardPool(pool, maxStatementMs + graceMs) }),
      log: queryLog(options),
    });
  };
  const max = options.poolSize ?? 10;
  const read = connect('read', max);
  // A recorded write holds its connection while it waits, so reads and sign-ins have other pools.
  const write = connect('write', max);
  const unlogged = connect('unlogged', Math.ceil(max / 2));
  const transactionRunner =
    (db: Db): Engine['transaction'] =>
    (run) =>
      retryWhileBusy(() => db.transaction().execute(run), maxLockWaitMs);
  // Migrations have no time limit, because a large database takes long. Later, snapshots use the connection.
  const migrationDb = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: guardPool(openPool(1, 0, 100), maxMilliseconds) }),
    log: queryLog(options),
  });
  return {
    kind: 'postgres',
    file: null,
    read,
    migrationDb,
    transaction: transactionRunner(write),
    writeUnlogged: transactionRunner(unlogged),
    readSnapshot: (maxIdleMs, run) =>
      migrationDb
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (trx) => {
          // A slow reader of a file pauses the reads of the rows.
          await sql`set local idle_in_transaction_session_timeout = ${sql.lit(maxIdleMs)}`.execute(trx);
          return run(trx);
        }),
    load: () => ({ queuedWrites: 0, pools }),
    assertFileNotMoved: () => undefined,
    close: async () => {
      await migrationDb.destroy();
      await read.destroy();
      await write.destroy();
      await unlogged.destroy();
    },
  };
}

const formatOptions = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
