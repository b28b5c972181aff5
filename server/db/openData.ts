import { basename } from 'node:path';
import { sql } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { Problem } from '../problem';
import { refuseAdditions } from './chunked/removal';
import { type ChunkSizes, type Data, type WriteKind, written } from './data';
import { copyBeforeMigration, CopyError } from './backups/copies';
import { type DatabaseKind, newerSchemaCode, recordedTurn } from './engine/dialect';
import type { Engine, OpenOptions as EngineOptions } from './engine/engine';
import { type Migration, NewerSchema } from './engine/migrator';
import { openPostgres } from './engine/postgres';
import { openSqlite } from './engine/sqlite';
import { type Actor, type Rules, UnitOfWork } from './log/unitOfWork';
import { migrate, steps } from './migrations';
import type { Db, Trx } from './schema';
import { type RecordedTable, recordedTables } from './schema/recorded';

const defaultChunkSizes: ChunkSizes = {
  maxDeletedAtOnce: 5_000,
  maxRemovedAtOnce: 20_000,
  maxImportUndoneAtOnce: 1_000,
  deletion: 1_000,
  undo: 250,
};

export interface OpenOptions extends EngineOptions {
  now?: () => Date;
  chunkSizes?: Partial<ChunkSizes>;
  /** The steps of the schema; tests add one. */
  steps?: Migration['steps'];
}

/**
 * @param url `sqlite:FILE`, `sqlite::memory:` or `postgres://…`
 * @throws as `migrateSteps`
 */
export async function openData(url: string, rules: Rules, options: OpenOptions): Promise<Data> {
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
    const unit = new UnitOfWork(trx, connection.kind, now(), rules);
    const result = await run(unit);
    if (kind === 'together') refuseOtherTables(unit);
    await refuseAdditions(unit);
    await followUp(unit, actor);
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
    rules,
  };
  return data;
}

/** What follows from the written rows, in the order of the list; a row that it writes may lead to the next. */
async function followUp(unit: UnitOfWork, actor: Actor): Promise<void> {
  for (const { after, run, needsAllRows } of unit.rules.afterWrites)
    if (!(needsAllRows && unit.isPart) && after.some((table) => hasChanged(unit, table)))
      await run(unit, actor);
}

const hasChanged = (unit: UnitOfWork, table: RecordedTable) => unit.changed(table).length > 0;

/** Finds a programming error that could cause a deadlock. */
function refuseOtherTables(unit: UnitOfWork): void {
  const other = recordedTables.find(
    (table) => !unit.rules.writtenTogether.has(table) && hasChanged(unit, table),
  );
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
