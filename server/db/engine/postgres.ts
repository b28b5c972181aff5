import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db, Database } from '../schema';
import { defaultPatience, type Engine, type OpenOptions, queryLog } from './engine';
import { guardPool } from './postgresPool';
import { retryWhileBusy } from './writeQueue';

const int8 = 20;
const numeric = 1700;
/** The maximum delay of a timer. */
const maxMilliseconds = 2 ** 31 - 1;

/**
 * PostgreSQL ends a slow statement itself; a stopped PostgreSQL cannot, so its connection is closed after this extra
 * time.
 */
const afterTheLimit = 5_000;

/** @throws if the number is too large for JavaScript */
function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is larger than a number can be`);
  return value;
}

/** Opens a PostgreSQL database; many servers may share it. */
export function openPostgres(url: string, options: OpenOptions): Engine {
  const patience = options.patience ?? defaultPatience;
  const maxMs = options.maxStatementMs ?? 15_000;
  const pool = (max: number, limit: number, idle: number) =>
    new pg.Pool({
      connectionString: url,
      max: max,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: idle,
      // If the client machine disappears, PostgreSQL must notice it and release its locks.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      options: settings({
        lock_timeout: patience,
        statement_timeout: limit,
        idle_in_transaction_session_timeout: 60_000,
        tcp_keepalives_idle: 10,
        tcp_keepalives_interval: 5,
        tcp_keepalives_count: 3,
        // Often-used pages are in memory: with the default, a thousand rows are found by reading the whole table.
        random_page_cost: 1.1,
        jit: 'off', // compiling a statement takes longer than running any of ours
      }),
      types: {
        getTypeParser: (oid, format) =>
          oid === int8 ? wholeNumber : oid === numeric ? Number : pg.types.getTypeParser(oid, format),
      },
    });
  const connected = (max: number) =>
    new Kysely<Database>({
      dialect: new PostgresDialect({
        pool: guardPool(pool(max, maxMs, 10_000), maxMs + afterTheLimit),
      }),
      log: queryLog(options),
    });
  const max = options.poolSize ?? 10;
  const read = connected(max);
  // Recorded writes hold a connection while they wait for each other, so reads and sign-ins have other connections.
  const write = connected(max);
  const unlogged = connected(Math.ceil(max / 2));
  const transactionsOn =
    (db: Db): Engine['transaction'] =>
    (run) =>
      retryWhileBusy(() => db.transaction().execute(run), patience);
  // Without a limit, because a migration of a large database may take long, and nobody waits for an answer.
  const schemaOwner = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: guardPool(pool(1, 0, 100), maxMilliseconds) }),
    log: queryLog(options),
  });
  return {
    kind: 'postgres',
    file: null,
    read,
    schemaOwner,
    transaction: transactionsOn(write),
    writeUnlogged: transactionsOn(unlogged),
    assertInPlace: () => undefined,
    close: async () => {
      await schemaOwner.destroy();
      await read.destroy();
      await write.destroy();
      await unlogged.destroy();
    },
  };
}

const settings = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
