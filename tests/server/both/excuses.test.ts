import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../contract/audit';
import {
  maxExcusesPerDay,
  maxOpenExcuses,
  type CoveredAbsence,
  type Excuse,
} from '../../../contract/families/excuses';
import { excuseRefusals } from '../../../contract/families/excusePageText';
import { excuseMessages } from '../../../contract/families/excusesMessages';
import type { Notification } from '../../../contract/notifications';
import { maxDaysAhead, maxExcuseAge, maxExcuseDays } from '../../../contract/rules/families/excuses';
import { daysAfter } from '../../../contract/rules/retention';
import type { Student } from '../../../contract/students/students';
import { sendExcuse } from '../../../server/domain/excuses';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { newCircle } from '../../support/circles';
import { clockAt } from '../../support/clock';
import { uniqueText } from '../../support/sampleCalls';
import { newSheet, type Sheet } from '../../support/sheet';
import { absent, excused, type RegisterCalls, registerCalls, unexcused } from '../../support/teaching';

type As = 'admin' | { token: string };
const today = '2026-11-20';
const [firstDay, secondDay, tomorrow] = ['2026-11-17', '2026-11-18', '2026-11-21'] as const;

let server: TestApp;
let sheet: Sheet;
let register: RegisterCalls;
let teacher: { token: string };
let otherTeacher: { token: string };
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true, now: clockAt(`${today}T09:00:00Z`).now });
});
afterAll(() => server.close());

const call = <T>(
  method: string,
  path: string,
  { as = 'admin', body, query }: { as?: As; body?: unknown; query?: Record<string, unknown> } = {},
) => server.call<T>(method, path, { as, body, query, headers: { 'x-session-id': 'excuses' } });
const newTeacher = async (subjectCode: string) => {
  const account = await addAccount(server, 'teacher');
  await call('POST', '/subject-teachers', { body: { subject_code: subjectCode, teacher_id: account.id } });
  return { ...account, ...(await account.signIn()) };
};

/** A second subject of the batch of the sheet. */
let otherCode: string;
beforeEach(async () => {
  sheet = await newSheet(server, 2);
  register = registerCalls(server, { batch_name: sheet.batchName, subject_code: sheet.subjectCode });
  const other = await call<{ subject_code: string }>('POST', '/subjects', {
    body: { subject_code: uniqueText(), name: 'التفسير', batch_id: sheet.batchId },
  });
  otherCode = other.body.subject_code;
  teacher = await newTeacher(sheet.subjectCode);
  otherTeacher = await newTeacher(otherCode);
});

