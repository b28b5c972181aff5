import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Circle } from '../../../contract/circles';
import type { DailyRecord } from '../../../contract/dailyRecords';
import { ruleMessages } from '../../../contract/errors';
import type { ReportedDailyRecords } from '../../../contract/reports/reports';
import { addAccount, setTeacherScope } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { clockAt, moveClock } from '../../support/clock';
import { newSheet, type Sheet } from '../../support/sheet';

let server: TestApp;
const clock = clockAt('2026-09-01T09:00:00Z');
const setToday = (day: string) => moveClock(clock, server, `${day}T09:00:00.000Z`);

/**
 * Teachers of the first circle, of the second circle, and of the whole subject. `standIn` is a substitute in
 * the first circle on the 3rd and 4th.
 */
const people = ['first', 'second', 'standIn', 'whole'] as const;
type Person = (typeof people)[number];
const tokens = {} as Record<Person, { token: string }>;
const circles = {} as Record<'first' | 'second', number>;
let sheet: Sheet;

const send = <T = Record<string, unknown>>(method: string, path: string, body: unknown) =>
  server.call<T>(method, path, { as: 'admin', body });

/** Two of five students are in the first circle, two in the second, and the last has no circle. */
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
  await setTeacherScope(server.data, 'linked_or_open');
  sheet = await newSheet(server, 5, 'تقييد يومي');
  const ids = {} as Record<Person, number>;
  for (const person of people) {
    const account = await addAccount(server, 'teacher');
    ids[person] = account.id;
    tokens[person] = await account.signIn();
  }
  const { subjectCode: subject_code } = sheet;
  await send('POST', '/subject-teachers', { subject_code, teacher_id: ids.whole });
  for (const [at, name] of (['first', 'second'] as const).entries()) {
    const body = { subject_code, name, teacher_id: ids[name] };
    circles[name] = (await send<Circle>('POST', '/circles', body)).body.id;
    const student_ids = sheet.students.slice(2 * at, 2 * at + 2).map(({ student_id }) => student_id);
    await send('PUT', `/circles/${circles[name]}/members`, { student_ids, date: '2026-09-01' });
  }
  const substitution = { teacher_id: ids.standIn, from: '2026-09-03', to: '2026-09-04' };
  await send('POST', `/circles/${circles.first}/substitutes`, substitution);
});
afterAll(() => server.close());

const studentIdAt = (index: number) => String(sheet.students[index]?.student_id);
const indexesIn = (rows: readonly { studentId: string }[]) =>
  sheet.students.flatMap(({ student_id }, index) =>
    rows.some(({ studentId }) => studentId === student_id) ? [index] : [],
  );
const path = (date: string) =>
  `/daily-records/${encodeURIComponent(sheet.batchName)}/${sheet.subjectCode}/${date}`;
const read = (as: Person | 'admin', date: string, query: Record<string, unknown> = {}) =>
  server.call<{ records: DailyRecord[] }>('GET', path(date), { as: as === 'admin' ? as : tokens[as], query });
const visibleIndexes = async (as: Person | 'admin', date: string, query = {}) => {
  const { status, body } = await read(as, date, query);
  return status === 200 ? indexesIn(body.records) : status;
};
type Saved = { records: DailyRecord[]; details: { path: string; message: string }[] };
const save = (as: Person, recordDate: string, indexes: number[], overrides: object = {}) =>
  server.call<Saved>('POST', '/daily-records/save', {
    as: tokens[as],
    body: {
      batchName: sheet.batchName,
      subjectCode: sheet.subjectCode,
      recordDate,
      records: indexes.map((index) => ({ studentId: studentIdAt(index), recordContent: `${as} ${index}` })),
      ...overrides,
    },
  });

