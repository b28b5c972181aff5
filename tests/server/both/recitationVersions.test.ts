import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DailyRecord } from '../../../contract/dailyRecords';
import { startTestApp, type TestApp } from '../../support/app';
import { rounds } from '../../support/rounds';
import { newStudent } from '../../support/sampleCalls';
import { newDailySubject, recordCalls } from '../../support/teaching';

const day = '2026-11-19';
const headers = { 'x-session-id': 'recitation versions' };
const morning = { from: '78:1', to: '78:10' };
const afternoon = { from: '78:11', to: '78:20' };
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date('2026-11-20T09:00:00Z') });
});
afterAll(() => server.close());

let records: ReturnType<typeof recordCalls>;
let student: string;
beforeEach(async () => {
  records = recordCalls(server, await newDailySubject(server));
  student = (await newStudent(server)).student_id;
});

const call = <T = unknown>(method: 'POST' | 'PUT' | 'DELETE', path: string, overrides: object) =>
  server.call<T>(method, path, { as: 'admin', headers, ...overrides });
const loadRow = async (): Promise<DailyRecord> => {
  const { body } = await records.day(day);
  const row = body.records.find(({ studentId }) => studentId === student);
  if (!row) throw new Error('the student has no row');
  return row;
};
const save = (row: object) => records.save(day, [{ studentId: student, ...row }]);
const addRecitation = (body: object) => records.again(day, { studentId: student, ...body }, 'admin', headers);
const correct = (id: number, body: object) => call('PUT', `/daily-records/${id}`, { body });
const remove = async (id: number, version: number): Promise<number> => {
  const { status, body, text } = await call<{ operation_id: number }>('DELETE', `/daily-records/${id}`, {
    query: { version },
  });
  expect(status, text).toBe(200);
  return body.operation_id;
};
const undo = (operation: number) => call('POST', `/undo/${operation}`, {});
const recitationsOf = (row: DailyRecord) =>
  row.recitations.length > 0 ? row.recitations : row.id === null ? [] : [{ ...row, id: row.id }];

describe('the version of a row', () => {
  test('the version of several recitations is stale when one of them is deleted', async () => {
    await save({ ranges: [morning] });
    const { body: second } = await addRecitation({ ranges: [afternoon] });
    const { id, ...read } = await loadRow();
    const [first] = read.recitations;
    await remove(Number(first?.id), 1);
    const corrected = await correct(second.id, { notes: 'صُحح', version: (await loadRow()).version });
    expect(corrected.status, corrected.text).toBe(200);
    const now = await loadRow();
    for (const row of [read, { ...read, id }])
      expect(await records.save(day, [{ ...row, performanceLevel: 'ممتاز' }])).toMatchObject({
        status: 409,
        body: { code: 'STALE', current: [now] },
      });
    expect(await loadRow()).toEqual(now);
    expect((await save({ performanceLevel: 'ممتاز', version: now.version })).status).toBe(200);
  });

  test('the version of one recitation is stale for another one', async () => {
    const { body } = await save({ ranges: [morning] });
    const read = body.records[0] as DailyRecord;
    await remove(Number(read.id), read.version);
    const { body: other } = await addRecitation({ ranges: [afternoon] });
    expect(await save({ ranges: [morning], version: read.version })).toMatchObject({
      status: 409,
      body: { code: 'STALE', current: [{ id: other.id, ranges: [afternoon] }] },
    });
    expect((await save({ ranges: [morning], version: other.version })).status).toBe(200);
  });

  test('the version of several recitations is stale for the only one that an undo restores', async () => {
    await save({ ranges: [morning] });
    const { body: second } = await addRecitation({ ranges: [afternoon] });
    const read = await loadRow();
    const deletion = await remove(second.id, 1);
    const remaining = await loadRow();
    await remove(Number(remaining.id), remaining.version);
    expect((await undo(deletion)).status).toBe(200);
    const now = await loadRow();
    expect(now).toMatchObject({ id: second.id, count: 1 });
    expect(await save({ performanceLevel: 'ممتاز', version: read.version })).toMatchObject({ status: 409 });
    expect((await save({ performanceLevel: 'ممتاز', version: now.version })).status).toBe(200);
  });

  test('the version of a row never repeats after any additions, saves, corrections, deletions and undos', async () => {
    const action = fc.record({
      act: fc.constantFrom('again', 'save', 'correct', 'remove', 'undo'),
      which: fc.nat(20),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 25 }), async (actions) => {
        student = (await newStudent(server)).student_id;
        const operations: number[] = [];
        let highest = 0;
        let lastRow = '';
        for (const [step, { act, which }] of actions.entries()) {
          const row = await loadRow();
          const recitations = recitationsOf(row);
          const one = recitations[which % Math.max(recitations.length, 1)];
          const operation = operations[which % Math.max(operations.length, 1)];
          const notes = `at ${step}`;
          if (act === 'again') operations.push((await addRecitation({ notes })).body.operation_id ?? 0);
          else if (act === 'save') await save({ teacherNotes: notes, version: row.version });
          else if (act === 'correct' && one) await correct(one.id, { notes, version: one.version });
          else if (act === 'remove' && one) operations.push(await remove(one.id, one.version));
          else if (act === 'undo' && operation) await undo(operation);
          const { version, updated_at: _at, ...now } = await loadRow();
          if (version === 0 || JSON.stringify(now) === lastRow) continue;
          expect(version, `after ${step}: ${act}`).toBeGreaterThan(highest);
          highest = version;
          lastRow = JSON.stringify(now);
        }
      }),
      { numRuns: rounds({ short: 10, all: 60 }) },
    );
  });
});

describe('a deletion', () => {
  test('the deletion of the last recitation can be undone after another one was added', async () => {
    await save({ ranges: [morning] });
    const { body: second } = await addRecitation({ ranges: [afternoon] });
    const deletion = await remove(second.id, 1);
    const { body: third } = await addRecitation({ ranges: [afternoon], result: 'repeat' });
    expect(third.seq).toBe(3);
    const undone = await undo(deletion);
    expect(undone.status, undone.text).toBe(200);
    const { recitations } = await loadRow();
    expect(recitations.map(({ seq, result }) => [seq, result])).toEqual([
      [1, 'accepted'],
      [2, 'accepted'],
      [3, 'repeat'],
    ]);
  });

  test('the deletion of the only recitation can be undone after another one was saved', async () => {
    await save({ ranges: [morning] });
    const deletion = await remove(Number((await loadRow()).id), 1);
    expect((await save({ ranges: [afternoon] })).body.records).toMatchObject([{ count: 1, seq: 2 }]);
    const undone = await undo(deletion);
    expect(undone.status, undone.text).toBe(200);
    expect(await loadRow()).toMatchObject({ count: 2, ranges: [morning, afternoon] });
  });
});
