import BetterSqlite3 from 'better-sqlite3';
import { sql as raw } from 'kysely';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillLarge } from '../../server/demo/large';
import { openInstitute } from '../../server/domain/openInstitute';
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { quickHash } from '../support/app';
import { isPostgres } from '../support/database';
import { temporaryFolder } from '../support/temporaryFolder';

// SQLite plans by rules and PostgreSQL by statistics of the data, so only the plans of SQLite are checked.

const folder = temporaryFolder();
const file = join(folder, 'plans.db');
const students = 4_000;

interface Statement {
  sql: string;
  parameters: readonly unknown[];
}
let statements: Statement[] = [];

type Call = (path: string, query?: Record<string, unknown>) => Promise<number>;
const calls: Record<string, Call> = {};
let close = async () => {};

beforeAll(async () => {
  if (isPostgres) return;
  const data = await openInstitute(`sqlite:${file}`, {
    onQuery: ({ sql, parameters }) => statements.push({ sql, parameters }),
  });
  await fillLarge(data, { today: '2026-11-20', passwordHash: await quickHash('rasd-demo'), students });
  // Most accounts of a real institute belong to a student.
  await data.writeUnlogged((trx) =>
    raw`insert into users (version, created_at, updated_at, username, username_key, name, name_sort, role,
        password_hash, is_active, must_change_password, student_row_id)
      select 1, created_at, updated_at, student_id, student_id, full_name, full_name_sort, 'student', '-', 1, 0, id
      from students where id > 1000`.execute(trx),
  );
  // Some students were suspended and are back, fewer have left.
  const statuses = raw`insert into student_statuses
    (version, created_at, updated_at, student_row_id, status, from_date, to_date, reason)`;
  await data.writeUnlogged(async (trx) => {
    await raw`${statuses} select 1, created_at, updated_at, id, 'suspended', '2026-10-01', '2026-11-01', null
      from students where id % 4 = 1`.execute(trx);
    await raw`${statuses} select 1, created_at, updated_at, id,
      case id % 80 when 1 then 'withdrawn' when 41 then 'graduated' else 'active' end, '2026-11-01', null, null
      from students where id % 4 = 1`.execute(trx);
  });
  await data.writeUnlogged(async (trx) => {
    await raw`insert into guardians (version, created_at, updated_at, name, name_sort, phone, phone_key)
      select 1, created_at, updated_at, second_name, second_name, phone, phone_key from students`.execute(
      trx,
    );
    await raw`insert into student_guardians (version, created_at, updated_at, student_row_id, guardian_id,
        relation, is_primary, can_message, can_open_page, can_excuse)
      select 1, created_at, updated_at, id, id, 'father', 1, 1, 1, 1 from students
      where id in (select id from guardians)`.execute(trx);
  });
  const app = await createApp(
    data,
    readConfig({ LOG_LEVEL: 'silent', WEB_ROOT: '/nonexistent', CALL_LIMITS: '10000' }),
    // Filling the database in one go blocks the event loop longer than a server may.
    { pressure: { maxDelay: Infinity } },
  );
  for (const username of ['admin', 'teacher', 'student']) {
    const login = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username, password: 'rasd-demo' },
    });
    const { token } = login.json<{ token: string }>();
    calls[username] = async (path, query = {}) => {
      const text = new URLSearchParams(
        Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)]),
      );
      const url = `/api${path}?${text}`;
      const { statusCode } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
      return statusCode;
    };
  }
  close = async () => {
    await app.close();
    await data.close();
  };
});
afterAll(() => close());

