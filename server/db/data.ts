import type { DatabaseKind } from './engine/dialect';
import { noteUndoable } from './log/operationLog';
import type { Actor, Rules, UnitOfWork } from './log/unitOfWork';
import type { Db, Trx } from './schema';

export interface Data {
  kind: DatabaseKind;
  /** Null for a database in memory or on a server. */
  file: string | null;
  read: Db;
  /** Runs one recorded operation. No other `write` runs at the same time. */
  write<T>(actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** Runs beside others of its kind. Lock students first, then subjects, then other rows, each by number (ADR 16). */
  writeTogether<T>(actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** For writes without operation log and undo: sessions and sign-ins. */
  writeUnlogged<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  transaction<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** Writes in an open transaction. Call `noteCommitted` with the result after the commit. */
  writeIn<T>(
    trx: Trx,
    kind: WriteKind,
    actor: Actor,
    run: (unit: UnitOfWork) => Promise<T>,
  ): Promise<WriteResult<T>>;
  /** The data outside of the call's transaction (`inOneTransaction`), for work in several transactions. */
  readonly outside: Data;
  /** Stores the answer that a repeated call gets once this operation, in several transactions, is complete. */
  promiseAnswer(trx: Trx, operation: PromisedOperation, answer: unknown): Promise<void>;
  /** @throws BUSY if the database file was moved or replaced, or a newer version has changed the schema */
  assertUsable(): Promise<void>;
  close(): Promise<void>;
  now: () => Date;
  chunkSizes: ChunkSizes;
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

export interface PromisedOperation {
  id: number;
  isUndoable: boolean;
}

export type WriteKind = 'alone' | 'together';

/** Numbers of rows. Larger work is split into several transactions, so that others can write in between. */
export interface ChunkSizes {
  /** For a cleanup, and for the undo of any deletion. */
  maxDeletedAtOnce: number;
  /** For a deletion of single records. */
  maxRemovedAtOnce: number;
  maxImportUndoneAtOnce: number;
  /** Rows per transaction. Most are marks, which have no search terms, so the limit is high. */
  rowsPerDeletion: number;
  /** Rows per transaction of the undo of an import. */
  rowsPerUndo: number;
}
