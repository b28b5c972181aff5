import { describe, expect, test } from 'vitest';
import {
  wholeRegister,
  dayBeforeCircles,
  firstCircleDay,
  day,
  firstRegister,
  circleIdAt,
  circledSheet,
  studentAt,
  numberAt,
  registerEntry,
  secondRegister,
  server,
  serveCircledSheets,
  loadRegisters,
  listStudentNumbers,
} from '../support/circledServer';
import { setMembers } from '../support/circles';
import { expectedResults, storedResults } from '../support/results';
import { newSheet } from '../support/sheet';
import { absencesByStudent, absent, excused, registerCalls, unexcused } from '../support/teaching';

serveCircledSheets();

describe('the register of a subject with circles', () => {
  test('the register shows all students, a part for each circle with members on that day, and is taken once all its parts are', async () => {
    expect((await wholeRegister.day(day)).body).toMatchObject({
      absences: [],
      taken: false,
      version: 0,
      circles: [registerEntry(null, false, 0), registerEntry(0, false, 0), registerEntry(1, false, 0)],
    });
    expect(listStudentNumbers(await wholeRegister.day(day))).toEqual([0, 1, 2, 3, 4].map(numberAt));
    await firstRegister.set(day, [absent(numberAt(0))], 0);
    await firstRegister.set(day, [absent(numberAt(1))], 1);
    expect((await wholeRegister.day(day)).body).toMatchObject({
      taken: false,
      version: 2,
      circles: [registerEntry(null, false, 0), registerEntry(0, true, 2), registerEntry(1, false, 0)],
    });
    await wholeRegister.record(day, []);
    expect((await wholeRegister.day(day)).body).toMatchObject({
      taken: true,
      version: 4,
      circles: [registerEntry(null, true, 1), registerEntry(0, true, 2), registerEntry(1, true, 1)],
    });
  });

  test('the register has no part without a circle if all students are in one, and no circles on a day before the first circle', async () => {
    await setMembers(server, circleIdAt(1), [studentAt(2), studentAt(3), studentAt(4)], firstCircleDay);
    expect((await wholeRegister.day(day)).body.circles).toEqual([
      registerEntry(0, false, 0),
      registerEntry(1, false, 0),
    ]);
    expect((await wholeRegister.day(dayBeforeCircles)).body.circles).toEqual([registerEntry(null, false, 0)]);
    const sheetWithoutCircles = await newSheet(server, 1);
    const other = registerCalls(server, {
      batch_name: sheetWithoutCircles.batchName,
      subject_code: sheetWithoutCircles.subjectCode,
    });
    expect((await other.set(day, [], 0)).body).not.toHaveProperty('circles');
    expect((await other.day(day)).body).not.toHaveProperty('circles');
  });

  test('the register is saved into the register of the circle of each student, and into the one without a circle', async () => {
    await wholeRegister.set(
      day,
      [absent(numberAt(0)), absent(numberAt(3), excused, 'سفر'), absent(numberAt(4))],
      0,
    );
    expect(await loadRegisters()).toEqual(
      expect.arrayContaining([
        { circle_id: null, students_count: 1, student_id: numberAt(4) },
        { circle_id: circleIdAt(0), students_count: 2, student_id: numberAt(0) },
        { circle_id: circleIdAt(1), students_count: 2, student_id: numberAt(3) },
      ]),
    );
    expect(absencesByStudent((await secondRegister.day(day)).body)).toEqual({
      [numberAt(3)]: [excused, 'سفر'],
    });
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  });

  test('the register does not change equal parts, and ignores `circles` if the client sends it back', async () => {
    await wholeRegister.set(day, [absent(numberAt(0))], 0);
    const { body } = await wholeRegister.day(day);
    const path = `/absences/${encodeURIComponent(wholeRegister.batchName)}/${wholeRegister.subjectCode}/${day}`;
    const sent = {
      absentStudents: [absent(numberAt(0)), absent(numberAt(2))],
      version: 3,
      circles: body.circles,
    };
    const answer = await server.call('PUT', path, { as: 'admin', body: sent });
    expect(answer.body).toMatchObject({
      version: 4,
      circles: [registerEntry(null, true, 1), registerEntry(0, true, 1), registerEntry(1, true, 2)],
    });
    expect(await wholeRegister.set(day, sent.absentStudents, 0)).toMatchObject({
      status: 200,
      body: { version: 4 },
    });
  });
});

