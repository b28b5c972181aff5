import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Issue, Verified } from '../../contract/papers';
import type { StudentReport } from '../../contract/studentReport';
import { dailyRecordType } from '../../contract/vocabulary';
import { startTestApp, type TestApp } from '../support/app';
import { breath } from '../support/breath';
import { clockAt } from '../support/clock';
import { linesOf } from '../support/pdfText';
import { newSheet, type Sheet } from '../support/sheet';

const clock = clockAt('2026-11-20T09:00:00Z');
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({
    now: clock.now,
    today: '2026-11-20',
    config: { PUBLIC_URL: 'https://rasd.example.org' },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  await breath();
  // So that the limit of one test is not that of the next.
  clock.set(new Date(clock.now().getTime() + 61_000).toISOString());
});

async function issued(sheet: Sheet, place = 0): Promise<Issue> {
  const body = { batchName: sheet.batchName, studentId: String(sheet.students[place]?.student_id) };
  const answer = await server.call<Issue>('POST', '/papers/issue', { as: 'admin', body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function pdf(body: object, as = 'admin') {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/papers',
    headers: { authorization: `Bearer ${await server.signIn(as)}` },
    payload: body,
  });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  const { pages, lines } = await linesOf(new Uint8Array(answer.rawPayload));
  return { pages, text: lines.flatMap(({ items }) => items).join(' ') };
}

describe("a student's address and phone", () => {
  test('are not in the report or the paper that a teacher reads, and are in those of the student and the admin', async () => {
    const [email, phone] = ['hidden@example.org', '0551234567'];
    const account = await server.data.read
      .selectFrom('users')
      .select(['id', 'student_row_id'])
      .where('username', '=', 'student')
      .executeTakeFirstOrThrow();
    const changed = await server.call('PUT', `/students/${account.student_row_id}`, {
      as: 'admin',
      body: { email, phone },
    });
    expect(changed.status, changed.text).toBe(200);
    const read = async (as: 'admin' | 'teacher' | 'student') => {
      const answer = await server.call<StudentReport>('GET', `/reports/student/${account.id}`, { as });
      const paper = await pdf({ type: 'own', userId: account.id }, as);
      return { status: answer.status, info: answer.body.student_info, text: answer.text, paper: paper.text };
    };
    for (const as of ['admin', 'student'] as const) {
      const { info, paper } = await read(as);
      expect(info).toMatchObject({ email, phone });
      expect(paper).toContain(email);
      expect(paper).toContain(phone);
    }
    const { status, info, text, paper } = await read('teacher');
    expect(status).toBe(200);
    expect(info).toMatchObject({ email: null, phone: null });
    for (const hidden of [email, phone]) {
      expect(text).not.toContain(hidden);
      expect(paper).not.toContain(hidden);
    }
  });
});

describe('a paper that no longer vouches for anybody says nothing of anybody', () => {
  let sheet: Sheet;
  beforeAll(async () => {
    sheet = await newSheet(server, 3);
  });
  const check = (code: string) => server.call<Verified>('GET', `/verify/${code}`);
  /** @returns what the answer still says, as text */
  async function hides(code: string, state: Verified['state'], place: number, of = sheet): Promise<void> {
    const { status, body, text } = await check(code);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state, content: null });
    const student = of.students[place];
    for (const hidden of [student?.full_name, student?.student_id, of.batchName, of.subjectName, '••'])
      expect(text).not.toContain(hidden);
  }

  test('after it is withdrawn', async () => {
    const { code, number } = await issued(sheet, 0);
    expect((await check(code)).body).toMatchObject({
      state: 'valid',
      number,
      content: { studentName: sheet.students[0]?.full_name },
    });
    const paper = await server.data.read
      .selectFrom('issued_papers')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    const withdrawn = await server.call('POST', `/papers/issued/${paper.id}/withdraw`, {
      as: 'admin',
      body: { reason: 'صدرت بالخطأ' },
    });
    expect(withdrawn.status).toBe(200);
    await hides(code, 'withdrawn', 0);
  });

  test('after the student is deleted, and again speaks for one who is restored', async () => {
    const { code } = await issued(sheet, 1);
    const session = { 'x-session-id': 'papers' };
    await server.call('DELETE', `/students/${sheet.students[1]?.id}`, { as: 'admin', headers: session });
    await hides(code, 'gone', 1);
    const undone = await server.call<{ operations: { id: number }[] }>('GET', '/undo/session-operations', {
      as: 'admin',
      headers: session,
    });
    const restored = await server.call('POST', `/undo/${undone.body.operations[0]?.id}`, {
      as: 'admin',
      headers: session,
    });
    expect(restored.status, restored.text).toBe(200);
    expect((await check(code)).body.content?.studentName).toBe(sheet.students[1]?.full_name);
  });

  test('after the batch is deleted with its students', async () => {
    const other = await newSheet(server, 1);
    const { code } = await issued(other, 0);
    const deleted = await server.call('DELETE', `/batches/${other.batchId}`, { as: 'admin' });
    expect(deleted.status, deleted.text).toBe(200);
    await hides(code, 'gone', 0, other);
  });
});

