import type BetterSqlite3 from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, SqliteDialect, SqliteDriver } from 'kysely';

/** Takes the write lock at once, so that a transaction never fails halfway for want of it. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: BetterSqlite3.Database;
  readonly #beforeCommit: () => void;
  #isWithin = false;

  constructor(database: BetterSqlite3.Database, beforeCommit: () => void) {
    super({ database });
    this.#beforeCommit = beforeCommit;
    this.#database = withStatementCache(database, () => this.#assertWhole());
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    this.#isWithin = true;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#beforeCommit();
    await super.commitTransaction(connection);
    this.#isWithin = false;
  }

  /** On a full disk SQLite has rolled back already; a second time would hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#isWithin = false;
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }

  /** What followed a transaction that SQLite has rolled back by itself would be stored at once, one by one. */
  #assertWhole(): void {
    if (this.#isWithin && !this.#database.inTransaction)
      throw new Error('the database has rolled this transaction back by itself');
  }
}

/** SQLite as the parts need it: transactions take the lock when they begin, and each statement is prepared once. */
export class ImmediateDialect extends SqliteDialect {
  readonly #database: BetterSqlite3.Database;
  readonly #beforeCommit: () => void;

  /** @param beforeCommit throws where nothing may be stored; then the transaction is rolled back */
  constructor(database: BetterSqlite3.Database, beforeCommit: () => void = () => undefined) {
    super({ database });
    this.#database = database;
    this.#beforeCommit = beforeCommit;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#database, this.#beforeCommit);
  }
}

/**
 * Kysely prepares each statement anew; the same text is prepared once here.
 * @param assertReady is asked before each statement
 */
function withStatementCache(
  database: BetterSqlite3.Database,
  assertReady: () => void,
): BetterSqlite3.Database {
  const prepared = new Map<string, BetterSqlite3.Statement>();
  const prepare = database.prepare.bind(database);
  const cached = (source: string) => {
    assertReady();
    let statement = prepared.get(source);
    if (!statement) {
      if (prepared.size >= 500) prepared.clear();
      statement = prepare(source);
      if (source.length < 4_000) prepared.set(source, statement);
    }
    return statement;
  };
  return Object.assign(database, { prepare: cached });
}
