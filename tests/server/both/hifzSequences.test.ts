import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HifzMap } from '../../../contract/hifz/map';
import type { HifzTask } from '../../../contract/hifz/plan';
import { dailyRecordType } from '../../../contract/vocabulary';
import { type Answer, startTestApp, type TestApp } from '../../support/app';
import { newCircle } from '../../support/circles';
import { clockAt, advanceDays } from '../../support/clock';
import { expectedHifz, toNumericRanges } from '../../support/expectedHifz';
import { hifzActions, type HifzFixtures } from '../../support/hifzActions';
import { rounds } from '../../support/rounds';
import { newSheet } from '../../support/sheet';

/** Number of tried sequences of actions; `npm run bench -- --long` tries 5,000. */
const sequences = Number(process.env['SEQUENCES'] ?? rounds({ short: 20, all: 60 }));
const clock = clockAt('2026-11-22T09:00:00Z');
const today = () => clock.now().toISOString().slice(0, 10);
let server: TestApp;
let fixtures: HifzFixtures;
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
  const sheets = [await newSheet(server, 2, dailyRecordType), await newSheet(server, 2, dailyRecordType)];
  const circles: number[] = [];
  for (const { subjectCode, students } of sheets)
    circles.push((await newCircle(server, subjectCode, students.slice(0, 1), '2026-09-01')).id);
  fixtures = { sheets, circles, today };
});
afterAll(() => server.close());

const get = <T>(path: string, query: Record<string, unknown> = {}) =>
  server.call<T>('GET', path, { as: 'admin', query });

/** Answers have at most three decimals. Values other than numbers must be equal. */
function expectClose(actual: unknown, expected: unknown, path: string): void {
  if (typeof expected === 'number' && typeof actual === 'number') {
    if (Math.abs(actual - expected) > 0.006) expect(actual, path).toBe(expected);
  } else if (typeof expected === 'object' && expected !== null) {
    const entries = Object.entries(expected);
    if (Array.isArray(expected)) expect(actual, path).toHaveLength(expected.length);
    for (const [name, value] of entries)
      expectClose((actual as Record<string, unknown>)[name], value, `${path}.${name}`);
  } else if (actual !== expected) expect(actual, path).toBe(expected);
}

/** Compares all answers about these students and their circles with a computation from the rows. */
async function check(): Promise<void> {
  const students = fixtures.sheets.flatMap((sheet) => sheet.students);
  const day = today();
  const expected = await expectedHifz(
    server,
    students.map(({ id }) => id),
    day,
  );
  for (const { id, student_id } of students) {
    const path = `/hifz/${student_id}`;
    expectClose((await get<HifzMap>(`${path}/map`)).body, expected.map(id), 'map');
    expectClose((await get(`${path}/progress`)).body, expected.progress(id), 'progress');
    expectClose((await get(`${path}/hot-spots`)).body, expected.hotSpots([id], null), 'hot spots');
    for (const { subjectCode } of fixtures.sheets) {
      const answer = await get<HifzTask>(`${path}/task`, { date: day, subject_code: subjectCode });
      const task = expected.task(id, subjectCode, day);
      expect(answer.status, answer.text).toBe(task ? 200 : 404);
      if (task) expectTask(answer.body, task);
    }
  }
  for (const { batchId } of fixtures.sheets) {
    const lines = (await get<{ student_id: string; juz: number[] }[]>(`/hifz/batch/${batchId}/map`)).body;
    for (const { student_id, juz } of lines) {
      const { id = 0 } = students.find((one) => one.student_id === student_id) ?? {};
      expectClose(juz, expected.shares(id), 'map of the batch');
    }
  }
  for (const [index, id] of fixtures.circles.entries()) {
    const { subjectCode = '' } = fixtures.sheets[index] ?? {};
    const lines = (await get<{ student_id: string; task: HifzTask | null }[]>(`/circles/${id}/tasks`)).body;
    const members = expected.members(id);
    expect(lines.map((line) => line.student_id).toSorted()).toEqual(
      members.map(({ student_id }) => student_id).toSorted(),
    );
    for (const { id: studentRowId, student_id } of members) {
      const task = expected.task(studentRowId, subjectCode, day);
      const line = lines.find((one) => one.student_id === student_id);
      expect(line?.task === null).toBe(task === null);
      if (task && line?.task) expectTask(line.task, task);
    }
    const ids = members.map((member) => member.id);
    const spots = (await get(`/circles/${id}/hot-spots`)).body;
    expectClose(spots, expected.hotSpots(ids, subjectCode), 'hot spots of a circle');
  }
}

function expectTask(
  task: HifzTask,
  expected: NonNullable<ReturnType<Awaited<ReturnType<typeof expectedHifz>>['task']>>,
): void {
  expectClose({ behind_days: task.behind_days, ...toNumericRanges(task) }, expected, 'task');
}

test(
  'map, task, progress and hot spots equal a slow computation from the rows, after any sequence of actions',
  async () => {
    const done = new Map<string, number>();
    const names = [...Object.keys(hifzActions), 'a day passes'];
    const action = fc.record({
      name: fc.constantFrom(...names),
      studentIndex: fc.nat(99),
      index: fc.nat(999),
      seed: fc.nat(1_000_000),
    });
    const property = fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 12 }), async (sequence) => {
      for (const one of sequence) {
        let answer: Answer | null = null;
        if (one.name !== 'a day passes')
          answer = (await hifzActions[one.name]?.(server, fixtures, one)) ?? null;
        // Long runs stay within a year of records.
        else if (today() < '2027-01-20') await advanceDays(clock, server, 1);
        expect(answer?.status ?? 200, `${one.name}: ${answer?.text}`).toBeLessThan(500);
        if ((answer?.status ?? 200) < 300) done.set(one.name, (done.get(one.name) ?? 0) + 1);
      }
      await check();
    });
    await fc.assert(property, { numRuns: sequences, endOnFailure: true });
    for (const name of names)
      expect(done.get(name) ?? 0, name).toBeGreaterThanOrEqual(rounds({ short: 1, all: 3 }));
    const memorised = fixtures.sheets.flatMap((sheet) => sheet.students).map(({ student_id }) => student_id);
    const maps = await Promise.all(
      memorised.map((studentRowId) => get<HifzMap>(`/hifz/${studentRowId}/map`)),
    );
    expect(Math.max(...maps.map(({ body }) => body.memorised_pages))).toBeGreaterThan(5);
  },
  120_000 + sequences * 5_000,
);