describe('a paper is set whatever stands in a cell', () => {
  test.each([
    ['six hundred words with lam-alef', 'لا '.repeat(600), 1],
    ['one word of them', 'لا'.repeat(900), 1],
    ['them among other words', 'لا إله '.repeat(250), 1],
    ['a line for each', 'لا\n'.repeat(600), 9],
  ])('%s', async (_what, text, pages) => {
    const sheet = await newSheet(server, 1, dailyRecordType);
    const named = { batchName: sheet.batchName, subjectCode: sheet.subjectCode };
    const studentId = String(sheet.students[0]?.student_id);
    const saved = await server.call('POST', '/daily-records/save', {
      as: 'admin',
      body: {
        ...named,
        recordDate: '2026-11-19',
        records: [{ studentId, recordContent: text.trim(), teacherNotes: 'تم' }],
      },
    });
    expect(saved.status, saved.text).toBe(200);
    const paper = await pdf({ type: 'daily_log', ...named, studentId });
    // A reader of PDFs takes few of the ligatures; what stands beside and behind them is whole.
    expect(paper.text).toContain('تم');
    expect(paper.text.trim().endsWith(`صفحة ${paper.pages} من ${paper.pages}`)).toBe(true);
    expect(paper.pages).toBeGreaterThanOrEqual(pages);
  });
});

describe('a paper is checked by its number and the beginning of its code', () => {
  let issue: Issue;
  let other: Issue;
  beforeAll(async () => {
    const sheet = await newSheet(server, 2);
    [issue, other] = [await issued(sheet, 0), await issued(sheet, 1)];
  });
  const ask = (number: string, check: string) =>
    server.call<Verified>('GET', `/verify/${encodeURIComponent(number)}/${encodeURIComponent(check)}`);

  test('however both are typed', async () => {
    const { number, code } = issue;
    const check = code.slice(0, 10);
    const byCode = await server.call<Verified>('GET', `/verify/${code}`);
    const arabic = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '');
    for (const [typedNumber, typedCheck] of [
      [number, check],
      [arabic(number), arabic(check.toUpperCase())],
      [number.replace('-', ''), `${check.slice(0, 5)}-${check.slice(5)}`],
      [` ${number.replace('-', ' – ')} `, check.match(/../g)?.join(' ') ?? ''],
    ] as const)
      expect((await ask(typedNumber, typedCheck)).text).toBe(byCode.text);
    expect(byCode.body.number).toBe(number);
  });

  test('and one of the two alone tells nothing: every wrong answer has the same bytes', async () => {
    const { number, code } = issue;
    const check = code.slice(0, 10);
    const wrong = `${check.slice(0, 9)}${check.endsWith('0') ? '1' : '0'}`;
    expect((await ask(number, check)).status).toBe(200);
    const answers = [
      await ask(number, wrong),
      await ask(number, other.code.slice(0, 10)),
      await ask(other.number, check),
      await ask('2026-999999', check),
      await ask('1999-000001', wrong),
      await ask(number, '0000000000'),
      await ask(number, code),
      await ask(number, check.slice(0, 9)),
      await ask(number, ''),
      await ask(number, '%'),
      await ask('x'.repeat(500), check),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const headers = answers.map(({ headers: all }) => Object.keys(all).toSorted().join());
    expect(new Set(headers).size).toBe(1);
  });

  test('and whoever guesses is slowed down after ten guesses a minute, right ones too', async () => {
    const { number, code } = issue;
    const guess = async (check: string) => (await ask(number, check)).status;
    server.config.CALL_LIMITS = 1;
    try {
      const statuses = [];
      for (let time = 0; time < 10; time += 1) statuses.push(await guess('0123456789'));
      expect(statuses).toEqual(statuses.map(() => 404));
      expect(await guess('0123456789')).toBe(429);
      expect(await guess(code.slice(0, 10))).toBe(429);
      clock.set(new Date(clock.now().getTime() + 61_000).toISOString());
      expect(await guess(code.slice(0, 10))).toBe(200);
    } finally {
      server.config.CALL_LIMITS = 10_000;
    }
  });
});
