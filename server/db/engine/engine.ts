import type { CompiledQuery, LogConfig } from 'kysely';
import type { Db, Trx } from '../schema';
import type { DatabaseKind } from './dialect';
import type { Warn } from './ownFiles';

/** How a database is opened; all of it has defaults. */
export interface OpenOptions {
  /** PostgreSQL only: the most connections for reading, the same again for recorded writes, and half for others. */
  poolSize?: number;
  /** PostgreSQL only: how long one statement may take, in milliseconds. */
  maxStatementMs?: number;
  /** SQLite only: the size of the database in pages of 4 kB, for tests of a full disk. */
  maxPages?: number;
  /** How long a write waits for a locked database before it is refused as BUSY, in milliseconds. */
  patience?: number;
  /** SQLite only: called with a warning if other users of the machine can read the database. */
  warn?: Warn;
  /** Is told at once, in one English sentence, that the schema changes, which may take long. */
  tell?: (sentence: string) => void;
  /** Is told every statement and how long it took, in milliseconds. */
  onQuery?: (query: CompiledQuery, milliseconds: number) => void;
}

export const defaultPatience = 5_000;

/** For Kysely: tells `onQuery`. */
export const queryLog = ({ onQuery }: OpenOptions): LogConfig | undefined =>
  onQuery && ((event) => onQuery(event.query, event.queryDurationMillis));

/** What each of the two databases offers. */
export interface Engine {
  kind: DatabaseKind;
  /** The file that holds all of it; null where there is none to copy. */
  file: string | null;
  read: Db;
  /** Runs migrations; nothing else writes through it. */
  schemaOwner: Db;
  transaction<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** As `transaction`, of what takes no turn of the recorded writes, and waits for none of those who do. */
  writeUnlogged<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** @throws BUSY where the file of the database is no longer where it was opened; then nothing is stored either */
  assertInPlace(): void;
  close(): Promise<void>;
}
