import { describe, expect, test } from 'vitest';
import {
  all,
  before,
  began,
  day,
  first,
  idOf,
  made,
  nth,
  number,
  part,
  second,
  server,
  serveCircledSheets,
  stored,
  studentsIn,
} from '../support/circledServer';
import { setMembers } from '../support/circles';
import { expectedResults, storedResults } from '../support/results';
import { newSheet } from '../support/sheet';
import { absencesOf, absent, excused, registerCalls, unexcused } from '../support/teaching';

serveCircledSheets();

describe('the register of a subject with circles', () => {
  test('shows all students, each circle with members on that day separately, and is taken once all its parts are', async () => {
    expect((await all.day(day)).body).toMatchObject({
      absences: [],
      taken: false,
      version: 0,
      circles: [part(null, false, 0), part(0, false, 0), part(1, false, 0)],
    });
    expect(studentsIn(await all.day(day))).toEqual([0, 1, 2, 3, 4].map(number));
    await first.set(day, [absent(number(0))], 0);
    await first.set(day, [absent(number(1))], 1);
    expect((await all.day(day)).body).toMatchObject({
      taken: false,
      version: 2,
      circles: [part(null, false, 0), part(0, true, 2), part(1, false, 0)],
    });
    await all.record(day, []);
    expect((await all.day(day)).body).toMatchObject({
      taken: true,
      version: 4,
      circles: [part(null, true, 1), part(0, true, 2), part(1, true, 1)],
    });
  });

  test('has no part without a circle if all students are in one, and no circles on a day before there were any', async () => {
    await setMembers(server, idOf(1), [nth(2), nth(3), nth(4)], began);
    expect((await all.day(day)).body.circles).toEqual([part(0, false, 0), part(1, false, 0)]);
    expect((await all.day(before)).body.circles).toEqual([part(null, false, 0)]);
    const plain = await newSheet(server, 1);
    const other = registerCalls(server, { batch_name: plain.batchName, subject_code: plain.subjectCode });
    expect((await other.set(day, [], 0)).body).not.toHaveProperty('circles');
    expect((await other.day(day)).body).not.toHaveProperty('circles');
  });

  test('is saved into the register of the circle of each student, and into the one without a circle', async () => {
    await all.set(day, [absent(number(0)), absent(number(3), excused, 'سفر'), absent(number(4))], 0);
    expect(await stored()).toEqual(
      expect.arrayContaining([
        { circle_id: null, students_count: 1, student_id: number(4) },
        { circle_id: idOf(0), students_count: 2, student_id: number(0) },
        { circle_id: idOf(1), students_count: 2, student_id: number(3) },
      ]),
    );
    expect(absencesOf((await second.day(day)).body)).toEqual({ [number(3)]: [excused, 'سفر'] });
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  });

  test('does not change parts without a difference, and ignores `circles` if it is sent back', async () => {
    await all.set(day, [absent(number(0))], 0);
    const { body } = await all.day(day);
    const path = `/absences/${encodeURIComponent(all.batchName)}/${all.subjectCode}/${day}`;
    const sent = {
      absentStudents: [absent(number(0)), absent(number(2))],
      version: 3,
      circles: body.circles,
    };
    const answer = await server.call('PUT', path, { as: 'admin', body: sent });
    expect(answer.body).toMatchObject({
      version: 4,
      circles: [part(null, true, 1), part(0, true, 1), part(1, true, 2)],
    });
    expect(await all.set(day, sent.absentStudents, 0)).toMatchObject({ status: 200, body: { version: 4 } });
  });
});

