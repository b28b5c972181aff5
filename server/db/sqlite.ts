import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, Kysely, SqliteDialect, SqliteDriver } from 'kysely';
import { defaultPatience, type Engine, type OpenOptions, queryLog } from './engine';
import type { Database } from './schema';
import { WriteQueue } from './writeQueue';

/** Takes the write lock at once, so that a transaction never fails halfway for want of it. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: BetterSqlite3.Database;

  constructor(database: BetterSqlite3.Database) {
    super({ database });
    this.#database = database;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** On a full disk SQLite has rolled back already; a second time would hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #database: BetterSqlite3.Database;

  constructor(database: BetterSqlite3.Database) {
    super({ database });
    this.#database = withStatementCache(database);
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#database);
  }
}

/** Kysely prepares each statement anew; the same text is prepared once here. */
function withStatementCache(database: BetterSqlite3.Database): BetterSqlite3.Database {
  const prepared = new Map<string, BetterSqlite3.Statement>();
  const prepare = database.prepare.bind(database);
  const cached = (source: string) => {
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

/** `:memory:` becomes a file of its own that goes away with the connection, since two connections must share it. */
function place(path: string): { file: string; discard: () => void } {
  if (path !== ':memory:') {
    mkdirSync(dirname(path), { recursive: true });
    return { file: path, discard: () => undefined };
  }
  const folder = mkdtempSync(join(tmpdir(), 'rasd-'));
  return { file: join(folder, 'rasd.db'), discard: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Opens a database file for one process: one writing connection behind a queue, and one that only reads. */
export function openSqlite(path: string, options: OpenOptions = {}): Engine {
  const { file, discard } = place(path);
  const writer = new BetterSqlite3(file, { timeout: 0 });
  writer.pragma('journal_mode = WAL');
  writer.pragma('synchronous = FULL');
  writer.pragma('foreign_keys = ON');
  if (options.maxPages) writer.pragma(`max_page_count = ${options.maxPages}`);
  assertDurable(writer);
  const reader = new BetterSqlite3(file, { readonly: true, timeout: 2_000 });
  // In kB. No mmap beside it: it was no quicker, and its pages count as memory of the process.
  reader.pragma('cache_size = -65536');
  writer.pragma('cache_size = -32768');
  for (const connection of [writer, reader]) connection.pragma('temp_store = MEMORY');
  const write = new Kysely<Database>({ dialect: new ImmediateDialect(writer), log: queryLog(options) });
  const read = new Kysely<Database>({ dialect: new ImmediateDialect(reader), log: queryLog(options) });
  const queue = new WriteQueue(options.patience ?? defaultPatience);
  return {
    kind: 'sqlite',
    read,
    schemaOwner: write,
    transaction: (run) => queue.run(() => write.transaction().execute(run)),
    close: async () => {
      await queue.idle();
      await read.destroy();
      await write.destroy();
      // Kysely closes none that it has not used.
      reader.close();
      writer.close();
      discard();
    },
  };
}

/** An acknowledged write must survive a power cut; better-sqlite3 would otherwise choose NORMAL on a WAL file. */
function assertDurable(database: BetterSqlite3.Database): void {
  const mode = database.pragma('journal_mode', { simple: true });
  const synchronous = database.pragma('synchronous', { simple: true });
  if (mode !== 'wal' || synchronous !== 2) {
    throw new Error(
      `SQLite must run with WAL and synchronous=FULL, but runs with ${mode} and ${synchronous}`,
    );
  }
}
