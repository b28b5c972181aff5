import type { Kysely, Transaction } from 'kysely';
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
  return {
    kind: connection.kind,
    file: connection.file,
    read: connection.read,
    write: (actor, run) =>
      connection.transaction(async (trx) => {
        const unit = new UnitOfWork(trx, connection.kind, now());
        const result = await run(unit);
        await refuseAdditions(unit);
        await keepResults(unit);
        await unit.record(actor);
        return result;
      }),
    keep: connection.transaction,
    close: connection.close,
    now,
  };
}
