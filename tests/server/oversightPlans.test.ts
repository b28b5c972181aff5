import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archiveSorts } from '../../contract/archive';
import { selectSorted } from '../../server/audit/routes';
import { selectCount, selectEntries, selectStats } from '../../server/archive/routes';
import { loadRetention, type Retention } from '../../server/domain/institute';
import { undoableOperations } from '../../server/undo/routes';
import type { Data } from '../../server/db/data';
import { isPostgres, openTestData } from '../support/database';
import { explainStatement } from '../support/queryPlans';

/** PostgreSQL chooses plans by table size and statistics, which a test database does not have. */
describe.skipIf(isPostgres)('query plans of archive and undo', () => {
  let data: Data;
  let retention: Retention;
  beforeAll(async () => {
    data = await openTestData();
    retention = await loadRetention(data.read, new Date('2026-11-20T09:00:00Z'));
  });
  afterAll(() => data.close());

  const planOf = async (query: RawBuilder<unknown>) => {
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(data.read);
    return rows.map(({ detail }) => detail).join('; ');
  };

  test.each([
    ['nothing', {}, /^SEARCH operations USING INDEX archive_by_time \(archived_at>\?\)$/],
    [
      'a table',
      { table_name: 'students' },
      /^SEARCH operations USING INDEX archive_by_table \(table_name=\? AND archived_at>\?\)$/,
    ],
    ['a user', { user_id: 1 }, /^SEARCH operations USING INDEX archive_by_time \(archived_at>\?\)$/],
    [
      'days',
      { start_date: '2026-11-01', end_date: '2026-11-02' },
      /^SEARCH operations USING INDEX archive_by_time \(archived_at>\? AND archived_at<\?\)$/,
    ],
  ] as const)(
    'a page of the archive filtered by %s is read in the order of an index',
    async (_name, filter, plan) => {
      expect(await planOf(selectEntries(retention, filter, 50, 0))).toMatch(plan);
    },
  );

  test.each(archiveSorts)('the archive sorted by %s uses the index archive_by_time', async (key) => {
    const plan = await planOf(selectEntries(retention, {}, 50, 0, [key, 'ASC']));
    expect(plan).toMatch(/^SEARCH operations USING INDEX archive_by_time \(archived_at>\?\)/);
  });

  test.each([
    ['performed_at', 'operations_by_time'],
    ['action', 'operations_by_action'],
    ['table_name', 'operations_by_table'],
    ['user_name', 'operations_by_user_name'],
    ['rows_count', 'operations_by_rows_count'],
  ] as const)('a page of the audit trail in the order of %s follows its index', async (key, index) => {
    const query = selectSorted(data.read, [], [key, 'DESC']).limit(25);
    const steps = await explainStatement(data.read, query.compile());
    expect(steps).toContain(`SCAN operations USING INDEX ${index}`);
    expect(steps.join('; ')).not.toContain('TEMP B-TREE');
  });

  test.each([
    ['all', {}],
    ['a table', { table_name: 'students' }],
    ['a table and a user', { table_name: 'students', user_id: 1 }],
  ] as const)('the archive of %s is counted from an index', async (_name, filter) => {
    expect(await planOf(selectCount(retention, filter))).toMatch(
      /^SEARCH operations USING COVERING INDEX archive_by_/,
    );
  });

  test('the archive stats use a covering index', async () => {
    expect(await planOf(selectStats(retention))).toMatch(/USING COVERING INDEX archive_by_/);
  });

  test('the operations of a session are found by an index', async () => {
    const session = { userId: 1, role: 'admin', undoSession: 'x' } as const;
    const steps = await explainStatement(data.read, undoableOperations(data.read, session, 20).compile());
    expect(steps).toEqual([
      'SEARCH operations USING INDEX operations_by_session (user_id=? AND undo_session=? AND id<?)',
    ]);
  });
});
