import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Problem, ruleMessages } from '../../../contract/errors';
import type { Enrolment } from '../../../contract/students/enrolments';
import type { Student } from '../../../contract/students/students';
import { addAccount, setTeacherScope, stepUp } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { clockAt, moveClock } from '../../support/clock';
import { enrolmentCalls } from '../../support/enrolmentCalls';
import { uniqueText } from '../../support/sampleCalls';
import { newSheet, type Sheet } from '../../support/sheet';
import { absent, recordCalls, registerCalls } from '../../support/teaching';

// Every call that moves a student writes enrolments, and every query by day reads them.

const clock = clockAt('2026-09-01T09:00:00Z');
let server: TestApp;
const setToday = (day: string) => moveClock(clock, server, `${day}T09:00:00.000Z`);
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
});
afterAll(() => server.close());

const { headers, post, get, move, setStatus } = enrolmentCalls(() => server, 'enrolment-ways');
const enrolmentsOf = ({ id }: Student) => get<Enrolment[]>(`/students/${id}/enrolments`);
const put = ({ id }: Student, body: object) =>
  server.call<Student>('PUT', `/students/${id}`, { as: 'admin', headers, body });
const registersOf = ({ batchName, subjectCode }: Sheet) =>
  registerCalls(server, { batch_name: batchName, subject_code: subjectCode });
const recordsOf = ({ batchName, subjectCode }: Sheet) =>
  recordCalls(server, { batch_name: batchName, subject_code: subjectCode });
const namesIn = (rows: readonly { studentId: string }[]) => rows.map(({ studentId }) => studentId);

let a: Sheet;
let b: Sheet;
let student: Student;
beforeEach(async () => {
  await setToday('2026-09-01');
  [a, b] = [await newSheet(server, 3), await newSheet(server, 2)];
  student = a.students[0] as Student;
});

test('a refused move names the enrolment of the student, with its programme and first day', async () => {
  const { program_name } = await get<Student>(`/students/${student.id}`);
  const enrolment = { batch_name: a.batchName, program_name: program_name ?? '', from: '2026-09-01' };
  const message = (answer: { body: unknown }) =>
    (answer.body as Partial<Problem>).details?.map((detail) => detail.message);
  const other = { program_id: uniqueText(), program_name: `برنامج ${uniqueText()}`, levels: 2 };
  expect((await post('/programs', other)).status).toBe(201);
  const { program_id } = other;

  expect(message(await put(student, { program_id }))).toEqual([
    ruleMessages.enrolledInOtherProgram(enrolment),
  ]);
  expect(message(await put(student, { program_id, batch_name: b.batchName }))).toEqual([
    ruleMessages.batchOfOtherProgram,
  ]);
  expect(message(await move([student], b, '2026-08-31'))).toEqual([
    ruleMessages.moveBeforeEnrolment(student.full_name, enrolment),
  ]);
  expect(ruleMessages.enrolledInOtherProgram(enrolment)).toContain('منذ 19 ربيع الأول 1448');
  const batch = { batch_name: `دفعة ${uniqueText()}`, program_id };
  expect((await post('/batches', batch)).status).toBe(201);
  expect((await put(student, { program_id, batch_name: batch.batch_name })).body).toMatchObject(batch);
});

test('a file with another batch moves the student on the day of the import, and its undo moves him back', async () => {
  await setToday('2026-10-05');
  const { student_id, first_name, last_name } = student;
  const imported = await post('/students/import', {
    data: [{ student_id, first_name, last_name, batch_name: b.batchName }],
    stopOnError: false,
  });
  expect(imported.status, imported.text).toBe(200);
  expect(await enrolmentsOf(student)).toMatchObject([
    { batch_name: b.batchName, from: '2026-10-05', to: null, began_as: 'moved' },
    { batch_name: a.batchName, from: '2026-09-01', to: '2026-10-05', ended_as: 'moved' },
  ]);
  expect((await post('/undo/latest', {})).status).toBe(200);
  expect(await enrolmentsOf(student)).toMatchObject([{ batch_name: a.batchName, to: null }]);
});

