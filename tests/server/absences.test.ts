import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Register } from '../../contract/absences';
import type { Student } from '../../contract/students/students';
import { setTeacherScope } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt } from '../support/clock';
import { newStudent, newSubject } from '../support/sampleCalls';
import {
  absencesByStudent,
  absent,
  excused,
  assignToTeacher2,
  countOperations,
  type RegisterCalls,
  registerCalls,
  unexcused,
} from '../support/teaching';

const day = '2026-11-19';
const today = '2026-11-20';
const clock = clockAt(`${today}T09:00:00Z`);
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
});
afterAll(() => server.close());

/** Each test records absences in a new register. */
let register: RegisterCalls;
let numbers: string[];
const studentIdAt = (index: number) => String(numbers[index]);
beforeEach(async () => {
  clock.set('2026-11-20T09:00:00Z');
  register = registerCalls(server, await newSubject(server));
  numbers = (await register.day(day)).body.students.map(({ studentId }) => studentId);
});

/** A refused call saves nothing. */
const expectUnchanged = async (date = day) =>
  expect((await register.day(date)).body).toMatchObject({ absences: [], taken: false, version: 0 });

describe('a register that has not been taken', () => {
  test('an untaken register lists all students of the batch by name, without absences, also on a future day', async () => {
    const { body: students } = await server.call<Student[]>('GET', '/students', {
      as: 'admin',
      query: { filter: { batch_name: register.batchName }, sort: ['full_name', 'ASC'], range: [0, 99] },
    });
    for (const date of [day, '2026-11-20', '2030-01-01']) {
      const answer = await register.day(date);
      expect(answer.body).toEqual({
        students: students.map(({ student_id, full_name }) => ({
          studentId: student_id,
          studentName: full_name,
        })),
        absences: [],
        taken: false,
        version: 0,
      });
    }
  });

  test('an untaken register answers 404 for a subject of another batch, an unknown subject, or an invalid date', async () => {
    const other = registerCalls(server, { batch_name: 'لا وجود لها', subject_code: register.subjectCode });
    expect((await other.day(day)).status).toBe(404);
    const unknown = registerCalls(server, { batch_name: register.batchName, subject_code: 'QRN999-1' });
    expect((await unknown.day(day)).status).toBe(404);
    expect((await register.day('2026-02-30')).status).toBe(404);
    expect((await register.day(day)).status).toBe(200);
  });
});

describe('recording absences', () => {
  test('recording absences adds the absences to the register, also for a teacher, and is refused to a student', async () => {
    const first = await register.record(day, [absent(studentIdAt(1), excused, ' سفر  عائلي ')], 'teacher');
    expect(first).toMatchObject({ status: 200, body: { success: true, message: 'تم حفظ الغياب بنجاح' } });
    expect((await register.record(day, [absent(studentIdAt(0))])).status).toBe(200);
    const { body } = await register.day(day);
    expect(absencesByStudent(body)).toEqual({
      [studentIdAt(0)]: [unexcused, null],
      [studentIdAt(1)]: [excused, 'سفر عائلي'],
    });
    expect(body).toMatchObject({ taken: true, version: 2 });
    expect(body.absences.map(({ studentName }) => studentName)).toEqual(
      body.students.slice(0, 2).map(({ studentName }) => studentName),
    );
    expect((await register.record(day, [absent(studentIdAt(2))], 'student')).status).toBe(403);
    expect((await register.day(day)).body.version).toBe(2);
  });

  test('an absence of a student who already has one is refused with the names and types, and nothing is saved', async () => {
    await register.record(day, [absent(studentIdAt(0), excused), absent(studentIdAt(1))]);
    const { body: before } = await register.day(day);
    const answer = await register.record(day, [
      absent(studentIdAt(2)),
      absent(studentIdAt(1)),
      absent(studentIdAt(0)),
    ]);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: 'DUPLICATE_ABSENCE',
      code: 'DUPLICATE_ABSENCE',
      message: 'سُجّل غياب بعض هؤلاء الطلاب في هذا اليوم من قبل',
      duplicates: [
        { studentId: studentIdAt(1), studentName: before.students[1]?.studentName, currentType: unexcused },
        { studentId: studentIdAt(0), studentName: before.students[0]?.studentName, currentType: excused },
      ],
    });
    expect((await register.day(day)).body).toEqual(before);
    // A student may have one absence on each day and in each subject.
    expect((await register.record('2026-11-18', [absent(studentIdAt(0))])).status).toBe(200);
    const other = registerCalls(server, await newSubject(server));
    expect((await other.record(day, [absent(studentIdAt(0))])).status).toBe(200);
  });

  test('recording without absent students takes the register; a repeated call changes nothing', async () => {
    expect(await register.record(day, [])).toMatchObject({
      status: 200,
      body: { message: 'تم حفظ التحضير: لا غياب' },
    });
    expect((await register.day(day)).body).toMatchObject({ taken: true, absences: [], version: 1 });
    const count = await countOperations(server, 'registers');
    await register.record(day, []);
    expect(await countOperations(server, 'registers')).toBe(count);
    await register.record(day, [absent(studentIdAt(0))]);
    await register.record(day, []);
    expect((await register.day(day)).body).toMatchObject({
      version: 2,
      absences: [{ studentId: studentIdAt(0) }],
    });
  });
});

