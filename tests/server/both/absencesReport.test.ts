import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Absentee, AbsenceStatistics, ReportedAbsence } from '../../../contract/absences';
import type { Student } from '../../../contract/students/students';
import type { Subject } from '../../../contract/subjects';
import { setTeacherScope } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { clockAt } from '../../support/clock';
import { newBatch, newSubject, uniqueText } from '../../support/sampleCalls';
import { absent, excused, assignToTeacher2, registerCalls, unexcused } from '../../support/teaching';

type As = 'admin' | 'teacher' | 'teacher2' | 'student';
interface Report {
  absences: ReportedAbsence[];
  total: number;
  students: Absentee[];
}

const clock = clockAt('2026-11-20T09:00:00Z');
let server: TestApp;
/** Twelve students with names in the order of their indexes. */
let students: Student[];
let batchName: string;
/** Subjects: `open` has no teacher; the other one is taught by teacher2. */
let open: Subject;
let closed: Subject;

const statistics = (x: string, as: As = 'admin', query: Record<string, string> = {}) =>
  server.call<AbsenceStatistics>('GET', `/absences/statistics/${encodeURIComponent(x)}`, { as, query });
const report = (query: Record<string, unknown> = {}, as: As = 'admin') =>
  server.call<Report>('GET', '/absences/report', { as, query: { batchName, ...query } });
const number = (index: number) => String(students[index]?.student_id);
const absencesAt = (indexes: number[], type = unexcused) =>
  indexes.map((index) => absent(number(index), type));

beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
  const batch = await newBatch(server);
  batchName = batch.batch_name;
  const letters = ['ا', 'ب', 'ت', 'ث', 'ج', 'ح', 'خ', 'د', 'ذ', 'ر', 'ز', 'س'];
  students = [];
  for (const [index, letter] of letters.entries()) {
    const body = {
      first_name: letter,
      last_name: 'الراشد',
      national_id: `11111111${10 + index}`,
      batch_id: batch.id,
    };
    students.push((await server.call<Student>('POST', '/students', { as: 'admin', body })).body);
  }
  const subject = async () => {
    const body = { subject_code: uniqueText(), name: `مادة ${uniqueText()}`, batch_id: batch.id };
    return (await server.call<Subject>('POST', '/subjects', { as: 'admin', body })).body;
  };
  [open, closed] = [await subject(), await subject()];
  await assignToTeacher2(server, closed.subject_code);
  const first = registerCalls(server, open);
  const second = registerCalls(server, closed);
  await first.set('2026-11-18', [...absencesAt([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])]);
  await first.set('2026-11-19', [...absencesAt([10]), ...absencesAt([11], excused)]);
  await first.set('2026-11-20', absencesAt([11], excused));
  // An absence in another subject on the same day adds a record, but no day.
  await second.set('2026-11-20', absencesAt([11, 10]));
  await second.set('2026-11-17', []);
});
afterAll(() => server.close());

const expectedTopStudents = (indexes: [number, number][]) =>
  indexes.map(([index, days]) => ({
    student_id: number(index),
    student_name: students[index]?.full_name,
    absence_count: days,
  }));