const studentAt = (index: number) => sheet.students[index] as Student;
const enter = async (values: object = {}, as: As = 'admin') => {
  const body = {
    student_id: studentAt(0).student_id,
    from: firstDay,
    to: tomorrow,
    reason: 'illness',
    ...values,
  };
  const answer = await call<Excuse>('POST', '/excuses', { as, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
type Accepted = {
  operation_id: number | null;
  excused: number;
  message: string;
  excuse: Excuse;
  current: Excuse;
};
const accept = (id: number, as: As = 'admin', body: object = {}) =>
  call<Accepted>('POST', `/excuses/${id}/accept`, { as, body });
const refuse = (id: number, as: As = 'admin', body: object = {}) =>
  call<Accepted>('POST', `/excuses/${id}/refuse`, { as, body });
const read = (id: number, as: As = 'admin') =>
  call<Excuse & { absences: CoveredAbsence[] }>('GET', `/excuses/${id}`, { as });
const list = async (as: As, filter: object = {}) =>
  (await call<Excuse[]>('GET', '/excuses', { as, query: { filter } })).body;
const typesOn = async (date: string) =>
  (await register.day(date)).body.absences.map(({ studentId, type }) => [studentId, type]);
const undoLast = async (as: As = 'admin') => {
  const { body } = await call<{ operations: { id: number }[] }>('GET', '/undo/session-operations', { as });
  return call('POST', `/undo/${body.operations[0]?.id}`, { as });
};
const states = ({ subjects }: Excuse) => subjects.map(({ subject_code, state }) => [subject_code, state]);

describe('an accepted excuse', () => {
  test('a teacher accepts it for his subject, its absences become excused, and one undo takes all back', async () => {
    const { student_id } = studentAt(0);
    const both = [absent(student_id, unexcused, 'لم يتصل'), absent(studentAt(1).student_id)];
    for (const day of [firstDay, secondDay]) await register.set(day, both);
    const { id } = await enter();
    expect((await read(id, teacher)).body.absences.map(({ date }) => date)).toEqual([firstDay, secondDay]);
    const { version } = (await register.day(firstDay)).body;
    const answer = await accept(id, teacher);
    expect(answer.body, answer.text).toMatchObject({ excused: 2, message: excuseMessages.accepted(2) });
    for (const day of [firstDay, secondDay])
      expect(await typesOn(day)).toEqual([
        [student_id, excused],
        [studentAt(1).student_id, unexcused],
      ]);
    const changed = (await register.day(firstDay)).body;
    expect(changed.version).toBeGreaterThan(version);
    expect(changed.absences[0]?.notes).toBe('لم يتصل');
    expect(states((await read(id)).body)).toEqual(
      expect.arrayContaining([
        [sheet.subjectCode, 'accepted'],
        [otherCode, 'open'],
      ]),
    );
    expect((await undoLast(teacher)).status).toBe(200);
    expect(await typesOn(firstDay)).toContainEqual([student_id, unexcused]);
    expect((await read(id, teacher)).body.state).toBe('open');
  });

  test('the register of a later day proposes it, and no absence is made', async () => {
    const { student_id } = studentAt(0);
    const { id } = await enter({ from: today, reason: 'travel' });
    expect((await register.day(today)).body.excuses).toBeUndefined();
    await accept(id, teacher);
    const { excuses, absences } = (await register.day(today, teacher)).body;
    expect([excuses, absences]).toEqual([[{ studentId: student_id, reason: 'travel', to: tomorrow }], []]);
    const other = registerCalls(server, { batch_name: sheet.batchName, subject_code: otherCode });
    expect((await other.day(today)).body.excuses).toBeUndefined();
    await accept(id);
    expect((await other.day(today)).body.excuses).toHaveLength(1);
    expect((await other.day(daysAfter(today, -1))).body.excuses).toBeUndefined();
  });

  test('the office accepts the whole excuse once; again changes nothing, and a refusal gets the stored excuse', async () => {
    await register.set(firstDay, [absent(studentAt(0).student_id)]);
    const { id } = await enter();
    expect((await accept(id)).body).toMatchObject({ excused: 1, excuse: { state: 'accepted' } });
    expect((await accept(id)).body).toMatchObject({ excused: 0, operation_id: null });
    expect((await accept(id, teacher)).body).toMatchObject({ excused: 0, operation_id: null });
    const late = await refuse(id, teacher);
    expect([late.status, late.body.current.state]).toEqual([409, 'accepted']);
    expect(late.text).toContain(excuseMessages.acceptedAlready);
  });

  test('a corrected absence stays as it is, and the undo of the acceptance tells of it', async () => {
    const { student_id } = studentAt(0);
    await register.set(firstDay, [absent(student_id)]);
    const { id } = await enter();
    await accept(id, teacher);
    await register.set(firstDay, [], undefined, teacher);
    expect((await read(id)).body).toMatchObject({ absences: [] });
    const { body } = await call<AuditEntry[]>('GET', '/audit', {
      query: { filter: { table_name: 'excuses' }, range: [0, 0] },
    });
    const undo = await call<{ code: string }>('POST', `/undo/${body[0]?.id}`, { as: teacher });
    expect([undo.status, undo.body.code]).toEqual([409, 'UNDO_CONFLICT']);
    expect(await typesOn(firstDay)).toEqual([]);
  });

  test('the undo of one acceptance leaves an absence excused that another accepted excuse covers', async () => {
    const { student_id } = studentAt(0);
    for (const day of [firstDay, secondDay]) await register.set(day, [absent(student_id)]);
    const [first, second] = [await enter(), await enter({ from: secondDay, reason: 'travel' })];
    const accepted = await accept(first.id, teacher);
    expect(accepted.body).toMatchObject({ excused: 2 });
    expect((await accept(second.id, teacher)).body).toMatchObject({ excused: 0 });
    const { operation_id } = accepted.body;
    expect((await call('POST', `/undo/${operation_id}`, { as: teacher })).status).toBe(200);
    expect([await typesOn(firstDay), await typesOn(secondDay)]).toEqual([
      [[student_id, unexcused]],
      [[student_id, excused]],
    ]);
    expect((await read(first.id, teacher)).body).toMatchObject({
      state: 'open',
      absences: [{ date: firstDay }],
    });
    expect((await accept(first.id, teacher)).body).toMatchObject({ excused: 1 });
    expect((await undoLast(teacher)).status).toBe(200);
    expect(await typesOn(firstDay)).toEqual([[student_id, unexcused]]);
  });

  test('the acceptance of a teacher cannot be undone after the office has accepted the whole excuse', async () => {
    await register.set(firstDay, [absent(studentAt(0).student_id)]);
    const { id } = await enter();
    await accept(id, teacher);
    await accept(id);
    const refused = await undoLast(teacher);
    expect([refused.status, refused.text.includes('قبلت إدارة المعهد')]).toEqual([409, true]);
    expect(await typesOn(firstDay)).toEqual([[studentAt(0).student_id, excused]]);
    expect((await undoLast()).status).toBe(200);
    expect((await undoLast(teacher)).status).toBe(200);
    expect(await typesOn(firstDay)).toEqual([[studentAt(0).student_id, unexcused]]);
  });
});

describe('a refused excuse', () => {
  test('a refusal of the office has a line, a teacher cannot accept it, and the office still can', async () => {
    const { id, version } = await enter();
    const answer = await refuse(id, 'admin', { line: 'نرجو إحضار تقرير', version });
    expect(answer.body.excuse).toMatchObject({ state: 'refused', answer: 'نرجو إحضار تقرير' });
    const late = await accept(id, teacher);
    expect([late.status, late.text.includes(excuseMessages.refusedByOffice)]).toEqual([409, true]);
    const stale = await accept(id, 'admin', { version });
    expect([stale.status, stale.body.current.state]).toEqual([409, 'refused']);
    expect((await accept(id)).body.excuse).toMatchObject({ state: 'accepted', answer: null });
  });

  test('a teacher refuses only for his subjects, and may accept later', async () => {
    const { id } = await enter();
    await refuse(id, teacher, { line: 'اختبار' });
    expect((await read(id, teacher)).body).toMatchObject({ state: 'refused', answer: 'اختبار' });
    expect((await read(id, otherTeacher)).body).toMatchObject({ state: 'open', answer: null });
    expect((await read(id)).body.state).toBe('open');
    expect((await accept(id, teacher)).body.excuse).toMatchObject({ state: 'accepted', answer: null });
  });
});

describe('the scope of staff', () => {
  test('a teacher sees and answers only excuses of his own students, in his subjects', async () => {
    const { id } = await enter();
    const stranger = await newTeacher((await newSheet(server, 1)).subjectCode);
    expect((await list(teacher)).map((one) => one.id)).toContain(id);
    expect((await list(stranger)).map((one) => one.id)).not.toContain(id);
    for (const answer of [await read(id, stranger), await accept(id, stranger), await refuse(id, stranger)])
      expect(answer.status).toBe(404);
    expect((await accept(id, teacher, { subject_codes: [otherCode] })).status).toBe(422);
    expect((await read(id, teacher)).body.subjects).toMatchObject([{ subject_code: sheet.subjectCode }]);
    const body = { student_id: studentAt(0).student_id, from: today, to: today, reason: 'other' };
    expect((await call('POST', '/excuses', { as: stranger, body })).status).toBe(422);
    expect((await call('POST', '/excuses', { as: teacher, body })).status).toBe(201);
  });

  test('the teacher of a circle sees only excuses of its members', async () => {
    const account = await addAccount(server, 'teacher');
    const circle = await newCircle(server, otherCode, [studentAt(0)], firstDay);
    await call('PUT', `/circles/${circle.id}`, { body: { teacher_id: account.id } });
    const token = await account.signIn();
    const own = await enter();
    const other = await enter({ student_id: studentAt(1).student_id });
    expect((await list(token)).map(({ id }) => id)).toEqual([own.id]);
    expect((await accept(other.id, token)).status).toBe(404);
    const { excuse } = (await accept(own.id, token)).body;
    expect(states(excuse)).toEqual([[otherCode, 'accepted']]);
  });

  test('an admin of one section sees only excuses of its students', async () => {
    await call('PUT', '/settings', { body: { sections_enabled: true } });
    const account = await addAccount(server, 'admin');
    const other = await addAccount(server, 'admin');
    const setSection = (id: number, section: 'boys' | 'girls') =>
      server.data.writeUnlogged((trx) =>
        trx.updateTable('users').set({ section }).where('id', '=', id).execute(),
      );
    await setSection(account.id, 'girls');
    await setSection(other.id, 'boys');
    await call('PUT', `/batches/${sheet.batchId}`, { body: { section: 'girls' } });
    const [girls, boys] = [await account.signIn(), await other.signIn()];
    await register.set(firstDay, [absent(studentAt(0).student_id)]);
    const { id } = await enter();
    expect((await list(boys)).map((one) => one.id)).not.toContain(id);
    expect((await accept(id, boys)).status).toBe(404);
    expect((await accept(id, girls)).body).toMatchObject({ excused: 1, excuse: { state: 'accepted' } });
    const receivers = await server.data.read
      .selectFrom('notifications')
      .select('user_id')
      .where('kind', '=', 'excuse_sent')
      .orderBy('id', 'desc')
      .limit(20)
      .execute();
    const ids = receivers.map(({ user_id }) => user_id);
    expect([ids.includes(account.id), ids.includes(other.id)]).toEqual([true, false]);
    await call('PUT', '/settings', { body: { sections_enabled: false } });
  });

  test('the list filters by state of the caller and by student', async () => {
    const { id } = await enter();
    const has = async (as: As, state: string) =>
      (await list(as, { state, student_id: studentAt(0).student_id })).some((one) => one.id === id);
    await accept(id, teacher);
    expect([await has(teacher, 'open'), await has(teacher, 'accepted')]).toEqual([false, true]);
    expect([await has('admin', 'open'), await has('admin', 'accepted')]).toEqual([true, false]);
    await refuse(id, otherTeacher);
    expect([await has('admin', 'open'), await has('admin', 'accepted')]).toEqual([false, true]);
    expect([await has(otherTeacher, 'refused'), await has(teacher, 'refused')]).toEqual([true, false]);
    expect(await list('admin', { student_id: studentAt(1).student_id })).toEqual([]);
  });
});

describe('a new excuse', () => {
  test('teachers of the student and admins get one notification, and a teacher of both subjects gets one', async () => {
    const both = await newTeacher(sheet.subjectCode);
    await call('POST', '/subject-teachers', { body: { subject_code: otherCode, teacher_id: both.id } });
    const { id } = await enter({}, teacher);
    const notificationsOf = async (as: As | { token: string }) => {
      const { body } = await call<{ notifications: Notification[] }>('GET', '/notifications', { as });
      return body.notifications.filter(
        ({ kind, data }) => kind === 'excuse_sent' && data['excuse_id'] === id,
      );
    };
    expect(await notificationsOf(both)).toMatchObject([
      { link: `/excuses?excuse=${id}`, data: { student_name: studentAt(0).full_name } },
    ]);
    expect(await notificationsOf(otherTeacher)).toHaveLength(1);
    expect(await notificationsOf('admin')).toHaveLength(1);
    expect(await notificationsOf(teacher)).toEqual([]);
  });

  test('the days have limits', async () => {
    const { student_id } = studentAt(0);
    const statusOf = async (from: string, to: string) =>
      (await call('POST', '/excuses', { body: { student_id, from, to, reason: 'other' } })).status;
    const oldest = daysAfter(today, -maxExcuseAge);
    const latest = daysAfter(today, maxDaysAhead);
    expect(await statusOf(oldest, oldest)).toBe(201);
    expect(await statusOf(daysAfter(oldest, -1), oldest)).toBe(422);
    expect(await statusOf(latest, latest)).toBe(201);
    expect(await statusOf(latest, daysAfter(latest, 1))).toBe(422);
    expect(await statusOf(today, daysAfter(today, maxExcuseDays - 1))).toBe(201);
    expect(await statusOf(today, daysAfter(today, maxExcuseDays))).toBe(422);
    expect(await statusOf(tomorrow, today)).toBe(422);
  });

  test('an excuse for one programme counts only for its batches, and another programme is refused', async () => {
    const { id } = await enter({ program_id: 'QRN' });
    await accept(id);
    expect((await register.day(today)).body.excuses).toHaveLength(1);
    const { body } = await call<{ program_id: string }>('POST', '/programs', {
      body: { program_id: `P${sheet.batchId}`, program_name: `برنامج ${sheet.batchId}` },
    });
    const other = {
      student_id: studentAt(0).student_id,
      from: today,
      to: today,
      reason: 'other',
      program_id: body.program_id,
    };
    expect((await call('POST', '/excuses', { body: other })).text).toContain(
      excuseRefusals.ar.otherProgram(),
    );
  });
});

describe('an excuse of a guardian', () => {
  const newGuardian = async (index = 0) => {
    const answer = await call<{ id: number }>('POST', `/students/${studentAt(index).id}/guardians`, {
      body: { name: 'صالح', relation: 'father', phone: `05${String(sheet.batchId).padStart(8, '0')}` },
    });
    return answer.body.id;
  };
  const actor = { userId: null, name: 'ولي الأمر صالح', role: 'guardian', undoSession: null };
  const send = (guardianId: number, values: { from?: string; line?: string } = {}, index = 0) =>
    server.data.write(actor, (unit) =>
      sendExcuse(
        unit,
        {
          student: studentAt(index),
          guardianId,
          sender: 'صالح',
          from: today,
          to: tomorrow,
          programRowId: null,
          reason: 'illness',
          line: null,
          ...values,
        },
        null,
      ),
    );
  const guardianOf = async (id: number) =>
    (
      await server.data.read
        .selectFrom('excuses')
        .select('guardian_id')
        .where('id', '=', id)
        .executeTakeFirst()
    )?.guardian_id;

  test('the audit names the guardian, and staff refuse it instead of an undo', async () => {
    const id = await send(await newGuardian());
    const { body } = await call<AuditEntry[]>('GET', '/audit', { query: { range: [0, 0] } });
    expect(body).toMatchObject([{ user_id: null, user_name: 'ولي الأمر صالح', table_name: 'excuses' }]);
    expect((await read(id)).body).toMatchObject({ sender: 'صالح', is_from_guardian: true });
    expect((await call('POST', `/undo/${body[0]?.id}`)).status).toBe(404);
    expect((await read(id)).body.state).toBe('open');
    expect((await refuse(id)).body.excuse.state).toBe('refused');
    expect((await undoLast()).status).toBe(200);
    expect((await read(id)).body.state).toBe('open');
  });

  test('the same excuse twice makes one, and the limits refuse more', async () => {
    const guardianId = await newGuardian();
    await call('POST', `/students/${studentAt(1).id}/guardians`, {
      body: { guardian_id: guardianId, relation: 'father' },
    });
    expect(await send(guardianId)).toBe(await send(guardianId));
    for (let index = 1; index < maxOpenExcuses; index += 1) await send(guardianId, { line: `${index}` });
    await expect(send(guardianId, { line: 'more' })).rejects.toMatchObject({
      code: 'VALIDATION',
      message: excuseRefusals.ar.tooManyOpen(maxOpenExcuses),
    });
    const rest = maxExcusesPerDay - maxOpenExcuses;
    for (let index = 0; index < rest; index += 1) await send(guardianId, { line: `${index}` }, 1);
    await expect(send(guardianId, { line: 'more' }, 1)).rejects.toMatchObject({
      message: excuseRefusals.ar.tooManyToday(maxExcusesPerDay),
    });
  });

  test('it stays without the guardian if he is deleted, goes with the student, and both return', async () => {
    const guardianId = await newGuardian();
    const id = await send(guardianId);
    await accept(id, teacher);
    await call('DELETE', `/students/${studentAt(0).id}/guardians/${guardianId}`);
    expect((await read(id)).body).toMatchObject({ sender: 'صالح', is_from_guardian: true });
    expect(await guardianOf(id)).toBeNull();
    await undoLast();
    expect(await guardianOf(id)).toBe(guardianId);
    await call('DELETE', `/students/${studentAt(0).id}`);
    expect((await read(id)).status).toBe(404);
    expect((await undoLast()).status).toBe(200);
    expect((await read(id)).body).toMatchObject({ student_id: studentAt(0).student_id });
    expect(await guardianOf(id)).toBe(guardianId);
  });

  test('a merge of students moves it, and the undo moves it back', async () => {
    const id = await send(await newGuardian());
    const versionOf = async (index: number) =>
      (await call<Student>('GET', `/students/${studentAt(index).id}`)).body.version;
    const answer = await call('POST', `/students/${studentAt(1).id}/merge`, {
      body: {
        merged_id: studentAt(0).id,
        version: await versionOf(1),
        merged_version: await versionOf(0),
        take: [],
        marks: [],
      },
    });
    expect(answer.status, answer.text).toBe(200);
    expect((await read(id)).body.student_id).toBe(studentAt(1).student_id);
    await undoLast();
    expect((await read(id)).body.student_id).toBe(studentAt(0).student_id);
  });
});
