import { CompiledQuery } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../server/db/schema';

interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** The steps by which SQLite carries out a statement. PostgreSQL plans by statistics, which a test database lacks. */
export async function stepsOf(read: Db, { sql, parameters }: Statement): Promise<string[]> {
  const query = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await read.executeQuery<{ detail: string }>(query);
  return rows.map(({ detail }) => detail);
}

/** `onQuery` is for the server; `stepsOfCall` gives the steps of all statements that a call runs, at least one. */
export function planRecorder(isCounted = /^\s*(select|with|update|delete|insert)/i) {
  let statements: Statement[] = [];
  const statementsOf = async (call: () => Promise<unknown>): Promise<Statement[]> => {
    statements = [];
    await call();
    return statements;
  };
  return {
    onQuery: ({ sql, parameters }: Statement) => void statements.push({ sql, parameters }),
    statementsOf,
    async stepsOfCall(read: Db, call: () => Promise<unknown>): Promise<string[]> {
      const run = (await statementsOf(call)).filter(({ sql }) => isCounted.test(sql));
      expect(run.length).toBeGreaterThan(0);
      const steps: string[] = [];
      for (const one of run) steps.push(...(await stepsOf(read, one)));
      return steps;
    },
  };
}
