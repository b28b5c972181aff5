import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AbsenceStatistics } from '../../../contract/absences';
import { addAccount } from '../../support/accounts';
import {
  wholeRegister,
  day,
  firstRegister,
  circleIdAt,
  numberAt,
  registerEntry,
  secondRegister,
  server,
  serveCircledSheets,
  sheet,
  loadRegisters,
  listStudentNumbers,
} from '../../support/circledServer';
import { uniqueText } from '../../support/sampleCalls';
import { absencesByStudent, absent, excused, registerCalls, unexcused } from '../../support/teaching';

serveCircledSheets();

describe('a teacher of a circle', () => {
  /**
   * Teachers of the first circle, of the second circle, of the whole subject, and of no subject. `standIn` is a
   * substitute in the first circle on `day`.
   */
  const people = ['ofFirst', 'ofSecond', 'standIn', 'ofSubject', 'nobody'] as const;
  const accounts = {} as Record<(typeof people)[number], { id: number; token: string }>;
  beforeAll(async () => {
    for (const person of people) {
      const account = await addAccount(server, 'teacher');
      accounts[person] = { id: account.id, ...(await account.signIn()) };
    }
  });
  beforeEach(async () => {
    const send = async (method: string, path: string, body: unknown) => {
      const { status, text } = await server.call(method, path, { as: 'admin', body });
      expect(status, text).toBeLessThan(300);
    };
    await send('PUT', `/circles/${circleIdAt(0)}`, { teacher_id: accounts.ofFirst.id });
    await send('PUT', `/circles/${circleIdAt(1)}`, { teacher_id: accounts.ofSecond.id });
    const substitution = { teacher_id: accounts.standIn.id, from: day, to: day };
    await send('POST', `/circles/${circleIdAt(0)}/substitutes`, substitution);
    const teaching = { subject_code: sheet.subjectCode, teacher_id: accounts.ofSubject.id };
    await send('POST', '/subject-teachers', teaching);
    for (const person of people)
      accounts[person].token = await server.signIn(await usernameOf(accounts[person].id));
  });
  const usernameOf = async (id: number) =>
    (
      await server.data.read
        .selectFrom('users')
        .select('username')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).username;

  test('a teacher of a circle has only the register of the circle, with or without its id; the teacher of the subject has all registers', async () => {
    await wholeRegister.set(day, [absent(numberAt(1)), absent(numberAt(2)), absent(numberAt(4))], 0);
    for (const calls of [wholeRegister, firstRegister]) {
      const answer = await calls.day(day, accounts.ofFirst);
      expect(listStudentNumbers(answer)).toEqual([numberAt(0), numberAt(1)]);
      expect(answer.body).toMatchObject({
        absences: [{ studentId: numberAt(1) }],
        version: 1,
        circles: [registerEntry(0, true, 1)],
      });
    }
    expect((await wholeRegister.set(day, [absent(numberAt(0))], 1, accounts.ofFirst)).body).toMatchObject({
      absences: [{ studentId: numberAt(0) }],
      version: 2,
      circles: [registerEntry(0, true, 2)],
    });
    expect((await wholeRegister.record(day, [absent(numberAt(1), excused)], accounts.ofFirst)).status).toBe(
      200,
    );
    expect(absencesByStudent((await wholeRegister.day(day, accounts.ofSubject)).body)).toEqual({
      [numberAt(0)]: [unexcused, null],
      [numberAt(1)]: [excused, null],
      [numberAt(2)]: [unexcused, null],
      [numberAt(4)]: [unexcused, null],
    });
    expect((await secondRegister.set(day, [], 1, accounts.ofSubject)).status).toBe(200);
  });

  test('a teacher of a circle cannot change students of another circle, or without a circle, and gets the answer of an unknown student', async () => {
    const notFoundResponse = await registerCalls(
      server,
      { batch_name: wholeRegister.batchName, subject_code: wholeRegister.subjectCode },
      999_999,
    ).day(day, accounts.ofFirst);
    for (const answer of [
      await secondRegister.day(day, accounts.ofFirst),
      await secondRegister.set(day, [], 0, accounts.ofFirst),
      await secondRegister.record(day, [], accounts.ofFirst),
    ])
      expect([answer.status, answer.text]).toEqual([404, notFoundResponse.text]);
    for (const index of [2, 4])
      expect(
        (await wholeRegister.set(day, [absent(numberAt(index))], 0, accounts.ofFirst)).body,
      ).toMatchObject({
        details: [{ path: 'absentStudents.0.studentId' }],
      });
    expect(await loadRegisters()).toEqual([]);
    expect((await wholeRegister.set(day, [absent(numberAt(0))], 0, accounts.ofFirst)).status).toBe(200);
    expect(await loadRegisters()).toHaveLength(1);
  });

  test('a teacher of a circle shares the register with a substitute only on the days of substitution, and with no other teacher', async () => {
    expect((await firstRegister.set(day, [absent(numberAt(0))], 0, accounts.standIn)).body).toMatchObject({
      version: 1,
    });
    expect((await wholeRegister.day(day, accounts.standIn)).body).toMatchObject({
      version: 1,
      students: [{}, {}],
    });
    for (const calls of [wholeRegister, firstRegister]) {
      expect((await calls.day('2026-11-17', accounts.standIn)).status).toBe(404);
      expect((await calls.set('2026-11-17', [], 0, accounts.standIn)).status).toBe(404);
      expect((await calls.day(day, accounts.nobody)).status).toBe(404);
    }
    expect((await secondRegister.set(day, [], 0, accounts.standIn)).status).toBe(404);
  });

  test('a teacher of a circle gets the stored response of a repeated call only on his days and for his circles', async () => {
    const path = `/absences/${encodeURIComponent(wholeRegister.batchName)}/${wholeRegister.subjectCode}/${day}`;
    const send = (as: { token: string }, key: string) =>
      server.call('PUT', path, {
        as,
        headers: { 'Idempotency-Key': key },
        body: { absentStudents: [absent(numberAt(0))] },
      });
    const keys = [0, 1].map(() => `register-${uniqueText()}`) as [string, string];
    const answer = await send(accounts.standIn, keys[0]);
    expect(answer, answer.text).toMatchObject({
      status: 200,
      body: { version: 1, circles: [registerEntry(0, true, 1)] },
    });
    expect(await send(accounts.standIn, keys[0])).toMatchObject({ status: 200, body: answer.body });
    expect((await send(accounts.ofFirst, keys[1])).status).toBe(200);
    expect((await send(accounts.ofFirst, keys[1])).status).toBe(200);
    // The teacher changes to the other circle.
    for (const [circle, teacher_id] of [
      [circleIdAt(0), accounts.ofSecond.id],
      [circleIdAt(1), accounts.ofFirst.id],
    ] as const)
      await server.call('PUT', `/circles/${circle}`, { as: 'admin', body: { teacher_id } });
    expect((await send(accounts.ofFirst, keys[1])).status).toBe(404);
    expect((await wholeRegister.day(day, accounts.ofFirst)).status).toBe(200);
  });

  test('a teacher of a circle has stats and a report of only his own students', async () => {
    await wholeRegister.set(
      day,
      [absent(numberAt(0)), absent(numberAt(1)), absent(numberAt(2)), absent(numberAt(4))],
      0,
    );
    await wholeRegister.set('2026-11-17', [absent(numberAt(3))], 0);
    const x = encodeURIComponent(sheet.batchName);
    const stats = async (as: { token: string }, query = {}) =>
      (await server.call<AbsenceStatistics>('GET', `/absences/statistics/${x}`, { as, query })).body;
    expect(await stats(accounts.ofFirst)).toMatchObject({
      totalAbsences: 2,
      registersCount: 2,
      attendanceRate: 50,
      topAbsentees: [{ student_id: numberAt(0) }, { student_id: numberAt(1) }],
    });
    expect(await stats(accounts.ofSecond)).toMatchObject({ totalAbsences: 2, registersCount: 2 });
    expect(await stats(accounts.ofSubject)).toMatchObject({ totalAbsences: 5, registersCount: 6 });
    expect(await stats(accounts.ofFirst, { circle_id: circleIdAt(1) })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await stats(accounts.ofFirst, { circle_id: circleIdAt(0) })).toMatchObject({ totalAbsences: 2 });
    const allStats = await server.call<AbsenceStatistics>('GET', '/absences/statistics/all', {
      as: accounts.ofSecond,
    });
    expect(allStats.body.topAbsentees.map(({ student_id }) => student_id)).not.toContain(numberAt(0));

    const readReport = async (as: { token: string }) => {
      const query = { batchName: sheet.batchName, subjectCode: sheet.subjectCode };
      const { body } = await server.call<{
        absences: { studentId: string }[];
        students: { studentId: string }[];
      }>('GET', '/absences/report', { as, query });
      return [body.absences, body.students].map((rows) => rows.map(({ studentId }) => studentId).toSorted());
    };
    const own = [numberAt(0), numberAt(1)].toSorted();
    expect(await readReport(accounts.ofFirst)).toEqual([own, own]);
    expect((await readReport(accounts.ofSubject))[0]).toHaveLength(5);
  });
});
