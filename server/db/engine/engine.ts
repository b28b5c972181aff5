import type { CompiledQuery, LogConfig } from 'kysely';
import type { Db, Trx } from '../schema';
import type { DatabaseKind } from './dialect';
import type { Warn } from './ownFiles';

export interface OpenOptions {
  /** PostgreSQL: maximum connections for reading; recorded writes get as many, unlogged writes half as many. */
  poolSize?: number;
  /** PostgreSQL only. */
  maxStatementMs?: number;
  /** SQLite only, for tests of a full disk; a page has 4 kB. */
  maxPages?: number;
  /** How long a write waits for a locked database before it answers BUSY, in milliseconds. */
  maxLockWaitMs?: number;
  warn?: Warn;
  /** Called before the schema changes, which may take long. */
  report?: (message: string) => void;
  onQuery?: (query: CompiledQuery, milliseconds: number) => void;
}

export const defaultLockWaitMs = 5_000;

export const queryLog = ({ onQuery }: OpenOptions): LogConfig | undefined =>
  onQuery && ((event) => onQuery(event.query, event.queryDurationMillis));

export interface Engine {
  kind: DatabaseKind;
  file: string | null;
  read: Db;
  schemaOwner: Db;
  transaction<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** Like `transaction`, but does not wait for recorded writes. */
  writeUnlogged<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** @throws BUSY if the database file was moved or replaced */
  assertInPlace(): void;
  close(): Promise<void>;
}
