import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Excuse, maxOpenExcuses } from '../../../contract/families/excuses';
import { excuseRefusals } from '../../../contract/families/excusePageText';
import type { Notification } from '../../../contract/notifications';
import { maxExcuseAge } from '../../../contract/rules/families/excuses';
import { daysAfter } from '../../../contract/rules/retention';
import { guardianRelationNames } from '../../../contract/vocabulary';
import { sendExcuse } from '../../../server/domain/excuses';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { newCircle, setMembers } from '../../support/circles';
import { clockAt, moveClock } from '../../support/clock';
import { letTeachersContactGuardians } from '../../support/familySamples/tell';
import { uniqueText } from '../../support/sampleCalls';
import { newSheet, type Sheet } from '../../support/sheet';
import { absent, excused, registerCalls, unexcused } from '../../support/teaching';

type As = 'admin' | { token: string };
const today = '2026-11-20';
const [lastWeek, moved] = ['2026-11-12', '2026-11-15'] as const;

const clock = clockAt(`${today}T09:00:00Z`);
let server: TestApp;
let sheet: Sheet;
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true, now: clock.now });
});
afterAll(() => server.close());
beforeEach(async () => {
  await moveClock(clock, server, `${today}T09:00:00.000Z`);
  sheet = await newSheet(server, 2);
});

