import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchSorts } from '../../../contract/batches';
import { programSorts } from '../../../contract/programs';
import { filterRows, matchesSearch, sortKey } from '../../../contract/rules/arabicText';
import { studentSorts } from '../../../contract/students/students';
import { subjectSorts } from '../../../contract/subjects';
import { phoneTerms } from '../../../server/db/search/phones';
import { startTestApp, type TestApp } from '../../support/app';
import { yieldToEventLoop } from '../../support/eventLoop';
import { rounds } from '../../support/rounds';

type Row = Record<string, unknown>;
type Kind = 'programs' | 'batches' | 'subjects' | 'students';

let server: TestApp;
const all = {} as Record<Kind, Row[]>;

/** The columns that the search reads. */
const searched: Record<Kind, readonly string[]> = {
  programs: ['program_id', 'program_name', 'id'],
  batches: ['batch_name', 'academic_year'],
  subjects: ['name', 'subject_code'],
  students: ['full_name', 'student_id', 'national_id', 'phone', 'additional_phone', 'email'],
};
const sortKeys: Record<Kind, readonly string[]> = {
  programs: programSorts,
  batches: batchSorts,
  subjects: subjectSorts,
  students: studentSorts,
};
/** Columns that sort by letters, which a test below checks, or that have empty values. */
const textColumns = ['program_name', 'batch_name', 'name', 'full_name', 'specialty', 'gender'];
const kinds = Object.keys(searched) as Kind[];

async function get(kind: Kind, query: Row = {}) {
  await yieldToEventLoop();
  return server.call<Row[]>('GET', `/${kind}`, { as: 'admin', query });
}
/** Compares numbers by size, and texts by their bytes. */
const compare = (a: unknown, b: unknown): number =>
  typeof a === 'number' ? a - Number(b) : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
const ids = (rows: readonly Row[]) => rows.map(({ id }) => Number(id));

beforeAll(async () => {
  server = await startTestApp();
  const add = (path: string, body: Row) => server.call('POST', path, { as: 'admin', body });
  // Names that differ only in folded characters, names with unusual characters, and many equal values.
  for (const [at, name] of [
    'أحمد إلياس',
    'احمد الياس',
    'أَحْمَد',
    'Ahmad-Ali 3',
    'عبدالله ٣٠',
    'عبد ربه',
    '𝔄lpha ﷺ',
  ].entries()) {
    await add('/programs', { program_id: `T${at}`, program_name: `${name} ${at}` });
    await add('/batches', { batch_name: `${name} ${at}`, program_id: 'QRN', batch_number: 1 });
    await add('/subjects', { subject_code: `TT${at}`, name, batch_id: 1 });
    await add('/students', { first_name: name, last_name: 'ـ', national_id: `777777777${at}`, batch_id: 1 });
  }
  for (const kind of kinds) all[kind] = (await get(kind)).body;
});
afterAll(() => server.close());

