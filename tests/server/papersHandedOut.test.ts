import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { BatchJob, IssuedPaper, Verification } from '../../contract/reports/papers';
import { createApp } from '../../server/app';
import type { Data } from '../../server/db/data';
import { deleteExpiredJobs } from '../../server/reports/papers/batchJobs';
import { requireTypesetter } from '../../server/reports/papers/typesetter';
import { addAccount, setTeacherScope } from '../support/accounts';
import { newFilledDatabase, startTestApp, type TestApp } from '../support/app';
import { isAlive } from '../support/alive';
import { testActor } from '../support/heldWrite';
import { yieldToEventLoop, pause } from '../support/eventLoop';
import { startProgram } from '../support/childProcess';
import { newCircle, setMembers } from '../support/circles';
import { clockAt } from '../support/clock';
import { newSheet, type Sheet } from '../support/sheet';

/*
 * Each test stops the typesetter process in the middle of a file (SIGSTOP). The batch then stays half
 * finished as long as the test needs.
 */
const clock = clockAt('2026-11-20T09:00:00Z');
const reasonOfWithdrawal = 'لم يكتمل إعداد هذه الوثيقة أو لم تُسلَّم لأحد';
let address: { url: string; discard: () => Promise<void> };
let server: TestApp;
let sheet: Sheet;
/** The same server with a readable log. */
let logging: FastifyInstance;
let log = '';
beforeAll(async () => {
  address = await newFilledDatabase({ now: clock.now, today: '2026-11-20' });
  server = await startTestApp({ now: clock.now, today: '2026-11-20', url: address.url });
  sheet = await newSheet(server, 3);
  const logTo = new Writable({
    write: (chunk: Buffer, _encoding, next) => {
      log += chunk.toString();
      next();
    },
  });
  logging = await createApp(server.data, { ...server.config, LOG_LEVEL: 'error' }, { logTo });
});
afterAll(async () => {
  await logging.close();
  await server.close();
  await address.discard();
});
beforeEach(yieldToEventLoop);

let stopped: number | undefined;
async function stopTypesetter(): Promise<number> {
  const { pid = 0 } = await requireTypesetter();
  process.kill(pid, 'SIGSTOP');
  stopped = pid;
  return pid;
}
function resumeTypesetter(): void {
  if (stopped !== undefined) process.kill(stopped, 'SIGCONT');
  stopped = undefined;
}
afterEach(resumeTypesetter);

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause();
}

const papers = async () =>
  (await server.call<IssuedPaper[]>('GET', '/papers/issued', { as: 'admin' })).body.filter(
    ({ batch_name }) => batch_name === sheet.batchName,
  );
const count = async () => (await papers()).length;
const loadNewestPapers = async (limit: number) => (await papers()).slice(0, limit);
const stateOf = async ({ code }: IssuedPaper) =>
  (await server.call<Verification>('GET', `/verify/${code}`)).body.state;

const start = () =>
  server.call<BatchJob>('POST', '/papers/batches', {
    as: 'admin',
    body: { batchName: sheet.batchName, form: 'zip' },
  });
const work = (id: string) => server.call<BatchJob>('GET', `/papers/batches/${id}`, { as: 'admin' });
const fileOf = (id: string) => server.call('GET', `/papers/batches/${id}/file`, { as: 'admin' });

/** Starts a batch that issues its numbers and then waits for the stopped typesetter. */
async function startAndStop(): Promise<string> {
  const before = await count();
  await stopTypesetter();
  const { status, body, text } = await start();
  expect(status, text).toBe(201);
  // Reads the state like the page does: after thirty seconds without a read the batch is cancelled.
  await waitUntil(async () => {
    expect((await work(body.id)).body).toMatchObject({ state: 'running', total: 3 });
    return (await count()) === before + 3;
  });
  return body.id;
}

async function expectNewestWithdrawn(): Promise<void> {
  const newestPapers = await loadNewestPapers(3);
  for (const paper of newestPapers) {
    expect(paper).toMatchObject({ withdrawn_reason: reasonOfWithdrawal });
    expect(await stateOf(paper)).toBe('withdrawn');
  }
}

/**
 * Positive control of all tests in this file. The next batch succeeds, and its papers are valid after the
 * download.
 */