test('a new student enters the batch of the form today, and clearing the batch ends that enrolment', async () => {
  const created = await post<Student>('/students', {
    first_name: 'سالم',
    last_name: 'الوراق',
    national_id: '2299999991',
    batch_name: a.batchName,
  });
  expect(created.status, created.text).toBe(201);
  expect(await enrolmentsOf(created.body)).toMatchObject([
    { batch_name: a.batchName, from: '2026-09-01', to: null, began_as: 'joined' },
  ]);
  await setToday('2026-10-01');
  expect((await put(created.body, { batch_id: null })).body.batch_id).toBeNull();
  expect(await enrolmentsOf(created.body)).toMatchObject([{ to: '2026-10-01', ended_as: null }]);
});

test('the form of a student changes his data, but neither his status nor his account', async () => {
  const changeResponse = await put(student, {
    phone: '0512345678',
    status: 'withdrawn',
    status_since: '2026-01-01',
    status_reason: 'سفر',
    user_id: 1,
  });
  expect(changeResponse.status, changeResponse.text).toBe(200);
  expect(changeResponse.body).toMatchObject({
    phone: '0512345678',
    status: 'active',
    status_since: null,
    status_reason: null,
    user_id: null,
  });
  // The client may send the returned record back unchanged.
  expect((await put(student, changeResponse.body)).status).toBe(200);
});

test('a student is shown as linked until the account is deleted', async () => {
  const account = await addAccount(server, 'student', { student_row_id: student.id });
  expect(await get<Student>(`/students/${student.id}`)).toMatchObject({ user_id: account.id });
  const deleteResponse = await server.call('DELETE', `/users/${account.id}`, { as: 'admin', headers });
  expect(deleteResponse.status, deleteResponse.text).toBe(200);
  expect(await get<Student>(`/students/${student.id}`)).toMatchObject({ user_id: null });
});

test('registers and daily records of a day list the students of the batch on that day', async () => {
  const daily = await newSheet(server, 2, 'تقييد يومي');
  const [own] = daily.students as [Student];
  await setToday('2026-10-20');
  await move([own], b, '2026-10-10');
  const namesInRecords = async (day: string) => namesIn((await recordsOf(daily).day(day)).body.records);
  const loadPresentNames = async (sheet: Sheet, day: string) =>
    namesIn((await registersOf(sheet).day(day)).body.students);
  // Days before the first enrolment belong to the first batch.
  for (const day of ['2026-08-01', '2026-10-09']) {
    expect(await namesInRecords(day)).toContain(own.student_id);
    expect(await loadPresentNames(daily, day)).toContain(own.student_id);
    expect(await loadPresentNames(b, day)).not.toContain(own.student_id);
  }
  expect(await namesInRecords('2026-10-10')).not.toContain(own.student_id);
  expect(await loadPresentNames(daily, '2026-10-10')).not.toContain(own.student_id);
  expect(await loadPresentNames(b, '2026-10-10')).toContain(own.student_id);
  const row = [{ studentId: own.student_id, recordContent: 'سورة', pagesCount: 1 }];
  expect((await recordsOf(daily).save('2026-10-09', row)).status).toBe(200);
  expect((await recordsOf(daily).save('2026-10-10', row)).status).toBe(422);
});

test('a move before the newest daily record lists the students whose records it would hide; on the same day it succeeds', async () => {
  const daily = await newSheet(server, 2, 'تقييد يومي');
  const [own] = daily.students as [Student];
  await setToday('2026-10-20');
  const row = [{ studentId: own.student_id, recordContent: 'سورة', pagesCount: 1 }];
  expect((await recordsOf(daily).save('2026-10-15', row)).status).toBe(200);
  expect((await move(daily.students, b, '2026-10-10')).body).toMatchObject({
    code: 'MOVE_HIDES',
    students: [{ student_id: own.student_id, newest: '2026-10-15' }],
  });
  expect((await move(daily.students, b, '2026-10-15')).status).toBe(200);
});

test('deleting a subject with marks of former students needs confirmation, a cleanup does not, and both can be undone', async () => {
  await a.save([a.sentRow(0, { testGrade: 20 })]);
  await setToday('2026-10-01');
  await move([student], b, '2026-10-01');
  const remove = (path: string, query = {}) => server.call('DELETE', path, { as: 'admin', query, headers });
  const refused = { status: 409, body: { code: 'HAS_DEPENDENTS', counts: { students: 1, grades: 1 } } };
  expect(await remove(`/subjects/${a.subjectId}`)).toMatchObject(refused);
  const offering = `/subjects/offerings/${a.subjectCode}`;
  expect(await remove(offering)).toMatchObject(refused);
  expect((await remove(offering, { confirm: 1 })).status).toBe(200);
  expect((await post('/undo/latest', {})).status).toBe(200);
  await stepUp(server, 'admin');
  expect((await remove('/cleanup/subjects')).status).toBe(200);
  expect((await post('/undo/latest', {})).status).toBe(200);
  expect(namesIn(await a.rows())).toContain(student.student_id);
});

