import { hostname } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Issue,
  type IssuedContent,
  type IssuedPaper,
  issuedSorts,
  type Verification,
} from '../../contract/reports/papers';
import type { Config } from '../../server/config';
import { startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop } from '../support/eventLoop';
import { clockAt } from '../support/clock';
import { newSheet, type Sheet } from '../support/sheet';

const clock = clockAt('2026-11-20T09:00:00Z');
let server: TestApp;
let sheet: Sheet;
beforeAll(async () => {
  server = await startTestApp({
    now: clock.now,
    today: '2026-11-20',
    config: { PUBLIC_URL: 'https://rasd.example.org', CALL_LIMITS: 1 },
  });
  sheet = await newSheet(server, 3);
  for (const index of [0, 1, 2]) await mark(index, 40);
});
afterAll(() => server.close());
beforeEach(async () => {
  await yieldToEventLoop();
  // Resets the limit of the previous test.
  clock.set(new Date(clock.now().getTime() + 61_000).toISOString());
});

const fullMarks = { participationGrade: 10, attendanceGrade: 30, exerciseGrade: 5, readingGrade: 5 };
const mark = async (index: number, testGrade: number) =>
  sheet.save([sheet.sentRow(index, { ...fullMarks, testGrade }, (await sheet.row(index)).version)]);
const check = (code: string) => server.call<Verification>('GET', `/verify/${code}`);
const stateOf = async (code: string) => (await check(code)).body.state;

