import { basename } from 'node:path';
import { sql } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { Problem } from '../problem';
import { refuseAdditions } from './chunked/removal';
import { type ChunkSizes, type Data, type WriteKind, noteCommitted } from './data';
import { copyBeforeMigration, CopyError } from './backups/copies';
import { type DatabaseKind, newerSchemaCode, recordedWriteLock } from './engine/dialect';
import type { Engine, OpenOptions as EngineOptions } from './engine/engine';
import { type Migration, NewerSchema } from './engine/migrator';
import { openPostgres } from './engine/postgres';
import { openSqlite } from './engine/sqlite';
import { type Actor, type Rules, UnitOfWork } from './log/unitOfWork';
import { migrate, refusePending, steps } from './migrations';
import type { Db, Trx } from './schema';
import { type RecordedTable, recordedTables } from './schema/recorded';

const defaultChunkSizes: ChunkSizes = {
  maxDeletedAtOnce: 5_000,
  maxRemovedAtOnce: 20_000,
  maxImportUndoneAtOnce: 1_000,
  rowsPerDeletion: 1_000,
  rowsPerUndo: 250,
};

export interface OpenOptions extends EngineOptions {
  now?: () => Date;
  chunkSizes?: Partial<ChunkSizes>;
  steps?: Migration['steps'];
  /** A database with pending steps is refused unchanged. */
  canMigrate?: boolean;
}

/** @param url `sqlite:FILE`, `sqlite::memory:` or `postgres://…` @throws like `migrateSteps` */
export async function openData(url: string, rules: Rules, options: OpenOptions): Promise<Data> {
  const connection = url.startsWith('sqlite:')
    ? openSqlite(url.slice('sqlite:'.length), options)
    : openPostgres(url, options);
  try {
    if (options.canMigrate === false) await refusePending(connection.migrationDb, connection.kind);
    else
      await migrate(connection.migrationDb, connection.kind, {
        before: (pendingSteps) => prepareMigration(connection, pendingSteps, options),
        ...(options.steps && { steps: options.steps }),
      });
  } catch (error) {
    await connection.close();
    throw error;
  }
  const now = options.now ?? (() => new Date());
  const newestStep = Object.keys(options.steps ?? steps).at(-1) ?? '';
  const writeIn: Data['writeIn'] = async (trx, kind, actor, run) => {
    await lockForWrite(trx, connection.kind, kind, newestStep);
    const unit = new UnitOfWork(trx, connection.kind, now(), rules);
    const result = await run(unit);
    if (kind === 'concurrent') refuseOtherTables(unit);
    await refuseAdditions(unit);
    await runAfterWrites(unit, actor);
    await unit.record(actor);
    return { result, operation: unit.undoable };
  };
  const data: Data = {
    kind: connection.kind,
    file: connection.file,
    postgresUrl: connection.kind === 'postgres' ? url : null,
    read: connection.read,
    write: async (actor, run) =>
      noteCommitted(actor, await connection.transaction((trx) => writeIn(trx, 'exclusive', actor, run))),
    writeConcurrently: async (actor, run) =>
      noteCommitted(actor, await connection.transaction((trx) => writeIn(trx, 'concurrent', actor, run))),
    writeUnlogged: connection.writeUnlogged,
    transaction: connection.transaction,
    writeIn,
    get dataOutsideCall() {
      return data;
    },
    storePendingAnswer: async () => undefined,
    assertUsable: async () => {
      connection.assertFileNotMoved();
      await assertSchema(connection.read, newestStep);
    },
    readSnapshot: connection.readSnapshot,
    load: connection.load,
    close: connection.close,
    now,
    chunkSizes: { ...defaultChunkSizes, ...options.chunkSizes },
    rules,
  };
  return data;
}

/** A row that one hook writes can trigger the next hook. */
async function runAfterWrites(unit: UnitOfWork, actor: Actor): Promise<void> {
  for (const { tables: after, run, needsAllRows } of unit.rules.afterWrites)
    if (!(needsAllRows && unit.isChunk) && after.some((table) => hasChanged(unit, table)))
      await run(unit, actor);
}

const hasChanged = (unit: UnitOfWork, table: RecordedTable) => unit.changed(table).length > 0;

/** Detects a programming error that could cause a deadlock. */
function refuseOtherTables(unit: UnitOfWork): void {
  const otherTable = recordedTables.find(
    (table) => !unit.rules.concurrentTables.has(table) && hasChanged(unit, table),
  );
  if (otherTable) throw new Error(`${otherTable} must not be written by writeConcurrently`);
}

async function lockForWrite(
  trx: Trx,
  kind: DatabaseKind,
  writeKind: WriteKind,
  newestStep: string,
): Promise<void> {
  const lock = recordedWriteLock(kind, writeKind === 'exclusive', newestStep);
  if (lock === null) return assertSchema(trx, newestStep);
  try {
    await lock.execute(trx);
  } catch (error) {
    if ((error as { code?: unknown }).code === newerSchemaCode)
      throw newerSchemaProblem([`after ${newestStep}`]);
    throw error;
  }
}

async function assertSchema(db: Db, newestStep: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name > ${newestStep} order by name`.execute(db);
  if (rows.length > 0) throw newerSchemaProblem(rows.map(({ name }) => name));
}

const newerSchemaProblem = (newerSteps: readonly string[]) =>
  new Problem('BUSY', {
    message: ruleMessages.databaseNewer,
    retryAfterSeconds: 2,
    cause: new NewerSchema(newerSteps),
  });

/** PostgreSQL has no file to copy, so the operator must make the backup. */
async function prepareMigration(
  { file }: Engine,
  pendingSteps: readonly string[],
  { now = () => new Date(), report = () => undefined }: OpenOptions,
): Promise<void> {
  const change = `This version changes the schema of the database (${pendingSteps.join(', ')}).`;
  if (file === null) {
    report(
      `${change} Only a copy from before the change can bring the old schema back: pg_dump comes first, then the new version.`,
    );
    return;
  }
  report(`${change} A copy of it comes first.`);
  const copy = await copyBeforeMigration(file, pendingSteps[0] ?? '', now()).catch((error: unknown) => {
    throw new CopyError(
      `${change} The database is unchanged, because it could not be copied. ${String(error)}`,
    );
  });
  report(`${copy}, beside ${basename(file)}, is a copy from before the change.`);
}