async function expectNextBatchSucceeds(): Promise<void> {
  const { status, body, text } = await start();
  expect(status, text).toBe(201);
  await waitUntil(async () => (await work(body.id)).body.state !== 'running');
  expect((await work(body.id)).body).toMatchObject({ state: 'ready', done: 3, total: 3 });
  await expectNewestWithdrawn();
  // An interrupted download can be repeated.
  for (let time = 0; time < 2; time += 1) expect((await fileOf(body.id)).status).toBe(200);
  for (const paper of await loadNewestPapers(3)) {
    expect(paper).toMatchObject({ withdrawn_at: null, withdrawn_by: null, withdrawn_reason: null });
    expect(await stateOf(paper)).toBe('valid');
  }
  // The verify call is limited to sixty per minute.
  clock.set(new Date(clock.now().getTime() + 61_000).toISOString());
}

test('a batch that is cancelled halfway leaves no valid paper', async () => {
  const id = await startAndStop();
  expect((await server.call('DELETE', `/papers/batches/${id}`, { as: 'admin' })).status).toBe(200);
  resumeTypesetter();
  await expectNewestWithdrawn();
  await expectNextBatchSucceeds();
  expect((await work(id)).status).toBe(404);
});

test('a batch is cancelled if its state is not read for thirty seconds, and continues while it is read', async () => {
  const id = await startAndStop();
  const moveClock = (seconds: number) =>
    clock.set(new Date(clock.now().getTime() + seconds * 1_000).toISOString());
  moveClock(29);
  expect((await work(id)).body.state).toBe('running');
  moveClock(29);
  expect((await work(id)).body.state).toBe('running');
  moveClock(30);
  expect((await work(id)).status).toBe(404);
  expect((await fileOf(id)).status).toBe(404);
  resumeTypesetter();
  await expectNewestWithdrawn();
  // The user can start another batch.
  await expectNextBatchSucceeds();
});

test('a file that nobody downloads is deleted, and its papers are withdrawn', async () => {
  const { body } = await start();
  await waitUntil(async () => (await work(body.id)).body.state === 'ready');
  clock.set(new Date(clock.now().getTime() + 30_000).toISOString());
  expect((await fileOf(body.id)).status).toBe(404);
  await deleteExpiredJobs(server.data);
  expect(await server.data.read.selectFrom('paper_jobs').select('id').execute()).toEqual([]);
  await expectNewestWithdrawn();
  await expectNextBatchSucceeds();
});

describe('a teacher who loses the subject', () => {
  /** Links a new teacher to the subject; `lose` removes the link. */
  async function newLinkedTeacher() {
    await setTeacherScope(server.data, 'linked');
    onTestFinished(() => setTeacherScope(server.data, 'linked_or_open'));
    const account = await addAccount(server, 'teacher');
    const link = await server.data.write(testActor, async (unit) => {
      unit.describe('update', 'subject_teachers', null, 'tests');
      return unit.insert('subject_teachers', { subject_id: sheet.subjectId, teacher_id: account.id });
    });
    const loseSubject = () =>
      server.data.write(testActor, async (unit) => {
        unit.describe('update', 'subject_teachers', null, 'tests');
        await unit.remove('subject_teachers', [link.id]);
      });
    return callsOf(account, loseSubject);
  }

  /** A teacher who sees the subject only because it has no teacher. */
  async function newOpenTeacher() {
    onTestFinished(() => setTeacherScope(server.data, 'linked_or_open'));
    return callsOf(await addAccount(server, 'teacher'), () => setTeacherScope(server.data, 'linked'));
  }

  /** The teacher of a circle with the three students; `lose` removes the first. */
  async function newCircleTeacher() {
    const account = await addAccount(server, 'teacher');
    const from = '2026-11-20';
    const circle = await newCircle(server, sheet.subjectCode, sheet.students, from, {
      teacher_id: account.id,
    });
    onTestFinished(async () => {
      await server.call('DELETE', `/circles/${circle.id}`, { as: 'admin' });
    });
    return callsOf(account, () => setMembers(server, circle.id, sheet.students.slice(1), from));
  }

  async function callsOf(account: Awaited<ReturnType<typeof addAccount>>, lose: () => Promise<void>) {
    const as = await account.signIn();
    const call = <T>(method: string, path: string, body?: object) =>
      server.call<T>(method, path, { as, ...(body && { body }) });
    return {
      begin: async () => {
        const body = { batchName: sheet.batchName, form: 'zip' };
        const started = await call<BatchJob>('POST', '/papers/batches', body);
        expect(started.status, started.text).toBe(201);
        return started.body.id;
      },
      state: async (id: string) => (await call<BatchJob>('GET', `/papers/batches/${id}`)).body.state,
      file: async (id: string) => (await call('GET', `/papers/batches/${id}/file`)).status,
      lose,
    };
  }

  test.each([
    ['unassigned', newLinkedTeacher],
    ['by a new rule of the institute', newOpenTeacher],
  ])('a teacher gets no file if he loses the subject during the job (%s)', async (_, teacherOf) => {
    const teacher = await teacherOf();
    const before = await count();
    await stopTypesetter();
    const id = await teacher.begin();
    await waitUntil(async () => (await count()) === before + 3);
    await teacher.lose();
    resumeTypesetter();
    await waitUntil(async () => (await teacher.state(id)) !== 'running');
    expect(await teacher.state(id)).toBe('failed');
    expect(await teacher.file(id)).toBe(422);
    await expectNewestWithdrawn();
  });

  test.each([
    ['of the subject', newLinkedTeacher],
    ['of one of the students', newCircleTeacher],
  ])(
    'a teacher gets no file if he loses the subject before the download (%s), but gets it before',
    async (_, teacherOf) => {
      const teacher = await teacherOf();
      const id = await teacher.begin();
      await waitUntil(async () => (await teacher.state(id)) === 'ready');
      expect(await teacher.file(id)).toBe(200);
      const secondJob = await teacher.begin();
      await waitUntil(async () => (await teacher.state(secondJob)) === 'ready');
      await teacher.lose();
      expect(await teacher.file(secondJob)).toBe(404);
      await expectNewestWithdrawn();
    },
  );
});

