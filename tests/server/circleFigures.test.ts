import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { AbsenceStatistics, ReportedAbsence } from '../../contract/absences';
import type { StudentInSubject } from '../../contract/reports/academicReports';
import type { Notification } from '../../contract/notifications';
import type { Student } from '../../contract/students/students';
import { remindOfRegisters } from '../../server/absences/reminders';
import { addAccount } from '../support/accounts';
import {
  wholeRegister,
  dayBeforeCircles,
  firstCircleDay,
  clock,
  day,
  firstRegister,
  circleIdAt,
  studentAt,
  numberAt,
  secondRegister,
  server,
  serveCircledSheets,
  sheet,
  today,
} from '../support/circledServer';
import { newCircle, setMembers } from '../support/circles';
import { moveClock } from '../support/clock';
import { expectedResults, storedResults } from '../support/results';
import { newUser } from '../support/sampleCalls';
import { newSheet } from '../support/sheet';
import { absent, excused, registerCalls } from '../support/teaching';

serveCircledSheets();

const attendanceIn = async ({ student_id }: Student, { subjectCode, batchName } = sheet) => {
  const path = `/reports/student-subject/${student_id}/${encodeURIComponent(subjectCode)}`;
  const query = { batchName };
  const { body } = await server.call<StudentInSubject>('GET', path, { as: 'admin', query });
  const { registers, excused: with_, unexcused: without } = body.attendance;
  return [registers, with_ + without];
};

