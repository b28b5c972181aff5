import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Circle } from '../../contract/circles';
import type { ReportGroup } from '../../contract/reports/reportLog';
import { addAccount, setTeacherScope } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { newCircle } from '../support/circles';
import { clockAt, moveClock } from '../support/clock';
import { newSheet, type Sheet } from '../support/sheet';
import { absent, registerCalls } from '../support/teaching';

const day = '2026-11-18';
const clock = clockAt('2026-09-01T09:00:00Z');
let server: TestApp;
let sheet: Sheet;
let circle: Circle;
type Account = { id: number; token: string };
let holder: Account;
let whole: Account;

/** One of three students is in a circle. One teacher has the circle, another the whole subject. */
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
  await setTeacherScope(server.data, 'linked');
  const teacher = async () => {
    const account = await addAccount(server, 'teacher');
    return { id: account.id, ...(await account.signIn()) };
  };
  [holder, whole] = [await teacher(), await teacher()];
  sheet = await newSheet(server, 3);
  await moveClock(clock, server, `${day}T09:00:00.000Z`);
  const { subjectCode: subject_code, batchName: batch_name } = sheet;
  const body = { subject_code, teacher_id: whole.id };
  await server.call('POST', '/subject-teachers', { as: 'admin', body });
  const values = { teacher_id: holder.id };
  circle = await newCircle(server, subject_code, sheet.students.slice(0, 1), day, values);
  const register = registerCalls(server, { batch_name, subject_code });
  await register.set(day, [absent(number(2))], 0);
});
afterAll(() => server.close());

const number = (index: number) => String(sheet.students[index]?.student_id);

describe('a teacher of a circle', () => {
  test('a teacher of a circle does not get the stats of the whole subject; its teacher does', async () => {
    const groupsOf = async (as: Account) =>
      (await server.call<ReportGroup[]>('GET', '/reports/summary', { as, query: { by: 'subject' } })).body;
    expect(await groupsOf(whole)).toMatchObject([{ subjects: 1, registers: 2, attendanceRate: 66.7 }]);
    expect(await groupsOf(holder)).toEqual([]);
  });

  test('a teacher of a circle logs reports of its students, and sees no other names in the log', async () => {
    const note = (as: Account, index: number, overrides = {}) =>
      server.call('POST', '/reports/log', {
        as,
        body: {
          type: 'student_subject',
          action: 'generated',
          batchName: sheet.batchName,
          studentId: number(index),
          ...overrides,
        },
      });
    const subjectReport = { subjectCode: sheet.subjectCode };
    for (const overrides of [{}, subjectReport]) {
      expect(await note(holder, 0, overrides)).toMatchObject({ status: 200 });
      expect(await note(holder, 1, overrides)).toMatchObject({ status: 404 });
      expect(await note(whole, 1, overrides)).toMatchObject({ status: 200 });
    }
  });

  test('a teacher of a circle sees its members of the day; the teacher of the subject sees all former members', async () => {
    const path = `/circles/${circle.id}/members`;
    const members = (as: Account, query: object) =>
      server.call('GET', path, { as, query: { date: day, ...query } });
    expect(await members(holder, {})).toMatchObject({ status: 200, body: [{ student_id: number(0) }] });
    expect(await members(holder, { history: 'all' })).toMatchObject({ status: 404 });
    expect(await members(whole, { history: 'all' })).toMatchObject({ status: 200, body: [{}] });
  });
});
