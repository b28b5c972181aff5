import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { StatementNames } from './statementNames';

export const connectionLostPattern =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|timeout (expired|exceeded when trying to connect)|Query read timeout)/;

/** Closes a connection that does not answer. @param maxStatementMs must exceed PostgreSQL's own limit */
export function guardPool(pool: pg.Pool, maxStatementMs: number): PostgresPool {
  // Without an error listener, a connection error would end the process.
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
      // After a caught error, PostgreSQL answers a commit with a rollback, so nothing is stored.
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

  #releaseOnce(isLost: boolean): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#client.release(isLost);
  }
}
