import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app';
import { compareSearchIndex } from '../../support/searchIndex';
import { newStudent } from '../../support/sampleCalls';

let server: TestApp;
let statements = 0;
beforeAll(async () => {
  server = await startTestApp({ onQuery: () => (statements += 1) });
});
afterAll(() => server.close());

type StudentRow = { id: number; full_name: string; version: number };

const search = async (q: string, query: object = {}) => {
  const answer = await server.call<StudentRow[]>('GET', '/students', {
    as: 'admin',
    query: { filter: { q }, range: [0, 99], ...query },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const idsOf = async (q: string) => (await search(q)).map(({ id }) => id);

async function expectIndexed() {
  const { stored, computed } = await compareSearchIndex(server.data);
  expect(stored).toEqual(computed);
  expect(computed.numbers.length).toBeGreaterThan(100);
}

test('the search index equals the records after a creation, a change, a deletion and its restore', async () => {
  await expectIndexed();
  const student = await newStudent(server, undefined, {
    first_name: 'زمخشريان',
    email: 'zam77qq@example.org',
  });
  expect(await idsOf('مخشري')).toEqual([student.id]);
  expect(await idsOf('m77q')).toEqual([student.id]);
  await expectIndexed();
  const change = await server.call('PUT', `/students/${student.id}`, {
    as: 'admin',
    body: { first_name: 'قسطنطين', email: null, version: student.version },
  });
  expect(change.status, change.text).toBe(200);
  expect(await idsOf('مخشري')).toEqual([]);
  expect(await idsOf('سطنطي')).toEqual([student.id]);
  await expectIndexed();
  expect((await server.call('DELETE', `/students/${student.id}`, { as: 'admin' })).status).toBe(200);
  expect(await idsOf('سطنطي')).toEqual([]);
  await expectIndexed();
  const { body } = await server.call<{ data: { id: number }[] }>('GET', '/archive/deleted-records', {
    as: 'admin',
  });
  const restoreResponse = await server.call('POST', `/archive/restore/${body.data[0]?.id}`, { as: 'admin' });
  expect(restoreResponse.status, restoreResponse.text).toBe(200);
  expect(await idsOf('سطنطي')).toEqual([student.id]);
  await expectIndexed();
});

describe('a list', () => {
  test('a list search matches parts of words and numbers, and keeps the requested order', async () => {
    const student = await newStudent(server, undefined, { first_name: 'المستنصرية' });
    const other = await newStudent(server, undefined, { first_name: 'مستنصر' });
    const rows = await search('مستنصر', { sort: ['full_name', 'DESC'] });
    expect(rows.map(({ id }) => id)).toEqual([other.id, student.id]);
    expect((await search('مستنصر', { sort: ['full_name', 'ASC'] })).map(({ id }) => id)).toEqual([
      student.id,
      other.id,
    ]);
    expect(await idsOf(student.student_id.slice(-5))).toContain(student.id);
    expect(await idsOf('تن')).toEqual([]);
  });

  test('a list accepts a wrong letter only if nothing else matches, within filter and scope', async () => {
    const right = await newStudent(server, undefined, { first_name: 'طرابلسي' });
    expect(await idsOf('طرابلصي')).toEqual([right.id]);
    expect(await idsOf('طرابسلي')).toEqual([right.id]);
    const wrong = await newStudent(server, undefined, { first_name: 'طرابلصي' });
    expect(await idsOf('طرابلصي')).toEqual([wrong.id]);
    const filteredResponse = await server.call<StudentRow[]>('GET', '/students', {
      as: 'admin',
      query: { filter: { q: 'طرابلصي', ids: [right.id] } },
    });
    expect(filteredResponse.body.map(({ id }) => id)).toEqual([right.id]);
  });

  test.each([
    ['200 letters', 'ظ'.repeat(200)],
    ['a hundred words', 'اب '.repeat(66)],
    ['a repeated digit', '1'.repeat(200)],
    ['special characters of SQL', `%_'"\\*()--`.repeat(20)],
    ['special characters between letters', `محمد%_'"علي_1-%2`],
    ['operators of a full-text search', '"123" OR "456" NEAR AND NOT*'],
    ['a code with an underscore', 'a_1-2@b.c_3'],
  ])('a search for %s needs fewer than 30 statements', async (_, q) => {
    await search('محمد');
    statements = 0;
    await search(q);
    expect(statements).toBeLessThan(30);
  });

  test('a list refuses a query of 1,000 letters', async () => {
    const answer = await server.call('GET', '/students', {
      as: 'admin',
      query: { filter: { q: 'ا'.repeat(1_000) } },
    });
    expect(answer.status).toBe(422);
    expect(await search('ا'.repeat(200))).toEqual([]);
  });
});

describe('the global search box', () => {
  const findIds = async (q: string) => {
    const { body } = await server.call<{ groups: { kind: string; results: { id: number }[] }[] }>(
      'GET',
      '/search',
      { as: 'admin', query: { q } },
    );
    return body.groups.map(({ kind, results }) => [kind, results.map(({ id }) => id)]);
  };
  test('the search box lists exact matches first, then words with the query as a prefix, then words that contain the query', async () => {
    const inside = await newStudent(server, undefined, { first_name: 'أبوالشنقيط' });
    const beginning = await newStudent(server, undefined, { first_name: 'شنقيطية' });
    const equalMatch = await newStudent(server, undefined, { first_name: 'شنقيط' });
    expect(await findIds('شنقيط')).toEqual([['students', [equalMatch.id, beginning.id, inside.id]]]);
  });
  test('the search box accepts a wrong letter if no record of any kind matches', async () => {
    const student = await newStudent(server, undefined, { first_name: 'بلخشاني' });
    expect(await findIds('بلحشاني')).toEqual([['students', [student.id]]]);
    await server.call('POST', '/programs', {
      as: 'admin',
      body: { program_id: 'BLH', program_name: 'بلحشاني' },
    });
    expect((await findIds('بلحشاني')).map(([kind]) => kind)).toEqual(['programs']);
  });
});

test('a search of the audit trail or the choices matches parts of words, and accepts a wrong letter', async () => {
  await newStudent(server, undefined, { first_name: 'سمرقندي' });
  const audit = async (q: string) =>
    (await server.call<object[]>('GET', '/audit', { as: 'admin', query: { filter: { q } } })).body.length;
  expect(await audit('مرقند')).toBe(1);
  expect(await audit('سمرقتدي')).toBe(1);
  expect(await audit('رق')).toBe(0);
  const choices = async (q: string) =>
    (await server.call<{ name: string }[]>('GET', '/choices', { as: 'admin', query: { filter: { q } } }))
      .body;
  const [first] = await choices('');
  const word = first?.name.split(' ').find((one) => one.length > 4) ?? '';
  expect((await choices(word.slice(1))).map(({ name }) => name)).toContain(first?.name);
});