const filtersOf: Record<string, object[]> = {
  students: [
    {},
    { program_id: 'P03' },
    { batch_id: 7 },
    { batch_name: 'no such batch' },
    { gender: 'ذكر' },
    { status: 'active' },
    { status: 'withdrawn' },
    { status: 'suspended', batch_id: 7 },
    { created_since: '2026-11-01' },
    { created_since: '2020-01-01' },
    { has_batch: false },
    { has_batch: true },
    { ids: [1, 2, 3] },
    { is_linked: true },
    { is_linked: false },
    { link_state: 'sound' },
    { q: 'محمد' },
    { q: 'محمد عبد' },
    { q: 'ا' },
    { q: '144' },
    { q: 'ظظظ' },
    { q: 'محمد', gender: 'ذكر' },
    { q: 'ا', program_id: 'P03', created_since: '2026-11-01' },
  ],
  subjects: [
    {},
    { program_id: 'P03' },
    { batch_id: 7 },
    { level: 2 },
    { type: 'حفظ' },
    { status: 'active' },
    { base_subject_code: 'P03101' },
    { q: 'التجويد' },
    { q: 'حفظ القرآن', level: 1 },
  ],
  batches: [
    {},
    { program_id: 'P03' },
    { academic_year: '1447' },
    { is_active: true },
    { is_running: true },
    { is_running: false },
    { q: 'دفعة 1447' },
  ],
  programs: [{}, { specialty: 'قرآن' }, { q: 'برنامج' }],
  guardians: [{}, { batch_id: 7 }, { q: 'محمد' }, { q: 'ا' }, { q: '144' }, { q: 'محمد', batch_id: 7 }],
  users: [
    {},
    { role: 'student' },
    { role: ['student', 'teacher'], has_student: false, is_active: true },
    { is_active: false },
    { has_student: true },
    { has_student: false },
    { q: 'محمد' },
  ],
};
const sortsOf: Record<string, string[]> = {
  students: ['id', 'student_id', 'full_name', 'national_id', 'created_at'],
  subjects: ['id', 'subject_code', 'name', 'level', 'hours', 'type', 'created_at'],
  batches: ['id', 'batch_name', 'batch_number', 'academic_year', 'created_at'],
  programs: ['id', 'program_id', 'program_name', 'created_at'],
  guardians: ['id', 'name', 'phone'],
  users: ['id', 'username', 'name', 'role', 'last_login', 'created_at'],
};

/** Allowed scans, each with the reason. */
const allowed: readonly [RegExp, string][] = [
  [/^SCAN (settings|programs|batches)\b/, 'small tables: one row, some tens, some hundreds'],
  [/^SCAN \w+ USING COVERING INDEX \w+$/, 'counts or reads a whole list in order from a covering index'],
  [/^SCAN \w+ USING INDEX \w+_by_\w+$/, 'reads a list in order until the page is full'],
  [
    /^SCAN \w+ USING INDEX sqlite_autoindex_\w+$/,
    'reads a list in the order of a unique column until the page is full',
  ],
  [/^SCAN search_numbers VIRTUAL TABLE INDEX \d+:M\d+(><)?$/, 'a look-up of the full-text search of SQLite'],
  [
    /^SCAN (few|found|pairs|fitting|candidates|page|CONSTANT ROW|\(subquery-\d+\))/,
    'reads rows that an earlier step has found',
  ],
];

function findForbiddenScans({ sql, parameters }: Statement, database: BetterSqlite3.Database): string[] {
  const plan = database.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => /^SCAN|^SEARCH texts .*\(kind=\?\)$/.test(detail))
    .filter((detail) => !allowed.some(([pattern]) => pattern.test(detail)))
    .filter((detail) => !isScanInIdOrder(detail, sql));
}

/** A table is stored in the order of row numbers, so a query in this order stops when the page is full. */
function isScanInIdOrder(detail: string, sql: string): boolean {
  const table = /^SCAN (\w+)$/.exec(detail)?.[1];
  return new RegExp(`from "${table}" (.* )?order by "${table}"."id" (asc|desc) limit`).test(
    sql.replace(/\s+/g, ' '),
  );
}