describe('the register of one circle', () => {
  test('the register of one circle shows and changes only its members on that day', async () => {
    await secondRegister.set(day, [absent(numberAt(2))], 0);
    expect(listStudentNumbers(await firstRegister.day(day))).toEqual([numberAt(0), numberAt(1)]);
    const answer = await firstRegister.set(day, [absent(numberAt(1))], 0);
    expect(answer.body).toMatchObject({ taken: true, version: 1, circles: [registerEntry(0, true, 1)] });
    expect(listStudentNumbers(answer)).toEqual([numberAt(0), numberAt(1)]);
    await firstRegister.record(day, [absent(numberAt(0), excused)]);
    expect((await firstRegister.set(day, [], 2)).body).toMatchObject({ absences: [], version: 3 });
    expect((await secondRegister.day(day)).body).toMatchObject({
      version: 1,
      absences: [{ studentId: numberAt(2) }],
    });
    expect((await wholeRegister.day(day)).body).toMatchObject({ taken: false, version: 4 });
  });

  test('the register of one circle refuses students of another circle or without a circle, also members on another day', async () => {
    for (const index of [2, 4])
      for (const answer of [
        await firstRegister.set(day, [absent(numberAt(0)), absent(numberAt(index))], 0),
        await firstRegister.record(day, [absent(numberAt(0)), absent(numberAt(index))]),
      ])
        expect(answer).toMatchObject({
          status: 422,
          body: {
            details: [
              { path: 'absentStudents.1.studentId', message: 'الطالب ليس من طلاب هذه الحلقة في هذا اليوم' },
            ],
          },
        });
    expect((await firstRegister.set(dayBeforeCircles, [absent(numberAt(0))], 0)).status).toBe(422);
    expect(await loadRegisters()).toEqual([]);
    expect((await firstRegister.set(day, [absent(numberAt(0))], 0)).status).toBe(200);
  });

  test('the register of another subject, or of an unknown circle, answers 404', async () => {
    const other = await newSheet(server, 1);
    const subject = { batch_name: other.batchName, subject_code: other.subjectCode };
    const notFoundResponse = await registerCalls(server, subject, 999_999).day(day);
    for (const circle of [circleIdAt(0), 999_999]) {
      const calls = registerCalls(server, subject, circle);
      for (const { status, text } of [
        await calls.day(day),
        await calls.set(day, []),
        await calls.record(day, []),
      ])
        expect([status, text]).toEqual([404, notFoundResponse.text]);
    }
    expect((await registerCalls(server, subject).set(day, [])).status).toBe(200);
  });

  test('the register of one circle conflicts only with changes in the same circle; the register of all students conflicts with each change', async () => {
    const { body: registerBefore } = await wholeRegister.day(day);
    await secondRegister.set(day, [absent(numberAt(2))], 0);
    expect((await firstRegister.set(day, [absent(numberAt(0))], 0)).status).toBe(200);
    expect(await firstRegister.set(day, [], 0)).toMatchObject({
      status: 409,
      body: { current: { students: [{}, {}], version: 1, circles: [registerEntry(0, true, 1)] } },
    });
    const refusal = await wholeRegister.set(day, [absent(numberAt(4))], registerBefore.version);
    expect(refusal).toMatchObject({
      status: 409,
      body: {
        code: 'STALE',
        current: {
          version: 2,
          circles: [registerEntry(null, false, 0), registerEntry(0, true, 1), registerEntry(1, true, 1)],
        },
      },
    });
    const allAbsences = [absent(numberAt(0)), absent(numberAt(2)), absent(numberAt(4))];
    expect((await wholeRegister.set(day, allAbsences, refusal.body.current.version)).body).toMatchObject({
      version: 3,
    });
  });

  test('the register lists all students who are already recorded, in any register of the day', async () => {
    await wholeRegister.record(day, [absent(numberAt(0)), absent(numberAt(2))]);
    const answer = await wholeRegister.record(day, [absent(numberAt(2)), absent(numberAt(1))]);
    expect(answer).toMatchObject({ status: 400, body: { duplicates: [{ studentId: numberAt(2) }] } });
    expect((await firstRegister.record(day, [absent(numberAt(1))])).status).toBe(200);
  });

  test('the register of one circle can be undone separately', async () => {
    const headers = { 'x-session-id': 'first circle' };
    await secondRegister.set(day, [absent(numberAt(2))], 0);
    const path = `/absences/${encodeURIComponent(wholeRegister.batchName)}/${wholeRegister.subjectCode}/${day}`;
    const body = { absentStudents: [absent(numberAt(0))], circle_id: circleIdAt(0) };
    await server.call('PUT', path, { as: 'admin', headers, body });
    await secondRegister.set(day, [absent(numberAt(2)), absent(numberAt(3))], 1);
    const { body: latest } = await server.call('GET', '/undo/session-operations', { as: 'admin', headers });
    expect(JSON.stringify(latest)).toContain(`تحضير الحلقة «${String(circledSheet.circles[0]?.name)}»`);
    expect((await server.call('POST', '/undo/latest', { as: 'admin', headers })).status).toBe(200);
    expect((await firstRegister.day(day)).body).toMatchObject({ taken: false, absences: [], version: 0 });
    expect((await secondRegister.day(day)).body).toMatchObject({
      taken: true,
      version: 2,
      absences: [{}, {}],
    });
    // A client that loaded the register before the undo does not overwrite the next one.
    await firstRegister.set(day, [], 0);
    expect((await firstRegister.set(day, [absent(numberAt(1))], 1)).status).toBe(409);
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  });
});