async function issuePaper(index: number, as: 'admin' | 'teacher' = 'admin'): Promise<Issue> {
  const body = { batchName: sheet.batchName, studentId: String(sheet.students[index]?.student_id) };
  const answer = await server.call<Issue>('POST', '/papers/issue', { as, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const listPapers = async (as: 'admin' | 'teacher' | 'teacher2', q?: string) =>
  (
    await server.call<IssuedPaper[]>('GET', '/papers/issued', {
      as,
      query: q === undefined ? {} : { filter: { q } },
    })
  ).body;
const idOf = async (code: string) =>
  (await listPapers('admin')).find((paper) => paper.code === code)?.id ?? 0;
const withdraw = (id: number, reason: string, as: 'admin' | 'teacher' = 'admin') =>
  server.call('POST', `/papers/issued/${id}/withdraw`, { as, body: { reason } });

test('papers are numbered without a gap within the year, each with a code of 128 bits', async () => {
  const papers = [await issuePaper(0), await issuePaper(1), await issuePaper(0)];
  expect(papers.map(({ number }) => number)).toEqual(['2026-000001', '2026-000002', '2026-000003']);
  expect(new Set(papers.map(({ code }) => code)).size).toBe(3);
  for (const { code, address } of papers) {
    expect(code).toMatch(/^[0-9a-f]{32}$/);
    expect(address).toBe(`https://rasd.example.org/verify/${code}`);
  }
  const issues = await Promise.all([0, 1, 2, 0, 1, 2].map((index) => issuePaper(index)));
  expect(new Set(issues.map(({ number }) => number)).size).toBe(6);
});

describe('the address on a paper', () => {
  const addressOf = async (config: Partial<Config>, host: string) => {
    const { PUBLIC_URL, HOST } = server.config;
    Object.assign(server.config, { PUBLIC_URL: undefined, ...config });
    try {
      const body = { batchName: sheet.batchName, studentId: String(sheet.students[0]?.student_id) };
      const { body: issue } = await server.call<Issue>('POST', '/papers/issue', {
        as: 'admin',
        body,
        headers: { host },
      });
      return issue.address.replace(`/verify/${issue.code}`, '');
    } finally {
      Object.assign(server.config, { PUBLIC_URL, HOST });
    }
  };
  const onAllAddresses = { HOST: '0.0.0.0', PORT: 8080 };

  test('the address on a paper is the configured one, for any host of the request', async () => {
    const environment = { PUBLIC_URL: 'https://rasd.example.org', HOST: '0.0.0.0' };
    expect(await addressOf(environment, 'evil.example.com')).toBe('https://rasd.example.org');
    expect(await addressOf({ HOST: '192.0.2.7', PORT: 8080 }, 'evil.example.com')).toBe(
      'http://192.0.2.7:8080',
    );
    expect(await addressOf({ HOST: '2001:db8::7', PORT: 8080 }, 'evil.example.com')).toBe(
      'http://[2001:db8::7]:8080',
    );
  });

  test.each(['192.0.2.7:8080', 'rasd.school.example', '[2001:db8::7]:8080'])(
    'the address on a paper comes from the request if the server listens on all addresses: %s',
    async (host) => {
      for (const HOST of ['0.0.0.0', '::'])
        expect(await addressOf({ ...onAllAddresses, HOST }, host)).toBe(`http://${host}`);
    },
  );

  test.each(['0.0.0.0:8080', '[::]:8080', 'localhost:8080', '127.0.0.1', 'a/b', 'x?y', 'a@b', 'a"b', ''])(
    'the address is the host name of the computer if other computers cannot open the host of the request: %s',
    async (host) => {
      expect(await addressOf(onAllAddresses, host)).toBe(`http://${hostname()}:8080`);
    },
  );
});

describe('the verification of a paper', () => {
  test('the verification needs no account and shows the contents of the paper, with a mostly hidden national id', async () => {
    const { code, number } = await issuePaper(0);
    const { status, body, text } = await check(code.toUpperCase());
    expect(status).toBe(200);
    const student = sheet.students[0];
    expect(body).toMatchObject({
      state: 'valid',
      number,
      issuedOn: '2026-11-20',
      withdrawnOn: null,
      content: {
        studentName: student?.full_name,
        studentId: student?.student_id,
        batchName: sheet.batchName,
        rows: [{ subjectName: sheet.subjectName, total: 90, max: 100, grade: 'أ' }],
        levelGPA: 4.75,
        cumulativeGPA: 4.75,
      },
    });
    const nationalId = String(student?.national_id);
    expect(body.content?.nationalId).toBe(`••••••${nationalId.slice(-4)}`);
    for (const hidden of [nationalId, code, 'phone', 'email', 'user_name'])
      expect(text).not.toContain(hidden);
  });

  test('the verification answers that the record has changed, and is positive again once the old mark returns', async () => {
    const { code } = await issuePaper(0);
    expect(await stateOf(code)).toBe('valid');
    await mark(0, 45);
    expect(await check(code)).toMatchObject({
      body: { state: 'altered', content: { rows: [{ total: 90 }] } },
    });
    await mark(0, 40);
    expect(await stateOf(code)).toBe('valid');
    // A new name of the batch does not change the result.
    const body = { batch_name: `${sheet.batchName} (ب)` };
    await server.call('PUT', `/batches/${sheet.batchId}`, { as: 'admin', body });
    expect(await check(code)).toMatchObject({
      body: { state: 'valid', content: { batchName: sheet.batchName } },
    });
    await server.call('PUT', `/batches/${sheet.batchId}`, {
      as: 'admin',
      body: { batch_name: sheet.batchName },
    });
  });

  test('the verification of a paper without maxima, which were added later, is positive', async () => {
    const { code } = await issuePaper(0);
    const { content } = await server.data.read
      .selectFrom('issued_papers')
      .select('content')
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    const older = JSON.parse(content) as IssuedContent;
    for (const row of older.rows) delete row.max;
    await server.data.writeUnlogged((trx) =>
      trx
        .updateTable('issued_papers')
        .set({ content: JSON.stringify(older) })
        .where('code', '=', code)
        .execute(),
    );
    const { body } = await check(code);
    expect(body).toMatchObject({ state: 'valid', content: { rows: [{ total: 90 }] } });
    expect(body.content?.rows[0]).not.toHaveProperty('max');
  });

  test('the verification finds the paper of a deleted student, and answers that the record was deleted', async () => {
    const { code } = await issuePaper(2);
    await server.call('DELETE', `/students/${sheet.students[2]?.id}`, { as: 'admin' });
    expect(await check(code)).toMatchObject({
      status: 200,
      body: { state: 'gone', content: null },
    });
  });

  test('the verification reveals nothing for an unknown code, nor for an invalid one', async () => {
    for (const code of ['0'.repeat(32), 'abc', `${'0'.repeat(31)}g`, '%20'])
      expect((await check(code)).status).toBe(404);
  });

  test('the verification is refused after sixty checks within a minute, and possible again after it', async () => {
    const { code } = await issuePaper(1);
    const statuses = [];
    for (let time = 0; time < 61; time += 1) statuses.push((await check(code)).status);
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
    const refusal = await check(code);
    expect([statuses[60], refusal.status]).toEqual([429, 429]);
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
    clock.set(new Date(clock.now().getTime() + 61_000).toISOString());
    expect((await check(code)).status).toBe(200);
  });
});

describe('the withdrawal of a paper', () => {
  test('the withdrawal is possible once, for admins, with a reason that is not public', async () => {
    const { code, number } = await issuePaper(1);
    const id = await idOf(code);
    expect((await withdraw(id, 'x', 'teacher')).status).toBe(403);
    expect((await withdraw(id, '  ')).status).toBe(422);
    expect((await withdraw(id, 'صدرت بالخطأ')).status).toBe(200);
    const { body, text } = await check(code);
    expect(body).toMatchObject({ state: 'withdrawn', number, withdrawnOn: '2026-11-20' });
    expect(text).not.toContain('صدرت بالخطأ');
    expect((await listPapers('admin')).find((paper) => paper.id === id)).toMatchObject({
      withdrawn_reason: 'صدرت بالخطأ',
      withdrawn_at: clock.now().toISOString(),
    });
    expect(await withdraw(id, 'مرة أخرى')).toMatchObject({
      status: 422,
      body: { error: 'سبق إلغاء هذه الوثيقة' },
    });
    expect((await withdraw(2_000_000, 'x')).status).toBe(404);
  });

  test('papers are found by number, student and batch; a teacher sees only his own papers', async () => {
    const own = await issuePaper(1, 'teacher');
    expect((await listPapers('teacher')).map(({ code }) => code)).toEqual([own.code]);
    expect(await listPapers('teacher2')).toEqual([]);
    for (const q of [own.number, String(sheet.students[1]?.student_id), sheet.batchName])
      expect((await listPapers('admin', q)).map(({ code }) => code)).toContain(own.code);
    expect(await listPapers('admin', 'لا يوجد')).toEqual([]);
  });

  test('papers are sorted by each column in both directions, and filtered by state, batch, user and days', async () => {
    const list = async (query: Record<string, unknown>, as: 'admin' | 'teacher' = 'admin') => {
      const answer = await server.call<IssuedPaper[]>('GET', '/papers/issued', { as, query });
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    };
    for (const key of issuedSorts) {
      const ascending = await list({ sort: [key, 'ASC'] });
      const values = ascending.map((paper) => paper[key] ?? '');
      expect(values, key).toEqual(values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
      expect(await list({ sort: [key, 'DESC'] }), key).toEqual(ascending.toReversed());
    }
    const all = await list({});
    const withdrawn = await list({ filter: { is_withdrawn: true } });
    expect(withdrawn.map(({ withdrawn_reason }) => withdrawn_reason)).toEqual(['صدرت بالخطأ']);
    expect(await list({ filter: { is_withdrawn: false } })).toHaveLength(all.length - 1);
    expect(await list({ filter: { batch_name: sheet.batchName } })).toHaveLength(all.length);
    expect(await list({ filter: { batch_name: 'لا توجد' } })).toEqual([]);
    expect(await list({ filter: { start_date: '2000-01-01', end_date: '2100-01-01' } })).toEqual(all);
    expect(await list({ filter: { end_date: '2000-01-01' } })).toEqual([]);
    const own = await list({}, 'teacher');
    const { id } = (await server.call<{ id: number }>('GET', '/auth/me', { as: 'teacher' })).body;
    expect(own.length).toBeGreaterThan(0);
    expect(await list({ filter: { user_id: id } })).toEqual(own);
    expect(await list({ filter: { user_id: id } }, 'teacher')).toEqual(own);
    const { id: admin } = (await server.call<{ id: number }>('GET', '/auth/me', { as: 'admin' })).body;
    expect(await list({ filter: { user_id: admin } }, 'teacher')).toEqual([]);
  });
});

test('the numbers of papers restart each year', async () => {
  clock.set('2027-01-01T09:00:00Z');
  const body = { batchName: sheet.batchName, studentId: String(sheet.students[0]?.student_id) };
  const as = { token: await server.signIn('admin') };
  const answer = await server.call<Issue>('POST', '/papers/issue', { as, body });
  expect(answer.body.number).toBe('2027-000001');
});
