import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BatchCard } from '../../contract/batches';
import type { Circle } from '../../contract/circles';
import type { StudentCard } from '../../contract/students/enrolments';
import type { Subject } from '../../contract/subjects';
import { addAccount, setTeacherScope } from '../support/accounts';
import { excusedAbsence } from '../../contract/vocabulary';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt } from '../support/clock';
import { newSheet, type Sheet } from '../support/sheet';
import { uniqueText } from '../support/sampleCalls';
import { newDailySubject } from '../support/teaching';

let server: TestApp;
let sheet: Sheet;
/** A subject of the same batch without a teacher. */
let other: Subject;
/** Teachers of the whole subject, of only the first circle, and of a subject of another batch. */
const people = ['whole', 'circle', 'elsewhere'] as const;
type Person = (typeof people)[number];
const accounts = {} as Record<Person, { id: number; token: string; name: string }>;
const circles: Circle[] = [];
const clock = clockAt('2026-11-01T09:00:00Z');

const send = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  server.call<T>(method, path, { as: 'admin', body, headers: { 'x-session-id': 'cards' } });
const get = <T>(as: Person | 'admin' | 'student', path: string) =>
  server.call<T>('GET', path, {
    as: as in accounts ? { token: accounts[as as Person].token } : (as as 'admin'),
  });
const student = (index: number) => sheet.students[index] as Sheet['students'][number];
const cardOf = (as: Parameters<typeof get>[0], index = 0) =>
  get<StudentCard>(as, `/students/${student(index).id}/card`);
const batchCard = (as: Parameters<typeof get>[0]) => get<BatchCard>(as, `/batches/${sheet.batchId}/card`);

const absences = (circle_id: number | undefined, absent: readonly number[]) =>
  send('POST', '/absences/record', {
    batchName: sheet.batchName,
    subjectCode: sheet.subjectCode,
    date: '2026-11-01',
    circle_id,
    absentStudents: absent.map((index) => ({ studentId: student(index).student_id, type: excusedAbsence })),
  });

/** Two of four students are in the first circle, one is in the second, one has no circle. Two have marks. */
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
  await setTeacherScope(server.data, 'linked');
  sheet = await newSheet(server, 4);
  const code = uniqueText();
  const subject = { subject_code: code, name: `مادة ${code}`, batch_id: sheet.batchId };
  other = (await send<Subject>('POST', '/subjects', subject)).body;
  const otherSheet = await newSheet(server, 1);
  for (const person of people) {
    const account = await addAccount(server, 'teacher');
    accounts[person] = { id: account.id, name: account.username, ...(await account.signIn()) };
  }
  const assignTeacher = (subject_code: string, teacher_id: number) =>
    send('POST', '/subject-teachers', { subject_code, teacher_id });
  await assignTeacher(sheet.subjectCode, accounts.whole.id);
  await assignTeacher(otherSheet.subjectCode, accounts.elsewhere.id);
  for (const [name, teacher_id, indexes] of [
    ['حلقة الفجر', accounts.circle.id, [0, 1]],
    ['حلقة العصر', null, [2]],
  ] as const) {
    const circle = await send<Circle>('POST', '/circles', {
      subject_code: sheet.subjectCode,
      name,
      teacher_id,
    });
    circles.push(circle.body);
    await send('PUT', `/circles/${circle.body.id}/members`, {
      student_ids: indexes.map((index) => student(index).student_id),
      date: '2026-11-01',
    });
  }
  const whole = { participationGrade: 10, attendanceGrade: 30, exerciseGrade: 5, readingGrade: 5 };
  const marks = await sheet.save([
    sheet.sentRow(0, { ...whole, testGrade: 50 }),
    sheet.sentRow(1, { ...whole, testGrade: 30 }),
  ]);
  if (marks.status !== 200) throw new Error(marks.text);
  for (const [circle, absent] of [
    [circles[0]?.id, [0]],
    [circles[1]?.id, []],
  ] as const) {
    const answer = await absences(circle, absent);
    if (answer.status !== 200) throw new Error(answer.text);
  }
});
afterAll(() => server.close());