describe('the stats of a batch', () => {
  test('the stats count records by type and of today, and list the ten students with the most days, ties ordered by name', async () => {
    expect((await statistics(batchName)).body).toEqual({
      totalAbsences: 17,
      excusedAbsences: 2,
      unexcusedAbsences: 15,
      todayAbsences: 3,
      topAbsentees: expectedTopStudents([
        [10, 3],
        [11, 3],
        ...[0, 1, 2, 3, 4, 5, 6, 7].map((index): [number, number] => [index, 1]),
      ]),
      attendanceRate: 71.7,
      registersCount: 5,
    });
  });

  test('the stats of a subject count only that subject', async () => {
    expect((await statistics(batchName, 'admin', { subjectCode: closed.subject_code })).body).toEqual({
      totalAbsences: 2,
      excusedAbsences: 0,
      unexcusedAbsences: 2,
      todayAbsences: 2,
      topAbsentees: expectedTopStudents([
        [10, 1],
        [11, 1],
      ]),
      attendanceRate: 91.7,
      registersCount: 2,
    });
  });

  test('the stats have no rate before the first register, and use today in the time zone of the institute', async () => {
    const emptyBatch = await newBatch(server);
    expect((await statistics(emptyBatch.batch_name)).body).toMatchObject({
      totalAbsences: 0,
      topAbsentees: [],
      attendanceRate: null,
      registersCount: 0,
    });
    clock.set('2026-11-20T20:59:00Z');
    expect((await statistics(batchName)).body.todayAbsences).toBe(3);
    clock.set('2026-11-20T21:01:00Z');
    expect((await statistics(batchName)).body.todayAbsences).toBe(0);
    clock.set('2026-11-20T09:00:00Z');
  });

  test("the stats are limited to the teacher's scope: the subject of a colleague is not counted, and answers 404", async () => {
    const ownStats = { totalAbsences: 15, todayAbsences: 1, registersCount: 3 };
    expect((await statistics(batchName, 'teacher')).body).toMatchObject(ownStats);
    expect((await statistics(batchName, 'teacher2')).body.totalAbsences).toBe(17);
    const subjectCode = closed.subject_code;
    expect((await statistics(batchName, 'teacher', { subjectCode })).status).toBe(404);
    expect((await statistics('all', 'teacher', { subjectCode })).status).toBe(404);
    expect((await statistics('all', 'teacher2', { subjectCode })).body.totalAbsences).toBe(2);
    await setTeacherScope(server.data, 'linked');
    expect((await statistics(batchName, 'teacher')).status).toBe(404);
    expect((await statistics(batchName, 'teacher2')).body.totalAbsences).toBe(2);
    await setTeacherScope(server.data, 'linked_or_open');
  });

  test('the stats without a batch count all batches in the scope', async () => {
    const otherSubject = await newSubject(server);
    const other = registerCalls(server, otherSubject);
    const { body: all } = await statistics('all');
    const { body: mine } = await statistics('all', 'teacher');
    const { body } = await other.day('2026-11-18');
    const people = body.students.slice(0, 2).map(({ studentId }) => absent(studentId, excused));
    await other.set('2026-11-18', people);
    expect((await statistics('all')).body).toMatchObject({
      totalAbsences: all.totalAbsences + 2,
      excusedAbsences: all.excusedAbsences + 2,
      registersCount: all.registersCount + 1,
    });
    expect((await statistics('all', 'teacher')).body.totalAbsences).toBe(mine.totalAbsences + 2);
    await assignToTeacher2(server, otherSubject.subject_code);
    expect((await statistics('all', 'teacher')).body.totalAbsences).toBe(mine.totalAbsences);
  });

  test('the stats without a batch are the same for a teacher with the whole institute in scope', async () => {
    await setTeacherScope(server.data, 'all');
    expect((await statistics('all', 'teacher')).body).toEqual((await statistics('all')).body);
    await setTeacherScope(server.data, 'linked_or_open');
    expect((await statistics('all', 'teacher')).body).not.toEqual((await statistics('all')).body);
    const links = await server.data.read.selectFrom('subject_teachers').selectAll().execute();
    const circles = await server.data.read.selectFrom('circles').select(['id', 'teacher_id']).execute();
    await server.data.writeUnlogged(async (trx) => {
      await trx.deleteFrom('subject_teachers').execute();
      await trx.updateTable('circles').set({ teacher_id: null }).execute();
    });
    expect((await statistics('all', 'teacher')).body).toEqual((await statistics('all')).body);
    await server.data.writeUnlogged(async (trx) => {
      await trx.insertInto('subject_teachers').values(links).execute();
      for (const { id, teacher_id } of circles)
        await trx.updateTable('circles').set({ teacher_id }).where('id', '=', id).execute();
    });
  });

  test('the stats are refused to students, and answer 404 for a missing batch', async () => {
    expect((await statistics(batchName, 'student')).status).toBe(403);
    expect((await statistics('لا وجود لها')).status).toBe(404);
    expect((await statistics('all')).status).toBe(200);
  });
});

