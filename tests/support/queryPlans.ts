import { CompiledQuery } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../server/db/schema';

interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** Works only with SQLite: PostgreSQL plans by statistics, which a test database lacks. */
export async function explainStatement(read: Db, { sql, parameters }: Statement): Promise<string[]> {
  const query = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await read.executeQuery<{ detail: string }>(query);
  return rows.map(({ detail }) => detail);
}

/** Pass `onQuery` to the server. `explainCall` explains all statements of a call, at least one. */
export function planRecorder(isCounted = /^\s*(select|with|update|delete|insert)/i) {
  let statements: Statement[] = [];
  const recordStatements = async (call: () => Promise<unknown>): Promise<Statement[]> => {
    statements = [];
    await call();
    return statements;
  };
  return {
    onQuery: ({ sql, parameters }: Statement) => void statements.push({ sql, parameters }),
    statementsOf: recordStatements,
    async explainCall(read: Db, call: () => Promise<unknown>): Promise<string[]> {
      const counted = (await recordStatements(call)).filter(({ sql }) => isCounted.test(sql));
      expect(counted.length).toBeGreaterThan(0);
      const steps: string[] = [];
      for (const statement of counted) steps.push(...(await explainStatement(read, statement)));
      return steps;
    },
  };
}