describe('the card of a student', () => {
  test('the card of a student has the marks and maxima of each subject, the absences, and whether the caller may open its sheets', async () => {
    const { body } = await cardOf('admin');
    expect(body.subjects).toHaveLength(2);
    expect(body.subjects).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          subject_code: sheet.subjectCode,
          batch_id: sheet.batchId,
          type: 'مادة',
          total: 100,
          max: 100,
          absence_days: 1,
          records: null,
          is_open: true,
        }),
        expect.objectContaining({ subject_code: other.subject_code, total: null, is_open: true }),
      ]),
    );
    expect(body.absences).toEqual({ excused: 1, unexcused: 0, rate: 0 });
    const asTeacher = await cardOf('circle');
    expect(asTeacher.body.subjects.map(({ subject_code, is_open }) => [subject_code, is_open])).toEqual(
      expect.arrayContaining([
        [sheet.subjectCode, true],
        [other.subject_code, false],
      ]),
    );
  });

  test('the card of a student has no e-mail, phones, national id and account for a teacher; other teachers, and students, get none', async () => {
    await send('PUT', `/students/${student(0).id}`, { email: 'his@example.org', phone: '0551234567' });
    const admin = await cardOf('admin');
    expect(admin.body.student).toMatchObject({
      email: 'his@example.org',
      national_id: student(0).national_id,
    });
    for (const as of ['whole', 'circle'] as const) {
      const { status, body, text } = await cardOf(as);
      expect(status).toBe(200);
      expect(body).toMatchObject({ student: { full_name: student(0).full_name }, account: null });
      for (const secret of ['his@example.org', '551234567', student(0).national_id ?? ''])
        expect(text).not.toContain(secret);
    }
    expect((await cardOf('elsewhere')).status).toBe(404);
    expect((await cardOf('student')).status).toBe(403);
  });

  test('the health note of a student is for admins and his own teachers, on his page alone; lists of teachers and his own account have none', async () => {
    const health_note = 'ربو ومعه بخاخ';
    await send('PUT', `/students/${student(0).id}`, { health_note, birth_date: '2010-03-15' });
    await send('PUT', `/students/${student(2).id}`, { health_note });
    const pages = (index: number) => [
      `/students/${student(index).id}/card`,
      `/students/${student(index).id}`,
    ];
    for (const path of pages(0))
      for (const as of ['admin', 'whole', 'circle'] as const)
        expect((await get(as, path)).text, `${as} ${path}`).toContain(health_note);
    for (const path of pages(0)) {
      expect((await get('circle', path)).text).not.toContain('2010-03-15');
      expect((await get('elsewhere', path)).status).toBe(404);
      expect((await get('student', path)).status).toBe(403);
    }
    for (const path of pages(2)) expect((await get('circle', path)).status).toBe(404);

    // With these settings teachers see more students than their own.
    for (const rule of ['all', 'linked_or_open'] as const) {
      await setTeacherScope(server.data, rule);
      for (const path of pages(0)) {
        const answer = await get('elsewhere', path);
        expect(answer.status).toBe(200);
        expect(answer.text).not.toContain('health_note');
        expect((await get('whole', path)).text).toContain(health_note);
      }
    }
    for (const as of ['whole', 'circle', 'elsewhere'] as const) {
      const query = { filter: { batch_id: sheet.batchId } };
      const answer = await server.call('GET', '/students', { as: { token: accounts[as].token }, query });
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain('health_note');
    }
    await setTeacherScope(server.data, 'linked');

    const { body: account } = await send<{ id: number; username: string }>('POST', '/users', {
      username: uniqueText(),
      name: student(0).full_name,
      role: 'student',
      student_id: student(0).student_id,
      password: 'نخلة-وسبع-سنابل',
    });
    await send('PUT', `/users/${account.id}`, { must_change_password: false });
    const path = `/students/by-user/${account.id}`;
    expect((await get('admin', path)).body).toMatchObject({ health_note });
    const token = await server.signIn(account.username, 'نخلة-وسبع-سنابل');
    const own = await server.call('GET', path, { as: { token } });
    expect(own.body).toMatchObject({ health_note: null, birth_date: '2010-03-15' });
    expect(own.text).not.toContain(health_note);
  });

  test('the card of a student is available to the teacher of a circle only for its students', async () => {
    const statuses = await Promise.all(
      [0, 1, 2, 3].map(async (index) => (await cardOf('circle', index)).status),
    );
    expect(statuses).toEqual([200, 200, 404, 404]);
    expect((await cardOf('whole', 3)).status).toBe(200);
  });

  test('the card of a student has the pages and mistakes of the recitations in a subject of daily records', async () => {
    const daily = await newDailySubject(server);
    const [dailyStudent] = (
      await server.call<{ id: number; student_id: string }[]>('GET', '/students', {
        as: 'admin',
        query: { filter: { batch_id: daily.batch_id }, range: [0, 0], sort: ['id', 'ASC'] },
      })
    ).body;
    const records = async () => {
      const { body } = await get<StudentCard>('admin', `/students/${dailyStudent?.id}/card`);
      return body.subjects.find(({ subject_code }) => subject_code === daily.subject_code)?.records;
    };
    expect(await records()).toMatchObject({ records: 0, pages: 0 });
    const saved = await send('POST', '/daily-records/save', {
      batchName: daily.batch_name,
      subjectCode: daily.subject_code,
      recordDate: '2026-11-01',
      records: [
        { studentId: dailyStudent?.student_id, recordContent: 'سورة الملك', pagesCount: 2, mistakesCount: 1 },
      ],
    });
    expect(saved.status, saved.text).toBe(200);
    expect(await records()).toMatchObject({ records: 1, pages: 2, mistakes: 1 });
  });
});

describe('the card of a batch', () => {
  test('the card of a batch has its subjects with teachers, circles, mean and registers, and the total stats', async () => {
    const { status, body } = await batchCard('admin');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      batch: { id: sheet.batchId, batch_name: sheet.batchName },
      students_count: 4,
      average: 90,
      attendance_rate: 66.7,
    });
    expect(body.subjects.find(({ subject_code }) => subject_code === sheet.subjectCode)).toMatchObject({
      id: sheet.subjectId,
      name: sheet.subjectName,
      teachers: [accounts.whole.name],
      teacher_ids: [accounts.whole.id],
      circles: [{ name: 'حلقة العصر' }, { name: 'حلقة الفجر' }],
      average: 90,
      registers: 2,
    });
    expect(body.subjects.find(({ subject_code }) => subject_code === other.subject_code)).toMatchObject({
      teachers: [],
      circles: [],
      average: null,
      registers: 0,
    });
  });

  test("the card of a batch has only a teacher's own subjects; out of scope it is not found", async () => {
    const { body } = await batchCard('whole');
    expect(body).toMatchObject({
      subjects: [{ subject_code: sheet.subjectCode, teacher_ids: [null], average: 90, registers: 2 }],
      average: 90,
    });
    expect((await batchCard('elsewhere')).status).toBe(404);
    expect((await batchCard('student')).status).toBe(403);
  });

  test('the card of a batch shows the teacher of a circle no data of students of other circles', async () => {
    expect((await batchCard('circle')).body).toMatchObject({
      subjects: [{ circles: [{ name: 'حلقة الفجر' }], average: null, registers: 1 }],
      average: null,
      attendance_rate: null,
    });
  });
});