describe.each(kinds)('the list of %s', (kind) => {
  test('a list without parameters is the whole array, with its length in a header', async () => {
    const answer = await get(kind);
    expect(answer.headers['content-range']).toBeUndefined();
    expect(Number(answer.headers['x-total-count'])).toBe(answer.body.length);
    expect(answer.body.length).toBeGreaterThan(5);
    expect(ids(answer.body)).toEqual(ids(answer.body).toSorted((a, b) => a - b));
  });

  test.each(['ASC', 'DESC'])('a list is made up of its pages, by every sort key, %s', async (direction) => {
    const total = all[kind].length;
    const size = kind === 'students' ? 40 : 4;
    for (const key of sortKeys[kind]) {
      const rows: Row[] = [];
      for (let from = 0; from < total; from += size) {
        const page = await get(kind, { range: [from, from + size - 1], sort: [key, direction] });
        const last = Math.min(from + size, total) - 1;
        expect(page.headers['content-range']).toBe(`${kind} ${from}-${last}/${total}`);
        expect(page.headers['x-total-count']).toBeUndefined();
        rows.push(...page.body);
      }
      expect(new Set(ids(rows)).size).toBe(total);
      const whole = await get(kind, { sort: [key, direction] });
      expect(ids(rows), key).toEqual(ids(whole.body));
    }
  });

  test('a list is sorted, and equal rows are sorted by id', async () => {
    for (const key of sortKeys[kind].filter((one) => !textColumns.includes(one))) {
      const { body: rows } = await get(kind, { sort: [key, 'ASC'] });
      expect(ids(rows), key).toEqual(
        ids(rows.toSorted((a, b) => compare(a[key], b[key]) || compare(a['id'], b['id']))),
      );
      const { body: reversed } = await get(kind, { sort: [key, 'DESC'] });
      expect(ids(reversed)).toEqual(ids(rows).toReversed());
    }
  });

  test('a list has an empty page beyond its end, with the total', async () => {
    const total = all[kind].length;
    for (const from of [total, total + 1, 5_000, 2_147_483_647, 9_007_199_254_740_000]) {
      const answer = await get(kind, { range: [from, from + 9] });
      expect(answer).toMatchObject({ status: 200, body: [] });
      expect(answer.headers['content-range']).toMatch(new RegExp(`^${kind} \\d+-\\d+/${total}$`));
    }
    const last = await get(kind, { range: [total - 1, total + 8] });
    expect(last.body).toHaveLength(1);
    expect(last.headers['content-range']).toBe(`${kind} ${total - 1}-${total - 1}/${total}`);
    expect((await get(kind, { range: [0, 0] })).headers['content-range']).toBe(`${kind} 0-0/${total}`);
    const none = await get(kind, { range: [0, 9], filter: { ids: [] } });
    expect(none.body).toEqual([]);
    expect(none.headers['content-range']).toMatch(/\/0$/);
  });

  test.each([
    ['range', '[1,0]'],
    ['range', '[-1,5]'],
    ['range', '[0,10000]'],
    ['range', '[0]'],
    ['range', '[0,1,2]'],
    ['range', '[0.5,1]'],
    ['range', '["0","1"]'],
    ['range', '[0,1'],
    ['range', ''],
    ['range', 'null'],
    ['sort', '["password_hash","ASC"]'],
    ['sort', '["id","asc"]'],
    ['sort', '["id"]'],
    ['sort', '["id; drop table users","ASC"]'],
    ['sort', 'id'],
    ['filter', '{"nonsense":1}'],
    ['filter', '{"q":1}'],
    ['filter', '{"ids":["1"]}'],
    ['filter', '[]'],
    ['filter', 'null'],
    ['filter', '{'],
    ['nonsense', '1'],
  ])('a list answers 422 for %s=%s', async (name, value) => {
    expect(await get(kind, { [name]: value })).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION', error: expect.stringMatching(/[\u0600-\u06FF]/) },
    });
  });

  test('a list answers 422 when a parameter is sent twice', async () => {
    const authorization = `Bearer ${await server.signIn('admin')}`;
    const url = `/api/${kind}?range=%5B0,1%5D&range=%5B0,2%5D`;
    expect((await server.app.inject({ url, headers: { authorization } })).statusCode).toBe(422);
  });

  test('a list allows the largest page', async () => {
    const answer = await get(kind, { range: [0, 9_999] });
    expect(ids(answer.body)).toEqual(ids(all[kind]));
  });

  test('a list returns the same rows for any search as the rule of the contract', async () => {
    const phones = (row: Row) =>
      [row['phone_key'], row['additional_phone_key']].flatMap((key) => (key ? phoneTerms(String(key)) : []));
    const textsOf = (row: Row) => [
      ...searched[kind].map((column) => String(row[column] ?? '')),
      ...phones(row),
    ];
    const words = [...new Set(all[kind].flatMap(textsOf).flatMap((text) => text.split(/[\s@]+/)))].filter(
      (word) => word !== '',
    );
    const beginning = fc
      .tuple(fc.constantFrom(...words), fc.nat(12), fc.constantFrom('', 'َ', 'ـ', ' ', '٣', '-', '؟'))
      .map(([word, length, suffix]) => word.slice(0, 1 + length) + suffix);
    const query = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.array(beginning, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' ')),
      },
      {
        weight: 2,
        arbitrary: fc.string({
          unit: fc.constantFrom(...'اأإآبتعدهةىيلر عبدالله-._@٠123Aa𝔄ﷺ\u{10FFFF}\uFFFF'),
          maxLength: 12,
        }),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '%',
          '_',
          "'",
          '"',
          '*',
          '\\',
          "' or 1=1 --",
          'عبدالله خالد',
          'عبد الله',
          'احمد',
          '',
        ),
      },
    );
    let matchCount = 0;
    await fc.assert(
      fc.asyncProperty(query, async (q) => {
        const answer = await get(kind, { filter: { q }, range: [0, 9_999] });
        expect(answer.status, answer.text).toBe(200);
        const expected = filterRows(all[kind], q, textsOf);
        expect(ids(answer.body)).toEqual(ids(expected));
        expect(String(answer.headers['content-range'])).toMatch(new RegExp(`/${expected.length}$`));
        const page = await get(kind, { filter: { q }, range: [1, 2], sort: ['id', 'DESC'] });
        expect(ids(page.body)).toEqual(ids(expected).toReversed().slice(1, 3));
        expect(String(page.headers['content-range'])).toMatch(new RegExp(`/${expected.length}$`));
        if (expected.length > 0 && expected.length < all[kind].length) matchCount += 1;
      }),
      { numRuns: rounds({ short: 50, all: 150 }) },
    );
    expect(matchCount).toBeGreaterThan(rounds({ short: 5, all: 20 }));
  });

  test('a list is searched by the first eight words of a query, like the rule', async () => {
    const row =
      all[kind].find((one) =>
        searched[kind].some((column) => String(one[column] ?? '').includes('أحمد إلياس')),
      ) ?? {};
    const text = searched[kind].map((column) => String(row[column] ?? ''));
    const q = 'ا اح احم احمد ال الي اليا الياس ز';
    expect(matchesSearch(text, q)).toBe(true);
    expect(ids((await get(kind, { filter: { q } })).body)).toContain(Number(row['id']));
    const queryWithEarlyWord = `ز ${q}`;
    expect(matchesSearch(text, queryWithEarlyWord)).toBe(false);
    expect((await get(kind, { filter: { q: queryWithEarlyWord } })).body).toEqual([]);
  });
});