describe('the register of one circle', () => {
  test('shows and changes only its members on that day', async () => {
    await second.set(day, [absent(number(2))], 0);
    expect(studentsIn(await first.day(day))).toEqual([number(0), number(1)]);
    const answer = await first.set(day, [absent(number(1))], 0);
    expect(answer.body).toMatchObject({ taken: true, version: 1, circles: [part(0, true, 1)] });
    expect(studentsIn(answer)).toEqual([number(0), number(1)]);
    await first.record(day, [absent(number(0), excused)]);
    expect((await first.set(day, [], 2)).body).toMatchObject({ absences: [], version: 3 });
    expect((await second.day(day)).body).toMatchObject({ version: 1, absences: [{ studentId: number(2) }] });
    expect((await all.day(day)).body).toMatchObject({ taken: false, version: 4 });
  });

  test('refuses students of another circle or of none, also members on another day, and saves nothing', async () => {
    for (const place of [2, 4])
      for (const answer of [
        await first.set(day, [absent(number(0)), absent(number(place))], 0),
        await first.record(day, [absent(number(0)), absent(number(place))]),
      ])
        expect(answer).toMatchObject({
          status: 422,
          body: {
            details: [
              { path: 'absentStudents.1.studentId', message: 'الطالب ليس من طلاب هذه الحلقة في هذا اليوم' },
            ],
          },
        });
    expect((await first.set(before, [absent(number(0))], 0)).status).toBe(422);
    expect(await stored()).toEqual([]);
    expect((await first.set(day, [absent(number(0))], 0)).status).toBe(200);
  });

  test('of another subject, or an unknown one, is missing', async () => {
    const other = await newSheet(server, 1);
    const subject = { batch_name: other.batchName, subject_code: other.subjectCode };
    const missing = await registerCalls(server, subject, 999_999).day(day);
    for (const circle of [idOf(0), 999_999]) {
      const calls = registerCalls(server, subject, circle);
      for (const { status, text } of [
        await calls.day(day),
        await calls.set(day, []),
        await calls.record(day, []),
      ])
        expect([status, text]).toEqual([404, missing.text]);
    }
    expect((await registerCalls(server, subject).set(day, [])).status).toBe(200);
  });

  test('conflicts only with changes in it, while the register of all students conflicts with each change', async () => {
    const { body: registerBefore } = await all.day(day);
    await second.set(day, [absent(number(2))], 0);
    expect((await first.set(day, [absent(number(0))], 0)).status).toBe(200);
    expect(await first.set(day, [], 0)).toMatchObject({
      status: 409,
      body: { current: { students: [{}, {}], version: 1, circles: [part(0, true, 1)] } },
    });
    const refused = await all.set(day, [absent(number(4))], registerBefore.version);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'STALE',
        current: { version: 2, circles: [part(null, false, 0), part(0, true, 1), part(1, true, 1)] },
      },
    });
    const both = [absent(number(0)), absent(number(2)), absent(number(4))];
    expect((await all.set(day, both, refused.body.current.version)).body).toMatchObject({ version: 3 });
  });

  test('names all students who are already recorded, in any register of the day', async () => {
    await all.record(day, [absent(number(0)), absent(number(2))]);
    const answer = await all.record(day, [absent(number(2)), absent(number(1))]);
    expect(answer).toMatchObject({ status: 400, body: { duplicates: [{ studentId: number(2) }] } });
    expect((await first.record(day, [absent(number(1))])).status).toBe(200);
  });

  test('can be undone by itself', async () => {
    const headers = { 'x-session-id': 'first circle' };
    await second.set(day, [absent(number(2))], 0);
    const path = `/absences/${encodeURIComponent(all.batchName)}/${all.subjectCode}/${day}`;
    const body = { absentStudents: [absent(number(0))], circle_id: idOf(0) };
    await server.call('PUT', path, { as: 'admin', headers, body });
    await second.set(day, [absent(number(2)), absent(number(3))], 1);
    const { body: latest } = await server.call('GET', '/undo/session-operations', { as: 'admin', headers });
    expect(JSON.stringify(latest)).toContain(`تحضير الحلقة «${String(made.circles[0]?.name)}»`);
    expect((await server.call('POST', '/undo/latest', { as: 'admin', headers })).status).toBe(200);
    expect((await first.day(day)).body).toMatchObject({ taken: false, absences: [], version: 0 });
    expect((await second.day(day)).body).toMatchObject({ taken: true, version: 2, absences: [{}, {}] });
    // A client that saw it before the undo does not overwrite the next one.
    await first.set(day, [], 0);
    expect((await first.set(day, [absent(number(1))], 1)).status).toBe(409);
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  });
});

describe('a student moved to another circle', () => {
  test('keeps absences since that day, and is in one register per day', async () => {
    await first.set(day, [absent(number(1), excused)], 0);
    await second.set(day, [], 0);
    await setMembers(server, idOf(1), [nth(1), nth(2), nth(3)], day);
    expect(studentsIn(await first.day(day))).toEqual([number(0)]);
    expect((await first.day(day)).body).toMatchObject({ absences: [], version: 1 });
    expect((await second.day(day)).body.absences).toMatchObject([{ studentId: number(1), type: excused }]);
    expect(studentsIn(await first.day(began))).toEqual([number(0), number(1)]);
    await second.set(day, [absent(number(1), unexcused), absent(number(2))], 1);
    expect((await stored()).map(({ circle_id, student_id }) => [circle_id, student_id])).toEqual([
      [idOf(0), null],
      [idOf(1), number(1)],
      [idOf(1), number(2)],
    ]);
    await second.set(day, [], 2);
    expect((await all.day(day)).body.absences).toEqual([]);
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  });

  test('and withdraws from it stays in the register with the absence', async () => {
    await first.set(day, [absent(number(1))], 0);
    const body = { student_row_ids: [nth(1).id], status: 'withdrawn', date: day };
    expect((await server.call('POST', '/students/status', { as: 'admin', body })).status).toBe(200);
    expect(studentsIn(await first.day(day))).toEqual([number(0), number(1)]);
    expect(studentsIn(await second.day(day))).toEqual([number(2), number(3)]);
    expect((await first.set(day, [absent(number(0)), absent(number(1))], 1)).status).toBe(200);
    expect((await first.set('2026-11-19', [absent(number(1))], 0)).status).toBe(422);
  });
});