test('concurrent moves and a withdrawal leave one current enrolment, and no call fails', async () => {
  await setToday('2026-10-01');
  const c = await newSheet(server, 0);
  const answers = await Promise.all([
    move([student], b, '2026-10-01'),
    move([student], c, '2026-10-01'),
    move([student], b, '2026-10-01'),
    setStatus([student], 'withdrawn', '2026-10-01'),
  ]);
  const texts = answers.map(({ text }) => text);
  expect(
    answers.filter(({ status }) => status >= 500),
    texts.join('\n'),
  ).toEqual([]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  const visible = await server.data.read
    .selectFrom('enrolments')
    .select('id')
    .where('student_row_id', '=', student.id)
    .where('is_shown', '=', 1)
    .execute();
  expect(visible).toHaveLength(1);
});

test('a teacher reads only the enrolments of his own students', async () => {
  await setTeacherScope(server.data, 'linked');
  const teacher = await addAccount(server, 'teacher');
  await post('/subject-teachers', { subject_code: a.subjectCode, teacher_id: teacher.id });
  const as = await teacher.signIn();
  const read = async ({ id }: Student) =>
    (await server.call('GET', `/students/${id}/enrolments`, { as })).status;
  const [own, foreign] = [await read(student), await read(b.students[0] as Student)];
  await setTeacherScope(server.data, 'linked_or_open');
  expect([own, foreign]).toEqual([200, 404]);
});

test('an absence within a later suspension still counts, other registers of that time do not', async () => {
  const registers = registersOf(a);
  await registers.set('2026-09-01', []);
  await setToday('2026-10-20');
  expect((await registers.set('2026-10-05', [absent(student.student_id)])).status).toBe(200);
  for (const day of ['2026-10-06', '2026-10-15']) expect((await registers.set(day, [])).status).toBe(200);
  const attendance = async () =>
    (
      await get<{ attendance: object }>(
        `/reports/student-subject/${student.student_id}/${a.subjectCode}?batchName=${encodeURIComponent(a.batchName)}`,
      )
    ).attendance;
  expect(await attendance()).toMatchObject({ registers: 4, unexcused: 1 });
  const suspended = await setStatus([student], 'suspended', '2026-10-01', { confirm: true });
  expect(suspended.status, suspended.text).toBe(200);
  await setStatus([student], 'active', '2026-10-10');
  expect(await attendance()).toMatchObject({ registers: 3, unexcused: 1 });
});

test('a register and a daily record outside of the dates of the batch are stored; the client asks before', async () => {
  const daily = await newSheet(server, 1, 'تقييد يومي');
  await setToday('2026-09-20');
  const dates = { start_date: '2026-09-15', end_date: '2026-09-16' };
  for (const { batchId } of [a, daily]) {
    const dated = await server.call('PUT', `/batches/${batchId}`, { as: 'admin', headers, body: dates });
    expect(dated.status, dated.text).toBe(200);
  }
  expect((await registersOf(a).set('2026-09-10', [absent(student.student_id)])).status).toBe(200);
  const [own] = daily.students as [Student];
  const row = [{ studentId: own.student_id, recordContent: 'سورة', pagesCount: 1 }];
  expect((await recordsOf(daily).save('2026-09-18', row)).status).toBe(200);
});

test('a student moved during a suspension is in no register until the return, then in that of the new batch', async () => {
  await setToday('2026-10-25');
  await setStatus([student], 'suspended', '2026-10-01');
  expect((await move([student], b, '2026-10-10')).status).toBe(200);
  expect((await setStatus([student], 'active', '2026-10-20')).status).toBe(200);
  expect(await get<Student>(`/students/${student.id}`)).toMatchObject({
    status: 'active',
    batch_id: b.batchId,
  });
  const isIn = async (sheet: Sheet, day: string) =>
    namesIn((await registersOf(sheet).day(day)).body.students).includes(student.student_id);
  expect([
    await isIn(a, '2026-09-30'),
    await isIn(a, '2026-10-05'),
    await isIn(b, '2026-10-12'),
    await isIn(b, '2026-10-20'),
  ]).toEqual([true, false, false, true]);
});
