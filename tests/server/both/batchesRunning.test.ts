import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Batch } from '../../../contract/batches';
import { startTestApp, type TestApp } from '../../support/app';
import { newBatch, newStudent } from '../../support/sampleCalls';
import { assignToTeacher2 } from '../../support/teaching';

const yesterday = '2026-11-21';
const today = '2026-11-22';
const tomorrow = '2026-11-23';

let server: TestApp;
beforeAll(async () => {
  // At this time the institute has a new day, but UTC does not.
  server = await startTestApp({ now: () => new Date(`${yesterday}T22:00:00Z`) });
});
afterAll(() => server.close());

const updateBatch = (id: number, body: object) =>
  server.call<Batch>('PUT', `/batches/${id}`, { as: 'admin', body });
const read = async (id: number) =>
  (await server.call<Batch>('GET', `/batches/${id}`, { as: 'admin' })).body.is_running;

async function listBatches(is_running: boolean, as: 'admin' | 'teacher2' = 'admin'): Promise<number[]> {
  const { status, body } = await server.call<Batch[]>('GET', '/batches', {
    as,
    query: { filter: { is_running } },
  });
  expect(status).toBe(200);
  expect(body.map((batch) => batch.is_running)).toEqual(body.map(() => is_running));
  return body.map(({ id }) => id);
}

/** The record, the answer of a write and the filter must agree. */
async function isRunning(id: number): Promise<boolean> {
  const answer = await read(id);
  expect([(await listBatches(true)).includes(id), (await listBatches(false)).includes(id)]).toEqual([
    answer,
    !answer,
  ]);
  return answer;
}

async function batchOfOne() {
  const { id } = await newBatch(server);
  const student = await newStudent(server);
  await server.call('PUT', `/students/${student.id}`, { as: 'admin', body: { batch_id: id } });
  return { id, student };
}

test('a batch is running while its status says so and it has a student', async () => {
  const { id, student } = await batchOfOne();
  expect(await isRunning(id)).toBe(true);
  expect((await updateBatch(id, { status: 'منتهية' })).body.is_running).toBe(false);
  expect(await isRunning(id)).toBe(false);
  expect((await updateBatch(id, { status: 'نشطة' })).body.is_running).toBe(true);
  const suspend = { student_row_ids: [student.id], status: 'suspended', date: today };
  expect((await server.call('POST', '/students/status', { as: 'admin', body: suspend })).status).toBe(200);
  expect(await isRunning(id)).toBe(false);
  expect(await isRunning((await newBatch(server)).id)).toBe(false);
});

test("a batch is running from its start date to its end date in the institute's time zone; a missing date is no limit", async () => {
  const { id } = await batchOfOne();
  for (const [start_date, end_date, expected] of [
    [null, null, true],
    [today, null, true],
    [tomorrow, null, false],
    [null, today, true],
    [null, yesterday, false],
    [today, today, true],
    [yesterday, tomorrow, true],
  ] as const) {
    await updateBatch(id, { start_date, end_date });
    expect([start_date, end_date, await isRunning(id)]).toEqual([start_date, end_date, expected]);
  }
});

test('the academic year decides only whether a batch is active, not whether it is running', async () => {
  const { id } = await batchOfOne();
  await updateBatch(id, { academic_year: '1440' });
  const query = { filter: { is_active: true } };
  const active = await server.call<Batch[]>('GET', '/batches', { as: 'admin', query });
  expect(active.body.map((batch) => batch.id)).not.toContain(id);
  expect(await isRunning(id)).toBe(true);
});

test('a teacher sees which of his own batches are running, and no others', async () => {
  const { id } = await batchOfOne();
  const other = await batchOfOne();
  const body = { subject_code: 'RUN101', name: 'مادة جارية', batch_id: id };
  const { body: subject } = await server.call<{ subject_code: string }>('POST', '/subjects', {
    as: 'admin',
    body,
  });
  await assignToTeacher2(server, subject.subject_code);
  await server.call('PUT', '/settings', { as: 'admin', body: { teacher_scope: 'linked' } });
  const ownBatches = await listBatches(true, 'teacher2');
  expect(ownBatches).toContain(id);
  expect(ownBatches).not.toContain(other.id);
  expect(await listBatches(true)).toContain(other.id);
});

test('saving a batch as the server returned it does not change it', async () => {
  const { id } = await batchOfOne();
  const { body: batch } = await server.call<Batch>('GET', `/batches/${id}`, { as: 'admin' });
  const saved = await updateBatch(id, { ...batch, is_running: false });
  expect(saved).toMatchObject({ status: 200, body: { is_running: true } });
});