describe('the records of a day', () => {
  test("the records are those of the teacher's circle, or of a substituted circle on that day; the teacher of the subject has all", async () => {
    await setToday('2026-09-03');
    expect(await visibleIndexes('first', '2026-09-03')).toEqual([0, 1]);
    expect(await visibleIndexes('second', '2026-09-03')).toEqual([2, 3]);
    expect(await visibleIndexes('standIn', '2026-09-03')).toEqual([0, 1]);
    for (const as of ['whole', 'admin'] as const)
      expect(await visibleIndexes(as, '2026-09-03')).toEqual([0, 1, 2, 3, 4]);
    expect(await visibleIndexes('whole', '2026-09-03', { circle_id: circles.second })).toEqual([2, 3]);
    expect(await visibleIndexes('first', '2026-09-03', { circle_id: circles.first })).toEqual([0, 1]);
    expect(await visibleIndexes('first', '2026-09-03', { circle_id: circles.second })).toBe(404);
    expect(await visibleIndexes('whole', '2026-09-03', { circle_id: 999_999 })).toBe(404);
  });

  test("the records can be saved only in the teacher's circle, and two circles never affect each other", async () => {
    await setToday('2026-09-03');
    expect((await save('first', '2026-09-03', [0, 1])).status).toBe(200);
    expect((await save('second', '2026-09-03', [2], { kind: 'near' })).status).toBe(200);
    const refusal = await save('second', '2026-09-03', [2, 0]);
    expect(refusal).toMatchObject({
      status: 422,
      body: { details: [{ path: 'records.1.studentId', message: ruleMessages.wrongBatchStudent }] },
    });
    const inCircle = await save('whole', '2026-09-03', [2, 0], { circle_id: circles.second });
    expect(inCircle).toMatchObject({
      status: 422,
      body: { details: [{ path: 'records.1.studentId', message: ruleMessages.notOfCircle }] },
    });
    expect((await save('second', '2026-09-03', [0], { circle_id: circles.first })).status).toBe(404);
    expect((await save('whole', '2026-09-03', [3], { circle_id: circles.second })).status).toBe(200);
    const { body } = await read('admin', '2026-09-03', { kind: 'all' });
    const stored = body.records.filter(({ version }) => version > 0);
    expect(stored.map(({ recordContent }) => recordContent)).toEqual([
      'first 0',
      'first 1',
      'second 2',
      'whole 3',
    ]);
  });

  test('the records of earlier days are visible for the current students, and can be saved by the teacher of that day', async () => {
    await setToday('2026-09-03');
    await save('first', '2026-09-03', [0, 1]);
    // The first student moves to the second circle.
    await setToday('2026-09-06');
    const student_ids = [studentIdAt(0), studentIdAt(2), studentIdAt(3)];
    await send('PUT', `/circles/${circles.second}/members`, { student_ids, date: '2026-09-06' });
    expect(await visibleIndexes('second', '2026-09-06')).toEqual([0, 2, 3]);
    expect(await visibleIndexes('first', '2026-09-06')).toEqual([1]);
    const { body: today } = await read('second', '2026-09-06');
    expect(today.records.find(({ studentId }) => studentId === studentIdAt(0))?.previous).toMatchObject({
      recordDate: '2026-09-03',
      recordContent: 'first 0',
    });
    expect(await visibleIndexes('second', '2026-09-03')).toEqual([0, 2, 3]);
    expect(await visibleIndexes('second', '2026-09-02')).toEqual([2, 3]);
    const refusal = await save('second', '2026-09-03', [0]);
    expect(refusal).toMatchObject({
      status: 422,
      body: { details: [{ path: 'records.0.studentId', message: ruleMessages.notYourStudent }] },
    });
    expect((await save('second', '2026-09-06', [0])).status).toBe(200);
    // The former teacher still sees the days before the move.
    expect(await visibleIndexes('first', '2026-09-03')).toEqual([0, 1]);
    expect((await save('first', '2026-09-03', [0])).status).toBe(200);
  });

  test('the records are no longer visible to a former substitute', async () => {
    await setToday('2026-09-06');
    expect(await visibleIndexes('standIn', '2026-09-06')).toBe(404);
    expect(await visibleIndexes('standIn', '2026-09-03')).toEqual([0, 1]);
    expect((await save('standIn', '2026-09-06', [1])).status).toBe(404);
  });
});

describe('the reports of daily records', () => {
  const range = (as: Person, query: object = {}) =>
    server.call<ReportedDailyRecords>('GET', '/reports/daily-records/range', {
      as: tokens[as],
      query: {
        batchName: sheet.batchName,
        subjectCode: sheet.subjectCode,
        startDate: '2026-09-01',
        endDate: '2026-09-06',
        kind: 'all',
        ...query,
      },
    });

  test("the reports have only the records of the teacher's circles, or of the requested circle", async () => {
    await setToday('2026-09-06');
    const days = async (as: Person, query = {}) => {
      const { status, body } = await range(as, query);
      if (status !== 200) return status;
      expect(body.statistics.totalRecords).toBe(body.records.length);
      return body.records.map(({ recordDate, studentId }) => [
        recordDate.slice(8),
        indexesIn([{ studentId }])[0],
      ]);
    };
    const all = await days('whole');
    expect(all).toEqual([
      ['03', 0],
      ['03', 1],
      ['03', 2],
      ['03', 3],
      ['06', 0],
    ]);
    expect(await days('first')).toEqual([
      ['03', 0],
      ['03', 1],
    ]);
    expect(await days('second')).toEqual([
      ['03', 0],
      ['03', 2],
      ['03', 3],
      ['06', 0],
    ]);
    expect(await days('whole', { circle_id: circles.second })).toEqual([
      ['03', 2],
      ['03', 3],
      ['06', 0],
    ]);
    expect(await days('first', { circle_id: circles.second })).toBe(404);
    expect((await range('whole', { circle_id: circles.second })).body.circle).toEqual({
      id: circles.second,
      name: 'second',
    });
  });

  test('the reports are the same on paper', async () => {
    const paper = (as: Person, circle_id: number | undefined) =>
      server.call('POST', '/papers', {
        as: tokens[as],
        body: {
          type: 'daily_range',
          kind: 'all',
          batchName: sheet.batchName,
          subjectCode: sheet.subjectCode,
          startDate: '2026-09-01',
          endDate: '2026-09-06',
          circle_id,
        },
      });
    expect((await paper('first', circles.second)).status).toBe(404);
    expect((await paper('first', circles.first)).status).toBe(200);
  });
});