describe('attendance', () => {
  test("attendance counts the registers of the student's circle on that day, or those without a circle, and the absences", async () => {
    await wholeRegister.set(dayBeforeCircles, [absent(numberAt(0))], 0);
    await firstRegister.set(day, [absent(numberAt(1))], 0);
    await firstRegister.set('2026-11-17', [], 0);
    await secondRegister.set(day, [], 0);
    await wholeRegister.set('2026-11-19', [absent(numberAt(4))], 0);
    expect(await attendanceIn(studentAt(0))).toEqual([4, 1]);
    expect(await attendanceIn(studentAt(1))).toEqual([4, 1]);
    expect(await attendanceIn(studentAt(2))).toEqual([3, 0]);
    expect(await attendanceIn(studentAt(4))).toEqual([2, 1]);
  });

  test('attendance counts registers of all students from before the circles, until the circles have their own register for that day', async () => {
    const sheetWithoutCircles = await newSheet(server, 2);
    const [one, two] = sheetWithoutCircles.students as [Student, Student];
    const subject = {
      batch_name: sheetWithoutCircles.batchName,
      subject_code: sheetWithoutCircles.subjectCode,
    };
    const whole = registerCalls(server, subject);
    await whole.set(day, [absent(String(two.student_id))], 0);
    await moveClock(clock, server, `${today}T10:00:00.000Z`);
    const circle = await newCircle(
      server,
      sheetWithoutCircles.subjectCode,
      sheetWithoutCircles.students,
      firstCircleDay,
    );
    const own = registerCalls(server, subject, circle.id);
    expect(await attendanceIn(one, sheetWithoutCircles)).toEqual([1, 0]);
    expect((await whole.day(day)).body).toMatchObject({ taken: false, absences: [{}] });
    expect((await own.set(day, [absent(String(two.student_id))], 0)).status).toBe(200);
    expect(await attendanceIn(one, sheetWithoutCircles)).toEqual([1, 0]);
    expect(await attendanceIn(two, sheetWithoutCircles)).toEqual([1, 1]);
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  });

  test('attendance expects a student once a day: the register of the circle replaces the earlier one of all students', async () => {
    const sheetWithoutCircles = await newSheet(server, 5);
    const subject = {
      batch_name: sheetWithoutCircles.batchName,
      subject_code: sheetWithoutCircles.subjectCode,
    };
    const whole = registerCalls(server, subject);
    const numberOf = (index: number) => String(sheetWithoutCircles.students[index]?.student_id);
    await whole.set(day, [absent(numberOf(0))], 0);
    await moveClock(clock, server, `${today}T10:00:00.000Z`);
    const createCircle = async (from: number, to: number) => {
      const members = sheetWithoutCircles.students.slice(from, to);
      const { id } = await newCircle(server, sheetWithoutCircles.subjectCode, members, day);
      return registerCalls(server, subject, id);
    };
    const [one, other] = [await createCircle(0, 2), await createCircle(2, 4)];
    // The account teaches the whole of this subject, and only a circle in another subject.
    const account = await addAccount(server, 'teacher');
    const teacher = await account.signIn();
    await server.call('POST', '/subject-teachers', {
      as: 'admin',
      body: { subject_code: sheetWithoutCircles.subjectCode, teacher_id: account.id },
    });
    await newCircle(server, sheet.subjectCode, [], day, { teacher_id: account.id });
    const expected = async () => {
      const { rows } = await sql<{ expected: number }>`select expected from subject_results
        where subject_id = ${sheetWithoutCircles.subjectId}`.execute(server.data.read);
      const statsFor = async (as: 'admin' | { token: string }) => {
        const path = `/absences/statistics/${encodeURIComponent(sheetWithoutCircles.batchName)}`;
        const { totalAbsences, attendanceRate } = (await server.call<AbsenceStatistics>('GET', path, { as }))
          .body;
        return [totalAbsences, attendanceRate];
      };
      const stats = await statsFor('admin');
      expect(await statsFor(teacher)).toEqual(stats);
      expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
      return [Number(rows[0]?.expected), ...stats];
    };
    expect(await expected()).toEqual([5, 1, 80]);
    const answer = await one.set(day, [absent(numberOf(0))], 0);
    expect(answer.status, answer.text).toBe(200);
    expect(await expected()).toEqual([5, 1, 80]);
    await other.set(day, [absent(numberOf(2))], 0);
    expect(await expected()).toEqual([5, 2, 60]);
    // A second save of all students does not reduce any count again.
    await one.set(day, []);
    expect(await expected()).toEqual([5, 1, 80]);
    await whole.set(day, []);
    expect(await expected()).toEqual([5, 0, 100]);
    const undo = () =>
      server.call('POST', '/undo/latest', { as: 'admin', headers: { 'x-session-id': 'figures' } });
    const again = await newCircle(
      server,
      sheetWithoutCircles.subjectCode,
      sheetWithoutCircles.students.slice(4),
      day,
    );
    const put = await server.call(
      'PUT',
      `/absences/${encodeURIComponent(sheetWithoutCircles.batchName)}/${encodeURIComponent(sheetWithoutCircles.subjectCode)}/${day}`,
      {
        as: 'admin',
        body: { absentStudents: [absent(numberOf(4))], circle_id: again.id },
        headers: { 'x-session-id': 'figures' },
      },
    );
    expect(put.status, put.text).toBe(200);
    expect(await expected()).toEqual([5, 1, 80]);
    expect((await undo()).status).toBe(200);
    expect(await expected()).toEqual([5, 0, 100]);
    // The register of all students counts each student in his circle.
    await whole.set('2026-11-19', [absent(numberOf(0)), absent(numberOf(4))], 0);
    expect(await expected()).toEqual([10, 2, 80]);
  });

  test('attendance counts a student who joined after the register of all students by the register of his circle', async () => {
    const sheetWithoutCircles = await newSheet(server, 2);
    const subject = {
      batch_name: sheetWithoutCircles.batchName,
      subject_code: sheetWithoutCircles.subjectCode,
    };
    await registerCalls(server, subject).set(day, [], 0);
    await moveClock(clock, server, `${today}T10:00:00.000Z`);
    const newcomer = await server.call<Student>('POST', '/students', {
      as: 'admin',
      body: {
        first_name: 'سعد',
        last_name: 'الراشد',
        national_id: '2999999999',
        batch_id: sheetWithoutCircles.batchId,
      },
    });
    expect(newcomer.status, newcomer.text).toBe(201);
    const { id } = await newCircle(
      server,
      sheetWithoutCircles.subjectCode,
      [...sheetWithoutCircles.students.slice(1), newcomer.body],
      day,
    );
    await registerCalls(server, subject, id).set(day, [], 0);
    const { rows } = await sql<{ expected: number }>`select expected from subject_results
      where subject_id = ${sheetWithoutCircles.subjectId}`.execute(server.data.read);
    expect(Number(rows[0]?.expected)).toBe(3);
  });

  test("attendance expects a student once a day if he moved to another circle after the first circle's register was taken", async () => {
    const sheetWithoutCircles = await newSheet(server, 5);
    const subject = {
      batch_name: sheetWithoutCircles.batchName,
      subject_code: sheetWithoutCircles.subjectCode,
    };
    const createCircle = async (from: number, to: number) => {
      const circle = await newCircle(
        server,
        sheetWithoutCircles.subjectCode,
        sheetWithoutCircles.students.slice(from, to),
        firstCircleDay,
      );
      return { ...circle, ...registerCalls(server, subject, circle.id) };
    };
    const [one, other, third] = [
      await createCircle(0, 2),
      await createCircle(2, 4),
      await createCircle(4, 5),
    ];
    const expected = async () => {
      const { rows } = await sql<{ expected: number }>`select expected from subject_results
        where subject_id = ${sheetWithoutCircles.subjectId}`.execute(server.data.read);
      expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
      return Number(rows[0]?.expected);
    };
    await moveClock(clock, server, `${today}T10:00:00.000Z`);
    await one.set(day, [], 0);
    expect(await expected()).toBe(2);
    await moveClock(clock, server, `${today}T10:10:00.000Z`);
    // Since that day the first student is in the other circle, and the second has no circle.
    await setMembers(
      server,
      other.id,
      [...sheetWithoutCircles.students.slice(2, 4), ...sheetWithoutCircles.students.slice(0, 1)],
      day,
    );
    await setMembers(server, one.id, [], day);
    expect(await expected()).toBe(2);
    await other.set(day, [], 0);
    expect(await expected()).toBe(4);
    await third.set(day, [], 0);
    expect(await expected()).toBe(5);
    await registerCalls(server, subject).set(day, []);
    expect(await expected()).toBe(5);
    // On another day each student counts in the current circle. A student moved before the register is only
    // in that one.
    for (const calls of [other, third]) await calls.set('2026-11-19', [], 0);
    expect(await expected()).toBe(9);
  });

  test('attendance expects a student once a day if the whole membership was replaced after the register, also after an undo', async () => {
    const sheetWithoutCircles = await newSheet(server, 3);
    const subject = {
      batch_name: sheetWithoutCircles.batchName,
      subject_code: sheetWithoutCircles.subjectCode,
    };
    const createCircle = async (from: number, to: number) => {
      const circle = await newCircle(
        server,
        sheetWithoutCircles.subjectCode,
        sheetWithoutCircles.students.slice(from, to),
        firstCircleDay,
      );
      return { ...circle, ...registerCalls(server, subject, circle.id) };
    };
    const [one, other] = [await createCircle(0, 2), await createCircle(2, 3)];
    const expected = async () => {
      const query = server.data.read.selectFrom('subject_results').select('expected');
      const row = await query.where('subject_id', '=', sheetWithoutCircles.subjectId).executeTakeFirst();
      expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
      return Number(row?.expected ?? 0);
    };
    const headers = { 'x-session-id': 'replaced' };
    const path = `/absences/${encodeURIComponent(sheetWithoutCircles.batchName)}/${encodeURIComponent(sheetWithoutCircles.subjectCode)}/${day}`;
    const take = ({ id }: { id: number }) =>
      server.call('PUT', path, { as: 'admin', body: { absentStudents: [], circle_id: id }, headers });
    const undo = () => server.call('POST', '/undo/latest', { as: 'admin', headers });
    expect((await take(one)).status).toBe(200);
    expect(await expected()).toBe(2);
    // The state is then the same as if the first student had always been in the other circle.
    await setMembers(
      server,
      other.id,
      [...sheetWithoutCircles.students.slice(2), ...sheetWithoutCircles.students.slice(0, 1)],
      firstCircleDay,
    );
    expect((await take(other)).status).toBe(200);
    expect(await expected()).toBe(3);
    expect((await undo()).status).toBe(200);
    expect(await expected()).toBe(2);
    expect((await take(other)).status).toBe(200);
    expect(await expected()).toBe(3);
    const { rows } = await sql<{ counted_before: number | null }>`select counted_before from registers
      where circle_id = ${other.id}`.execute(server.data.read);
    expect(rows.map(({ counted_before }) => Number(counted_before))).toEqual([1]);
  });

  test('a move to another batch needs confirmation only for registers that list the student', async () => {
    await secondRegister.set('2026-11-19', [], 0);
    const targetSheet = await newSheet(server, 1);
    const body = { student_row_ids: [studentAt(0).id], batch_id: targetSheet.batchId, date: day };
    const answer = await server.call<{ students: unknown[] }>('POST', '/students/move', {
      as: 'admin',
      body: { ...body, student_row_ids: [studentAt(2).id] },
    });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'MOVE_HIDES', students: [{ newest: '2026-11-19' }] },
    });
    expect((await server.call('POST', '/students/move', { as: 'admin', body })).status).toBe(200);
  });
});

