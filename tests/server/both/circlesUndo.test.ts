import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app';
import { newCircle } from '../../support/circles';
import { clockAt, moveClock } from '../../support/clock';
import { newSheet } from '../../support/sheet';
import { absent, registerCalls } from '../../support/teaching';

const clock = clockAt('2026-09-01T09:00:00Z');
const day = '2026-11-18';
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
});
afterAll(() => server.close());

const send = (method: string, path: string, body?: unknown) =>
  server.call(method, path, { as: 'admin', body, headers: { 'x-session-id': 'circles-undo' } });

test.each(['set', 'divided'])(
  'an undo of members that were %s is refused once the circle has a register of their days, and succeeds before',
  async (way) => {
    await moveClock(clock, server, '2026-09-01T09:00:00.000Z');
    const sheet = await newSheet(server, 2);
    await moveClock(clock, server, `${day}T09:00:00.000Z`);
    const { id } = await newCircle(server, sheet.subjectCode, [], day);
    const student_ids = sheet.students.map(({ student_id }) => student_id);
    const placeStudents = async () => {
      const answer = await (way === 'set'
        ? send('PUT', `/circles/${id}/members`, { student_ids, date: day })
        : send('POST', '/circles/divide', { subject_code: sheet.subjectCode, date: day }));
      expect(answer.status, answer.text).toBe(200);
    };
    const undo = () => send('POST', '/undo/latest');
    await placeStudents();
    expect(await undo()).toMatchObject({ status: 200 });
    await placeStudents();
    await moveClock(clock, server, `${day}T10:00:00.000Z`);
    const subject = { batch_name: sheet.batchName, subject_code: sheet.subjectCode };
    const register = registerCalls(server, subject, id);
    const answer = await register.set(day, [absent(String(student_ids[0]))], 0);
    expect(answer.status, answer.text).toBe(200);
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'UNDO_CONFLICT' } });
    expect((await register.day(day)).body).toMatchObject({ taken: true, students: [{}, {}], absences: [{}] });
  },
);
