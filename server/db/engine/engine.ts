import type { CompiledQuery, LogConfig } from 'kysely';
import type { Db, Trx } from '../schema';
import type { DatabaseKind } from './dialect';
import type { Warn } from './ownFiles';

export interface OpenOptions {
  /** PostgreSQL: maximum connections for reads and for logged writes. Unlogged writes get half of them. */
  poolSize?: number;
  /** PostgreSQL only, in milliseconds. */
  maxStatementMs?: number;
  /** SQLite only, for tests of a full disk. A page is 4 kB. */
  maxPages?: number;
  /** Milliseconds that a write waits for a locked database before it answers BUSY. */
  maxLockWaitMs?: number;
  warn?: Warn;
  report?: (message: string) => void;
  onQuery?: (query: CompiledQuery, milliseconds: number) => void;
}

export const defaultLockWaitMs = 5_000;

export const queryLog = ({ onQuery }: OpenOptions): LogConfig | undefined =>
  onQuery && ((event) => onQuery(event.query, event.queryDurationMillis));

/** Work in memory at this moment. */
export interface EngineLoad {
  /** SQLite: writes that wait or run. */
  queuedWrites: number;
  /** PostgreSQL: the connections by pool. */
  pools: Record<string, PoolLoad>;
}

interface PoolLoad {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

export interface Engine {
  kind: DatabaseKind;
  file: string | null;
  read: Db;
  /** The connection for migrations. */
  migrationDb: Db;
  transaction<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** Like `transaction`, but does not wait for logged writes. */
  writeUnlogged<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * All reads of `run` see the rows of one moment, on a connection of their own.
   * @param maxIdleMs time between two reads; with 0, PostgreSQL would wait for ever
   */
  readSnapshot<T>(maxIdleMs: number, run: (db: Db) => Promise<T>): Promise<T>;
  load: () => EngineLoad;
  assertFileNotMoved(): void;
  close(): Promise<void>;
}