describe('filters', () => {
  const cases: [Kind, Row, (row: Row) => boolean][] = [
    ['programs', { specialty: 'قرآن' }, (row) => row['specialty'] === 'قرآن'],
    ['programs', { status: 'نشط', ids: [1, 3] }, (row) => [1, 3].includes(Number(row['id']))],
    ['batches', { program_id: 'QRN' }, (row) => row['program_id'] === 'QRN'],
    ['batches', { program_name: 'برنامج اللغة العربية' }, (row) => row['program_id'] === 'ARB'],
    [
      'batches',
      { academic_year: '1445', level: 2 },
      (row) => row['academic_year'] === '1445' && row['level'] === 2,
    ],
    ['batches', { is_active: false }, (row) => row['academic_year'] === '1445'],
    [
      'batches',
      { is_active: true, program_id: 'QRN' },
      (row) => row['academic_year'] !== '1445' && row['program_id'] === 'QRN',
    ],
    ['subjects', { level: 2 }, (row) => row['level'] === 2],
    ['subjects', { type: 'مادة', batch_id: 1 }, (row) => row['type'] === 'مادة' && row['batch_id'] === 1],
    ['subjects', { base_subject_code: 'QRN101' }, (row) => row['base_subject_code'] === 'QRN101'],
    ['subjects', { status: 'completed' }, (row) => row['status'] === 'completed'],
    [
      'subjects',
      { program_id: 'ARB', q: 'ال' },
      (row) => String(row['subject_code']).startsWith('ARB') && /(^| )ال/.test(String(row['name'])),
    ],
    ['students', { batch_id: 2 }, (row) => row['batch_id'] === 2],
    [
      'students',
      { batch_id: 1, gender: 'ذكر', ids: [1, 2, 3, 4, 5, 6] },
      (row) => row['batch_id'] === 1 && row['gender'] === 'ذكر' && Number(row['id']) <= 6,
    ],
    [
      'students',
      { program_id: 'SHR', gender: 'أنثى' },
      (row) => row['program_id'] === 'SHR' && row['gender'] === 'أنثى',
    ],
    [
      'students',
      { batch_id: 1, q: 'عبدالله' },
      (row) =>
        row['batch_id'] === 1 &&
        matchesSearch(
          searched.students.map((c) => String(row[c] ?? '')),
          'عبدالله',
        ),
    ],
    [
      'students',
      { has_batch: true, created_since: '2026-01-01' },
      (row) => String(row['created_at']) >= '2026-01-01',
    ],
    ['students', { has_batch: false }, (row) => row['batch_id'] === null],
  ];
  test.each(cases)('the filter of %s finds the right rows: %j', async (kind, filter, predicate) => {
    const expected = all[kind].filter(predicate);
    // The demo institute has no student without a batch; every other filter finds a row.
    expect(expected.length > 0).toBe(filter['has_batch'] !== false);
    expect(ids((await get(kind, { filter })).body)).toEqual(ids(expected));
    const page = await get(kind, { filter, range: [0, 0] });
    expect(page.headers['content-range']).toMatch(new RegExp(`/${expected.length}$`));
  });

  test('filters with unknown values find nothing', async () => {
    for (const [kind, filter] of [
      ['programs', { status: 'x' }],
      ['batches', { program_id: 'x' }],
      ['subjects', { batch_id: 0 }],
      ['subjects', { batch_name: 'x' }],
      ['students', { batch_name: '%' }],
      ['students', { batch_id: 0 }],
      ['students', { ids: [2_147_483_647, -1] }],
    ] as const)
      expect((await get(kind, { filter })).body).toEqual([]);
  });

  test('filters by the number and the name of a batch apply together', async () => {
    const { batch_name } = all.batches.find(({ id }) => id === 2) ?? {};
    const filter = { batch_id: 2, batch_name };
    expect(ids((await get('students', { filter, range: [0, 9] })).body)).toEqual(
      ids(all.students.filter(({ batch_id }) => batch_id === 2)).slice(0, 10),
    );
    expect((await get('students', { filter: { ...filter, batch_id: 1 } })).body).toEqual([]);
  });

  test('filters of summaries work like those of lists', async () => {
    for (const filter of [{}, { batch_id: 1 }, { program_id: 'QRN', q: 'ا' }, { q: 'لا أحد يسمى هكذا' }]) {
      const { body: subjects } = await get('subjects', { filter });
      const figures = await server.call('GET', '/subjects/summary', { as: 'admin', query: { filter } });
      expect(figures.body).toEqual({
        total: subjects.length,
        hours: subjects.reduce((sum, row) => sum + Number(row['hours']), 0),
        levels: new Set(subjects.map((row) => row['level'])).size,
        types: new Set(subjects.map((row) => row['type'])).size,
      });
      const { body: students } = await get('students', { filter });
      const summary = await server.call('GET', '/students/summary', { as: 'admin', query: { filter } });
      const since = new Date(Date.now() - 30 * 86_400_000).toISOString();
      expect(summary.body).toEqual({
        total: students.length,
        programs: new Set(students.map((row) => row['program_id'])).size,
        batches: new Set(students.map((row) => row['batch_id'])).size,
        new_students: students.filter((row) => String(row['created_at']) >= since).length,
      });
    }
  });
});

