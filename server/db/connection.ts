import type { Kysely, Transaction } from 'kysely';
import { requireStepUpFor } from './accountGuard';
import { refuseAdditions } from './additions';
import type { DatabaseKind } from './dialect';
import type { OpenOptions as EngineOptions } from './engine';
import { migrate } from './migrations';
import { openPostgres } from './postgres';
import { keepResults } from './results';
import type { Database } from './schema';
import { openSqlite } from './sqlite';
import { type Actor, UnitOfWork } from './unitOfWork';

/** The data as the parts see it. */
export interface Data {
  kind: DatabaseKind;
  /** The file that holds all of it; null where there is none to copy: in memory, or on a server of its own. */
  file: string | null;
  read: Kysely<Database>;
  /** A recorded write: one operation of one person. */
  write<T>(actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** A write that is nobody's work: sessions, sign-in failures, times of sign-in. */
  keep<T>(run: (trx: Transaction<Database>) => Promise<T>): Promise<T>;
  /** `write` in a transaction that stands already. */
  writeIn<T>(trx: Transaction<Database>, actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** For a work in several transactions: the data beside the one transaction that a call has (`inOneTransaction`). */
  readonly outside: Data;
  /** In the first transaction of such a work: what a call is answered, once this operation is done, if it is sent again. */
  promise(trx: Transaction<Database>, operationId: number, answer: unknown): Promise<void>;
  /** @throws BUSY where the file of the database is no longer where it was opened; then nothing is stored either */
  assertInPlace(): void;
  close(): Promise<void>;
  /** The clock; tests set it. */
  now: () => Date;
}

export interface OpenOptions extends EngineOptions {
  now?: () => Date;
}

/** `sqlite:FILE`, `sqlite::memory:` or `postgres://…`. */
export async function openData(url: string, options: OpenOptions = {}): Promise<Data> {
  const connection = url.startsWith('sqlite:')
    ? openSqlite(url.slice('sqlite:'.length), options)
    : openPostgres(url, options);
  try {
    await migrate(connection.schemaOwner, connection.kind);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const now = options.now ?? (() => new Date());
  const writeIn: Data['writeIn'] = async (trx, actor, run) => {
    const unit = new UnitOfWork(trx, connection.kind, now());
    const result = await run(unit);
    requireStepUpFor(unit.changed('users'), actor);
    await refuseAdditions(unit);
    await keepResults(unit);
    await unit.record(actor);
    return result;
  };
  const data: Data = {
    kind: connection.kind,
    file: connection.file,
    read: connection.read,
    write: (actor, run) => connection.transaction((trx) => writeIn(trx, actor, run)),
    keep: connection.transaction,
    writeIn,
    get outside() {
      return data;
    },
    promise: async () => undefined,
    assertInPlace: connection.assertInPlace,
    close: connection.close,
    now,
  };
  return data;
}
