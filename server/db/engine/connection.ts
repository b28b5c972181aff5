import { basename } from 'node:path';
import { sql } from 'kysely';
import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';
import { type ChunkSizes, defaultChunkSizes } from '../bulk/chunkSizes';
import { resumeMembers } from '../circleReturns';
import { keepMembers } from '../circles';
import { requireStepUpFor } from '../log/accountGuard';
import { refuseAdditions } from '../log/additions';
import { migrate, steps } from '../migrations';
import { keepResults } from '../results';
import { keepRowCounts } from '../rowCounts';
import { type RecordedTable, recordedTables } from '../schema/recorded';
import { noteUndoable } from '../log/operationLog';
import { type Actor, UnitOfWork } from '../log/unitOfWork';
import type { Db, Trx } from '../schema';
import { copyBeforeMigration, CopyError } from './copies';
import { type DatabaseKind, newerSchemaCode, recordedTurn } from './dialect';
import type { Engine, OpenOptions as EngineOptions } from './engine';
import { type Migration, NewerSchema } from './migrator';
import { openPostgres } from './postgres';
import { openSqlite } from './sqlite';

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

const writtenTogether: ReadonlySet<RecordedTable> = new Set([
  'grades',
  'registers',
  'absences',
  'daily_records',
  'daily_record_ranges',
  'daily_record_faults',
  'submissions',
  'submission_answers',
  // Strangers can ask for these, so they must not block other writes.
  'password_requests',
]);

export interface OpenOptions extends EngineOptions {
  now?: () => Date;
  chunkSizes?: Partial<ChunkSizes>;
  /** The steps of the schema; tests add one. */
  steps?: Migration['steps'];
}

/** `sqlite:FILE`, `sqlite::memory:` or `postgres://…`. @throws as `migrateSteps` */
export async function openData(url: string, options: OpenOptions = {}): Promise<Data> {
  const connection = url.startsWith('sqlite:')
    ? openSqlite(url.slice('sqlite:'.length), options)
    : openPostgres(url, options);
  try {
    await migrate(connection.schemaOwner, connection.kind, {
      before: (left) => prepareMigration(connection, left, options),
      ...(options.steps && { steps: options.steps }),
    });
  } catch (error) {
    await connection.close();
    throw error;
  }
  const now = options.now ?? (() => new Date());
  const newestStep = Object.keys(options.steps ?? steps).at(-1) ?? '';
  const writeIn: Data['writeIn'] = async (trx, kind, actor, run) => {
    await takeTurn(trx, connection.kind, kind, newestStep);
    const unit = new UnitOfWork(trx, connection.kind, now());
    const result = await run(unit);
    if (kind === 'together') refuseOtherTables(unit);
    await requireStepUpFor(trx, unit.changed('users'), actor);
    await refuseAdditions(unit);
    await resumeMembers(unit);
    await keepMembers(unit);
    await keepResults(unit);
    await keepRowCounts(unit);
    await unit.record(actor);
    return { result, operation: unit.undoable };
  };
  const data: Data = {
    kind: connection.kind,
    file: connection.file,
    read: connection.read,
    write: async (actor, run) =>
      written(actor, await connection.transaction((trx) => writeIn(trx, 'alone', actor, run))),
    writeTogether: async (actor, run) =>
      written(actor, await connection.transaction((trx) => writeIn(trx, 'together', actor, run))),
    writeUnlogged: connection.writeUnlogged,
    transaction: connection.transaction,
    writeIn,
    get outside() {
      return data;
    },
    promise: async () => undefined,
    assertUsable: async () => {
      connection.assertInPlace();
      await assertSchema(connection.read, newestStep);
    },
    close: connection.close,
    now,
    chunkSizes: { ...defaultChunkSizes, ...options.chunkSizes },
  };
  return data;
}

/** Finds a programming error that could cause a deadlock. */
function refuseOtherTables(unit: UnitOfWork): void {
  const other = recordedTables.find((table) => !writtenTogether.has(table) && unit.changed(table).length > 0);
  if (other) throw new Error(`${other} is written by a unit that runs beside others`);
}

/** Takes the lock of recorded writes. @throws BUSY if a newer version has changed the schema */
async function takeTurn(trx: Trx, kind: DatabaseKind, as: WriteKind, newestStep: string): Promise<void> {
  const turn = recordedTurn(kind, as === 'alone', newestStep);
  if (turn === null) return assertSchema(trx, newestStep);
  try {
    await turn.execute(trx);
  } catch (error) {
    if ((error as { code?: unknown }).code === newerSchemaCode) throw outdated([`after ${newestStep}`]);
    throw error;
  }
}

async function assertSchema(db: Db, newestStep: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name > ${newestStep} order by name`.execute(db);
  if (rows.length > 0) throw outdated(rows.map(({ name }) => name));
}

const outdated = (unknown: readonly string[]) =>
  new Problem('BUSY', {
    message: ruleMessages.databaseNewer,
    retryAfterSeconds: 2,
    cause: new NewerSchema(unknown),
  });

/** Before the schema of an institute changes: makes a copy, or tells that one is needed. */
async function prepareMigration(
  { file }: Engine,
  left: readonly string[],
  { now = () => new Date(), tell = () => undefined }: OpenOptions,
): Promise<void> {
  const change = `This version changes the schema of the database (${left.join(', ')}).`;
  if (file === null) {
    tell(`${change} Only a copy of before leads back: pg_dump comes first, before a new version is started.`);
    return;
  }
  tell(`${change} A copy of it comes first.`);
  const copy = await copyBeforeMigration(file, left[0] ?? '', now()).catch((error: unknown) => {
    throw new CopyError(
      `${change} It stays as it is, since no copy could be made beside it. ${String(error)}`,
    );
  });
  tell(`${copy}, beside ${basename(file)}, is a copy of what it was.`);
}