test('the number of all students follows an addition, a deletion, and the undo of both', async () => {
  const totals = async () => {
    const page = await get('students', { range: [0, 9] });
    const summary = await server.call('GET', '/students/summary', { as: 'admin' });
    const stats = await server.call('GET', '/dashboard/stats', { as: 'admin' });
    const headerTotal = Number(String(page.headers['content-range']).split('/')[1]);
    return [headerTotal, summary.body['total'], stats.body['students']];
  };
  const write = async (method: string, path: string, body?: Row) => {
    const headers = { 'x-session-id': 'number-of-students' };
    const answer = await server.call(method, path, { as: 'admin', body, headers });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  const before = (await get('students')).body.length;
  const expectAll = async (addedCount: number) =>
    expect(await totals()).toEqual(Array(3).fill(before + addedCount));
  await expectAll(0);
  const added = { first_name: 'عدد', last_name: 'الطلاب', national_id: '5554443331', batch_id: 1 };
  const { id } = await write('POST', '/students', added);
  await expectAll(1);
  await write('DELETE', `/students/${String(id)}`);
  await expectAll(0);
  await write('POST', '/undo/latest', {});
  await expectAll(1);
  await write('POST', '/undo/latest', {});
  await expectAll(0);
});

test('the names of related records sort like in their own list: batch and programme of students, batch of subjects', async () => {
  for (const [kind, column] of [
    ['students', 'batch_name'],
    ['students', 'program_name'],
    ['subjects', 'batch_name'],
    ['batches', 'program_name'],
  ] as const) {
    const { body } = await get(kind, { sort: [column, 'ASC'] });
    const keys = body.flatMap((row) => (row[column] === null ? [] : [sortKey(String(row[column]))]));
    expect(keys.length).toBeGreaterThan(5);
    expect(keys).toEqual(keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    // Records without a value come last.
    expect(body.slice(0, keys.length).every((row) => row[column] !== null)).toBe(true);
  }
});

test('a teacher cannot infer phone and gender from a sort order', async () => {
  const sortBy = (key: string) =>
    server.call('GET', '/students', { as: 'teacher', query: { range: [0, 9], sort: [key, 'ASC'] } });
  for (const key of ['phone', 'gender', 'national_id']) expect((await sortBy(key)).status, key).toBe(403);
  for (const key of ['batch_name', 'status']) expect((await sortBy(key)).status, key).toBe(200);
});

test('names are sorted by their folded form, in code-point order', async () => {
  for (const [kind, column] of [
    ['programs', 'program_name'],
    ['batches', 'batch_name'],
    ['subjects', 'name'],
    ['students', 'full_name'],
  ] as const) {
    const { body } = await get(kind, { sort: [column, 'ASC'] });
    const bytes = (row: Row) => Buffer.from(sortKey(String(row[column])));
    const sorted = [...all[kind]].toSorted(
      (a, b) => Buffer.compare(bytes(a), bytes(b)) || Number(a['id']) - Number(b['id']),
    );
    expect(ids(body)).toEqual(ids(sorted));
  }
});
