import { basename } from 'node:path';
import { sql } from 'kysely';
import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';
import { keepMembers } from '../circles';
import { requireStepUpFor } from '../log/accountGuard';
import { refuseAdditions } from '../log/additions';
import { migrate, migrationNames, stepOfOneLink } from '../migrations';
import { keepResults } from '../results';
import { type RecordedTable, recordedTables } from '../schema/recorded';
import { type Actor, UnitOfWork } from '../log/unitOfWork';
import type { Db, Trx } from '../schema';
import { copyBeforeMigration, CopyError } from './copies';
import { type DatabaseKind, newerSchemaCode, recordedTurn } from './dialect';
import type { Engine, OpenOptions as EngineOptions } from './engine';
import { NewerSchema } from './migrator';
import { openPostgres } from './postgres';
import { openSqlite } from './sqlite';

/** The data as the parts see it. */
export interface Data {
  kind: DatabaseKind;
  /** The file that holds all of it; null where there is none to copy: in memory, or on a server of its own. */
  file: string | null;
  read: Db;
  /** A recorded write: one operation of one person. While it runs, there is no other recorded write. */
  write<T>(actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /**
   * As `write`, of marks, registers, daily records and hand-ins, which many people save at the same time, and requests
   * for a password: others of this kind run beside it. It holds students first, then subjects, then its rows, each by number, or two could wait
   * for each other for ever (ADR 16).
   */
  writeTogether<T>(actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** A write that is not in the operation log and cannot be undone: sessions, failed and successful sign-ins. */
  writeUnlogged<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** A transaction in which recorded writes take their turn (`writeIn`). */
  transaction<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** `write` or `writeTogether` in a transaction that stands already. */
  writeIn<T>(trx: Trx, kind: WriteKind, actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** For a work in several transactions: the data beside the one transaction that a call has (`inOneTransaction`). */
  readonly outside: Data;
  /** In the first transaction of such a work: what a call is answered, once this operation is done, if it is sent again. */
  promise(trx: Trx, operationId: number, answer: unknown): Promise<void>;
  /**
   * @throws BUSY where the file of the database is no longer where it was opened, or a newer version has changed the
   * schema; then nothing is stored either
   */
  assertUsable(): Promise<void>;
  close(): Promise<void>;
  /** The clock; tests set it. */
  now: () => Date;
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
  // Which strangers ask for: they may not keep everybody waiting.
  'password_requests',
]);

export interface OpenOptions extends EngineOptions {
  now?: () => Date;
}

/** `sqlite:FILE`, `sqlite::memory:` or `postgres://…`. @throws NewerSchema where a newer version has changed it */
export async function openData(url: string, options: OpenOptions = {}): Promise<Data> {
  const connection = url.startsWith('sqlite:')
    ? openSqlite(url.slice('sqlite:'.length), options)
    : openPostgres(url, options);
  try {
    let begun: readonly string[] = [];
    await migrate(connection.schemaOwner, connection.kind, {
      before: (left) => {
        begun = left;
        return prepareMigration(connection, left, options);
      },
    });
    if (begun.includes(stepOfOneLink)) await tellLostLinks(connection, options);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const now = options.now ?? (() => new Date());
  const writeIn: Data['writeIn'] = async (trx, kind, actor, run) => {
    await takeTurn(trx, connection.kind, kind);
    const unit = new UnitOfWork(trx, connection.kind, now());
    const result = await run(unit);
    if (kind === 'together') refuseOtherTables(unit);
    requireStepUpFor(unit.changed('users'), actor);
    await refuseAdditions(unit);
    await keepMembers(unit);
    await keepResults(unit);
    await unit.record(actor);
    return result;
  };
  const data: Data = {
    kind: connection.kind,
    file: connection.file,
    read: connection.read,
    write: (actor, run) => connection.transaction((trx) => writeIn(trx, 'alone', actor, run)),
    writeTogether: (actor, run) => connection.transaction((trx) => writeIn(trx, 'together', actor, run)),
    writeUnlogged: connection.writeUnlogged,
    transaction: connection.transaction,
    writeIn,
    get outside() {
      return data;
    },
    promise: async () => undefined,
    assertUsable: async () => {
      connection.assertInPlace();
      await assertSchema(connection.read);
    },
    close: connection.close,
    now,
  };
  return data;
}

/** A mistake of ours, which some day two people would wait for. */
function refuseOtherTables(unit: UnitOfWork): void {
  const other = recordedTables.find((table) => !writtenTogether.has(table) && unit.changed(table).length > 0);
  if (other) throw new Error(`${other} is written by a unit that runs beside others`);
}

const newestStep = migrationNames.at(-1) ?? '';

/** The turn of a recorded write. @throws BUSY where a newer version has changed the schema */
async function takeTurn(trx: Trx, kind: DatabaseKind, as: WriteKind): Promise<void> {
  const turn = recordedTurn(kind, as === 'alone', newestStep);
  if (turn === null) return assertSchema(trx);
  try {
    await turn.execute(trx);
  } catch (error) {
    if ((error as { code?: unknown }).code === newerSchemaCode) throw outdated([`after ${newestStep}`]);
    throw error;
  }
}

async function assertSchema(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name > ${newestStep} order by name`.execute(db);
  if (rows.length > 0) throw outdated(rows.map(({ name }) => name));
}

const outdated = (steps: readonly string[]) =>
  new Problem('BUSY', {
    message: ruleMessages.databaseNewer,
    retryAfterSeconds: 2,
    cause: new NewerSchema(steps),
  });

/** Says whose link to an account was not kept, since the account names another student (ADR 26). */
async function tellLostLinks({ read }: Engine, { tell = () => undefined }: OpenOptions): Promise<void> {
  const lost = await read
    .selectFrom('lost_links')
    .leftJoin('students', 'students.id', 'lost_links.student_row_id')
    .leftJoin('users', 'users.id', 'lost_links.user_id')
    .select(['students.student_id', 'users.username'])
    .orderBy('lost_links.student_row_id')
    .execute();
  const pairs = lost.map(
    ({ student_id, username }) => `${student_id} (${username ?? 'an account that is gone'})`,
  );
  if (pairs.length > 0)
    tell(`These students named an account that does not name them, and have none now: ${pairs.join(', ')}.`);
}

/** What goes before a change of the schema of an institute's data: a copy, or the word that one is needed. */
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
