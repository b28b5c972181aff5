import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Circle, CircleMember } from '../../contract/circles';
import { addAccount, setTeacherScope } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt, moveClock } from '../support/clock';
import { newSheet, type Sheet } from '../support/sheet';

let server: TestApp;
const clock = clockAt('2026-09-01T09:00:00Z');
const setToday = (day: string) => moveClock(clock, server, `${day}T09:00:00.000Z`);

/**
 * Teachers of the first circle, of the second circle, of the whole subject, and of no subject. `standIn` is a
 * substitute in the first circle on two days.
 */
const people = ['first', 'second', 'standIn', 'whole', 'nobody'] as const;
type Person = (typeof people)[number];
const accounts = {} as Record<Person, { id: number; token: string }>;
const circles = {} as Record<'first' | 'second', Circle>;
let sheet: Sheet;

const send = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  server.call<T>(method, path, { as: 'admin', body, headers: { 'x-session-id': 'scope' } });
const get = <T>(as: Person, path: string, query?: Record<string, unknown>) =>
  server.call<T>('GET', path, { as: { token: accounts[as].token }, query });

/** Two of five students are in the first circle, two in the second, and the last has no circle. */
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
  await setTeacherScope(server.data, 'linked_or_open');
  sheet = await newSheet(server, 5);
  for (const person of people) {
    const account = await addAccount(server, 'teacher');
    accounts[person] = { id: account.id, ...(await account.signIn()) };
  }
  const { subjectCode: subject_code } = sheet;
  await send('POST', '/subject-teachers', { subject_code, teacher_id: accounts.whole.id });
  for (const [at, name] of (['first', 'second'] as const).entries()) {
    const body = { subject_code, name, teacher_id: accounts[name].id };
    circles[name] = (await send<Circle>('POST', '/circles', body)).body;
    const student_ids = sheet.students.slice(2 * at, 2 * at + 2).map(({ student_id }) => student_id);
    await send('PUT', `/circles/${circles[name].id}/members`, { student_ids, date: '2026-09-01' });
  }
  const substitution = { teacher_id: accounts.standIn.id, from: '2026-09-03', to: '2026-09-04' };
  await send('POST', `/circles/${circles.first.id}/substitutes`, substitution);
});
afterAll(() => server.close());

const numbers = (...indexes: number[]) => indexes.map((index) => String(sheet.students[index]?.student_id));
/** Returns the indexes of the subject's students in these rows. */
const indexesIn = (rows: readonly { student_id?: string; studentId?: string }[]) =>
  sheet.students.flatMap(({ student_id }, index) =>
    rows.some((row) => (row.student_id ?? row.studentId) === student_id) ? [index] : [],
  );

describe('a teacher of a circle', () => {
  test('a teacher of a circle sees its subject, but only its students; the teacher of the subject sees all', async () => {
    await setToday('2026-09-02');
    const subjectsOf = async (as: Person) =>
      (await get<{ subject_code: string }[]>(as, '/subjects', { filter: { q: sheet.subjectCode } })).body;
    const studentsOf = async (as: Person) =>
      indexesIn((await get<{ student_id: string }[]>(as, '/students', { filter: { q: 'الراشد' } })).body);
    for (const as of ['first', 'second', 'whole'] as const)
      expect(await subjectsOf(as)).toMatchObject([{ subject_code: sheet.subjectCode }]);
    for (const as of ['standIn', 'nobody'] as const) expect(await subjectsOf(as)).toEqual([]);
    expect(await studentsOf('first')).toEqual([0, 1]);
    expect(await studentsOf('second')).toEqual([2, 3]);
    expect(await studentsOf('whole')).toEqual([0, 1, 2, 3, 4]);
    expect(await studentsOf('nobody')).toEqual([]);
    expect(await get('first', `/students/${sheet.students[0]?.id}`)).toMatchObject({ status: 200 });
    expect(await get('first', `/students/${sheet.students[2]?.id}`)).toMatchObject({ status: 404 });
  });

  test('a teacher of a circle sees his own circles and their members', async () => {
    await setToday('2026-09-02');
    const circlesOf = async (as: Person) =>
      (await get<Circle[]>(as, '/circles')).body.map(({ name }) => name);
    expect(await circlesOf('first')).toEqual(['first']);
    expect(await circlesOf('whole')).toEqual(['first', 'second']);
    expect(await circlesOf('standIn')).toEqual([]);
    const path = `/circles/${circles.first.id}/members`;
    const { body } = await get<CircleMember[]>('first', path);
    expect(body.map(({ student_id }) => student_id)).toEqual(numbers(0, 1));
    expect(await get('second', path)).toMatchObject({ status: 404 });
    expect(await get('standIn', path)).toMatchObject({ status: 404 });
    expect(await get('standIn', path, { date: '2026-09-03' })).toMatchObject({ status: 200 });
  });

  test('a substitute sees the circle on the days of substitution, including the last one', async () => {
    for (const [day, indexes] of [
      ['2026-09-02', []],
      ['2026-09-03', [0, 1]],
      ['2026-09-04', [0, 1]],
      ['2026-09-05', []],
    ] as const) {
      await setToday(day);
      const { body } = await get<{ student_id: string }[]>('standIn', '/students');
      expect(indexesIn(body), day).toEqual(indexes);
    }
  });

  test('a subject with a teacher in one of its circles is closed to other teachers; without one it is open', async () => {
    await setToday('2026-09-02');
    const open = await newSheet(server, 1);
    const isSeen = async () =>
      (await get<unknown[]>('nobody', '/subjects', { filter: { q: open.subjectCode } })).body.length === 1;
    expect(await isSeen()).toBe(true);
    const body = { subject_code: open.subjectCode, name: 'حلقة', teacher_id: accounts.first.id };
    const { id } = (await send<Circle>('POST', '/circles', body)).body;
    expect(await isSeen()).toBe(false);
    await send('PUT', `/circles/${id}`, { ended_on: '2026-09-02' });
    expect(await isSeen()).toBe(true);
  });
});

