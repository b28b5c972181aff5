import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { nameOf } from './statementNames';

/** As pg words it when it was cut off; it gives it no code. */
export const connectionLost =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|timeout (expired|exceeded when trying to connect)|Query read timeout)/;

/**
 * The connections as Kysely takes them. One that answers nothing for so long is given up, with whatever was asked
 * of it, and none that failed is used again; what became of a commit whose answer was lost, nobody knows.
 * @param longest in milliseconds, for one statement: longer than PostgreSQL's own limit, which ends a slow one properly
 */
export function guardPool(pool: pg.Pool, longest: number): PostgresPool {
  // One that is in use tells whoever waits for its answer; without a listener its error would end the process as well.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // An idle one: the pool has removed it already.
  pool.on('error', () => undefined);
  return {
    connect: async () => new GuardedClient(await pool.connect(), longest) as unknown as PostgresPoolClient,
    end: () => pool.end(),
  };
}

/** What Kysely uses where it is given no cursors. */
interface Asked {
  query<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  release(): void;
}

class GuardedClient implements Asked {
  readonly #client: pg.PoolClient;
  readonly #longest: number;
  #isGone = false;

  constructor(client: pg.PoolClient, longest: number) {
    this.#client = client;
    this.#longest = longest;
  }

  async query<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const limit = setTimeout(() => this.#end(true), this.#longest);
    try {
      const name = nameOf(statement);
      const result = await this.#client.query({
        ...(name && { name }),
        text: statement,
        values: [...parameters],
      });
      // What came before had failed and somebody caught it: it is not stored, and must not be answered as if it were.
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

  /** @param isLost then it is closed, which ends what it was asked, and another takes its place */
  #end(isLost: boolean): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#client.release(isLost);
  }
}