describe('setting a register', () => {
  test('setting a register adds, changes and removes absences in one operation, and the version rises by one even if the clock does not move', async () => {
    await register.set(day, [absent(studentIdAt(0)), absent(studentIdAt(1)), absent(studentIdAt(2))], 0);
    const set = await register.set(
      day,
      [absent(studentIdAt(1)), absent(studentIdAt(2), excused, 'مريض'), absent(studentIdAt(3))],
      1,
      'teacher',
    );
    expect(set).toMatchObject({ status: 200, body: { success: true, taken: true, version: 2 } });
    const expected = {
      [studentIdAt(1)]: [unexcused, null],
      [studentIdAt(2)]: [excused, 'مريض'],
      [studentIdAt(3)]: [unexcused, null],
    };
    expect(absencesByStudent(set.body)).toEqual(expected);
    const { body } = await register.day(day);
    const { students, absences, taken: isTaken, version } = set.body;
    expect(body).toEqual({ students, absences, taken: isTaken, version });
    expect((await register.set(day, [], 2)).body).toMatchObject({
      message: 'تم حفظ التحضير: لا غياب',
      absences: [],
      taken: true,
      version: 3,
    });
    expect((await register.set(day, [absent(studentIdAt(0))])).body).toMatchObject({ version: 4 });
  });

  test('setting a register to its current state succeeds with any version, and adds no operation', async () => {
    const body = [absent(studentIdAt(0), excused, 'سفر'), absent(studentIdAt(1))];
    await register.set(day, body, 0);
    const count = await countOperations(server, 'registers');
    for (const version of [0, 1, 7, undefined])
      expect(await register.set(day, [...body].toReversed(), version)).toMatchObject({
        status: 200,
        body: { version: 1, message: 'تم حفظ الغياب بنجاح' },
      });
    expect(await countOperations(server, 'registers')).toBe(count);
  });

  test('setting an older version of a register is refused with the current register; without a version it is accepted', async () => {
    await register.set(day, [absent(studentIdAt(0))], 0);
    await register.set(day, [absent(studentIdAt(0), excused)], 1);
    const { body: now } = await register.day(day);
    for (const version of [0, 1, 3])
      expect(await register.set(day, [absent(studentIdAt(1))], version)).toMatchObject({
        status: 409,
        body: { code: 'STALE', error: 'عدّل شخص آخر تحضير هذا اليوم بعد فتحه', current: now },
      });
    expect((await register.day(day)).body).toEqual(now);
    expect((await register.set(day, [absent(studentIdAt(1))], now.version)).status).toBe(200);
    expect((await register.set(day, [])).status).toBe(200);
  });

  test('setting a register keeps the absences of students who have left the batch since', async () => {
    const student = await newStudent(server);
    await register.set(today, [absent(student.student_id), absent(studentIdAt(0))], 0);
    await server.call('PUT', `/students/${student.id}`, { as: 'admin', body: { batch_id: 2 } });
    const { body } = await register.day(today);
    expect(body.students).toContainEqual({ studentId: student.student_id, studentName: student.full_name });
    const names = body.students.map(({ studentName }) => studentName);
    const sent = await register.set(today, [...body.absences, absent(studentIdAt(1))], body.version);
    expect(sent.body.students.map(({ studentName }) => studentName)).toEqual(names);
    expect(Object.keys(absencesByStudent(sent.body))).toHaveLength(3);
    // A student without an absence is in this register only until the day before he leaves the batch.
    const other = registerCalls(server, await newSubject(server));
    expect((await other.set(today, [absent(student.student_id)], 0)).status).toBe(422);
    expect((await other.set(day, [absent(student.student_id)], 0)).status).toBe(200);
  });

  test('setting a register can be undone: the removed absences return', async () => {
    const headers = { 'x-session-id': 'register' };
    await register.set(day, [absent(studentIdAt(0), excused, 'سفر')], 0);
    const path = `/absences/${encodeURIComponent(register.batchName)}/${encodeURIComponent(register.subjectCode)}/${day}`;
    await server.call('PUT', path, { as: 'admin', headers, body: { absentStudents: [] } });
    expect((await server.call('POST', '/undo/latest', { as: 'admin', headers })).status).toBe(200);
    const { body } = await register.day(day);
    expect(absencesByStudent(body)).toEqual({ [studentIdAt(0)]: [excused, 'سفر'] });
    expect(body.version).toBe(3);
  });
});

