import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PastRecitation, HifzMap, HotSpot, CircleOverview, WeekSheet } from '../../../contract/hifz/map';
import type { Subject } from '../../../contract/subjects';
import { startTestApp, type TestApp } from '../../support/app';
import { newCircle } from '../../support/circles';
import { samplePlan } from '../../support/hifzSamples';
import { demoBatchId, newStudent } from '../../support/sampleCalls';
import {
  absent,
  assignToTeacher2,
  newDailySubject,
  recordCalls,
  registerCalls,
} from '../../support/teaching';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date('2026-11-22T09:00:00Z') });
});
afterAll(() => server.close());

/** A Sunday. */
const today = '2026-11-22';
type As = 'admin' | 'teacher' | 'teacher2' | 'student';
const headers = { 'x-session-id': 'hifz-map' };

let subject: Subject;
let records: ReturnType<typeof recordCalls>;
let student: string;
let other: string;
beforeEach(async () => {
  subject = await newDailySubject(server);
  records = recordCalls(server, subject);
  [student, other] = [(await newStudent(server)).student_id, (await newStudent(server)).student_id];
});

const get = <T>(path: string, query: Record<string, unknown> = {}, as: As = 'admin') =>
  server.call<T>('GET', path, { as, query });
const save = async (date: string, sent: object[]) => {
  const { batchName, subjectCode } = records;
  const body = { batchName, subjectCode, recordDate: date, records: sent };
  const answer = await server.call('POST', '/daily-records/save', { as: 'admin', headers, body });
  expect(answer.status, answer.text).toBe(200);
};
const undo = async () => {
  expect((await server.call('POST', '/undo/latest', { as: 'admin', headers })).status).toBe(200);
};
const pageThree = { ranges: [{ from: '2:6', to: '2:16' }] };
const plan = {
  ...samplePlan,
  direction: 'from_baqarah',
  start: '2:6',
  amount: { unit: 'page', value: 1 },
  begin: '2026-11-15',
};
const savePlans = async () => {
  for (const member of [student, other]) {
    const body = { ...plan, subject_code: subject.subject_code };
    const answer = await server.call('PUT', `/hifz/${member}/plan`, { as: 'admin', body });
    expect(answer.status, answer.text).toBe(200);
  }
};
const mapOf = async (of = student) => (await get<HifzMap>(`/hifz/${of}/map`)).body;

describe('the map of a student', () => {
  test('the map has 604 pages, follows the records, and is the earlier one after an undo', async () => {
    const empty = await mapOf();
    expect([empty.pages.length, empty.juz.length, empty.memorised_pages]).toEqual([604, 30, 0]);
    expect(empty.memorised).toEqual([]);
    await save('2026-11-10', [{ studentId: student, ...pageThree }]);
    const first = await mapOf();
    expect(first.pages[2]).toEqual({ state: 1, share: 1, last_heard: '2026-11-10', faults: 0 });
    expect(first).toMatchObject({ memorised_pages: 1, memorised: pageThree.ranges });
    await save('2026-11-20', [
      {
        studentId: student,
        kind: 'far',
        ...pageThree,
        faults: [
          { kind: 'prompt', ayah: '2:7', count: 2 },
          { kind: 'minor', count: 1 },
        ],
      },
    ]);
    const weak = await mapOf();
    expect(weak.pages[2]).toEqual({ state: 4, share: 1, last_heard: '2026-11-20', faults: 2.25 });
    expect(weak.juz[0]).toEqual({ memorised: 1, due: 0, weak: 1 });
    await undo();
    expect(await mapOf()).toEqual(first);
    await undo();
    expect(await mapOf()).toEqual(empty);
  });

  test('the map counts typed mistakes and pages to repeat, and excludes tilawa', async () => {
    await save('2026-11-10', [{ studentId: student, ...pageThree, mistakesCount: 3 }]);
    expect((await mapOf()).pages[2]).toMatchObject({ state: 4, faults: 3 });
    await save('2026-11-11', [{ studentId: student, kind: 'tilawa', ...pageThree }]);
    expect((await mapOf()).pages[2]).toMatchObject({ state: 4, last_heard: '2026-11-10' });
    await save('2026-11-12', [{ studentId: other, ...pageThree, result: 'repeat' }]);
    expect((await mapOf(other)).pages[2]).toMatchObject({ state: 0, share: 0 });
  });

  test('the map is visible to the student and to his teachers, and to no other user', async () => {
    const ownStudent = await server.data.read
      .selectFrom('users')
      .innerJoin('students', 'students.id', 'users.student_row_id')
      .select('students.student_id')
      .where('username', '=', 'student')
      .executeTakeFirstOrThrow();
    for (const part of ['map', 'hearings', 'hot-spots', 'progress', 'week']) {
      const query = part === 'week' ? { from: today } : {};
      expect((await get(`/hifz/${ownStudent.student_id}/${part}`, query, 'student')).status).toBe(200);
      expect((await get(`/hifz/${student}/${part}`, query, 'student')).status).toBe(404);
      expect((await get(`/hifz/${student}/${part}`, query, 'teacher')).status).toBe(200);
      expect((await get(`/hifz/NONE/${part}`, query)).status).toBe(404);
    }
  });
});