describe.skipIf(isPostgres).each(['without statistics', 'with statistics'])('SQLite %s', (state) => {
  let database: BetterSqlite3.Database;
  beforeAll(() => {
    database = new BetterSqlite3(file);
    if (state === 'with statistics') database.exec('analyze');
  });
  afterAll(() => database.close());

  async function loadForbiddenScans(
    role: string,
    path: string,
    query?: Record<string, unknown>,
  ): Promise<string[]> {
    statements = [];
    const status = await calls[role]?.(path, query);
    expect([200, 403, 404]).toContain(status); // A teacher may not filter by hidden fields.
    return statements.flatMap((statement) =>
      findForbiddenScans(statement, database).map(
        (scan) => `${path} ${JSON.stringify(query)}: ${scan}\n${statement.sql}`,
      ),
    );
  }

  test.each(Object.keys(filtersOf))('lists of %s scan no table', async (resource) => {
    const scans: string[] = [];
    for (const role of ['admin', 'teacher'])
      for (const filter of filtersOf[resource] ?? [])
        for (const sort of sortsOf[resource] ?? [])
          for (const range of [
            [0, 24],
            [1_500, 1_524],
          ])
            scans.push(
              ...(await loadForbiddenScans(role, `/${resource}`, { filter, range, sort: [sort, 'DESC'] })),
            );
    expect(scans).toEqual([]);
  });

  test.each(['admin', 'teacher'])('the search of the top bar scans no table for %s', async (role) => {
    const scans: string[] = [];
    for (const q of ['محمد', 'محمد عبد', 'ا', '144', 'محمد 144', 'ظظظ'])
      scans.push(...(await loadForbiddenScans(role, '/search', { q })));
    expect(scans).toEqual([]);
  });

  test('cards, single records, dependents, settings and sessions scan no table', async () => {
    const scans: string[] = [];
    for (const resource of ['students', 'subjects'])
      for (const filter of filtersOf[resource] ?? [])
        scans.push(...(await loadForbiddenScans('admin', `/${resource}/summary`, { filter })));
    for (const path of [
      '/students/7',
      '/students/7/dependents',
      '/batches/7/dependents',
      '/programs/3/dependents',
      '/subjects/7',
      '/subjects/7/dependents',
      '/subjects/base/P03101/offerings',
      '/subject-curriculum/P03101-3',
      '/subject-grade-settings/P03101-3',
      '/students/by-user/3',
      '/auth/me',
    ])
      scans.push(...(await loadForbiddenScans('admin', path)));
    scans.push(
      ...(await loadForbiddenScans('student', '/subjects')),
      ...(await loadForbiddenScans('teacher', '/subjects/7')),
    );
    expect(scans).toEqual([]);
  });
});

test.skipIf(isPostgres).each(['without statistics', 'with statistics'])(
  'SQLite %s: candidates for accounts without a student are found by number, not by a scan',
  async (state) => {
    const database = new BetterSqlite3(file);
    if (state === 'with statistics') database.exec('analyze');
    statements = [];
    expect(await calls['admin']?.('/students/link-candidates')).toBe(200);
    const plans = statements
      .filter(({ sql }) => sql.includes('pairs'))
      .flatMap(({ sql, parameters }) => database.prepare(`explain query plan ${sql}`).all(...parameters))
      .map((step) => (step as { detail: string }).detail)
      .filter((detail) => detail.startsWith('SEARCH students'));
    expect(plans.map((detail) => /\(.*\)/.exec(detail)?.[0])).toEqual([
      '(student_id=?)',
      '(national_id=?)',
      '(rowid=?)',
    ]);
    database.close();
  },
);

test.skipIf(isPostgres).each(['without statistics', 'with statistics'])(
  'SQLite %s: former and suspended students are counted from the statuses, not by a scan of all students',
  async (state) => {
    const database = new BetterSqlite3(file);
    if (state === 'with statistics') database.exec('analyze');
    for (const status of ['suspended', 'withdrawn', 'graduated']) {
      statements = [];
      expect(await calls['admin']?.('/students', { filter: { status }, range: [0, 24] })).toBe(200);
      const plans = statements
        .filter(({ sql }) => sql.includes('student_statuses as stated'))
        .flatMap(({ sql, parameters }) => database.prepare(`explain query plan ${sql}`).all(...parameters))
        .map((step) => (step as { detail: string }).detail);
      const matches = plans.filter((detail) => detail.includes('student_statuses_by_status (status=?)'));
      expect(matches.length).toBeGreaterThan(0);
      expect(plans.filter((detail) => /^SCAN (students|stated)/.test(detail))).toEqual([]);
    }
    database.close();
  },
);

