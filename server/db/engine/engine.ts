import type { CompiledQuery, LogConfig } from 'kysely';
import type { Db, Trx } from '../schema';
import type { DatabaseKind } from './dialect';
import type { Warn } from './ownFiles';

/** How to open a database; everything has a default. */
export interface OpenOptions {
  /**
   * PostgreSQL only: maximum connections for reading, as many again for recorded writes, and half as many for others.
   */
  poolSize?: number;
  /** PostgreSQL only: how long one statement may take, in milliseconds. */
  maxStatementMs?: number;
  /** SQLite only: the size of the database in pages of 4 kB, for tests of a full disk. */
  maxPages?: number;
  /** How long a write waits for a locked database before it is refused as BUSY, in milliseconds. */
  patience?: number;
  /** SQLite only: called with a warning if other users of the machine can read the database. */
  warn?: Warn;
  /** Called at once, with one English sentence, if the schema changes, which may take long. */
  tell?: (sentence: string) => void;
  /** Called for each statement with its duration in milliseconds. */
  onQuery?: (query: CompiledQuery, milliseconds: number) => void;
}

export const defaultPatience = 5_000;

/** For Kysely: tells `onQuery`. */
export const queryLog = ({ onQuery }: OpenOptions): LogConfig | undefined =>
  onQuery && ((event) => onQuery(event.query, event.queryDurationMillis));

/** What each of the two databases offers. */
export interface Engine {
  kind: DatabaseKind;
  /** The database file; null if there is no file to copy. */
  file: string | null;
  read: Db;
  /** Runs migrations; nothing else writes with it. */
  schemaOwner: Db;
  transaction<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** As `transaction`, without the lock of recorded writes, so that it does not wait for them. */
  writeUnlogged<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** @throws BUSY if the database file was moved or replaced; then nothing is stored */
  assertInPlace(): void;
  close(): Promise<void>;
}
