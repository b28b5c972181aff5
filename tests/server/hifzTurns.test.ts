import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ruleMessages } from '../../contract/errors';
import { dailyRecordType } from '../../contract/vocabulary';
import { Yielder } from '../../server/db/engine/yielder';
import { computeEach, computationQueue } from '../../server/hifz/computing';
import { TurnQueue } from '../../server/turnQueue';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop, pause } from '../support/eventLoop';
import { newCircle } from '../support/circles';
import { newSheet, type Sheet } from '../support/sheet';

let server: TestApp;
let large: Sheet;
let small: Sheet;
const circles = { large: 0, small: 0 };
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date('2026-11-22T09:00:00Z') });
  large = await newSheet(server, 41, dailyRecordType);
  small = await newSheet(server, 3, dailyRecordType);
  circles.large = (await newCircle(server, large.subjectCode, large.students, '2026-11-01')).id;
  circles.small = (await newCircle(server, small.subjectCode, small.students, '2026-11-01')).id;
});
afterAll(() => server.close());

const idOf = async (username: string) => {
  const query = server.data.read.selectFrom('users').select('id').where('username', '=', username);
  return (await query.executeTakeFirstOrThrow()).id;
};

/** All calls that compute a result for each student of a circle or batch. */
const groupPaths = (batch: number, circle: number) => [
  `/circles/${circle}/tasks`,
  `/circles/${circle}/week?from=2026-11-15`,
  `/circles/${circle}/progress`,
  `/circles/${circle}/hot-spots`,
  `/hifz/batch/${batch}/map`,
  `/hifz/batch/${batch}/progress`,
];
const read = (path: string, as: 'admin' | 'teacher' = 'admin') => server.call('GET', path, { as });

/** Occupies the queue slot of a user until `release`. */
function holdTurn(id: number) {
  let release = () => {};
  const turn = computationQueue.run({ id, role: 'admin' }, () => new Promise<void>((end) => (release = end)));
  return {
    release: () => {
      release();
      return turn;
    },
  };
}

test('a call about many students waits in the queue, and a call about few students does not', async () => {
  const turn = holdTurn(await idOf('admin'));
  for (const path of groupPaths(small.batchId, circles.small))
    expect((await read(path)).status, path).toBe(200);
  const ended: string[] = [];
  const paths = groupPaths(large.batchId, circles.large).slice(0, 5);
  const runningCalls = paths.map((path) => read(path).finally(() => ended.push(path)));
  // The server answers other calls while these calls wait.
  for (let calls = 0; calls < 3; calls += 1) expect((await read('/programs', 'teacher')).status).toBe(200);
  expect(ended).toEqual([]);
  await turn.release();
  for (const { status, text } of await Promise.all(runningCalls)) expect(status, text).toBe(200);
  // The calls end one at a time, in the order of their start.
  expect(ended).toEqual(paths);
});

test.each([0, 1, 2, 3, 4, 5])('each call about a group waits in the queue: %i', async (index) => {
  const path = groupPaths(large.batchId, circles.large)[index] ?? '';
  const turn = holdTurn(await idOf('admin'));
  let isAnswered = false;
  const runningCall = read(path).finally(() => (isAnswered = true));
  expect((await read('/programs', 'teacher')).status).toBe(200);
  expect(isAnswered, path).toBe(false);
  await turn.release();
  expect((await runningCall).status, path).toBe(200);
});

test('the seventh call of one user is refused, and another user waits in the queue', async () => {
  const turn = holdTurn(await idOf('admin'));
  const map = `/hifz/batch/${large.batchId}/map`;
  const queuedCalls = Array.from({ length: 5 }, () => read(map));
  await yieldToEventLoop();
  await yieldToEventLoop();
  expect(await read(map)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '5' },
    body: { code: 'TOO_MANY', error: ruleMessages.tooManyComputations },
  });
  const teacherCall = read(map, 'teacher');
  await turn.release();
  for (const { status } of await Promise.all([...queuedCalls, teacherCall])) expect(status).toBe(200);
});

