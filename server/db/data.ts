import type { DatabaseKind } from './engine/dialect';
import type { Engine, EngineLoad } from './engine/engine';
import { noteUndoable } from './log/operationLog';
import type { Actor, Rules, UnitOfWork } from './log/unitOfWork';
import type { Db, Trx } from './schema';

export interface Data {
  kind: DatabaseKind;
  /** Null for a database in memory or on a server. */
  file: string | null;
  /** Address of the PostgreSQL database. Null for SQLite. */
  postgresUrl: string | null;
  read: Db;
  /** Runs one recorded operation. Other calls of `write` wait for its end. */
  write<T>(actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** Runs in parallel with other calls. Lock students first, then subjects, then other rows (ADR 16). */
  writeConcurrently<T>(actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** For writes without operation log and undo, such as sessions and sign-ins. */
  writeUnlogged<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  transaction<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** Writes in an open transaction. Call `noteCommitted` with the result after the commit. */
  writeIn<T>(
    trx: Trx,
    kind: WriteKind,
    actor: Actor,
    run: (unit: UnitOfWork) => Promise<T>,
  ): Promise<WriteResult<T>>;
  /** Writes outside of the transaction of the call, for work in several transactions. */
  readonly dataOutsideCall: Data;
  /** Stores the answer that a repeated call gets after the chunked operation is complete. */
  storePendingAnswer(trx: Trx, operation: PendingOperation, answer: unknown): Promise<void>;
  /** @throws BUSY if the database file was moved or replaced, or a newer version has changed the schema */
  assertUsable(): Promise<void>;
  /** For long reads of many tables. Only one can run at a time. */
  readSnapshot: Engine['readSnapshot'];
  load: () => EngineLoad;
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

export interface PendingOperation {
  id: number;
  isUndoable: boolean;
}

export type WriteKind = 'exclusive' | 'concurrent';

/** Numbers of rows. Larger work runs in several transactions, so that other writes can run between them. */
export interface ChunkSizes {
  /** Limit for a cleanup, and for the undo of any deletion. */
  maxDeletedAtOnce: number;
  /** Limit for the deletion of single records. */
  maxRemovedAtOnce: number;
  maxImportUndoneAtOnce: number;
  /** Rows per transaction. Most rows are marks without search terms, so the limit is high. */
  rowsPerDeletion: number;
  /** Rows per transaction of the undo of an import. */
  rowsPerUndo: number;
}