test.skipIf(isPostgres).each(['without statistics', 'with statistics'])(
  'SQLite %s: the best students of a teacher are read from the best marks of each subject, not from all marks',
  async (state) => {
    const database = new BetterSqlite3(file);
    if (state === 'with statistics') database.exec('analyze');
    statements = [];
    expect(await calls['teacher']?.('/dashboard/performance')).toBe(200);
    const plans = statements
      .filter(({ sql }) => sql.includes('percentage'))
      .flatMap(({ sql, parameters }) => database.prepare(`explain query plan ${sql}`).all(...parameters))
      .map((step) => (step as { detail: string }).detail)
      .filter((detail) => detail.includes(' grades '));
    const best = 'SEARCH grades USING COVERING INDEX grades_by_percentage (subject_id=?';
    expect(plans).toEqual([
      `${best})`,
      `${best} AND percentage>?)`,
      'SEARCH grades USING INDEX grades_of_student (student_row_id=?)',
      `${best} AND percentage>?)`,
      'SEARCH grades USING INDEX grades_of_student (student_row_id=?)',
    ]);
    database.close();
  },
);

test.skipIf(isPostgres)(
  'SQLite: if most students have graduated, a page of graduates is read in the requested order, without a sort',
  async () => {
    const database = new BetterSqlite3(file);
    database.exec(`insert into student_statuses
      (version, created_at, updated_at, student_row_id, status, from_date, to_date, reason)
      select 1, created_at, updated_at, id, 'graduated', '2026-11-01', null, 'for this test' from students
      where id % 4 <> 1`);
    const plans: string[][] = [];
    for (const state of ['without statistics', 'with statistics']) {
      if (state === 'with statistics') database.exec('analyze');
      for (const sort of sortsOf['students'] ?? []) {
        statements = [];
        const query = { filter: { status: 'graduated' }, range: [0, 24], sort: [sort, 'DESC'] };
        expect(await calls['admin']?.('/students', query)).toBe(200);
        const pages = statements.filter(({ sql }) =>
          /student_statuses as stated.* order by .* limit/s.test(sql),
        );
        expect(pages.length).toBeGreaterThan(0);
        for (const { sql, parameters } of pages) {
          const steps = database.prepare(`explain query plan ${sql}`).all(...parameters);
          const details = steps.map((step) => (step as { detail: string }).detail);
          const status = details.filter((detail) => detail.includes(' stated '));
          // The first sort is expected: it sorts only the rows of this page.
          const sorts = details.filter((detail) => detail.startsWith('USE TEMP B-TREE')).slice(1);
          plans.push([...status, ...sorts]);
        }
      }
    }
    database.exec(`delete from student_statuses where reason = 'for this test'`);
    database.close();
    // Each row has one look-up, and there is no sort.
    const rowLookUp = expect.stringMatching(/^SEARCH stated .*student_row_id=\?/);
    expect(plans).toEqual(plans.map(() => [rowLookUp]));
  },
);

test.skipIf(isPostgres)('the check of query plans finds a scan', () => {
  const database = new BetterSqlite3(file, { readonly: true });
  const phone = { sql: 'select * from students where phone = ?', parameters: ['05'] };
  const name = { sql: 'select * from students where full_name like ? order by id', parameters: ['%محمد%'] };
  expect(findForbiddenScans(phone, database)).toEqual(['SCAN students']);
  expect(findForbiddenScans(name, database)).toEqual(['SCAN students']);
  database.close();
});