test('a computation yields to other calls between two students when its time slice is over', async () => {
  const user = { id: await idOf('admin'), role: 'admin' } as never;
  const studentRows = large.students.map(({ id, student_id, full_name }) => ({ id, student_id, full_name }));
  let [iterations, isOver] = [0, false];
  const count = () => {
    iterations += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  /**
   * Returns the event-loop iteration in which each student was computed. Each read of the clock advances it
   * by `millisecondsOfStep`.
   */
  const findIterations = async (millisecondsOfStep: number) => {
    const counts: number[] = [];
    let now = 0;
    const clock = () => (now += millisecondsOfStep);
    const call = { data: server.data, user, signal: new AbortController().signal };
    await computeEach(call, studentRows, 'all', () => counts.push(iterations), new Yielder(clock));
    return counts;
  };
  // Each step is longer than a time slice, so each iteration computes one student.
  const slow = await findIterations(11);
  expect(slow).toHaveLength(studentRows.length);
  expect(new Set(slow).size).toBe(studentRows.length);
  // Three steps exceed a time slice, so an iteration computes a few students.
  expect(new Set(await findIterations(4)).size).toBeGreaterThan(studentRows.length / 4);
  // A short computation is not interrupted.
  expect(new Set(await findIterations(0.001)).size).toBeLessThanOrEqual(2);
  isOver = true;
});

describe('a disconnected caller', () => {
  const studentRows = () =>
    large.students.map(({ id, student_id, full_name }) => ({ id, student_id, full_name }));

  test('a disconnected caller leaves the queue, and the next caller runs', async () => {
    const started: string[] = [];
    const abortController = new AbortController();
    const admin = { id: 1, role: 'admin' } as const;
    const queue = new TurnQueue({ maxRunning: 1, maxPerUser: 2, maxWaiting: 64, tooManyMessage: '' });
    let release = () => {};
    const turn = queue.run(admin, () => new Promise<void>((end) => (release = end)));
    const enqueue = (name: string, signal?: AbortSignal) =>
      queue.run(admin, async () => void started.push(name), signal && { signal });
    const leavingCall = enqueue('left', abortController.signal);
    const next = enqueue('next');
    await expect(enqueue('too many')).rejects.toMatchObject({ code: 'TOO_MANY' });
    abortController.abort(new Error('the caller has left'));
    await expect(leavingCall).rejects.toThrow('the caller has left');
    const last = enqueue('last');
    await expect(enqueue('gone', abortController.signal)).rejects.toThrow('the caller has left');
    release();
    await Promise.all([turn, next, last]);
    expect(started).toEqual(['next', 'last']);
  });

  test('a disconnected caller stops a running computation at the next student', async () => {
    const user = { id: await idOf('admin'), role: 'admin' } as never;
    const abortController = new AbortController();
    let computed = 0;
    const running = computeEach(
      { data: server.data, user, signal: abortController.signal },
      studentRows(),
      'all',
      () => {
        computed += 1;
        if (computed === 5) abortController.abort(new Error('the caller has left'));
      },
    );
    await expect(running).rejects.toThrow('the caller has left');
    expect(computed).toBe(5);
    // The next caller gets the turn.
    const { signal } = new AbortController();
    await computeEach({ data: server.data, user, signal }, studentRows(), 'all', () => (computed += 1));
    expect(computed).toBe(5 + studentRows().length);
  });

  test('a caller whose HTTP connection is closed leaves the queue', async () => {
    const admin = { id: await idOf('admin'), role: 'admin' } as const;
    const turn = holdTurn(admin.id);
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: `Bearer ${await server.signIn('admin')}` };
    const abortController = new AbortController();
    const map = `${address}/api/hifz/batch/${large.batchId}/map`;
    const requests = Array.from({ length: 6 }, () => fetch(map, { headers, signal: abortController.signal }));
    // One call is refused: the other calls fill the queue of one user.
    expect((await Promise.any(requests)).status).toBe(429);
    abortController.abort();
    expect((await Promise.allSettled(requests)).filter(({ status }) => status === 'rejected')).toHaveLength(
      5,
    );
    const queued: Promise<void>[] = [];
    while (queued.length < 5) {
      const run = computationQueue.run(admin, async () => undefined);
      const isRefused = await Promise.race([
        run.then(
          () => false,
          () => true,
        ),
        yieldToEventLoop().then(() => false),
      ]);
      if (isRefused) await pause();
      else queued.push(run);
    }
    await turn.release();
    await Promise.all(queued);
  });
});

test('queued week papers do not block other papers', async () => {
  const turn = holdTurn(await idOf('teacher'));
  const users = [await addAccount(server, 'admin'), await addAccount(server, 'admin')];
  const paper = (as: 'admin' | { token: string }, body: object) =>
    server.call('POST', '/papers', { as, body });
  const week = { type: 'week', circle_id: circles.large, startDate: '2026-11-15' };
  let created = 0;
  const weeks: Promise<{ status: number }>[] = [];
  for (const user of users) weeks.push(paper(await user.signIn(), week).finally(() => (created += 1)));
  for (let calls = 0; calls < 3; calls += 1) expect((await read('/programs', 'teacher')).status).toBe(200);
  const studentId = String(large.students[0]?.student_id);
  const transcript = { type: 'transcript', batchName: large.batchName, studentId };
  expect((await paper('admin', transcript)).status).toBe(200);
  expect(created).toBe(0);
  await turn.release();
  for (const { status } of await Promise.all(weeks)) expect(status).toBe(200);
});