describe('marks and stats for the teacher of a circle', () => {
  const sheetPath = () => `${encodeURIComponent(sheet.batchName)}/${encodeURIComponent(sheet.subjectCode)}`;
  const mark = (index: number, testGrade: number) => ({ studentId: numbers(index)[0], testGrade });
  const save = (as: Person, ...grades: object[]) =>
    server.call('POST', '/grades/save', {
      as: { token: accounts[as].token },
      body: { batchName: sheet.batchName, subjectCode: sheet.subjectCode, grades },
      headers: { 'x-session-id': 'scope' },
    });
  beforeAll(() => setToday('2026-09-02'));

  test("marks and stats cover the circle's members: in the sheet, its stats, the history and the report of the subject", async () => {
    expect(await save('whole', ...[0, 1, 2, 3, 4].map((index) => mark(index, 10 * index)))).toMatchObject({
      status: 200,
    });
    const sheetOf = async (as: Person) =>
      indexesIn((await get<{ studentId: string }[]>(as, `/grades/${sheetPath()}`)).body);
    expect(await sheetOf('first')).toEqual([0, 1]);
    expect(await sheetOf('whole')).toEqual([0, 1, 2, 3, 4]);
    expect(await get('nobody', `/grades/${sheetPath()}`)).toMatchObject({ status: 404 });
    const countOf = async (as: Person) =>
      (await get<{ count: number; totalStudents: number }>(as, `/grades/statistics/${sheetPath()}`)).body;
    expect(await countOf('first')).not.toEqual(await countOf('whole'));
    const history = (as: Person, index: number) =>
      get(as, `/grades/history/${sheetPath()}/${encodeURIComponent(numbers(index)[0] ?? '')}`);
    expect(await history('first', 1)).toMatchObject({ status: 200 });
    expect(await history('first', 2)).toMatchObject({ status: 404 });
    expect(await history('whole', 2)).toMatchObject({ status: 200 });
    const code = encodeURIComponent(sheet.subjectCode);
    const batchName = { batchName: sheet.batchName };
    const report = await get<{ grades: { studentId: string }[] }>(
      'first',
      `/reports/subject/${code}`,
      batchName,
    );
    expect(indexesIn(report.body.grades)).toEqual([0, 1]);
    const getHistory = (as: Person, index: number) =>
      get(as, `/reports/student-subject/${encodeURIComponent(numbers(index)[0] ?? '')}/${code}`, batchName);
    expect(await getHistory('first', 0)).toMatchObject({ status: 200 });
    expect(await getHistory('first', 2)).toMatchObject({ status: 404 });
    expect(await getHistory('whole', 2)).toMatchObject({ status: 200 });
  });

  test('marks can be saved only for members of the circle, all or none', async () => {
    expect(await save('first', mark(0, 20))).toMatchObject({ status: 200 });
    expect(await save('first', mark(1, 21), mark(2, 21))).toMatchObject({
      status: 422,
      body: { details: [{ path: 'grades.1.studentId' }] },
    });
    expect((await sheet.row(1))['testGrade']).toBe(10);
    expect(await save('standIn', mark(0, 22))).toMatchObject({ status: 404 });
    await setToday('2026-09-03');
    expect(await save('standIn', mark(0, 22))).toMatchObject({ status: 200 });
    await setToday('2026-09-02');
  });

  test('a save of marks can be undone only while the student is in the circle', async () => {
    const undo = () =>
      server.call('POST', '/undo/latest', {
        as: { token: accounts.second.token },
        headers: { 'x-session-id': 'scope' },
      });
    expect(await save('second', mark(2, 30))).toMatchObject({ status: 200 });
    const path = `/circles/${circles.second.id}/members`;
    await send('PUT', path, { student_ids: numbers(3), date: '2026-09-02' });
    expect(await undo()).toMatchObject({ status: 404 });
    await send('PUT', path, { student_ids: numbers(2, 3), date: '2026-09-02' });
    expect(await undo()).toMatchObject({ status: 200 });
    expect((await sheet.row(2))['testGrade']).toBe(20);
  });

  test("marks and stats on the dashboard cover the circle's members", async () => {
    await setTeacherScope(server.data, 'linked');
    const stats = async (as: Person) => (await get(as, '/dashboard/stats')).body;
    expect(await stats('first')).toMatchObject({ subjects: 1, batches: 1, students: 2, activeStudents: 2 });
    expect(await stats('whole')).toMatchObject({ subjects: 1, batches: 1, students: 5, activeStudents: 5 });
    expect(await stats('nobody')).toMatchObject({ students: 0 });
    const isFound = async (as: Person) =>
      JSON.stringify((await get(as, '/search', { q: String(numbers(2)[0]) })).body).includes(
        String(numbers(2)[0]),
      );
    expect(await isFound('first')).toBe(false);
    expect(await isFound('second')).toBe(true);
  });

  test("only the subject's teacher sees assignments, which are for the whole subject", async () => {
    const body = { subject_id: sheet.subjectId, title: 'واجب', total_marks: 5 };
    const create = (as: Person) =>
      server.call<{ id: number }>('POST', '/assignments', { as: { token: accounts[as].token }, body });
    expect(await create('first')).toMatchObject({ status: 404 });
    const { status, body: created } = await create('whole');
    expect(status).toBe(201);
    expect(await get('first', `/assignments/${created.id}`)).toMatchObject({ status: 404 });
    expect(await get('whole', `/assignments/${created.id}`)).toMatchObject({ status: 200 });
  });
});
