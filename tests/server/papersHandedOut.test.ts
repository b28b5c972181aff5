import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { BatchWork, IssuedPaper, Verified } from '../../contract/papers';
import { createApp } from '../../server/app';
import type { Data } from '../../server/db/engine/connection';
import { requireTypesetter } from '../../server/reports/papers/typesetter';
import { startTestApp, type TestApp } from '../support/app';
import { isAlive } from '../support/alive';
import { breath } from '../support/breath';
import { startProgram } from '../support/childProcess';
import { clockAt } from '../support/clock';
import { isPostgres, newDatabase } from '../support/database';
import { newSheet, type Sheet } from '../support/sheet';
import { temporaryFolder } from '../support/temporaryFolder';

/*
 * The typesetter is stopped in the midst of a file, so that each test is half-way for as long as it needs, however
 * quick the machine is.
 */
const folder = temporaryFolder();
const clock = clockAt('2026-11-20T09:00:00Z');
const notHandedOut = 'لم يكتمل إعداد هذه الوثيقة أو لم تُسلَّم لأحد';
let address: { url: string; discard: () => Promise<void> };
let server: TestApp;
let sheet: Sheet;
/** The same server with a log that can be read. */
let logging: FastifyInstance;
let log = '';
beforeAll(async () => {
  address = isPostgres
    ? await newDatabase()
    : { url: `sqlite:${join(folder, 'papers.db')}`, discard: async () => undefined };
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
beforeEach(breath);

/** Signals to processes of this file; the last one lets what stands go on. */
let stopped: number | undefined;
async function stopTypesetter(): Promise<number> {
  const { pid = 0 } = await requireTypesetter();
  process.kill(pid, 'SIGSTOP');
  stopped = pid;
  return pid;
}
function goOn(): void {
  if (stopped !== undefined) process.kill(stopped, 'SIGCONT');
  stopped = undefined;
}
afterEach(goOn);

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await breath();
}

const papers = async () =>
  (await server.call<IssuedPaper[]>('GET', '/papers/issued', { as: 'admin' })).body.filter(
    ({ batch_name }) => batch_name === sheet.batchName,
  );
const count = async () => (await papers()).length;
const newest = async (some: number) => (await papers()).slice(0, some);
const stateOf = async ({ code }: IssuedPaper) =>
  (await server.call<Verified>('GET', `/verify/${code}`)).body.state;

const start = () =>
  server.call<BatchWork>('POST', '/papers/batches', {
    as: 'admin',
    body: { batchName: sheet.batchName, form: 'zip' },
  });
const work = (id: string) => server.call<BatchWork>('GET', `/papers/batches/${id}`, { as: 'admin' });
const fileOf = (id: string) => server.call('GET', `/papers/batches/${id}/file`, { as: 'admin' });

/** Begins a batch that comes as far as its numbers, and no further. */
async function halfWay(): Promise<string> {
  const before = await count();
  await stopTypesetter();
  const { status, body, text } = await start();
  expect(status, text).toBe(201);
  await until(async () => (await count()) === before + 3);
  expect((await work(body.id)).body).toMatchObject({ state: 'running', total: 3 });
  return body.id;
}

async function expectNobodyHas(): Promise<void> {
  const three = await newest(3);
  for (const paper of three) {
    expect(paper).toMatchObject({ withdrawn_reason: notHandedOut });
    expect(await stateOf(paper)).toBe('withdrawn');
  }
}

/** The positive control of every test here: the next batch is whole, and holds once its file is handed out. */
async function expectNextIsWhole(): Promise<void> {
  const { status, body, text } = await start();
  expect(status, text).toBe(201);
  await until(async () => (await work(body.id)).body.state !== 'running');
  expect((await work(body.id)).body).toMatchObject({ state: 'ready', done: 3, total: 3 });
  await expectNobodyHas();
  // Twice: a download that broke off can be begun again.
  for (let time = 0; time < 2; time += 1) expect((await fileOf(body.id)).status).toBe(200);
  for (const paper of await newest(3)) {
    expect(paper).toMatchObject({ withdrawn_at: null, withdrawn_by: null, withdrawn_reason: null });
    expect(await stateOf(paper)).toBe('valid');
  }
  // Who checks is slowed down after sixty times.
  clock.set(new Date(clock.now().getTime() + 61_000).toISOString());
}

test('a batch that is cancelled half-way leaves no paper that holds', async () => {
  const id = await halfWay();
  expect((await server.call('DELETE', `/papers/batches/${id}`, { as: 'admin' })).status).toBe(200);
  goOn();
  await expectNobodyHas();
  await expectNextIsWhole();
  expect((await work(id)).status).toBe(404);
});

test('a batch that nobody asks about is given up, and one that is asked about is not', async () => {
  const id = await halfWay();
  const later = (seconds: number) =>
    clock.set(new Date(clock.now().getTime() + seconds * 1_000).toISOString());
  later(29);
  expect((await work(id)).body.state).toBe('running');
  later(29);
  expect((await work(id)).body.state).toBe('running');
  later(30);
  expect((await work(id)).status).toBe(404);
  expect((await fileOf(id)).status).toBe(404);
  goOn();
  await expectNobodyHas();
  // Nor does it keep its person from another one.
  await expectNextIsWhole();
});

test('a file that nobody fetches is thrown away, and its papers do not hold', async () => {
  const { body } = await start();
  await until(async () => (await work(body.id)).body.state === 'ready');
  clock.set(new Date(clock.now().getTime() + 30_000).toISOString());
  expect((await fileOf(body.id)).status).toBe(404);
  await expectNobodyHas();
  await expectNextIsWhole();
});

test('a typesetter that dies half-way fails the batch, says why in the log, and is started again', async () => {
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
  const { id } = started.json<BatchWork>();
  await until(async () => (await count()) === before + 3);
  process.kill(stopped ?? 0, 'SIGKILL');
  stopped = undefined;
  await until(async () => (await work(id)).body.state !== 'running');
  expect((await work(id)).body).toMatchObject({ state: 'failed', done: 0 });
  expect((await fileOf(id)).status).toBe(422);
  expect(log).toContain('transcripts of a batch');
  expect(log).toContain('the typesetter: ended with SIGKILL');
  await expectNobodyHas();
  await expectNextIsWhole();
});

test('a single paper that fails is answered with a sentence, the log says why, and its number does not hold', async () => {
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
  await until(async () => (await count()) === before + 1);
  process.kill(stopped ?? 0, 'SIGKILL');
  stopped = undefined;
  const { statusCode, payload } = await answer;
  expect([statusCode, JSON.parse(payload)]).toEqual([
    500,
    { error: 'تعذر إعداد ملف PDF، ويمكن طباعة التقرير من المتصفح', code: 'INTERNAL' },
  ]);
  expect(log).toContain('the typesetter: ended with SIGKILL');
  const [failed] = await newest(1);
  expect(failed).toMatchObject({ withdrawn_reason: notHandedOut });

  log = '';
  const next = await transcript();
  expect([next.statusCode, next.headers['content-type']]).toEqual([200, 'application/pdf']);
  const [whole] = await newest(1);
  expect(whole).toMatchObject({ withdrawn_at: null });
  expect(whole?.id).not.toBe(failed?.id);
  expect(log).toBe('');
});

test('a server that is killed half-way leaves no paper that holds, and no typesetter behind', async () => {
  const program = startProgram('tests/support/papersProcess.ts', [address.url, clock.now().toISOString()]);
  onTestFinished(() => void program.process.kill('SIGKILL'));
  const [, typesetter, url] = await program.printed(/typesetter (\d+) of (\S+)/);
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
  await until(async () => (await count()) === before + 3);
  program.process.kill('SIGKILL');
  await program.ended;
  goOn();
  await until(async () => !isAlive(pid));
  // Another server on the same database, as after a restart.
  await expectNobodyHas();
  await expectNextIsWhole();
  const numbers = (await papers()).map(({ number }) => Number(number.slice('2026-'.length)));
  expect(numbers).toEqual(numbers.map((_, place) => numbers.length - place));
});

test('a typesetter does not go on with a paper when its server has ended', async () => {
  const program = startProgram('tests/support/papersProcess.ts', [address.url, clock.now().toISOString()]);
  onTestFinished(() => void program.process.kill('SIGKILL'));
  const [, typesetter] = await program.printed(/typesetter (\d+) of/);
  const pid = Number(typesetter);
  // In the midst of a paper it does not see that nobody listens any more.
  process.kill(pid, 'SIGSTOP');
  stopped = pid;
  program.process.kill('SIGTERM');
  expect(await program.ended).toEqual({ code: 0, signal: null });
  await until(async () => !isAlive(pid));
  stopped = undefined;
});

describe('a batch that is being numbered', () => {
  /** The same server, whose numbering waits; the clock stands, so that these calls write nothing else. */
  async function held() {
    let waiting = 0;
    let goOnNumbering: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (goOnNumbering = resolve));
    const data: Data = {
      ...server.data,
      writeUnlogged: async (run) => {
        waiting += 1;
        await gate;
        return server.data.writeUnlogged(run);
      },
      get outside() {
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
      return answer.json<BatchWork>().id;
    };
    const first = await begin();
    await until(async () => waiting === 1);
    return { first, begin, goOnNumbering };
  }

  async function expectWholeAndOnly(id: string, before: number): Promise<void> {
    await until(async () => (await work(id)).body.state !== 'running');
    expect((await work(id)).body.state).toBe('ready');
    expect(await count()).toBe(before + 3);
    expect((await fileOf(id)).status).toBe(200);
    for (const paper of await newest(3)) expect(await stateOf(paper)).toBe('valid');
  }

  test('issues its numbers; begun again and again meanwhile, only the last one does', async () => {
    for (const times of [0, 7]) {
      const before = await count();
      const { first, begin, goOnNumbering } = await held();
      const ids = [first];
      for (let time = 0; time < times; time += 1) ids.push(await begin());
      goOnNumbering();
      await expectWholeAndOnly(ids.pop() ?? '', before);
      for (const id of ids) expect((await work(id)).status).toBe(404);
    }
  });

  test('issues none once it is cancelled', async () => {
    const before = await count();
    const { first, goOnNumbering } = await held();
    expect((await server.call('DELETE', `/papers/batches/${first}`, { as: 'admin' })).status).toBe(200);
    goOnNumbering();
    // Of one person the next begins when this one has come to its end.
    const { body } = await start();
    await expectWholeAndOnly(body.id, before);
  });
});
