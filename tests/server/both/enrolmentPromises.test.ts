import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Enrolment, StudentCard } from '../../../contract/students/enrolments';
import type { GradeRow } from '../../../contract/grades';
import type { Issue } from '../../../contract/reports/papers';
import type { Student } from '../../../contract/students/students';
import type { Subject } from '../../../contract/subjects';
import { createApp } from '../../../server/app';
import { readConfig } from '../../../server/config';
import { startTestApp, type TestApp } from '../../support/app';
import { clockAt, moveClock } from '../../support/clock';
import { enrolmentCalls } from '../../support/enrolmentCalls';
import { uniqueText } from '../../support/sampleCalls';
import { newSheet, type Sheet } from '../../support/sheet';

// Single rules of enrolments that no other test file covers.

const clock = clockAt('2026-09-01T09:00:00Z');
let server: TestApp;
const setToday = (day: string) => moveClock(clock, server, `${day}T09:00:00.000Z`);
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
});
afterAll(() => server.close());

const { headers, post, get, move, setStatus } = enrolmentCalls(() => server, 'enrolment-promises');
const whole = { participationGrade: 5, attendanceGrade: 5, exerciseGrade: 5, readingGrade: 5 };
const enrolmentsOf = ({ id }: Student) => get<Enrolment[]>(`/students/${id}/enrolments`);

let a: Sheet;
let b: Sheet;
let student: Student;
beforeEach(async () => {
  await setToday('2026-09-01');
  [a, b] = [await newSheet(server, 4), await newSheet(server, 1)];
  student = a.students[0] as Student;
});

test('the list of students can be filtered by each status; a student who returned is among the active', async () => {
  const [one, two, three, four] = a.students as [Student, Student, Student, Student];
  await setToday('2026-10-01');
  await setStatus([two, four], 'suspended', '2026-10-01');
  await setStatus([three], 'graduated', '2026-10-01');
  await setToday('2026-10-02');
  await setStatus([four], 'active', '2026-10-02');
  const listStudents = async (status: string) => {
    const filter = encodeURIComponent(JSON.stringify({ status, batch_id: a.batchId }));
    return (await get<Student[]>(`/students?filter=${filter}`)).map(({ id }) => id).toSorted((x, y) => x - y);
  };
  expect(await listStudents('active')).toEqual([one.id, four.id]);
  expect(await listStudents('suspended')).toEqual([two.id]);
  expect(await listStudents('graduated')).toEqual([three.id]);
  expect(await listStudents('withdrawn')).toEqual([]);
});

test('the card of a student lists his issued papers, and labels the older of two results as repeated', async () => {
  const subject_code = uniqueText();
  const offer = async ({ batchId }: Sheet) =>
    (await post<Subject>('/subjects', { subject_code, name: 'النحو', batch_id: batchId })).body;
  const [older, newer] = [await offer(a), await offer(b)];
  const save = ({ batchName }: Sheet, { subject_code: subjectCode }: Subject, testGrade: number) =>
    post('/grades/save', {
      batchName,
      subjectCode,
      grades: [{ studentId: student.student_id, ...whole, testGrade }],
    });
  await save(a, older, 0);
  await setToday('2026-10-01');
  await move([student], b, '2026-10-01', { as: 'repeated' });
  await save(b, newer, 40);
  await post<Issue>('/papers/issue', { batchName: b.batchName, studentId: student.student_id });
  const card = await get<StudentCard>(`/students/${student.id}/card`);
  expect(card.papers).toMatchObject([{ type: 'transcript', withdrawn_at: null }]);
  expect(card.subjects).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        subject_code: older.subject_code,
        is_repeated: true,
        is_current: false,
      }),
      expect.objectContaining({
        subject_code: newer.subject_code,
        is_repeated: false,
        is_current: true,
      }),
    ]),
  );
});

test('a server without additions omits former students from the grade sheet', async () => {
  await a.save([a.sentRow(0, { ...whole, testGrade: 30 })]);
  await setToday('2026-10-01');
  await setStatus([student], 'withdrawn', '2026-10-01');
  const row = (await a.rows()).find(({ studentId }: GradeRow) => studentId === student.student_id);
  expect(row?.left_on).toBe('2026-10-01');
  const plainServer = await createApp(
    server.data,
    readConfig({ PLAIN_API: '1', LOG_LEVEL: 'silent', WEB_ROOT: '/nonexistent' }),
  );
  const answer = await plainServer.inject({
    url: `/api/grades/${encodeURIComponent(a.batchName)}/${a.subjectCode}`,
    headers: { authorization: `Bearer ${await server.signIn('admin')}` },
  });
  await plainServer.close();
  expect(answer.statusCode, answer.payload).toBe(200);
  expect(answer.payload).toContain(a.students[1]?.student_id);
  expect(answer.payload).not.toContain(student.student_id);
  expect(answer.payload).not.toContain('left_on');
});

test('a suspended student is grey from the first day of the suspension, and his marks cannot be saved', async () => {
  await a.save([a.sentRow(0, { ...whole, testGrade: 30 })]);
  await setToday('2026-10-03');
  expect((await setStatus([student], 'suspended', '2026-10-02')).status).toBe(200);
  const row = (await a.rows()).find(({ studentId }: GradeRow) => studentId === student.student_id);
  expect(row?.left_on).toBe('2026-10-02');
  expect((await a.save([a.sentRow(0, { testGrade: 1 })])).status).toBe(422);
  expect((await a.save([a.sentRow(1, { testGrade: 1 })])).status).toBe(200);
});

test('a move to the current batch adds no operation; a status from tomorrow is refused, one from today is set', async () => {
  await setToday('2026-10-03');
  expect((await move(a.students, a, '2026-10-03')).body).toMatchObject({ moved: 0, operation_id: null });
  expect((await setStatus(a.students, 'suspended', '2026-10-04')).body).toMatchObject({
    code: 'VALIDATION',
    details: [{ path: 'date' }],
  });
  expect((await setStatus(a.students, 'suspended', '2026-10-03')).body).toMatchObject({ changed: 4 });
});

test('a withdrawn student is restored from a deletion with his reason and his last batch', async () => {
  await setToday('2026-10-03');
  await setStatus([student], 'withdrawn', '2026-10-03', { reason: 'سفر' });
  const before = await enrolmentsOf(student);
  const deleteResponse = await server.call('DELETE', `/students/${student.id}`, { as: 'admin', headers });
  expect(deleteResponse.status, deleteResponse.text).toBe(200);
  expect((await post('/undo/latest', {})).status).toBe(200);
  expect(await enrolmentsOf(student)).toEqual(before);
  expect(await get<Student>(`/students/${student.id}`)).toMatchObject({
    status: 'withdrawn',
    status_reason: 'سفر',
    batch_name: a.batchName,
  });
});

test('deleting several subjects needs the number of former students with marks, and one undo restores the subjects', async () => {
  await a.save([a.sentRow(0, { testGrade: 3 })]);
  await setToday('2026-10-01');
  await move([student], b, '2026-10-01');
  const ids = [a.subjectId];
  expect(await post('/subjects/delete-many', { ids })).toMatchObject({
    status: 409,
    body: { code: 'HAS_DEPENDENTS', counts: { students: 1, grades: 1 } },
  });
  expect((await post('/subjects/delete-many', { ids, confirm: 1 })).status).toBe(200);
  expect((await post('/undo/latest', {})).status).toBe(200);
  expect((await a.rows()).map(({ studentId }: GradeRow) => studentId)).toContain(student.student_id);
});
