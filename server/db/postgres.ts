import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { defaultPatience, type Engine, type OpenOptions, queryLog } from './engine';
import type { Database } from './schema';
import { persistently } from './writeQueue';

const int8 = 20;
const numeric = 1700;

/** Opens a PostgreSQL database; many servers may share it. */
export function openPostgres(url: string, options: OpenOptions): Engine {
  const patience = options.patience ?? defaultPatience;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5_000,
    // Compiling a statement takes longer than running any of ours.
    options: `-c lock_timeout=${patience} -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000 -c jit=off`,
    types: {
      getTypeParser: (oid, format) =>
        oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // An idle connection that the server ends must not end the process; the next query reports it.
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log: queryLog(options) });
  return {
    kind: 'postgres',
    file: null,
    read: db,
    schemaOwner: db,
    transaction: (run) => persistently(() => db.transaction().execute(run), patience),
    close: () => db.destroy(),
  };
}