describe('the recitations of a student', () => {
  const readRecitations = async (query = {}, as: As = 'admin') =>
    (await get<PastRecitation[]>(`/hifz/${student}/hearings`, query, as)).body;

  test('the recitations are filtered by page or kind, the newest first', async () => {
    await save('2026-11-10', [{ studentId: student, ...pageThree, result: 'repeat', mistakesCount: 4 }]);
    await save('2026-11-11', [{ studentId: student, ...pageThree }]);
    await save('2026-11-12', [
      { studentId: student, kind: 'far', ranges: [{ from: '2:10', to: '2:40' }] },
      { studentId: other, ...pageThree },
    ]);
    const lesson = { kind: 'new', ...pageThree, pages: 1, faults: 0, result: 'accepted' };
    expect((await readRecitations({ page: 3 })).map(({ date }) => date)).toEqual([
      '2026-11-12',
      '2026-11-11',
      '2026-11-10',
    ]);
    expect(await readRecitations({ kind: 'new' })).toMatchObject([
      { date: '2026-11-11', ...lesson, subject_code: subject.subject_code, batch_id: subject.batch_id },
      { date: '2026-11-10', ...lesson, faults: 4, result: 'repeat' },
    ]);
    expect((await readRecitations({ page: '٥' })).map(({ kind }) => kind)).toEqual(['far']);
    expect(await readRecitations({ page: 2 })).toEqual([]);
    expect(await readRecitations({ subject_code: subject.subject_code })).toHaveLength(3);
    const otherSubject = (await newDailySubject(server)).subject_code;
    expect(await readRecitations({ subject_code: otherSubject })).toEqual([]);
    expect((await get(`/hifz/${student}/hearings`, { page: 605 })).status).toBe(422);
  });

  test('the recitations are visible to a teacher of the subject, and include the juz of a sard', async () => {
    await save('2026-11-10', [{ studentId: student, ...pageThree }]);
    const row = await server.data.read
      .selectFrom('students')
      .select('id')
      .where('student_id', '=', student)
      .executeTakeFirstOrThrow();
    await server.data.write(
      { userId: null, name: 'tests', role: 'admin', undoSession: null },
      async (unit) => {
        unit.describe('create', 'sard', 'sard', 'sard');
        await unit.insert('sard', {
          subject_id: subject.id,
          student_row_id: row.id,
          date: '2026-11-12',
          from_juz: 1,
          to_juz: 2,
          examiner: null,
          mark: null,
          max: null,
          passed: 1,
        });
      },
    );
    const expectedKinds = ['sard', 'new'];
    expect((await readRecitations({ page: 3 })).map(({ kind }) => kind)).toEqual(expectedKinds);
    expect((await readRecitations({ page: 60 })).map(({ kind }) => kind)).toEqual([]);
    expect((await readRecitations({}, 'teacher')).map(({ kind }) => kind)).toEqual(expectedKinds);
    await assignToTeacher2(server, subject.subject_code);
    expect(await readRecitations({}, 'teacher')).toEqual([]);
    expect((await readRecitations({}, 'teacher2')).map(({ kind }) => kind)).toEqual(expectedKinds);
  });
});

