import type BetterSqlite3 from 'better-sqlite3';
import {
  type CompiledQuery,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  type QueryResult,
  SqliteDialect,
} from 'kysely';
import type { Database, Db } from '../schema';
import type { OpenOptions } from './engine';

/** A longer statement has one parameter per row, and rarely comes back with as many. */
const maxCachedLength = 4_000;
const maxCachedStatements = 500;

/** Kysely prepares a statement at each call. This cache keeps prepared statements. */
export function withStatementCache(
  database: BetterSqlite3.Database,
  assertReady: () => void = () => undefined,
): BetterSqlite3.Database {
  const statements = new Map<string, BetterSqlite3.Statement>();
  const prepare = database.prepare.bind(database);
  const prepareOnce = (source: string) => {
    assertReady();
    let statement = statements.get(source);
    if (!statement) {
      if (statements.size >= maxCachedStatements) statements.clear();
      statement = prepare(source);
      if (source.length < maxCachedLength) statements.set(source, statement);
    }
    return statement;
  };
  return Object.assign(database, { prepare: prepareOnce });
}

/** Opens the connection for reads. A read is synchronous, so no statement waits for the connection. */
export function openReads(reader: BetterSqlite3.Database, options: OpenOptions): Db {
  const dialect = new SqliteDialect({ database: withStatementCache(reader) });
  const driver = dialect.createDriver();
  const executor = new ReadExecutor(dialect, new DefaultConnectionProvider(driver), reader, options);
  return new Kysely<Database>({ config: { dialect }, dialect, driver, executor });
}

/** Runs a statement without Kysely's lock of the connection, which costs more than a short statement. */
class ReadExecutor extends DefaultQueryExecutor {
  readonly #reader: BetterSqlite3.Database;
  readonly #onQuery: OpenOptions['onQuery'];

  constructor(
    dialect: SqliteDialect,
    connections: DefaultConnectionProvider,
    reader: BetterSqlite3.Database,
    { onQuery }: OpenOptions,
  ) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), connections);
    this.#reader = reader;
    this.#onQuery = onQuery;
  }

  override async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const startedAt = performance.now();
    const rows = this.#reader.prepare<unknown[], Row>(query.sql).all(query.parameters);
    this.#onQuery?.(query, performance.now() - startedAt);
    return { rows };
  }
}
