import type { DatabaseKind } from './engine/dialect';
import { noteUndoable } from './log/operationLog';
import type { Actor, Rules, UnitOfWork } from './log/unitOfWork';
import type { Db, Trx } from './schema';

export interface Data {
  kind: DatabaseKind;
  /** The database file; null in memory or on a database server, where no file can be copied. */
  file: string | null;
  read: Db;
  /** Runs one recorded operation of one person. Recorded writes of this kind run one at a time. */
  write<T>(actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /**
   * Like `write`, but several run at the same time: for marks, registers, daily records, submissions and
   * password requests. Lock students first, then subjects, then other rows, each by number; another order can
   * deadlock (ADR 16).
   */
  writeTogether<T>(actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** For writes without operation log and undo: sessions and sign-ins. */
  writeUnlogged<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** A transaction whose recorded writes lock through `writeIn`. */
  transaction<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * Runs `write` or `writeTogether` in an open transaction. Call `noteCommitted` with the result after the
   * commit.
   */
  writeIn<T>(
    trx: Trx,
    kind: WriteKind,
    actor: Actor,
    run: (unit: UnitOfWork) => Promise<T>,
  ): Promise<WriteResult<T>>;
  /** The data outside of the call's transaction (`inOneTransaction`), for work in several transactions. */
  readonly outside: Data;
  /**
   * For work in several transactions, called in the first one: stores the answer that a repeated call gets
   * once the operation is complete.
   */
  promiseAnswer(trx: Trx, operation: PromisedOperation, answer: unknown): Promise<void>;
  /** @throws BUSY if the database file was moved or replaced, or a newer version has changed the schema */
  assertUsable(): Promise<void>;
  close(): Promise<void>;
  now: () => Date;
  /** When a deletion or undo is split into several transactions. */
  chunkSizes: ChunkSizes;
  /** The rules of the records, which the engine does not know. */
  rules: Rules;
}

export interface WriteResult<T> {
  result: T;
  operation: number | null;
}

/** Notes the operation for its caller and returns the result. Call it after the commit. */
export function noteCommitted<T>(actor: Actor, { result, operation }: WriteResult<T>): T {
  noteUndoable(actor, operation);
  return result;
}

/** An operation that takes several transactions. */
export interface PromisedOperation {
  id: number;
  isUndoable: boolean;
}

export type WriteKind = 'alone' | 'together';

/** Limits in rows, so that others can write between two transactions of a deletion or undo. */
export interface ChunkSizes {
  /** A cleanup, or the undo of a deletion, with more rows is split. */
  maxDeletedAtOnce: number;
  /** A deletion of single records with more rows is split. */
  maxRemovedAtOnce: number;
  /** The undo of an import with more rows is split. */
  maxImportUndoneAtOnce: number;
  /**
   * Rows per transaction of a deletion or its undo. Most are marks, which have no search terms, so the limit
   * is high.
   */
  deletion: number;
  /** Rows per transaction of any other undo. */
  undo: number;
}