describe('stats and report', () => {
  test('the stats and the report of a circle cover only its own registers', async () => {
    await firstRegister.set(day, [absent(numberAt(0)), absent(numberAt(1))], 0);
    await firstRegister.set('2026-11-17', [absent(numberAt(0), excused)], 0);
    await secondRegister.set(day, [absent(numberAt(2))], 0);
    const x = encodeURIComponent(sheet.batchName);
    const stats = async (query: Record<string, unknown>) =>
      (await server.call<AbsenceStatistics>('GET', `/absences/statistics/${x}`, { as: 'admin', query })).body;
    expect(await stats({ subjectCode: sheet.subjectCode, circle_id: circleIdAt(0) })).toMatchObject({
      totalAbsences: 3,
      excusedAbsences: 1,
      unexcusedAbsences: 2,
      registersCount: 2,
      attendanceRate: 25,
      topAbsentees: [
        { student_id: numberAt(0), absence_count: 2 },
        { student_id: numberAt(1), absence_count: 1 },
      ],
    });
    expect(await stats({})).toMatchObject({ totalAbsences: 4, registersCount: 3, attendanceRate: 33.3 });

    const reportOf = async (query: Record<string, unknown>) =>
      server.call<{ absences: ReportedAbsence[]; total: number; students: { studentId: string }[] }>(
        'GET',
        '/absences/report',
        { as: 'admin', query: { batchName: sheet.batchName, ...query } },
      );
    const secondCircleReport = (await reportOf({ circle_id: circleIdAt(1) })).body;
    expect(secondCircleReport).toMatchObject({ total: 1, absences: [{ studentId: numberAt(2) }] });
    expect(secondCircleReport.students).toHaveLength(1);
    expect((await reportOf({})).body.total).toBe(4);
    // A circle of another batch is refused.
    const other = await newSheet(server, 1);
    const query = { batchName: other.batchName, circle_id: circleIdAt(1) };
    expect((await server.call('GET', '/absences/report', { as: 'admin', query })).status).toBe(404);
    expect((await stats({ circle_id: 999_999 })) as unknown).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('reminders of missing registers', () => {
  const readNotifications = async (user: number) => {
    const rows = await server.data.read
      .selectFrom('notifications')
      .select(['kind', 'data'])
      .where('user_id', '=', user)
      .orderBy('id')
      .execute();
    return rows.map(({ kind, data }) => [kind as Notification['kind'], JSON.parse(data)]);
  };
  /** 2026-11-19 is a Thursday. */
  const yesterday = '2026-11-19';

  test('reminders are sent for a circle with a lesson, but not if it has a register, had no members or meets on other days', async () => {
    const teachers = [];
    for (let count = 0; count < 4; count += 1) teachers.push(await newUser(server, 'teacher'));
    const ids = teachers.map(({ id }) => id);
    await newCircle(server, sheet.subjectCode, [studentAt(0)], firstCircleDay, {
      teacher_id: ids[0] ?? null,
      days: [4],
    });
    const circleWithRegister = await newCircle(server, sheet.subjectCode, [studentAt(1)], firstCircleDay, {
      teacher_id: ids[1] ?? null,
      days: [4],
    });
    await newCircle(server, sheet.subjectCode, [studentAt(2)], today, {
      teacher_id: ids[2] ?? null,
      days: [4],
    });
    await newCircle(server, sheet.subjectCode, [studentAt(3)], firstCircleDay, {
      teacher_id: ids[3] ?? null,
      days: [0, 1],
    });
    const subject = { batch_name: sheet.batchName, subject_code: sheet.subjectCode };
    await registerCalls(server, subject, circleWithRegister.id).set(yesterday, [], 0);
    await remindOfRegisters(server.data);
    await remindOfRegisters(server.data);
    expect(await Promise.all(ids.map(readNotifications))).toEqual([
      [['registers_not_taken', { count: 1, date: yesterday }]],
      [],
      [],
      [],
    ]);
  });

  test('reminders are sent once for a subject, with the names of its circles; and to a substitute instead of the teacher', async () => {
    const [ofSubject, ofCircle, substitute] = [
      await newUser(server, 'teacher'),
      await newUser(server, 'teacher'),
      await newUser(server, 'teacher'),
    ];
    await server.call('POST', '/subject-teachers', {
      as: 'admin',
      body: { subject_code: sheet.subjectCode, teacher_id: ofSubject.id },
    });
    const values = { teacher_id: ofCircle.id, days: [4] };
    await newCircle(server, sheet.subjectCode, [studentAt(0)], firstCircleDay, values);
    const other = await newCircle(server, sheet.subjectCode, [studentAt(1)], firstCircleDay, values);
    const body = { teacher_id: substitute.id, from: yesterday, to: yesterday };
    expect(
      (await server.call('POST', `/circles/${other.id}/substitutes`, { as: 'admin', body })).status,
    ).toBe(201);
    await remindOfRegisters(server.data);
    for (const { id } of [ofSubject, ofCircle, substitute])
      expect(await readNotifications(id)).toEqual([['registers_not_taken', { count: 1, date: yesterday }]]);
  });

  test('reminders include students without a circle only if there are any', async () => {
    const teacher = await newUser(server, 'teacher');
    await server.call('POST', '/subject-teachers', {
      as: 'admin',
      body: { subject_code: sheet.subjectCode, teacher_id: teacher.id },
    });
    await wholeRegister.set('2026-11-12', [], 0);
    await firstRegister.set(yesterday, [], 0);
    await secondRegister.set(yesterday, [], 0);
    await setMembers(server, circleIdAt(1), [studentAt(2), studentAt(3), studentAt(4)], yesterday);
    await remindOfRegisters(server.data);
    expect(await readNotifications(teacher.id)).toEqual([]);
    await setMembers(server, circleIdAt(1), [studentAt(2), studentAt(3)], yesterday);
    await remindOfRegisters(server.data);
    expect(await readNotifications(teacher.id)).toHaveLength(1);
  });
});
