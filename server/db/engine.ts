import type { Kysely, Transaction } from 'kysely';
import type { DatabaseKind } from './dialect';
import type { Database } from './schema';

/** What each of the two databases offers. */
export interface Engine {
  kind: DatabaseKind;
  /** The file of an embedded database. */
  file: string | null;
  read: Kysely<Database>;
  /** Runs migrations; nothing else writes through it. */
  schemaOwner: Kysely<Database>;
  transaction<T>(run: (trx: Transaction<Database>) => Promise<T>): Promise<T>;
  /** An online copy into a file; null where the database's own tools do that. */
  backupTo: ((file: string) => Promise<void>) | null;
  close(): Promise<void>;
}
