import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { StatementNames } from './statementNames';

/** The message of pg for a lost connection; there is no error code. */
export const connectionLost =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|timeout (expired|exceeded when trying to connect)|Query read timeout)/;

/**
 * The connections for Kysely. A connection that does not answer for this long is closed together with its statement,
 * and a failed connection is never used again. If the answer to a commit was lost, nobody knows whether it was
 * stored.
 * @param longest in milliseconds for one statement: above PostgreSQL's own limit, which ends a slow statement
 * properly
 */
export function guardPool(pool: pg.Pool, longest: number): PostgresPool {
  // A connection in use reports errors to the caller; without this listener the error would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // The pool has already removed a failed idle connection.
  pool.on('error', () => undefined);
  const names = new StatementNames();
  return {
    connect: async () =>
      new GuardedClient(await pool.connect(), names, longest) as unknown as PostgresPoolClient,
    end: () => pool.end(),
  };
}

/** The part of pg that Kysely uses without cursors. */
interface Asked {
  query<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  release(): void;
}

class GuardedClient implements Asked {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  readonly #longest: number;
  #isGone = false;

  constructor(client: pg.PoolClient, names: StatementNames, longest: number) {
    this.#client = client;
    this.#names = names;
    this.#longest = longest;
  }

  async query<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const limit = setTimeout(() => this.#end(true), this.#longest);
    try {
      const name = this.#names.nameOf(statement);
      const result = await this.#client.query({
        ...(name && { name }),
        text: statement,
        values: [...parameters],
      });
      // An earlier statement failed and the error was caught: nothing is stored, so it must not be answered as
      // stored.
      if (statement === 'commit' && result.command !== 'COMMIT')
        throw new Error('the database has rolled this transaction back by itself');
      return result as unknown as PostgresQueryResult<R>;
    } finally {
      clearTimeout(limit);
    }
  }

  release(): void {
    this.#end(false);
  }

  /** @param isLost the connection is closed, which ends its statement; a new one replaces it */
  #end(isLost: boolean): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#client.release(isLost);
  }
}
