import type { DatabaseKind } from './engine/dialect';
import { noteUndoable } from './log/operationLog';
import type { Actor, Rules, UnitOfWork } from './log/unitOfWork';
import type { Db, Trx } from './schema';

/** The data as the parts of the server use it. */
export interface Data {
  kind: DatabaseKind;
  /** The database file; null if there is no file to copy: in memory, or on a database server. */
  file: string | null;
  read: Db;
  /** A recorded write: one operation of one person. No other recorded write runs at the same time. */
  write<T>(actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /**
   * As `write`, for marks, registers, daily records, submissions and password requests, which many people save at the
   * same time: several of these run at the same time. It locks students first, then subjects, then its own rows, each
   * in the order of their numbers; any other order could cause a deadlock (ADR 16).
   */
  writeTogether<T>(actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** A write that is not in the operation log and cannot be undone: sessions, failed and successful sign-ins. */
  writeUnlogged<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** A transaction in which recorded writes get their lock (`writeIn`). */
  transaction<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** `write` or `writeTogether` in an open transaction; `written` takes the result once that is committed. */
  writeIn<T>(
    trx: Trx,
    kind: WriteKind,
    actor: Actor,
    run: (unit: UnitOfWork) => Promise<T>,
  ): Promise<Written<T>>;
  /** For a work in several transactions: the data outside of the one transaction of a call (`inOneTransaction`). */
  readonly outside: Data;
  /** In the first transaction of such a work: stores the answer to repeat once this operation is complete. */
  promise(trx: Trx, operation: PromisedOperation, answer: unknown): Promise<void>;
  /**
   * @throws BUSY if the database file was moved or replaced, or a newer version has changed the schema; then nothing
   * is stored
   */
  assertUsable(): Promise<void>;
  close(): Promise<void>;
  /** The clock; tests set it. */
  now: () => Date;
  /** When a deletion or an undo runs in several transactions; tests cut smaller ones. */
  chunkSizes: ChunkSizes;
  /** What the engine does not know of the records. */
  rules: Rules;
}

/** The result of a write, and its operation if that can be undone. */
export interface Written<T> {
  result: T;
  operation: number | null;
}

/** The result of a committed write, whose operation is noted for the caller. */
export function written<T>(actor: Actor, { result, operation }: Written<T>): T {
  noteUndoable(actor, operation);
  return result;
}

/** An operation in several transactions. */
export interface PromisedOperation {
  id: number;
  /** Whether the caller may undo it. */
  isUndoable: boolean;
}

export type WriteKind = 'alone' | 'together';

/** When a deletion or an undo runs in several transactions, so that others can write in between; in rows. */
export interface ChunkSizes {
  /** A cleanup of more rows runs in several transactions, and so does the undo of any deletion of more rows. */
  maxDeletedAtOnce: number;
  /** A deletion of single records with more rows runs in several transactions. */
  maxRemovedAtOnce: number;
  /** The undo of an import of more rows runs in several transactions. */
  maxImportUndoneAtOnce: number;
  /** The rows of one transaction of a deletion or its undo; more, because most are marks, which have no search terms. */
  deletion: number;
  /** The rows of one transaction of another undo. */
  undo: number;
}
