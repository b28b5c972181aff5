import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { StatementNames } from './statementNames';

/** pg has no error code for a lost connection. */
export const connectionLostPattern =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|timeout (expired|exceeded when trying to connect)|Query read timeout)/;

/**
 * A connection that does not answer is closed with its statement; a failed one is never used again.
 * @param maxStatementMs above PostgreSQL's own limit, which ends a slow statement properly
 */
export function guardPool(pool: pg.Pool, maxStatementMs: number): PostgresPool {
  // Without a listener the error would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  const names = new StatementNames();
  return {
    connect: async () =>
      new GuardedClient(await pool.connect(), names, maxStatementMs) as unknown as PostgresPoolClient,
    end: () => pool.end(),
  };
}

interface Client {
  query<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  release(): void;
}

class GuardedClient implements Client {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  readonly #maxStatementMs: number;
  #isReleased = false;

  constructor(client: pg.PoolClient, names: StatementNames, maxStatementMs: number) {
    this.#client = client;
    this.#names = names;
    this.#maxStatementMs = maxStatementMs;
  }

  async query<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const timer = setTimeout(() => this.#releaseOnce(true), this.#maxStatementMs);
    try {
      const name = this.#names.nameFor(statement);
      const result = await this.#client.query({
        ...(name && { name }),
        text: statement,
        values: [...parameters],
      });
      // An earlier statement failed and its error was caught: nothing is stored, so the commit must fail.
      if (statement === 'commit' && result.command !== 'COMMIT')
        throw new Error('the database has rolled this transaction back by itself');
      return result as unknown as PostgresQueryResult<R>;
    } finally {
      clearTimeout(timer);
    }
  }

  release(): void {
    this.#releaseOnce(false);
  }

  /** @param isLost closes the connection, which ends its statement */
  #releaseOnce(isLost: boolean): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#client.release(isLost);
  }
}