const call = async <T>(
  method: string,
  path: string,
  { as = 'admin', body, query }: { as?: As; body?: unknown; query?: Record<string, unknown> } = {},
) => server.call<T>(method, path, { as, body, query, headers: { 'x-session-id': 'excuses' } });
const admin = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await call<T>(method, path, { body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const newTeacher = async () => {
  const account = await addAccount(server, 'teacher');
  return { id: account.id, ...(await account.signIn()) };
};
const newSubjectTeacher = async () => {
  const teacher = await newTeacher();
  await admin('POST', '/subject-teachers', { subject_code: sheet.subjectCode, teacher_id: teacher.id });
  return teacher;
};
const addSubject = () =>
  admin('POST', '/subjects', { subject_code: uniqueText(), name: 'التفسير', batch_id: sheet.batchId });
const studentAt = (index: number) => {
  const student = sheet.students[index];
  if (!student) throw new Error(`no student ${index}`);
  return student;
};
const enter = (from: string, to = from, index = 0) =>
  admin<Excuse>('POST', '/excuses', {
    student_id: studentAt(index).student_id,
    from,
    to,
    reason: 'illness',
  });
const accept = (id: number, as: As) =>
  call<{ excused: number; operation_id: number; excuse: Excuse }>('POST', `/excuses/${id}/accept`, {
    as,
    body: {},
  });
const read = async (id: number, as: As = 'admin') =>
  (await call<Excuse>('GET', `/excuses/${id}`, { as })).body;
const newGuardian = async () =>
  (
    await admin<{ id: number }>('POST', `/students/${studentAt(0).id}/guardians`, {
      name: 'صالح',
      relation: 'father',
      phone: `05${String(sheet.batchId).padStart(8, '0')}`,
    })
  ).id;
const send = (guardianId: number, line: string | null = null, day = today) =>
  server.data.write({ userId: null, name: 'ولي الأمر صالح', role: 'guardian', undoSession: null }, (unit) =>
    sendExcuse(
      unit,
      {
        student: studentAt(0),
        guardianId,
        sender: 'صالح',
        from: day,
        to: day,
        programRowId: null,
        reason: 'illness',
        line,
      },
      null,
    ),
  );

describe('the teacher of today’s circle', () => {
  const typesIn = async (circle: number) => {
    const register = registerCalls(
      server,
      { batch_name: sheet.batchName, subject_code: sheet.subjectCode },
      circle,
    );
    return (await register.day(lastWeek)).body.absences.map(({ type }) => type);
  };

  test.each(['teacher', 'substitute'])(
    'undoes his acceptance of days in an earlier circle, as its %s',
    async (kind) => {
      const [first, second] = [await newTeacher(), await newTeacher()];
      const from = '2026-11-01';
      const earlier = await newCircle(server, sheet.subjectCode, [studentAt(0)], from, {
        teacher_id: first.id,
      });
      const owner = kind === 'teacher' ? { teacher_id: second.id } : {};
      const circle = await newCircle(server, sheet.subjectCode, [studentAt(1)], from, owner);
      if (kind === 'substitute')
        await admin('POST', `/circles/${circle.id}/substitutes`, {
          teacher_id: second.id,
          from: today,
          to: today,
        });
      const subject = { batch_name: sheet.batchName, subject_code: sheet.subjectCode };
      await registerCalls(server, subject, earlier.id).set(lastWeek, [absent(studentAt(0).student_id)]);
      await setMembers(server, circle.id, [studentAt(0), studentAt(1)], moved);
      const { id } = await enter(lastWeek);
      expect((await accept(id, first)).status).toBe(404);
      const accepted = await accept(id, second);
      expect(accepted.body, accepted.text).toMatchObject({ excused: 1 });
      expect(await typesIn(earlier.id)).toEqual([excused]);
      const { body } = await call<{ operations: { id: number }[] }>('GET', '/undo/session-operations', {
        as: second,
      });
      expect(body.operations.map((one) => one.id)).toContain(accepted.body.operation_id);
      const undone = await call('POST', `/undo/${accepted.body.operation_id}`, { as: second });
      expect(undone.status, undone.text).toBe(200);
      expect(await typesIn(earlier.id)).toEqual([unexcused]);
    },
  );

  test('cannot undo his acceptance after the student has moved on', async () => {
    const [first, second] = [await newTeacher(), await newTeacher()];
    const circle = await newCircle(server, sheet.subjectCode, [studentAt(0)], lastWeek, {
      teacher_id: first.id,
    });
    const later = await newCircle(server, sheet.subjectCode, [studentAt(1)], lastWeek, {
      teacher_id: second.id,
    });
    const subject = { batch_name: sheet.batchName, subject_code: sheet.subjectCode };
    await registerCalls(server, subject, circle.id).set(lastWeek, [absent(studentAt(0).student_id)]);
    const { operation_id } = (await accept((await enter(lastWeek)).id, first)).body;
    await setMembers(server, later.id, [studentAt(0), studentAt(1)], today);
    expect((await call('POST', `/undo/${operation_id}`, { as: first })).status).toBe(404);
    await setMembers(server, circle.id, [studentAt(0)], today);
    expect((await call('POST', `/undo/${operation_id}`, { as: first })).status).toBe(200);
  });
});

test('a subject of a later time does not open an answered excuse again', async () => {
  const teacher = await newSubjectTeacher();
  const { id } = await enter('2026-11-19', today);
  const { id: running } = await enter(today, '2026-12-05', 1);
  for (const excuse of [id, running]) await accept(excuse, teacher);
  await moveClock(clock, server, '2026-12-01T09:00:00.000Z');
  await addSubject();
  expect(await read(id)).toMatchObject({ state: 'accepted', subjects: [{ state: 'accepted' }] });
  expect(await read(running)).toMatchObject({ state: 'open', subjects: [{}, {}] });
  const filter = { state: 'open', student_id: studentAt(0).student_id };
  expect((await call('GET', '/excuses', { query: { filter } })).body).toEqual([]);
});

test('an excuse of days before the subjects were entered is for these subjects', async () => {
  const { id } = await enter(lastWeek);
  expect(await read(id)).toMatchObject({ state: 'open', subjects: [{ subject_code: sheet.subjectCode }] });
});

test('past unanswered excuses do not count for a guardian', async () => {
  const guardianId = await newGuardian();
  for (let index = 0; index < maxOpenExcuses; index += 1) await send(guardianId, `${index}`);
  const next = async (days: number) => {
    const day = daysAfter(today, days);
    await moveClock(clock, server, `${day}T09:00:00.000Z`);
    return send(guardianId, 'next', day);
  };
  await expect(next(maxExcuseAge)).rejects.toMatchObject({
    message: excuseRefusals.ar.tooManyOpen(maxOpenExcuses),
  });
  expect(await next(maxExcuseAge + 1)).toEqual(expect.any(Number));
});

test('a teacher without contact to guardians reads the relation and not the name of the sender', async () => {
  const teacher = await newSubjectTeacher();
  const guardianId = await newGuardian();
  const id = await send(guardianId);
  const own = await enter('2026-11-19');
  await letTeachersContactGuardians(server);
  expect(await read(id, teacher)).toMatchObject({ sender: 'صالح', is_from_guardian: true });
  await letTeachersContactGuardians(server, false);
  const { father } = guardianRelationNames;
  expect(await read(id, teacher)).toMatchObject({ sender: father, is_from_guardian: true });
  expect((await read(own.id, teacher)).sender).toBe((await read(own.id)).sender);
  expect((await read(id)).sender).toBe('صالح');
  const filter = { student_id: studentAt(0).student_id };
  const listed = await call<Excuse[]>('GET', '/excuses', { as: teacher, query: { filter } });
  expect(listed.body.map(({ sender }) => sender)).toContain(father);
  expect(listed.text).not.toContain('صالح');
  const { text } = await call<{ notifications: Notification[] }>('GET', '/notifications', { as: teacher });
  expect(text).toContain(`"excuse_id":${id}`);
  expect(text).not.toContain('صالح');
  const answers = [await accept(id, teacher)];
  expect(answers[0]?.body.excuse.sender).toBe(father);
  await admin('DELETE', `/students/${studentAt(0).id}/guardians/${guardianId}`);
  expect((await read(id, teacher)).sender).toBe(guardianRelationNames.other);
});
