import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Circle } from '../../../contract/circles';
import type { TodayItem } from '../../../contract/dashboard';
import { addAccount, setTeacherScope } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { buildAnswers, newAssignment } from '../../support/assignmentCalls';
import { clockAt, moveClock } from '../../support/clock';
import { newSheet, type Sheet } from '../../support/sheet';

let server: TestApp;
// A Tuesday; Friday and Saturday are the weekend.
const clock = clockAt('2026-09-01T09:00:00Z');
const setToday = (day: string) => moveClock(clock, server, `${day}T09:00:00.000Z`);
let teacher: { id: number; token: string };
let sheet: Sheet;

const send = async <T = Record<string, unknown>>(method: string, path: string, body?: unknown) => {
  const answer = await server.call<T>(method, path, { as: 'admin', body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const workOf = async (as: { token: string } | 'admin', query: object = {}) =>
  (await server.call<TodayItem[]>('GET', '/today', { as, query: { ...query } })).body;
/** Loads the rows of this test's subject in the work of the day. */
const ownWork = async (query: object = {}) =>
  (await workOf(teacher, query)).filter(({ subject_code }) => subject_code === sheet.subjectCode);
const teach = async (taughtSheet: Sheet) => {
  await send('POST', '/subject-teachers', { subject_code: taughtSheet.subjectCode, teacher_id: teacher.id });
  sheet = taughtSheet;
};
const register = (date: string, absent: readonly number[] = [], circle_id?: number) =>
  send('PUT', `/absences/${encodeURIComponent(sheet.batchName)}/${sheet.subjectCode}/${date}`, {
    absentStudents: absent.map((index) => ({
      studentId: sheet.students[index]?.student_id,
      type: 'غياب بدون عذر',
    })),
    ...(circle_id !== undefined && { circle_id }),
  });
const record = (date: string, indexes: readonly number[], kind = 'new') =>
  send('POST', '/daily-records/save', {
    batchName: sheet.batchName,
    subjectCode: sheet.subjectCode,
    recordDate: date,
    kind,
    records: indexes.map((index) => ({ studentId: sheet.students[index]?.student_id, pagesCount: 1 })),
  });
const newCircle = async (name: string, indexes: readonly number[], overrides: object = {}) => {
  const circle = await send<Circle>('POST', '/circles', {
    subject_code: sheet.subjectCode,
    name,
    ...overrides,
  });
  const student_ids = indexes.map((index) => sheet.students[index]?.student_id);
  await send('PUT', `/circles/${circle.id}/members`, { student_ids, date: '2026-09-01' });
  return circle;
};

beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
  await setTeacherScope(server.data, 'linked');
});
afterAll(() => server.close());
beforeEach(async () => {
  await setToday('2026-09-01');
  const account = await addAccount(server, 'teacher');
  teacher = { id: account.id, ...(await account.signIn()) };
});

test('a subject has the finished and the open work of its day', async () => {
  await teach(await newSheet(server, 3));
  expect(await ownWork()).toEqual([
    {
      program_id: 'QRN',
      batch_id: sheet.batchId,
      subject_id: sheet.subjectId,
      subject_code: sheet.subjectCode,
      name: sheet.subjectName,
      batch_name: sheet.batchName,
      section: 'mixed',
      circle_id: null,
      circle_name: null,
      is_today: true,
      holiday: null,
      register: { taken: false, absent: 0 },
      // A student who joined on this day counts like any other.
      overdue_registers: ['2026-08-31', '2026-08-30', '2026-08-27', '2026-08-26', '2026-08-25'],
      records: null,
      marks_missing: 3,
      to_grade: 0,
    },
  ]);
  await register('2026-09-01', [1]);
  await register('2026-08-30');
  await sheet.save([
    sheet.sentRow(0, {
      participationGrade: 5,
      attendanceGrade: 5,
      exerciseGrade: 5,
      readingGrade: 5,
      testGrade: 9,
    }),
    sheet.sentRow(1, { testGrade: 9 }),
  ]);
  expect(await ownWork()).toMatchObject([
    {
      register: { taken: true, absent: 1 },
      overdue_registers: ['2026-08-31', '2026-08-27', '2026-08-26', '2026-08-25'],
      marks_missing: 2,
    },
  ]);
});

test('a student with records of two kinds counts once, and a subject of daily records has no grade sheet to fill in', async () => {
  await teach(await newSheet(server, 3, 'تقييد يومي'));
  await record('2026-09-01', [0, 1]);
  await record('2026-09-01', [0], 'far');
  expect(await ownWork()).toMatchObject([{ records: { done: 2, of: 3 }, marks_missing: null }]);
  expect(await ownWork({ date: '2026-08-31' })).toMatchObject([{ records: { done: 0, of: 3 } }]);
});

test('a teacher of circles has a row for each own or substituted circle; the teacher of the subject has one row for all', async () => {
  await teach(await newSheet(server, 5, 'تقييد يومي'));
  const tuesday = 2;
  const values = { teacher_id: teacher.id };
  const first = await newCircle('حلقة أولى', [0, 1], { ...values, days: [tuesday] });
  const second = await newCircle('حلقة ثانية', [2], { days: [0] });
  const substitution = { teacher_id: teacher.id, from: '2026-09-01', to: '2026-09-01' };
  await send('POST', `/circles/${second.id}/substitutes`, substitution);
  await register('2026-09-01', [0], first.id);
  expect(await ownWork()).toMatchObject([
    {
      circle_id: first.id,
      circle_name: 'حلقة أولى',
      is_today: true,
      register: { taken: true, absent: 1 },
      overdue_registers: [],
      records: { done: 0, of: 2 },
    },
    {
      circle_id: second.id,
      is_today: false,
      register: { taken: false, absent: 0 },
      overdue_registers: [],
      records: { done: 0, of: 1 },
    },
  ]);
  await setToday('2026-09-09');
  expect(await ownWork()).toMatchObject([
    { circle_id: first.id, is_today: false, overdue_registers: ['2026-09-08'] },
  ]);
  const other = await addAccount(server, 'teacher');
  await send('POST', '/subject-teachers', { subject_code: sheet.subjectCode, teacher_id: other.id });
  const otherWork = (await workOf(await other.signIn(), { date: '2026-09-01' })).filter(
    ({ subject_code }) => subject_code === sheet.subjectCode,
  );
  expect(otherWork).toMatchObject([
    { circle_id: null, register: { taken: false, absent: 1 }, records: { of: 5 } },
  ]);
});

test('a substitute has open registers only for the days of substitution, and can take them', async () => {
  sheet = await newSheet(server, 2);
  const ownCircle = await newCircle('حلقته', [0], { teacher_id: teacher.id });
  const other = await newCircle('حلقة غيره', [1]);
  const substitution = { teacher_id: teacher.id, from: '2026-09-08', to: '2026-09-09' };
  await send('POST', `/circles/${other.id}/substitutes`, substitution);
  await setToday('2026-09-09');
  const everyDay = ['2026-09-08', '2026-09-07', '2026-09-06', '2026-09-03', '2026-09-02'];
  const expected = [
    { circle_id: ownCircle.id, overdue_registers: everyDay },
    { circle_id: other.id, overdue_registers: ['2026-09-08'] },
  ];
  expect(await ownWork()).toMatchObject(expected);
  const statusOfRegister = async (date: string) => {
    const path = `/absences/${encodeURIComponent(sheet.batchName)}/${sheet.subjectCode}/${date}`;
    return (await server.call('GET', path, { as: teacher, query: { circle_id: other.id } })).status;
  };
  expect([await statusOfRegister('2026-09-08'), await statusOfRegister('2026-09-07')]).toEqual([200, 404]);
  const adminWork = (await workOf('admin', { range: '[0,199]' })).find(
    ({ circle_id }) => circle_id === other.id,
  );
  expect(adminWork?.overdue_registers).toEqual(everyDay);

  // The teacher of the whole subject also has no open registers for the days of a substitute.
  await teach(sheet);
  expect(await ownWork()).toMatchObject(expected);
});

test('a divided subject has its register once the registers of all circles, and of students without a circle, are taken', async () => {
  await teach(await newSheet(server, 3));
  const circle = await newCircle('حلقة', [0, 1]);
  await register('2026-09-01', [], circle.id);
  expect(await ownWork()).toMatchObject([{ circle_id: null, register: { taken: false } }]);
  await register('2026-09-01', [2]);
  expect(await ownWork()).toMatchObject([{ circle_id: null, register: { taken: true, absent: 1 } }]);
});

test('the teacher of a whole divided subject has open registers only on the days of its circles', async () => {
  await teach(await newSheet(server, 2, 'تقييد يومي'));
  await newCircle('حلقة الأحد', [0, 1], { days: [0] });
  await setToday('2026-09-09');
  expect(await ownWork()).toMatchObject([{ circle_id: null, overdue_registers: ['2026-09-06'] }]);
});

test('a teacher of only a circle has no submissions to grade; the teacher of the subject has them', async () => {
  sheet = await newSheet(server, 1, 'تقييد يومي');
  await newCircle('حلقة', [0], { teacher_id: teacher.id });
  const whole = await addAccount(server, 'teacher');
  await send('POST', '/subject-teachers', { subject_code: sheet.subjectCode, teacher_id: whole.id });
  const assignment = await newAssignment(server, { subject_id: sheet.subjectId });
  const account = await addAccount(server, 'student', { student_row_id: sheet.students[0]?.id ?? 0 });
  await server.call('POST', `/assignments/${assignment.id}/submit`, {
    as: await account.signIn(),
    body: { answers: buildAnswers(assignment) },
  });
  expect(await ownWork()).toMatchObject([{ to_grade: 0 }]);
  const wholeTeacherWork = await workOf(await whole.signIn());
  expect(wholeTeacherWork.find(({ subject_code }) => subject_code === sheet.subjectCode)).toMatchObject({
    to_grade: 1,
  });
});

test('only ungraded submissions of current students of the batch are counted', async () => {
  await teach(await newSheet(server, 2));
  const assignment = await newAssignment(server, { subject_id: sheet.subjectId });
  for (const { id } of sheet.students) {
    const account = await addAccount(server, 'student', { student_row_id: id });
    await server.call('POST', `/assignments/${assignment.id}/submit`, {
      as: await account.signIn(),
      body: { answers: buildAnswers(assignment) },
    });
  }
  expect(await ownWork()).toMatchObject([{ to_grade: 2 }]);
  const ids = [sheet.students[1]?.id];
  await send('POST', '/students/status', { student_row_ids: ids, status: 'withdrawn', date: '2026-09-01' });
  expect(await ownWork()).toMatchObject([{ to_grade: 1, marks_missing: 1 }]);
});

test('no work is listed on weekends, in ended batches, and in subjects of other teachers', async () => {
  await teach(await newSheet(server, 1));
  const others = await newSheet(server, 1);
  expect((await workOf(teacher)).map(({ subject_code }) => subject_code)).toEqual([sheet.subjectCode]);
  const all = await workOf('admin');
  expect(all.map(({ subject_code }) => subject_code)).toEqual(
    expect.arrayContaining([sheet.subjectCode, others.subjectCode]),
  );
  expect(await ownWork({ date: '2026-09-04' })).toMatchObject([{ is_today: false }]);
  await send('PUT', `/batches/${sheet.batchId}`, { start_date: '2026-01-01', end_date: '2026-08-31' });
  expect(await ownWork()).toEqual([]);
  expect(await ownWork({ date: '2026-08-31' })).toHaveLength(1);
});

test('an admin gets the work of all teachers in pages', async () => {
  const all = await workOf('admin');
  expect(all.length).toBeGreaterThan(3);
  const page = await server.call<TodayItem[]>('GET', '/today', { as: 'admin', query: { range: '[1,2]' } });
  expect(page.body).toEqual(all.slice(1, 3));
  expect(page.headers['content-range']).toBe(`today 1-2/${all.length}`);
});
