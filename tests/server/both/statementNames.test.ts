import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Data } from '../../../server/db/data';
import { startTestApp } from '../../support/app';
import { isPostgres, openTestData } from '../../support/database';

// SQLite needs no cached plans: it plans a statement within microseconds.
describe.runIf(isPostgres)('plans cached by PostgreSQL', () => {
  let data: Data;
  beforeAll(async () => {
    data = await openTestData({ poolSize: 1 });
  });
  afterAll(() => data.close());

  const countStatements = async (text: string): Promise<number> => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      data.read,
    );
    return rows.filter(({ statement }) => statement.includes(text)).length;
  };
  const runSixTimes = async (runQuery: () => Promise<unknown>) => {
    for (let i = 0; i < 6; i++) await runQuery();
  };
  const users = () => data.read.selectFrom('users');

  test('a frequent statement is parsed and planned once', async () => {
    const ask = () => users().select('users.name').where('username_key', '=', 'someone').execute();
    await ask();
    expect(await countStatements('"users"."name"')).toBe(0);
    await runSixTimes(ask);
    expect(await countStatements('"users"."name"')).toBe(1);
  });

  test('queries with `like`, a range or `select *` get a new plan for each call', async () => {
    await runSixTimes(() => users().select('users.email').where('name_sort', '>=', 'ا').execute());
    await runSixTimes(() => users().select('users.email').where('name', 'like', 'ا%').execute());
    await runSixTimes(() => users().selectAll().where('email', '=', 'nobody@example.org').execute());
    expect(await countStatements('"users"')).toBe(1);
  });

  test('the first page of a list is planned once; other pages and searches are planned for each call', async () => {
    const server = await startTestApp({ poolSize: 1 });
    try {
      const countListStatements = async () => {
        const { rows } = await sql<{ statement: string }>`
          select statement from pg_prepared_statements where statement like '%full_name_sort%'`.execute(
          server.data.read,
        );
        return rows.length;
      };
      const ask = (query: object) => () =>
        server.call('GET', '/students', { as: 'admin', query: { sort: ['full_name', 'ASC'], ...query } });
      await runSixTimes(ask({ range: [5, 9] }));
      await runSixTimes(ask({ range: [0, 6] }));
      await runSixTimes(ask({ range: [0, 24], filter: { q: 'محمد' } }));
      expect(await countListStatements()).toBe(0);
      await runSixTimes(ask({ range: [0, 24] }));
      expect(await countListStatements()).toBe(1);
      await runSixTimes(ask({ range: [0, 24], filter: { batch_id: 1 } }));
      await runSixTimes(ask({ range: [0, 24], filter: { batch_id: 2 } }));
      expect(await countListStatements()).toBe(2);
    } finally {
      await server.close();
    }
  });

  test('lists of numbers of different lengths do not fill the statement cache of the connection', async () => {
    for (let length = 1; length <= 200; length++) {
      const ids = Array.from({ length }, (_, i) => i);
      await runSixTimes(() => users().select('users.role').where('id', 'in', ids).execute());
    }
    expect(await countStatements('select')).toBeLessThanOrEqual(150);
  });
});
