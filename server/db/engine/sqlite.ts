import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { CompiledQuery, Kysely, type DatabaseConnection, SqliteDialect, SqliteDriver } from 'kysely';
import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';
import type { Db, Trx, Database } from '../schema';
import { isTransient } from './dialect';
import { defaultLockWaitMs, type Engine, type OpenOptions, queryLog } from './engine';
import { EarlierSchema, earlierStep, ForeignDatabase } from './migrator';
import { makePrivateFolder, makeDatabasePrivate, type Warn } from './ownFiles';
import { openReads, withStatementCache } from './sqliteStatements';
import { type Outcome, type Transactions, WriteQueue } from './writeQueue';

/** `:memory:` becomes a temporary file, because two connections share the database. */
function prepareFile(path: string, warn: Warn): { file: string; discard: () => void } {
  if (path !== ':memory:') {
    makePrivateFolder(dirname(path), warn);
    makeDatabasePrivate(path, warn);
    return { file: path, discard: () => undefined };
  }
  const folder = mkdtempSync(join(tmpdir(), 'rasd-'));
  return { file: join(folder, 'rasd.db'), discard: () => rmSync(folder, { recursive: true, force: true }) };
}

/** SQLite's own wait does not cover all cases in which another server opens or closes the file. */
function retryWhileBusySync(work: () => unknown): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (const deadline = performance.now() + defaultLockWaitMs; ;) {
    try {
      work();
      return;
    } catch (error) {
      if (!isTransient(error) || performance.now() > deadline) throw error;
      Atomics.wait(sleeper, 0, 0, 20);
    }
  }
}

export function openSqlite(path: string, options: OpenOptions = {}): Engine {
  const { file, discard } = prepareFile(path, options.warn ?? (() => undefined));
  const writer = new BetterSqlite3(file, { timeout: 0 });
  const assertFileNotMoved = createFileCheck(file);
  retryWhileBusySync(() => {
    refuseForeignDatabase(writer);
    writer.pragma('journal_mode = WAL');
  });
  writer.pragma('synchronous = FULL');
  writer.pragma('foreign_keys = ON');
  if (options.maxPages) writer.pragma(`max_page_count = ${options.maxPages}`);
  assertDurable(writer);
  const reader = new BetterSqlite3(file, { readonly: true, timeout: 2_000 });
  // The cache size is in kB. Mmap was not faster, and its pages count as memory of the process.
  reader.pragma('cache_size = -65536');
  writer.pragma('cache_size = -16384');
  for (const connection of [writer, reader]) connection.pragma('temp_store = MEMORY');
  const write = new Kysely<Database>({
    dialect: new ImmediateDialect(writer, assertFileNotMoved),
    log: queryLog(options),
  });
  const read = openReads(reader, options);
  const queue = new WriteQueue(createTransactions(write, writer), options.maxLockWaitMs ?? defaultLockWaitMs);
  return {
    kind: 'sqlite',
    file: path === ':memory:' ? null : path,
    read,
    migrationDb: write,
    transaction: (run) => queue.run(run),
    writeUnlogged: (run) => queue.run(run),
    readSnapshot: (_maxIdleMs, run) => readSnapshot(file, options, run),
    load: () => ({ queuedWrites: queue.size, pools: {} }),
    assertFileNotMoved,
    close: async () => {
      await queue.idle();
      // Kysely closes no unused connection. The writer closes last, because the reader cannot checkpoint.
      await read.destroy();
      reader.close();
      await write.destroy();
      writer.close();
      discard();
    },
  };
}

/** In WAL mode, an open read transaction keeps its rows and blocks no write. */
async function readSnapshot<T>(file: string, options: OpenOptions, run: (db: Db) => Promise<T>): Promise<T> {
  const database = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: 2_000 });
  const db = openReads(database, options);
  try {
    database.exec('begin');
    // The snapshot begins with the first read.
    database.prepare('select 1 from kysely_migration limit 1').get();
    return await run(db);
  } finally {
    await db.destroy();
    database.close();
  }
}

/** Runs before WAL mode, which changes the file. @throws ForeignDatabase, EarlierSchema */
function refuseForeignDatabase(database: BetterSqlite3.Database): void {
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all();
  if (tables.length === 0) return;
  if (!tables.includes('kysely_migration')) throw new ForeignDatabase();
  const steps = database.prepare('select name from kysely_migration').pluck().all();
  if (steps.includes(earlierStep)) throw new EarlierSchema();
}

const savepoint = CompiledQuery.raw('savepoint one_write');
const rollBack = CompiledQuery.raw('rollback to one_write');
const release = CompiledQuery.raw('release one_write');

function createTransactions(write: Db, database: BetterSqlite3.Database): Transactions<Trx> {
  return {
    alone: (work) => write.transaction().execute(work),
    together: (next) =>
      write.transaction().execute(async (trx) => {
        const outcomes: Outcome[] = [];
        for (let work = await next(); work; work = await next()) {
          await trx.executeQuery(savepoint);
          const outcome = await work(trx).then(
            (result) => ({ result }),
            (error: unknown) => ({ error }),
          );
          if (!database.inTransaction) throw new Error('SQLite has rolled back the whole group of writes');
          if ('error' in outcome) await trx.executeQuery(rollBack);
          await trx.executeQuery(release);
          outcomes.push(outcome);
        }
        return outcomes;
      }),
  };
}

/** better-sqlite3 sets NORMAL on a WAL file by default. @throws unless a write survives a power cut */
function assertDurable(database: BetterSqlite3.Database): void {
  const mode = database.pragma('journal_mode', { simple: true });
  const synchronous = database.pragma('synchronous', { simple: true });
  if (mode !== 'wal' || synchronous !== 2) {
    throw new Error(
      `SQLite must run with WAL and synchronous=FULL, but runs with ${mode} and ${synchronous}`,
    );
  }
}

/** Writes to a moved, deleted or replaced file would be lost. @returns a fast check that throws BUSY */
function createFileCheck(path: string): () => void {
  const readFileId = () => statSync(path, { bigint: true, throwIfNoEntry: false });
  const openedFile = readFileId();
  return () => {
    const currentFile = readFileId();
    if (currentFile && currentFile.ino === openedFile?.ino && currentFile.dev === openedFile.dev) return;
    throw new Problem('BUSY', {
      message: ruleMessages.databaseMoved,
      retryAfterSeconds: 2,
      cause: new Error(`the database file ${path} was moved, deleted or replaced while it was open`),
    });
  };
}

/** A transaction takes the write lock at its start, so that it cannot fail later. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: BetterSqlite3.Database;
  readonly #beforeCommit: () => void;
  #isInTransaction = false;

  constructor(database: BetterSqlite3.Database, beforeCommit: () => void) {
    super({ database });
    this.#beforeCommit = beforeCommit;
    this.#database = withStatementCache(database, () => this.#assertInTransaction());
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    this.#isInTransaction = true;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#beforeCommit();
    await super.commitTransaction(connection);
    this.#isInTransaction = false;
  }

  /** On a full disk SQLite has already rolled back. A second rollback would fail and hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#isInTransaction = false;
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }

  /** After its own rollback, SQLite would commit each further statement separately. */
  #assertInTransaction(): void {
    if (this.#isInTransaction && !this.#database.inTransaction)
      throw new Error('the database has rolled this transaction back by itself');
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #database: BetterSqlite3.Database;
  readonly #beforeCommit: () => void;

  constructor(database: BetterSqlite3.Database, beforeCommit: () => void) {
    super({ database });
    this.#database = database;
    this.#beforeCommit = beforeCommit;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#database, this.#beforeCommit);
  }
}
