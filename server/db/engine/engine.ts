import type { CompiledQuery, LogConfig } from 'kysely';
import type { Db, Trx } from '../schema';
import type { DatabaseKind } from './dialect';
import type { Warn } from './ownFiles';

export interface OpenOptions {
  /** PostgreSQL: maximum connections for reading; recorded writes get as many, unlogged writes half as many. */
  poolSize?: number;
  /** PostgreSQL: limit of one statement, in milliseconds. */
  maxStatementMs?: number;
  /** SQLite: maximum size in pages of 4 kB, for tests of a full disk. */
  maxPages?: number;
  /** How long a write waits for a locked database before it answers BUSY, in milliseconds. */
  patience?: number;
  /** SQLite: called if other users of the machine can read the database. */
  warn?: Warn;
  /** Called with an English message before the schema changes, which may take long. */
  tell?: (message: string) => void;
  onQuery?: (query: CompiledQuery, milliseconds: number) => void;
}

export const defaultLockWaitMs = 5_000;

export const queryLog = ({ onQuery }: OpenOptions): LogConfig | undefined =>
  onQuery && ((event) => onQuery(event.query, event.queryDurationMillis));

/** What `sqlite.ts` and `postgres.ts` both offer. */
export interface Engine {
  kind: DatabaseKind;
  /** Null if there is no file to copy. */
  file: string | null;
  read: Db;
  /** For migrations only. */
  schemaOwner: Db;
  transaction<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** Like `transaction`, but does not wait for recorded writes. */
  writeUnlogged<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** @throws BUSY if the database file was moved or replaced */
  assertInPlace(): void;
  close(): Promise<void>;
}