test('the stored absence days of each student are right after every write and every undo', async () => {
  const headers = { 'x-session-id': 'kept' };
  const differences = async () => {
    const stored = await server.data.read
      .selectFrom('student_absences')
      .select(['student_row_id', 'days'])
      .orderBy('student_row_id')
      .execute();
    const counted = await server.data.read
      .selectFrom('absences')
      .select(['student_row_id', ({ fn }) => fn.count<number>('date').distinct().as('days')])
      .groupBy('student_row_id')
      .orderBy('student_row_id')
      .execute();
    expect(stored).toEqual(
      counted.map(({ student_row_id, days }) => ({ student_row_id, days: Number(days) })),
    );
    return stored.find(({ student_row_id }) => student_row_id === students[10]?.id)?.days ?? 0;
  };
  const put = (date: string, absentStudents: unknown[]) => {
    const path = `/absences/${encodeURIComponent(batchName)}/${open.subject_code}/${date}`;
    return server.call('PUT', path, { as: 'admin', headers, body: { absentStudents } });
  };
  const undo = () => server.call('POST', '/undo/latest', { as: 'admin', headers });
  expect(await differences()).toBe(3);
  await put('2026-11-10', absencesAt([9, 10]));
  expect(await differences()).toBe(4);
  await put('2026-11-18', []);
  expect(await differences()).toBe(3);
  await server.call('DELETE', `/students/${students[10]?.id}`, { as: 'admin', headers });
  expect(await differences()).toBe(0);
  for (const days of [3, 4, 3]) {
    expect((await undo()).status).toBe(200);
    expect(await differences()).toBe(days);
  }
});

describe('the report of absences', () => {
  test('the report lists the newest absence first with all fields, and the days of each student', async () => {
    const { status, body } = await report();
    expect(status).toBe(200);
    expect(body.total).toBe(17);
    expect(body.absences).toHaveLength(17);
    expect(body.absences[0]).toEqual({
      id: expect.any(Number),
      date: '2026-11-20',
      studentId: number(10),
      studentName: students[10]?.full_name,
      batchName,
      subjectCode: closed.subject_code,
      subjectName: closed.name,
      type: unexcused,
      notes: null,
    });
    const dates = body.absences.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(body.students).toHaveLength(12);
    expect(body.students.slice(0, 3)).toEqual([
      { studentId: number(10), studentName: students[10]?.full_name, days: 3, excused: 0, unexcused: 3 },
      { studentId: number(11), studentName: students[11]?.full_name, days: 3, excused: 2, unexcused: 2 },
      { studentId: number(0), studentName: students[0]?.full_name, days: 1, excused: 0, unexcused: 1 },
    ]);
  });

  test('the report is filtered by dates, subject, type and number of days, separately and together', async () => {
    const totals = async (query: object) => {
      const { body } = await report({ ...query });
      return [body.total, body.absences.length, body.students.length];
    };
    expect(await totals({ startDate: '2026-11-19' })).toEqual([5, 5, 2]);
    expect(await totals({ endDate: '2026-11-18' })).toEqual([12, 12, 12]);
    expect(await totals({ startDate: '2026-11-19', endDate: '2026-11-19' })).toEqual([2, 2, 2]);
    expect(await totals({ subjectCode: closed.subject_code })).toEqual([2, 2, 2]);
    expect(await totals({ type: excused })).toEqual([2, 2, 1]);
    expect(await totals({ minDays: 2 })).toEqual([17, 17, 2]);
    expect(await totals({ minDays: 3, startDate: '2026-11-19' })).toEqual([5, 5, 0]);
    expect(await totals({ startDate: '2020-01-01', endDate: '2020-12-31' })).toEqual([0, 0, 0]);
  });

  test('the report is refused for reversed dates, and the error has the field', async () => {
    expect(await report({ startDate: '2026-11-19', endDate: '2026-11-18' })).toMatchObject({
      status: 422,
      body: { details: [{ path: 'endDate', message: 'تاريخ النهاية يسبق تاريخ البداية' }] },
    });
    expect((await report({ startDate: '2026-11-19', endDate: '2026-11-19' })).status).toBe(200);
    for (const query of [{ type: 'غائب' }, { minDays: 0 }, { startDate: '2026-02-30' }])
      expect((await report(query)).status).toBe(422);
  });

  test("the report is limited to the teacher's scope, and is refused to students", async () => {
    expect((await report({}, 'teacher')).body.total).toBe(15);
    expect((await report({}, 'teacher2')).body.total).toBe(17);
    expect((await report({ subjectCode: closed.subject_code }, 'teacher')).status).toBe(404);
    expect((await report({ batchName: 'لا وجود لها' })).status).toBe(404);
    expect((await report({ batchName: 'all' })).status).toBe(404);
    expect((await report({}, 'student')).status).toBe(403);
  });
});