describe('a circle and a batch', () => {
  test('a circle and a batch have a row of thirty juz for each student', async () => {
    await save('2026-11-10', [{ studentId: student, ranges: [{ from: '78:1', to: '114:6' }] }]);
    const circle = await newCircle(server, subject.subject_code, [{ student_id: student }], '2026-11-01');
    type Lines = { student_id: string; juz: number[] }[];
    const all = (await get<Lines>(`/hifz/batch/${demoBatchId}/map`)).body;
    expect(all.find((line) => line.student_id === student)?.juz).toEqual([
      ...Array.from({ length: 29 }, () => 0),
      1,
    ]);
    expect(all.find((line) => line.student_id === other)?.juz[29]).toBe(0);
    const circleRows = await get<Lines>(`/hifz/batch/${demoBatchId}/map`, { circle_id: circle.id });
    expect(circleRows.body.map((line) => line.student_id)).toEqual([student]);
    expect((await get('/hifz/batch/999999/map')).status).toBe(404);
    expect((await get(`/hifz/batch/${demoBatchId}/map`, { circle_id: 999_999 })).status).toBe(404);
  });

  test('a circle and a batch have hot spots of only their subject', async () => {
    const faults = (count: number) => [
      { kind: 'prompt', ayah: '2:7', count },
      { kind: 'minor', ayah: '2:9', count: 2 },
      { kind: 'notice', count: 5 },
    ];
    await save('2026-11-10', [{ studentId: student, ...pageThree, faults: faults(1) }]);
    await save('2026-11-11', [{ studentId: student, kind: 'near', ...pageThree, faults: faults(3) }]);
    const spots = [
      { ayah: '2:7', count: 4, last: '2026-11-11' },
      { ayah: '2:9', count: 4, last: '2026-11-11' },
    ];
    expect((await get<HotSpot[]>(`/hifz/${student}/hot-spots`)).body).toEqual(spots);
    const circle = await newCircle(server, subject.subject_code, [{ student_id: student }], '2026-11-01');
    expect((await get(`/circles/${circle.id}/hot-spots`)).body).toEqual(spots);
    const second = await newDailySubject(server);
    const otherCircle = await newCircle(server, second.subject_code, [{ student_id: student }], '2026-11-01');
    expect((await get(`/circles/${otherCircle.id}/hot-spots`)).body).toEqual([]);
    await assignToTeacher2(server, subject.subject_code);
    expect((await get(`/circles/${circle.id}/hot-spots`, {}, 'teacher')).status).toBe(404);
    expect((await get(`/circles/${circle.id}/hot-spots`, {}, 'teacher2')).status).toBe(200);
  });

  test('a circle and a batch have planned and accepted pages by week', async () => {
    await savePlans();
    const circle = await newCircle(
      server,
      subject.subject_code,
      [{ student_id: student }, { student_id: other }],
      '2026-11-01',
    );
    await save('2026-11-16', [
      { studentId: student, ...pageThree },
      { studentId: other, ...pageThree },
    ]);
    expect((await get(`/circles/${circle.id}/progress`)).body).toEqual([
      { week: '2026-11-15', planned_pages: 10, heard_pages: 2 },
      { week: '2026-11-22', planned_pages: 2, heard_pages: 0 },
    ]);
    expect((await get(`/hifz/${student}/progress`)).body).toEqual([
      { week: '2026-11-15', planned_pages: 5, heard_pages: 1 },
      { week: '2026-11-22', planned_pages: 1, heard_pages: 0 },
    ]);
    expect((await get<unknown[]>(`/hifz/batch/${demoBatchId}/progress`)).body.length).toBeGreaterThan(1);
  });

  test('a circle and a batch have a weekly sheet of each member', async () => {
    await savePlans();
    const members = [{ student_id: student }, { student_id: other }];
    const circle = await newCircle(server, subject.subject_code, members, '2026-11-01');
    await save('2026-11-16', [
      { studentId: student, ...pageThree, faults: [{ kind: 'prompt', ayah: '2:7', count: 2 }] },
    ]);
    const { body } = await get<WeekSheet>(`/hifz/${student}/week`, { from: '2026-11-15' });
    expect(body).toMatchObject({
      from: '2026-11-15',
      to: '2026-11-21',
      heard: [
        {
          date: '2026-11-16',
          kind: 'new',
          ranges: [{ from: '2:6', to: '2:16' }],
          pages: 1,
          faults: 2,
          result: 'accepted',
        },
      ],
      planned_pages: 5,
      heard_pages: 1,
      next: { new: [{ from: '2:17', to: '2:24', pages: 1 }], near: [{ from: '2:6' }], behind_days: 4 },
    });
    // Lessons of the current week are not missed yet.
    const current = await get<WeekSheet>(`/hifz/${student}/week`, { from: today });
    expect(current.body.next).toMatchObject({ behind_days: 4 });
    type Lines = (WeekSheet & { student_id: string })[];
    const lines = (await get<Lines>(`/circles/${circle.id}/week`, { from: '2026-11-15' })).body;
    expect(
      new Map(lines.map(({ student_id, heard: recitations }) => [student_id, recitations.length])),
    ).toEqual(
      new Map([
        [student, 1],
        [other, 0],
      ]),
    );
    expect((await get(`/circles/${circle.id}/week`, { from: 'x' })).status).toBe(422);
    // The last whole week before the year 10000, and the day after it.
    expect((await get(`/circles/${circle.id}/week`, { from: '9999-12-25' })).status).toBe(200);
    expect((await get(`/circles/${circle.id}/week`, { from: '9999-12-26' })).status).toBe(422);
  });
});