describe('a student moved to another circle', () => {
  test('a student moved to another circle keeps absences since that day, and is in one register per day', async () => {
    await firstRegister.set(day, [absent(numberAt(1), excused)], 0);
    await secondRegister.set(day, [], 0);
    await setMembers(server, circleIdAt(1), [studentAt(1), studentAt(2), studentAt(3)], day);
    expect(listStudentNumbers(await firstRegister.day(day))).toEqual([numberAt(0)]);
    expect((await firstRegister.day(day)).body).toMatchObject({ absences: [], version: 1 });
    expect((await secondRegister.day(day)).body.absences).toMatchObject([
      { studentId: numberAt(1), type: excused },
    ]);
    expect(listStudentNumbers(await firstRegister.day(firstCircleDay))).toEqual([numberAt(0), numberAt(1)]);
    await secondRegister.set(day, [absent(numberAt(1), unexcused), absent(numberAt(2))], 1);
    expect((await loadRegisters()).map(({ circle_id, student_id }) => [circle_id, student_id])).toEqual([
      [circleIdAt(0), null],
      [circleIdAt(1), numberAt(1)],
      [circleIdAt(1), numberAt(2)],
    ]);
    await secondRegister.set(day, [], 2);
    expect((await wholeRegister.day(day)).body.absences).toEqual([]);
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  });

  test('a student moved to another circle and then withdrawn stays in the register with the absence', async () => {
    await firstRegister.set(day, [absent(numberAt(1))], 0);
    const body = { student_row_ids: [studentAt(1).id], status: 'withdrawn', date: day };
    expect((await server.call('POST', '/students/status', { as: 'admin', body })).status).toBe(200);
    expect(listStudentNumbers(await firstRegister.day(day))).toEqual([numberAt(0), numberAt(1)]);
    expect(listStudentNumbers(await secondRegister.day(day))).toEqual([numberAt(2), numberAt(3)]);
    expect((await firstRegister.set(day, [absent(numberAt(0)), absent(numberAt(1))], 1)).status).toBe(200);
    expect((await firstRegister.set('2026-11-19', [absent(numberAt(1))], 0)).status).toBe(422);
  });
});
