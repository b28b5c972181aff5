import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RawBuilder, sql } from 'kysely';
import { ayahNumber } from '../../../contract/rules/mushaf';
import type { Db } from '../../../server/db/schema';
import type { TestApp } from '../../support/app';
import { isPostgres, openTestData } from '../../support/database';
import { compareKeptSearch } from '../../support/keptSearch';
import {
  disagreeing,
  oldAnswers,
  oldInstituteSession,
  oldRows,
  openOldInstitute,
} from '../../support/oldInstitute';

let server: TestApp;
const messages: string[] = [];
beforeAll(async () => {
  server = await openOldInstitute({ isPlain: true, tell: (sentence) => messages.push(sentence) });
});
afterAll(() => server.close());

type Named = { id?: number; username?: string; user_id?: unknown; student_id?: unknown };

/** An answer as JSON, without the conflicting links, whose result is decided by the migration. */
const asSent = (body: unknown): string =>
  JSON.stringify(body, (_key, value: Named | null) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    const isBrokenStudent = 'user_id' in value && disagreeing.students.includes(Number(value.id));
    const isBrokenUser = disagreeing.users.includes(String(value.username));
    return {
      ...value,
      ...(isBrokenStudent && { user_id: undefined }),
      ...(isBrokenUser && { student_id: undefined }),
    };
  });

test.each(['admin', 'teacher', 'student'] as const)(
  'the institute of the version before answers the same to %s, byte for byte',
  async (as) => {
    // As when the expected answers were recorded: the sign-ins appear in the list of accounts.
    for (const role of ['admin', 'teacher', 'student'] as const)
      await server.call('GET', '/programs', { as: role });
    const expected = Object.entries(oldAnswers()[as]);
    expect(expected.length).toBeGreaterThan(100);
    for (const [path, { status, body }] of expected) {
      const answer = await server.call('GET', path, { as, headers: oldInstituteSession });
      expect(answer.text, path).toBe(JSON.stringify(answer.body));
      expect({ status: answer.status, text: asSent(answer.body) }, path).toEqual({
        status,
        text: asSent(body),
      });
    }
  },
);

type OldRange = Record<'from_surah' | 'from_ayah' | 'to_surah' | 'to_ayah', number | null>;
/** A current row without its range, which has its own row now. */
const withoutRange = (row: object): object => {
  const { from_surah: _a, from_ayah: _b, to_surah: _c, to_ayah: _d, ...rest } = row as Partial<OldRange>;
  return rest;
};

test('the range of each daily record is migrated, and the records have the kind "new" and the result "accepted"', async () => {
  const before = oldRows('daily_records') as (OldRange & { id: number; created_at: string })[];
  const expected = before.flatMap(({ id, created_at, from_surah, from_ayah, to_surah, to_ayah }) => {
    const from = ayahNumber({ surah: Number(from_surah), ayah: Number(from_ayah) });
    const to = ayahNumber({ surah: Number(to_surah), ayah: Number(to_ayah) });
    return from_surah === null
      ? []
      : [{ record_id: id, position: 1, from_ayah: from, to_ayah: to, created_at }];
  });
  expect(expected.length).toBeGreaterThan(2);
  const { read } = server.data;
  const ranges = await read.selectFrom('daily_record_ranges').selectAll().orderBy('record_id').execute();
  expect(ranges).toHaveLength(expected.length);
  expect(ranges).toMatchObject(expected);
  const kinds = await read.selectFrom('daily_records').select(['kind', 'result']).distinct().execute();
  expect(kinds).toEqual([{ kind: 'new', result: 'accepted' }]);
});

test.each(['grades', 'registers', 'absences', 'daily_records', 'submissions', 'submission_answers'] as const)(
  'every row of %s keeps its number, its values and its version',
  async (table) => {
    const before = oldRows(table).map(withoutRange);
    expect(before.length).toBeGreaterThan(2);
    const after = await server.data.read.selectFrom(table).selectAll().orderBy('id').execute();
    expect(after).toHaveLength(before.length);
    expect(after).toMatchObject(before);
  },
);

test('each account keeps its student, a link that only the student had is migrated, and conflicting links are kept for review', async () => {
  const students = oldRows('students') as { id: number; user_id: number | null }[];
  const users = oldRows('users') as { id: number; student_row_id: number | null }[];
  const stored = await server.data.read.selectFrom('users').select(['id', 'student_row_id']).execute();
  const now = new Map(stored.map(({ id, student_row_id }) => [id, student_row_id]));
  const studentIds = new Set(users.map(({ student_row_id }) => student_row_id));
  let carried = 0;
  for (const { id, student_row_id } of users) {
    const naming = students.find(({ user_id }) => user_id === id);
    const isCarried = student_row_id === null && naming !== undefined && !studentIds.has(naming.id);
    carried += Number(isCarried);
    expect(now.get(id), `account ${id}`).toBe(isCarried ? naming.id : student_row_id);
  }
  expect(carried).toBeGreaterThan(0);
  const lost = students.flatMap(({ id, user_id }) =>
    user_id !== null && now.get(user_id) !== id ? [{ student_row_id: id, user_id }] : [],
  );
  expect(lost.length).toBeGreaterThan(0);
  expect(messages.join('\n')).toContain('named an account that does not name them');
  expect(
    await server.data.read.selectFrom('lost_links').selectAll().orderBy('student_row_id').execute(),
  ).toEqual(lost);
});

test('the search of a migrated institute has all its records, also inside of words and numbers', async () => {
  const compared = await compareKeptSearch(server.data);
  expect(compared.stored).toEqual(compared.computed);
  expect(compared.computed.texts.length).toBeGreaterThan(50);
  const row = await server.data.read.selectFrom('students').selectAll().limit(1).executeTakeFirstOrThrow();
  for (const q of [row.student_id.slice(-4), row.full_name.slice(1, 5).trim()]) {
    const { body } = await server.call<{ id: number }[]>('GET', '/students', {
      as: 'admin',
      query: { filter: { q } },
    });
    expect(
      body.map(({ id }) => id),
      q,
    ).toContain(row.id);
  }
});

const schemaParts: RawBuilder<unknown>[] = isPostgres
  ? [
      sql`select table_name, column_name, data_type, collation_name, is_nullable, column_default, is_identity
        from information_schema.columns where table_schema = 'public' order by table_name, column_name`,
      sql`select indexdef from pg_indexes where schemaname = 'public' order by indexname`,
      sql`select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition
        from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
      sql`select sequencename, data_type from pg_sequences where schemaname = 'public' order by 1`,
    ]
  : [
      sql`select type, name, tbl_name, sql from sqlite_schema where name not like 'sqlite_%' order by type, name`,
    ];
const schemaOf = (db: Db) => Promise.all(schemaParts.map(async (part) => (await part.execute(db)).rows));

test('a migrated institute has the tables, columns and indexes of a new one', async () => {
  const fresh = await openTestData();
  const expected = await schemaOf(fresh.read);
  await fresh.close();
  expect(expected[0]?.length).toBeGreaterThan(50);
  expect(await schemaOf(server.data.read)).toEqual(expected);
});

test.skipIf(!isPostgres)('PostgreSQL has statistics of the recreated tables', async () => {
  const { rows } = await sql<{ table: string }>`
    select tablename as "table" from pg_stats where schemaname = 'public' and attname = 'id'`.execute(
    server.data.read,
  );
  const tables = rows.map(({ table }) => table);
  expect(tables).toEqual(expect.arrayContaining(['students', 'grades', 'operations', 'operation_rows']));
});