describe('an invalid register', () => {
  /** Returns the answers of recording and setting, and whether the register exists afterwards. */
  const refusals = async (date: string, absentStudents: unknown[]) => {
    const answers = [
      await register.record(date, absentStudents),
      await register.set(date, absentStudents, 0),
    ];
    const details = answers.map(({ status, body }) => [status, ...(body.details ?? [])]);
    return { details, isTaken: (await register.day(date)).body.taken };
  };
  const because = (path: string, message: unknown = expect.any(String)) => {
    const refused = [422, { path, message }];
    return { details: [refused, refused], isTaken: false };
  };

  test('a register with a student of another batch, or an unknown student, is refused at its field', async () => {
    const { body: others } = await server.call<Student[]>('GET', '/students', {
      as: 'admin',
      query: { filter: { batch_id: 2 }, range: [0, 0] },
    });
    const other = String(others[0]?.student_id);
    for (const studentId of [other, '99999999'])
      expect(await refusals(day, [absent(studentIdAt(0)), absent(studentId)])).toEqual(
        because('absentStudents.1.studentId', 'الطالب ليس من طلاب هذه الدفعة'),
      );
  });

  test('a register with a repeated student, a missing or unknown type, or a long note is refused at its field', async () => {
    expect(await refusals(day, [absent(studentIdAt(0)), absent(studentIdAt(0), excused)])).toEqual(
      because('absentStudents.1.studentId', 'الطالب مكرر في البيانات المرسلة'),
    );
    expect(await refusals(day, [{ studentId: studentIdAt(0) }])).toEqual(because('absentStudents.0.type'));
    expect(await refusals(day, [absent(studentIdAt(0), 'غائب')])).toEqual(because('absentStudents.0.type'));
    expect(await refusals(day, [absent(studentIdAt(0), excused, 'ن'.repeat(1_001))])).toEqual(
      because('absentStudents.0.notes'),
    );
    expect((await register.set(day, [absent(studentIdAt(0), excused, 'ن'.repeat(1_000))], 0)).status).toBe(
      200,
    );
  });

  test('a register of a future day in the time zone of the institute is refused, not of a future day in UTC', async () => {
    const setTimeZone = (time_zone: string) =>
      server.call('PUT', '/settings', { as: 'admin', body: { time_zone } });
    clock.set('2026-11-20T20:59:00Z');
    expect(await refusals('2026-11-21', [absent(studentIdAt(0))])).toEqual(
      because('date', 'لا يمكن اختيار تاريخ بعد اليوم'),
    );
    clock.set('2026-11-20T21:01:00Z');
    await setTimeZone('Pacific/Honolulu');
    expect(await refusals('2026-11-21', [absent(studentIdAt(0))])).toEqual(because('date'));
    expect((await register.set('2026-11-20', [absent(studentIdAt(0))])).status).toBe(200);
    await setTimeZone('Asia/Riyadh');
    expect(await refusals('2026-11-22', [absent(studentIdAt(0))])).toEqual(because('date'));
    expect((await register.record('2026-11-21', [absent(studentIdAt(0))])).status).toBe(200);
  });
});