test('a killed typesetter fails the batch with a log entry, and a new typesetter starts', async () => {
  const token = await server.signIn('admin');
  await stopTypesetter();
  const before = await count();
  log = '';
  const started = await logging.inject({
    method: 'POST',
    url: '/api/papers/batches',
    headers: { authorization: `Bearer ${token}` },
    payload: { batchName: sheet.batchName, form: 'zip' },
  });
  const { id } = started.json<BatchJob>();
  await waitUntil(async () => (await count()) === before + 3);
  process.kill(stopped ?? 0, 'SIGKILL');
  stopped = undefined;
  await waitUntil(async () => (await work(id)).body.state !== 'running');
  expect((await work(id)).body).toMatchObject({ state: 'failed', done: 0 });
  expect((await fileOf(id)).status).toBe(422);
  expect(log).toContain('transcripts of a batch');
  expect(log).toContain('the typesetter: ended with SIGKILL');
  await expectNewestWithdrawn();
  await expectNextBatchSucceeds();
});

test('a single paper that fails answers with an Arabic message, is logged, and is withdrawn', async () => {
  const token = await server.signIn('admin');
  const transcript = () =>
    logging.inject({
      method: 'POST',
      url: '/api/papers',
      headers: { authorization: `Bearer ${token}` },
      payload: { type: 'transcript', batchName: sheet.batchName, studentId: sheet.students[0]?.student_id },
    });
  await stopTypesetter();
  const before = await count();
  log = '';
  const answer = transcript().then((response) => response);
  await waitUntil(async () => (await count()) === before + 1);
  process.kill(stopped ?? 0, 'SIGKILL');
  stopped = undefined;
  const { statusCode, payload } = await answer;
  expect([statusCode, JSON.parse(payload)]).toEqual([
    500,
    { error: 'تعذّر إعداد ملف PDF، ويمكن طباعة التقرير من المتصفح', code: 'INTERNAL' },
  ]);
  expect(log).toContain('the typesetter: ended with SIGKILL');
  const [failed] = await loadNewestPapers(1);
  expect(failed).toMatchObject({ withdrawn_reason: reasonOfWithdrawal });

  log = '';
  const next = await transcript();
  expect([next.statusCode, next.headers['content-type']]).toEqual([200, 'application/pdf']);
  const [second] = await loadNewestPapers(1);
  expect(second).toMatchObject({ withdrawn_at: null });
  expect(second?.id).not.toBe(failed?.id);
  expect(log).toBe('');
});

