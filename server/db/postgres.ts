import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Engine } from './engine';
import type { Database } from './schema';
import { persistently } from './writeQueue';

const int8 = 20;
const numeric = 1700;

/** Opens a PostgreSQL database; many servers may share it. */
export function openPostgres(url: string, poolSize: number): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    options: '-c lock_timeout=5000 -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000',
    types: {
      getTypeParser: (oid, format) =>
        oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // An idle connection that the server ends must not end the process; the next query reports it.
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    kind: 'postgres',
    file: null,
    read: db,
    schemaOwner: db,
    transaction: (run) => persistently(() => db.transaction().execute(run)),
    backupTo: null,
    close: () => db.destroy(),
  };
}