describe('a subject out of scope', () => {
  test('a teacher gets 404 for a subject out of scope, under each rule', async () => {
    const ownRegister = registerCalls(server, await newSubject(server));
    await assignToTeacher2(server, register.subjectCode);
    const notFoundResponse = await registerCalls(server, { batch_name: 'x', subject_code: 'y' }).day(
      day,
      'teacher',
    );
    const attempts = (calls: RegisterCalls, as: 'teacher' | 'teacher2') => [
      calls.day(day, as),
      calls.record(day, [], as),
      calls.set(day, [], undefined, as),
    ];
    const statuses = async (calls: RegisterCalls, as: 'teacher' | 'teacher2') =>
      (await Promise.all(attempts(calls, as))).map(({ status }) => status);
    expect(await statuses(register, 'teacher')).toEqual([404, 404, 404]);
    expect((await register.day(day, 'teacher')).text).toBe(notFoundResponse.text);
    await expectUnchanged();
    expect(await statuses(register, 'teacher2')).toEqual([200, 200, 200]);
    // A subject without a teacher is open to all teachers, except under the rule `linked`.
    expect(await statuses(ownRegister, 'teacher')).toEqual([200, 200, 200]);
    await setTeacherScope(server.data, 'linked');
    expect(await statuses(ownRegister, 'teacher')).toEqual([404, 404, 404]);
    expect(await statuses(register, 'teacher2')).toEqual([200, 200, 200]);
    await setTeacherScope(server.data, 'all');
    expect(await statuses(register, 'teacher')).toEqual([200, 200, 200]);
    await setTeacherScope(server.data, 'linked_or_open');
  });
});

describe('concurrent calls', () => {
  test('the same register sent ten times is saved once', async () => {
    const before = await countOperations(server, 'registers');
    const body = [absent(studentIdAt(0)), absent(studentIdAt(1), excused)];
    const answers = await Promise.all(Array.from({ length: 10 }, () => register.set(day, body, 0)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await countOperations(server, 'registers')).toBe(before + 1);
    expect((await register.day(day)).body).toMatchObject({ version: 1, absences: [{}, {}] });
  });

  test('different registers of a day: one is saved, and the other calls get the saved register', async () => {
    const answers = await Promise.all(
      [0, 1, 2, 3].map((index) => register.set(day, [absent(studentIdAt(index))], 0)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const { body: now } = await register.day(day);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }): Register => body.current)).toEqual([now, now, now]);
  });

  test('registers of several subjects with the same students are all saved', async () => {
    const others = [register];
    for (let count = 0; count < 4; count += 1) others.push(registerCalls(server, await newSubject(server)));
    const answers = await Promise.all(
      others.map((one, index) =>
        one.set(
          day,
          index % 2 === 0
            ? [absent(studentIdAt(0)), absent(studentIdAt(1))]
            : [absent(studentIdAt(1)), absent(studentIdAt(0))],
          0,
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test('registers and marks of one subject and the same students are all saved', async () => {
    const { batchName, subjectCode } = register;
    // Only current members of the batch get marks.
    const members = (await register.day(today)).body.students.map(({ studentId }) => studentId);
    const all = members.map((number) => absent(number));
    const writes = Array.from({ length: 16 }, (_, index) => {
      if (index % 2 === 0) return register.set(`2026-10-${10 + index}`, all, 0);
      const grades = members.map((studentId) => ({ studentId, testGrade: index }));
      const body = { batchName, subjectCode, grades };
      return server.call('POST', '/grades/save', { as: 'admin', body });
    });
    const answers = await Promise.all(writes);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  test('the same absence twice: the second call is refused as a duplicate', async () => {
    const answers = await Promise.all([0, 1, 2].map(() => register.record(day, [absent(studentIdAt(0))])));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect((await register.day(day)).body.absences).toHaveLength(1);
  });
});

describe('a register that was undone and taken again', () => {
  test('a client that loaded the register before the undo does not overwrite the new register', async () => {
    const session = { 'x-session-id': 'undone-register' };
    const path = `/absences/${encodeURIComponent(register.batchName)}/${register.subjectCode}/${day}`;
    const set = (absentStudents: unknown[], version: number) =>
      server.call<Register & { code: string }>('PUT', path, {
        as: 'admin',
        headers: session,
        body: { absentStudents, version },
      });
    const first = await set([absent(studentIdAt(0))], 0);
    expect(first.status).toBe(200);
    const version = first.body.version;
    expect((await server.call('POST', '/undo/latest', { as: 'admin', headers: session })).status).toBe(200);
    await expectUnchanged();
    const newRegister = await set([absent(studentIdAt(1))], 0);
    expect(newRegister.status).toBe(200);
    expect(newRegister.body.version).toBeGreaterThan(version);

    const lateResponse = await set([absent(studentIdAt(2))], version);
    expect([lateResponse.status, lateResponse.body.code]).toEqual([409, 'STALE']);
    expect(Object.keys(absencesByStudent((await register.day(day)).body))).toEqual([studentIdAt(1)]);
    expect((await set([], newRegister.body.version)).status).toBe(200);
  });
});