describe('the overview of a day', () => {
  test('the overview counts heard, waiting and absent students, and has the substitute and whether there is a register', async () => {
    const third = (await newStudent(server)).student_id;
    const members = [student, other, third].map((student_id) => ({ student_id }));
    const circle = await newCircle(server, subject.subject_code, members, '2026-11-01', { days: [0] });
    const lineOf = async (date?: string, as: As = 'admin') =>
      (await get<CircleOverview[]>('/circles/overview', date === undefined ? {} : { date }, as)).body.find(
        ({ circle_id }) => circle_id === circle.id,
      );
    expect(await lineOf()).toMatchObject({ register_taken: false, heard: 0, waiting: 3, absent: 0 });
    expect(await lineOf('2026-11-23')).toBeUndefined();
    await save(today, [{ studentId: student, ...pageThree }]);
    await registerCalls(server, subject, circle.id).set(today, [absent(other)]);
    const teacher2 = await server.data.read
      .selectFrom('users')
      .select(['id', 'name'])
      .where('username', '=', 'teacher2')
      .executeTakeFirstOrThrow();
    await server.call('POST', `/circles/${circle.id}/substitutes`, {
      as: 'admin',
      body: { teacher_id: teacher2.id, from: today, to: today },
    });
    const line = { register_taken: true, heard: 1, waiting: 1, absent: 1, substitute_name: teacher2.name };
    expect(await lineOf()).toMatchObject(line);
    expect(await lineOf(today, 'teacher2')).toMatchObject(line);
    await server.call('POST', '/sard', {
      as: 'admin',
      body: {
        subject_code: subject.subject_code,
        student_id: third,
        date: today,
        from_juz: 1,
        to_juz: 1,
        passed: true,
      },
    });
    expect(await lineOf(), 'a sard is heard as well').toMatchObject({ heard: 2, waiting: 0, absent: 1 });
    await assignToTeacher2(server, subject.subject_code);
    expect(await lineOf(today, 'teacher')).toBeUndefined();
  });
});
