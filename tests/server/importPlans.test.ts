import BetterSqlite3 from 'better-sqlite3';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportType } from '../../contract/vocabulary';
import { startTestApp, type TestApp } from '../support/app';
import { isPostgres } from '../support/database';
import { readRecords, importAll } from '../support/importing';
import { temporaryFolder } from '../support/temporaryFolder';

// SQLite plans by rules and PostgreSQL by statistics of the data, so only the plans of SQLite are checked.

const file = join(temporaryFolder(), 'imports.db');
/** Tables with many thousands of rows in a real institute. */
const growingTables = [
  'students',
  'enrolments',
  'student_statuses',
  'paused',
  'stated',
  'grades',
  'subjects',
  'operations',
  'operation_rows',
  'search_terms',
  'import_requests',
];
const statements = new Map<string, readonly unknown[]>();
let server: TestApp;

beforeAll(async () => {
  if (isPostgres) return;
  server = await startTestApp({
    url: `sqlite:${file}`,
    isEmpty: true,
    onQuery: ({ sql, parameters }) => statements.set(sql, parameters),
  });
});
afterAll(() => server?.close());

/** Returns the statements that scan a whole growing table. */
function scans(): string[] {
  const database = new BetterSqlite3(file, { readonly: true });
  const details: string[] = [];
  for (const [sql, parameters] of statements) {
    if (!/^\s*(select|update|delete|insert|with)/i.test(sql)) continue;
    const plan = database.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
    const isScan = ({ detail }: { detail: string }) =>
      growingTables.some((table) => new RegExp(`^SCAN ${table}(?! USING)`).test(detail));
    if (plan.some(isScan)) details.push(`${sql}\n${plan.map(({ detail }) => detail).join('\n')}`);
  }
  database.close();
  return details;
}

describe.skipIf(isPostgres)('query plans of the import', () => {
  const order: [ImportType, string][] = [
    ['programs', 'programs.csv'],
    ['batches', 'batches.csv'],
    ['subjects', 'subjects.csv'],
    ['students', 'students.csv'],
    ['students', 'students-windows1256.csv'],
    ['grades', 'grades.csv'],
  ];

  test('imports, checks and queries of records scan no growing table', async () => {
    for (const [type, name] of order) {
      const records = readRecords(type, name);
      statements.clear();
      await importAll(server, type, records, { importId: `plans-of-${name}` });
      await server.call('POST', `/${type}/import/check`, { as: 'admin', body: { data: records } });
      await server.call('GET', `/imports/plans-of-${name}`, { as: 'admin' });
      expect(statements.size).toBeGreaterThan(5);
      expect(scans(), name).toEqual([]);
    }
  });

  test('the undo of a large import scans no growing table', async () => {
    const records = Array.from({ length: 1_050 }, (_, index) => ({
      student_id: String(15_000_000 + index),
      first_name: 'سعد',
    }));
    await importAll(server, 'students', records, { importId: 'large-import', session: 'plans-session' });
    statements.clear();
    const headers = { 'x-session-id': 'plans-session' };
    expect((await server.call('POST', '/undo/latest', { as: 'admin', headers })).status).toBe(200);
    expect(scans()).toEqual([]);
  });
});
