import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { BatchJob, Issue, Verification } from '../../contract/reports/papers';
import type { StudentReport } from '../../contract/reports/studentReport';
import { dailyRecordType, type Role } from '../../contract/vocabulary';
import { paperTurns } from '../../server/reports/papers/typesetter';
import { TurnQueue } from '../../server/turnQueue';
import { isAlive } from '../support/alive';
import { newFilledDatabase, startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop } from '../support/eventLoop';
import { startProgram } from '../support/childProcess';
import { clockAt } from '../support/clock';
import { readPdfLines } from '../support/pdfText';
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
  await yieldToEventLoop();
  // Resets the limit of the previous test.
  clock.set(new Date(clock.now().getTime() + 61_000).toISOString());
});

async function issuePaper(sheet: Sheet, index = 0): Promise<Issue> {
  const body = { batchName: sheet.batchName, studentId: String(sheet.students[index]?.student_id) };
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
  const { pages, lines } = await readPdfLines(new Uint8Array(answer.rawPayload));
  return { pages, text: lines.flatMap(({ items }) => items).join(' ') };
}

describe("a student's address and phone", () => {
  test('the report and the paper of a teacher have no address or phone; those of the student and the admin have them', async () => {
    const [email, phone] = ['hidden@example.org', '0551234567'];
    const account = await server.data.read
      .selectFrom('users')
      .select(['id', 'student_row_id'])
      .where('username', '=', 'student')
      .executeTakeFirstOrThrow();
    const changeResponse = await server.call('PUT', `/students/${account.student_row_id}`, {
      as: 'admin',
      body: { email, phone },
    });
    expect(changeResponse.status, changeResponse.text).toBe(200);
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

describe('the check of an invalid paper', () => {
  let sheet: Sheet;
  beforeAll(async () => {
    sheet = await newSheet(server, 3);
  });
  const check = (code: string) => server.call<Verification>('GET', `/verify/${code}`);
  /** @returns the remaining text of the answer */
  async function expectHidden(
    code: string,
    state: Verification['state'],
    index: number,
    of = sheet,
  ): Promise<void> {
    const { status, body, text } = await check(code);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state, content: null });
    const student = of.students[index];
    for (const hidden of [student?.full_name, student?.student_id, of.batchName, of.subjectName, '••'])
      expect(text).not.toContain(hidden);
  }

  test('the check of a withdrawn paper shows no data of the student', async () => {
    const { code, number } = await issuePaper(sheet, 0);
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
    await expectHidden(code, 'withdrawn', 0);
  });

  test('the check shows no data of a deleted student; after a restore the paper is valid again', async () => {
    const { code } = await issuePaper(sheet, 1);
    const session = { 'x-session-id': 'papers' };
    await server.call('DELETE', `/students/${sheet.students[1]?.id}`, { as: 'admin', headers: session });
    await expectHidden(code, 'gone', 1);
    const undone = await server.call<{ operations: { id: number }[] }>('GET', '/undo/session-operations', {
      as: 'admin',
      headers: session,
    });
    const restoreResponse = await server.call('POST', `/undo/${undone.body.operations[0]?.id}`, {
      as: 'admin',
      headers: session,
    });
    expect(restoreResponse.status, restoreResponse.text).toBe(200);
    expect((await check(code)).body.content?.studentName).toBe(sheet.students[1]?.full_name);
  });

  test('the check shows no data after the batch is deleted with its students', async () => {
    const other = await newSheet(server, 1);
    const { code } = await issuePaper(other, 0);
    const deleteResponse = await server.call('DELETE', `/batches/${other.batchId}`, { as: 'admin' });
    expect(deleteResponse.status, deleteResponse.text).toBe(200);
    await expectHidden(code, 'gone', 0, other);
  });
});

describe('a paper with any text in a cell', () => {
  test.each([
    ['six hundred words with lam-alef', 'لا '.repeat(600), 1],
    ['one word of 900 lam-alef', 'لا'.repeat(900), 1],
    ['lam-alef among other words', 'لا إله '.repeat(250), 1],
    ['a line for each lam-alef', 'لا\n'.repeat(600), 9],
  ])('a paper with %s is typeset', async (_what, text, pages) => {
    const sheet = await newSheet(server, 1, dailyRecordType);
    const sheetParams = { batchName: sheet.batchName, subjectCode: sheet.subjectCode };
    const studentId = String(sheet.students[0]?.student_id);
    const saved = await server.call('POST', '/daily-records/save', {
      as: 'admin',
      body: {
        ...sheetParams,
        recordDate: '2026-11-19',
        records: [{ studentId, recordContent: text.trim(), teacherNotes: 'تم' }],
      },
    });
    expect(saved.status, saved.text).toBe(200);
    const paper = await pdf({ type: 'daily_log', ...sheetParams, studentId });
    // The PDF reader misses most ligatures; the text before and after a ligature is complete.
    expect(paper.text).toContain('تم');
    expect(paper.text.trim().endsWith(`صفحة ${paper.pages} من ${paper.pages}`)).toBe(true);
    expect(paper.pages).toBeGreaterThanOrEqual(pages);
  });
});

describe('the verification of a paper', () => {
  let issue: Issue;
  let other: Issue;
  beforeAll(async () => {
    const sheet = await newSheet(server, 2);
    [issue, other] = [await issuePaper(sheet, 0), await issuePaper(sheet, 1)];
  });
  const verifyPaper = (number: string, check: string) =>
    server.call<Verification>('GET', `/verify/${encodeURIComponent(number)}/${encodeURIComponent(check)}`);

  test('a paper is verified by its number and the beginning of its code, in any notation', async () => {
    const { number, code } = issue;
    const check = code.slice(0, 10);
    const byCode = await server.call<Verification>('GET', `/verify/${code}`);
    const arabic = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '');
    for (const [typedNumber, typedCheck] of [
      [number, check],
      [arabic(number), arabic(check.toUpperCase())],
      [number.replace('-', ''), `${check.slice(0, 5)}-${check.slice(5)}`],
      [` ${number.replace('-', ' – ')} `, check.match(/../g)?.join(' ') ?? ''],
    ] as const)
      expect((await verifyPaper(typedNumber, typedCheck)).text).toBe(byCode.text);
    expect(byCode.body.number).toBe(number);
  });

  test('a paper is verified only by number and code together: all negative responses have the same bytes', async () => {
    const { number, code } = issue;
    const check = code.slice(0, 10);
    const wrongCheck = `${check.slice(0, 9)}${check.endsWith('0') ? '1' : '0'}`;
    expect((await verifyPaper(number, check)).status).toBe(200);
    const answers = [
      await verifyPaper(number, wrongCheck),
      await verifyPaper(number, other.code.slice(0, 10)),
      await verifyPaper(other.number, check),
      await verifyPaper('2026-999999', check),
      await verifyPaper('1999-000001', wrongCheck),
      await verifyPaper(number, '0000000000'),
      await verifyPaper(number, code),
      await verifyPaper(number, check.slice(0, 9)),
      await verifyPaper(number, ''),
      await verifyPaper(number, '%'),
      await verifyPaper('x'.repeat(500), check),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const headers = answers.map(({ headers: all }) => Object.keys(all).toSorted().join());
    expect(new Set(headers).size).toBe(1);
  });

  test('a client has ten attempts a minute, including right ones', async () => {
    const { number, code } = issue;
    const guess = async (check: string) => (await verifyPaper(number, check)).status;
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

test('a paper of a subject of daily records has no empty columns for marks', async () => {
  for (const [type, hasMarks] of [
    [dailyRecordType, false],
    ['مادة', true],
  ] as const) {
    const sheet = await newSheet(server, 1, type);
    const { batchName, subjectCode } = sheet;
    const studentId = String(sheet.students[0]?.student_id);
    for (const body of [
      { type: 'subject_sheet', batchName, subjectCode },
      { type: 'student_subject', batchName, subjectCode, studentId },
    ]) {
      const { text } = await pdf(body);
      expect(text).toContain('الراشد');
      expect(text.includes('المشاركة'), `${type} ${body.type}`).toBe(hasMarks);
    }
  }
});

describe('the queue of papers', () => {
  /** Creates jobs that end on request, in the order of their start. */
  function newJobs() {
    const queue = new TurnQueue(paperTurns);
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const ask = (name: string, id: number, role: Role, isStep = false) =>
      queue.run(
        { id, role },
        () => {
          started.push(name);
          return new Promise<string>((end) => ends.set(name, () => end(name)));
        },
        { isStep },
      );
    const end = async (name: string) => {
      ends.get(name)?.();
      await yieldToEventLoop();
    };
    return { ask, begun: started, end };
  }

  test('the queue of papers runs one job per user at a time: staff before students, and the users in turn', async () => {
    const { ask, begun, end } = newJobs();
    const all = [
      ...[1, 2, 3].map((n) => ask(`student a${n}`, 1, 'student')),
      ask('student b1', 2, 'student'),
      ask('student c1', 3, 'student'),
      ...[1, 2].map((n) => ask(`teacher d${n}`, 4, 'teacher')),
      ask('admin e1', 5, 'admin'),
    ];
    await yieldToEventLoop();
    expect(begun).toEqual(['student a1', 'student b1']);
    for (const name of ['student a1', 'student b1', 'teacher d1', 'admin e1', 'teacher d2']) await end(name);
    expect(begun.slice(2)).toEqual(['teacher d1', 'admin e1', 'teacher d2', 'student a2', 'student c1']);
    for (const name of ['student a2', 'student c1', 'student a3']) await end(name);
    expect(await Promise.all(all)).toHaveLength(8);
  });

  test('the queue starts the next job after a failed one', async () => {
    const queue = new TurnQueue(paperTurns);
    const admin = { id: 1, role: 'admin' } as const;
    const failing = queue.run(admin, () => Promise.reject(new Error('no')));
    const next = queue.run(admin, async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });

  test('the queue refuses a user with five waiting jobs, and continues a batch; a queue full of students does not block teachers', async () => {
    const { ask, begun, end } = newJobs();
    const first = ask('1 0', 1, 'teacher');
    const queuedJobs = [1, 2, 3, 4, 5].map((n) => ask(`1 ${n}`, 1, 'teacher'));
    await expect(ask('1 6', 1, 'teacher')).rejects.toMatchObject({
      code: 'TOO_MANY',
      message: 'لديك ملفات أخرى قيد الإعداد، انتظر اكتمالها ثم اطلب غيرها',
    });
    const part = ask('part', 1, 'teacher', true);
    for (let id = 100; id < 165; id += 1) queuedJobs.push(ask(`${id}`, id, 'student'));
    await expect(ask('one more', 200, 'student')).rejects.toMatchObject({ code: 'BUSY' });
    const other = ask('2', 2, 'teacher');
    for (let index = 0; index < begun.length; index += 1) await end(begun[index] ?? '');
    expect([await first, await other, await part]).toEqual(['1 0', '2', 'part']);
    expect(begun.indexOf('2')).toBeLessThan(begun.indexOf('101'));
    expect(await Promise.all(queuedJobs)).toHaveLength(70);
  });

  test("a queue with 64 requests of one student runs a teacher's paper first, and refuses most of the requests with a message", async () => {
    const account = await server.data.read
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'student')
      .executeTakeFirstOrThrow();
    const sheet = await newSheet(server, 1);
    const [student, teacher] = [await server.signIn('student'), await server.signIn('teacher')];
    const done: string[] = [];
    const requestPaper = async (username: string, token: string, payload: object) => {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/papers',
        headers: { authorization: `Bearer ${token}` },
        payload,
      });
      if (answer.statusCode === 200) done.push(username);
      return answer;
    };
    const own = { type: 'own', userId: account.id };
    const requests = Array.from({ length: 64 }, () => requestPaper('student', student, own));
    const { batchName, subjectCode } = sheet;
    const sheetPaper = await requestPaper('teacher', teacher, {
      type: 'subject_sheet',
      batchName,
      subjectCode,
    });
    expect(sheetPaper.statusCode).toBe(200);
    const answers = await Promise.all(requests);
    const refusals = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(done.filter((username) => username === 'student').length).toBeGreaterThan(0);
    expect(done.at(-1)).toBe('student');
    expect(refusals.length).toBeGreaterThanOrEqual(50);
    for (const { statusCode, headers, json } of refusals) {
      expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([429, true]);
      expect(json<{ error: string }>().error).toBe(
        'لديك ملفات أخرى قيد الإعداد، انتظر اكتمالها ثم اطلب غيرها',
      );
    }
    expect((await requestPaper('student', student, own)).statusCode).toBe(200);
  });
});

describe('the transcripts of a batch with two servers', () => {
  let address: Awaited<ReturnType<typeof newFilledDatabase>>;
  let one: TestApp;
  beforeAll(async () => {
    address = await newFilledDatabase({ now: clock.now, today: '2026-11-20' });
    one = await startTestApp({ now: clock.now, today: '2026-11-20', url: address.url });
  });
  afterAll(async () => {
    await one.close();
    await address.discard();
  });

  /** The other server runs in a process of its own. */
  async function startOther() {
    const program = startProgram('tests/support/papersProcess.ts', [address.url, clock.now().toISOString()]);
    const [, pid, url] = await program.waitForOutput(/typesetter (\d+) of (\S+)/);
    const killOther = async () => {
      program.process.kill('SIGKILL');
      // A stopped typesetter does not notice that its server has ended.
      if (isAlive(Number(pid))) process.kill(Number(pid), 'SIGCONT');
      await program.ended;
    };
    onTestFinished(killOther);
    const headers = {
      authorization: `Bearer ${await one.signIn('admin')}`,
      'content-type': 'application/json',
    };
    const startOnOther = async (form: 'pdf' | 'zip') => {
      const body = JSON.stringify({ batchName: 'دفعة القرآن الأولى 1445', form });
      const answer = await fetch(`${url}/api/papers/batches`, { method: 'POST', headers, body });
      expect(answer.status).toBe(201);
      return ((await answer.json()) as BatchJob).id;
    };
    const closeOther = async () => {
      program.process.kill('SIGTERM');
      await program.ended;
    };
    return { startOnOther, killOther, closeOther, typesetterOfOther: Number(pid) };
  }

  const callOne = (method: string, id: string, path = '') =>
    one.call<BatchJob>(method, `/papers/batches/${id}${path}`, { as: 'admin' });

  test.each(['pdf', 'zip'] as const)('the other server answers progress and %s file', async (form) => {
    const { startOnOther } = await startOther();
    const id = await startOnOther(form);
    while ((await callOne('GET', id)).body.state === 'running') await yieldToEventLoop();
    expect((await callOne('GET', id)).body).toMatchObject({ state: 'ready' });
    const file = await one.app.inject({
      url: `/api/papers/batches/${id}/file`,
      headers: { authorization: `Bearer ${await one.signIn('admin')}` },
    });
    expect(file.statusCode).toBe(200);
    expect(file.rawPayload.subarray(0, 4).toString('latin1')).toBe({ pdf: '%PDF', zip: 'PK\x03\x04' }[form]);
    const { body: issues } = await one.call<{ withdrawn_at: string | null }[]>('GET', '/papers/issued', {
      as: 'admin',
    });
    expect(issues[0]).toMatchObject({ withdrawn_at: null });
  });

  test('the other server cancels the job, and replaces it by a new one of the same user', async () => {
    const { startOnOther, typesetterOfOther } = await startOther();
    process.kill(typesetterOfOther, 'SIGSTOP');
    const first = await startOnOther('zip');
    expect((await callOne('DELETE', first)).status).toBe(200);
    expect((await callOne('GET', first)).status).toBe(404);
    const second = await startOnOther('zip');
    const body = { batchName: 'دفعة القرآن الأولى 1445', form: 'pdf' };
    const third = await one.call<BatchJob>('POST', '/papers/batches', { as: 'admin', body });
    expect(third.status).toBe(201);
    expect((await callOne('GET', second)).status).toBe(404);
    expect((await callOne('GET', third.body.id)).status).toBe(200);
    await callOne('DELETE', third.body.id);
  });

  test('a job whose server was killed must be started again after a minute', async () => {
    const { startOnOther, killOther, typesetterOfOther } = await startOther();
    process.kill(typesetterOfOther, 'SIGSTOP');
    const id = await startOnOther('zip');
    await killOther();
    const moveClock = () => clock.set(new Date(clock.now().getTime() + 29_000).toISOString());
    for (let time = 0; time < 2; time += 1) {
      moveClock();
      expect((await callOne('GET', id)).body.state).toBe('running');
    }
    moveClock();
    const answer = await callOne('GET', id);
    expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('ابدأ إعدادها من جديد')]);
  });

  test('a server that closes ends its job at once', async () => {
    const { startOnOther, closeOther, typesetterOfOther } = await startOther();
    process.kill(typesetterOfOther, 'SIGSTOP');
    const id = await startOnOther('zip');
    expect((await callOne('GET', id)).body.state).toBe('running');
    await closeOther();
    expect((await callOne('GET', id)).body.state).toBe('failed');
  });

  test('a job is over if the clock is set back by an hour', async () => {
    const { startOnOther, typesetterOfOther } = await startOther();
    process.kill(typesetterOfOther, 'SIGSTOP');
    const id = await startOnOther('zip');
    const now = clock.now();
    expect((await callOne('GET', id)).status).toBe(200);
    clock.set(new Date(now.getTime() - 3_600_000).toISOString());
    expect((await callOne('GET', id)).status).toBe(404);
    clock.set(now.toISOString());
  });
});