test('a server that is killed halfway leaves no valid paper and no typesetter process', async () => {
  const program = startProgram('tests/support/papersProcess.ts', [address.url, clock.now().toISOString()]);
  onTestFinished(() => void program.process.kill('SIGKILL'));
  const [, typesetter, url] = await program.waitForOutput(/typesetter (\d+) of (\S+)/);
  const pid = Number(typesetter);
  process.kill(pid, 'SIGSTOP');
  stopped = pid;
  const before = await count();
  const answer = await fetch(`${url}/api/papers/batches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await server.signIn('admin')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ batchName: sheet.batchName, form: 'zip' }),
  });
  expect(answer.status).toBe(201);
  await waitUntil(async () => (await count()) === before + 3);
  program.process.kill('SIGKILL');
  await program.ended;
  resumeTypesetter();
  await waitUntil(async () => !isAlive(pid));
  // Starts another server on the same database, like a restart.
  await expectNewestWithdrawn();
  await expectNextBatchSucceeds();
  const numbers = (await papers()).map(({ number }) => Number(number.slice('2026-'.length)));
  expect(numbers).toEqual(numbers.map((_, index) => numbers.length - index));
});

test('a typesetter ends with its server, even in the middle of a paper', async () => {
  const program = startProgram('tests/support/papersProcess.ts', [address.url, clock.now().toISOString()]);
  onTestFinished(() => void program.process.kill('SIGKILL'));
  const [, typesetter] = await program.waitForOutput(/typesetter (\d+) of/);
  const pid = Number(typesetter);
  // A stopped typesetter cannot notice the end of the server by itself.
  process.kill(pid, 'SIGSTOP');
  stopped = pid;
  program.process.kill('SIGTERM');
  expect(await program.ended).toEqual({ code: 0, signal: null });
  await waitUntil(async () => !isAlive(pid));
  stopped = undefined;
});

describe('a batch that is being numbered', () => {
  /**
   * The same server, but numbering waits for `resumeNumbering`. The clock stands still, so the first job
   * writes its row, and then the numbers. Later jobs of the user wait for their turn after their rows.
   */
  async function pauseNumbering() {
    let writes = 0;
    let resumeNumbering: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (resumeNumbering = resolve));
    const data: Data = {
      ...server.data,
      writeUnlogged: async (run) => {
        writes += 1;
        if (writes === 2) await gate;
        return server.data.writeUnlogged(run);
      },
      get dataOutsideCall() {
        return data;
      },
    };
    const app = await createApp(data, server.config);
    onTestFinished(() => app.close());
    const headers = { authorization: `Bearer ${await server.signIn('admin')}` };
    const begin = async () => {
      const payload = { batchName: sheet.batchName, form: 'zip' };
      const url = '/api/papers/batches';
      const answer = await app.inject({ method: 'POST', url, headers, payload });
      expect(answer.statusCode, answer.payload).toBe(201);
      return answer.json<BatchJob>().id;
    };
    const first = await begin();
    await waitUntil(async () => writes === 2);
    return { first, begin, resumeNumbering };
  }

  async function expectOnlyBatch(id: string, before: number): Promise<void> {
    await waitUntil(async () => (await work(id)).body.state !== 'running');
    expect((await work(id)).body.state).toBe('ready');
    expect(await count()).toBe(before + 3);
    expect((await fileOf(id)).status).toBe(200);
    for (const paper of await loadNewestPapers(3)) expect(await stateOf(paper)).toBe('valid');
  }

  test('the batch issues its numbers; after several restarts only the last job issues numbers', async () => {
    for (const times of [0, 7]) {
      const before = await count();
      const { first, begin, resumeNumbering } = await pauseNumbering();
      const ids = [first];
      for (let time = 0; time < times; time += 1) ids.push(await begin());
      resumeNumbering();
      await expectOnlyBatch(ids.pop() ?? '', before);
      for (const id of ids) expect((await work(id)).status).toBe(404);
    }
  });

  test('the batch issues no numbers once it is cancelled', async () => {
    const before = await count();
    const { first, resumeNumbering } = await pauseNumbering();
    expect((await server.call('DELETE', `/papers/batches/${first}`, { as: 'admin' })).status).toBe(200);
    resumeNumbering();
    // The next batch of a user starts only after this one has ended.
    const { body } = await start();
    await expectOnlyBatch(body.id, before);
  });
});
