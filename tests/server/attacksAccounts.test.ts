/**
 * An account inherits nothing: no number of another student, no long password lifetime, no time of a fast
 * clock.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stepUpDuration } from '../../contract/accounts/auth';
import type { LinkCandidate } from '../../contract/students/links';
import type { SavedFilter } from '../../contract/savedFilters';
import type { Student } from '../../contract/students/students';
import type { User } from '../../contract/accounts/users';
import type { Role } from '../../contract/vocabulary';
import { addAccount, setAccount, stepUp, waitForStoredCalls } from '../support/accounts';
import { type Answer, startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop } from '../support/eventLoop';
import { demoBatchId, uniqueText } from '../support/sampleCalls';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let clock = Date.parse('2026-11-20T08:00:00Z');
const now = () => new Date(clock);
const timeAfter = (after: number) => new Date(clock + after).toISOString();
let server: TestApp;
let admin: { token: string };
beforeAll(async () => {
  server = await startTestApp({ now });
});
afterAll(() => server.close());
beforeEach(async () => {
  await yieldToEventLoop();
  clock += 13 * hour;
  admin = { token: await server.signIn('admin') };
  await stepUp(server, admin);
});

const call = <T = Record<string, unknown>>(method: string, path: string, body?: unknown, as = admin) =>
  server.call<T>(method, path, { as, body, headers: { 'x-session-id': 'accounts' } });
let lastNationalId = 2_700_000_000;
const studentBody = (body: object = {}) => ({
  first_name: 'سعد',
  last_name: 'الراشد',
  national_id: String((lastNationalId += 1)),
  batch_id: demoBatchId,
  ...body,
});
const newStudent = async () => (await call<Student>('POST', '/students', studentBody())).body;
const newUser = async () =>
  (
    await call<User>('POST', '/users', {
      username: uniqueText(),
      name: 'نورة',
      password: `كلمة-${uniqueText()}`,
    })
  ).body;
const loadRow = ({ id }: { id: number }) =>
  server.data.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const studentNow = async ({ id }: { id: number }) => (await call<Student>('GET', `/students/${id}`)).body;
const newestDeletion = async () =>
  (await call<{ data: { id: number }[] }>('GET', '/archive/deleted-records')).body.data[0]?.id ?? 0;
const restoreNewest = async () => call('POST', `/archive/restore/${await newestDeletion()}`);
const autoLink = async (account: { id: number; signIn: () => Promise<{ token: string }> }): Promise<Answer> =>
  call('POST', `/students/auto-link/${account.id}`, {}, await account.signIn());
const candidatesOf = async ({ id }: { id: number }) =>
  (await call<LinkCandidate[]>('GET', '/students/link-candidates')).body.filter(
    ({ user_id }) => user_id === id,
  );

describe('an account older than the number of a student', () => {
  test('an older account is not linked to a restored student with that number; an account that is created later is linked', async () => {
    const student = await newStudent();
    clock += minute;
    expect((await call('DELETE', `/students/${student.id}`)).status).toBe(200);
    const { student_id } = student;
    const holder = await newStudent();
    expect((await call('PUT', `/students/${holder.id}`, { student_id })).status).toBe(200);
    // A user who creates accounts can predict the next number.
    const { last_number } = await server.data.read
      .selectFrom('student_number_counters')
      .selectAll()
      .where('year', '=', student_id.slice(0, 4))
      .executeTakeFirstOrThrow();
    const expected = String(Number(last_number) + 1);
    const account = await addAccount(server, 'student', { username: expected });
    clock += minute;
    expect((await restoreNewest()).status).toBe(200);
    expect((await studentNow(student)).student_id).toBe(expected);
    clock += minute;
    const answer = await autoLink(account);
    expect(answer.status).toBe(404);
    for (const secret of [student.full_name, String(student.national_id)])
      expect(answer.text).not.toContain(secret);
    expect(await candidatesOf(account)).toEqual([]);

    const own = await addAccount(server, 'student', { username: String(student.national_id) });
    expect((await autoLink(own)).status).toBe(200);
  });

  test('an older account is not linked to a student who gets an earlier number back', async () => {
    const student = await newStudent();
    const { student_id } = student;
    clock += minute;
    expect((await call('PUT', `/students/${student.id}`, { student_id: `X${uniqueText()}` })).status).toBe(
      200,
    );
    clock += minute;
    const account = await addAccount(server, 'student', { username: student_id });
    clock += minute;
    expect((await call('PUT', `/students/${student.id}`, { student_id })).status).toBe(200);
    clock += minute;
    expect((await autoLink(account)).status).toBe(404);
  });

  test('an earlier account of a student is linked to the student again by a restore', async () => {
    const student = await newStudent();
    clock += minute;
    const account = await addAccount(server, 'student', { username: student.student_id });
    await call('DELETE', `/students/${student.id}`);
    clock += minute;
    expect((await restoreNewest()).status).toBe(200);
    expect((await autoLink(account)).status).toBe(200);
  });
});

describe('a one-time password', () => {
  const newTemporaryAccount = async (role: Role) => {
    const body = { username: uniqueText(), name: 'نورة', role };
    return (await call<User & { temporary_password: string }>('POST', '/users', body)).body;
  };
  const signsIn = async ({
    username,
    temporary_password,
  }: {
    username: string;
    temporary_password: string;
  }) => (await server.signIn(username, temporary_password)) !== undefined;

  test.each(['teacher', 'admin'] as const)(
    'a one-time password of a student who becomes %s gets the shorter lifetime of that role',
    async (role) => {
      const account = await newTemporaryAccount('student');
      expect((await loadRow(account)).password_ends_at).toBe(timeAfter(14 * day));
      expect((await call('PUT', `/users/${account.id}`, { role })).status).toBe(200);
      expect((await loadRow(account)).password_ends_at).toBe(timeAfter(72 * hour));
      clock += 72 * hour - 1_000;
      expect(await signsIn(account)).toBe(true);
      clock += 1_000;
      expect(await signsIn(account)).toBe(false);
    },
  );

  test('a one-time password is no longer valid after a change of the role and back, nor after the undo of a change', async () => {
    const account = await newTemporaryAccount('teacher');
    const ends = timeAfter(72 * hour);
    clock += hour;
    await call('PUT', `/users/${account.id}`, { role: 'student' });
    await call('PUT', `/users/${account.id}`, { role: 'teacher' });
    expect((await loadRow(account)).password_ends_at).toBe(ends);
    // The undo sets the role to student, and a second change sets it to teacher.
    const other = await newTemporaryAccount('student');
    const whole = timeAfter(14 * day);
    clock += hour;
    await call('PUT', `/users/${other.id}`, { role: 'teacher' });
    expect((await call('POST', '/undo/latest')).status).toBe(200);
    expect(await loadRow(other)).toMatchObject({ role: 'student', password_ends_at: whole });
    await call('PUT', `/users/${other.id}`, { role: 'teacher' });
    expect(await loadRow(other)).toMatchObject({ role: 'teacher', password_ends_at: timeAfter(72 * hour) });
  });

  test('a one-time password keeps its expiry if the role stays; a password chosen by the user never expires', async () => {
    const account = await newTemporaryAccount('student');
    const ends = timeAfter(14 * day);
    clock += hour;
    expect((await call('PUT', `/users/${account.id}`, { name: 'نورة الثانية' })).status).toBe(200);
    expect((await loadRow(account)).password_ends_at).toBe(ends);
    const own = await addAccount(server, 'student');
    expect((await call('PUT', `/users/${own.id}`, { role: 'teacher' })).status).toBe(200);
    expect((await loadRow(own)).password_ends_at).toBeNull();
    clock += 20 * day;
    expect(await server.signIn(own.username)).toEqual(expect.any(String));
  });

  test('a one-time password without an expiry gets one when its deleted account is restored', async () => {
    const account = await addAccount(server, 'student');
    await setAccount(server.data, account.id, { must_change_password: 1 });
    expect((await call('DELETE', `/users/${account.id}`)).status).toBe(200);
    expect((await restoreNewest()).status).toBe(200);
    expect((await loadRow(account)).password_ends_at).toBe(timeAfter(14 * day));
    clock += 14 * day - 1_000;
    expect(await server.signIn(account.username)).toEqual(expect.any(String));
    clock += 400 * day;
    expect(await server.signIn(account.username)).toBeUndefined();
  });
});

describe('a clock that is set back', () => {
  const isAlive = async (as: { token: string }) => {
    const { status } = await call('GET', '/auth/me', undefined, as);
    await waitForStoredCalls();
    return status === 200;
  };
  const needsStepUp = async (as: { token: string }) =>
    (await call('POST', '/users', { username: uniqueText(), name: 'مشرف', role: 'admin' }, as)).status;

  test('a clock that is set back does not extend a step-up beyond five minutes', async () => {
    expect(await needsStepUp(admin)).toBe(201);
    clock -= 3 * hour;
    expect(await needsStepUp(admin)).toBe(403);
    clock += 2 * hour;
    expect(await needsStepUp(admin)).toBe(403);
    await stepUp(server, admin);
    clock += stepUpDuration - 1_000;
    expect(await needsStepUp(admin)).toBe(201);
    clock += 1_000;
    expect(await needsStepUp(admin)).toBe(403);
  });

  test('a clock that is set back does not extend an idle staff session beyond twelve hours, nor any session beyond thirty days', async () => {
    const staff = await addAccount(server, 'teacher');
    const [used, unused] = [await staff.signIn(), await staff.signIn()];
    const student = await (await addAccount(server, 'student')).signIn();
    clock -= 100 * day;
    expect([await isAlive(used), await isAlive(unused), await isAlive(student)]).toEqual([true, true, true]);
    clock += 11 * hour;
    expect(await isAlive(used)).toBe(true);
    clock += 2 * hour;
    expect([await isAlive(used), await isAlive(unused)]).toEqual([true, false]);
    clock += 12 * hour + minute;
    expect(await isAlive(used)).toBe(false);
    clock += 28 * day;
    expect(await isAlive(student)).toBe(true);
    clock += 2 * day;
    expect(await isAlive(student)).toBe(false);
    clock += 100 * day;
  });

  test('a clock that is set back by a second, as between two servers, changes nothing', async () => {
    clock -= 1_000;
    expect(await needsStepUp(admin)).toBe(201);
    clock += 1_000;
  });
});

describe('the account of a deleted student', () => {
  async function newOrphanedAccount(username?: (of: Student) => string) {
    const student = await newStudent();
    clock += minute;
    const account = await addAccount(server, 'student', {
      username: username?.(student) ?? student.student_id,
    });
    const linkResponse = await call('POST', '/users/link-student', {
      user_id: account.id,
      student_id: student.student_id,
    });
    expect(linkResponse.status, linkResponse.text).toBe(200);
    const as = await account.signIn();
    const filter = { resource: 'assignments', name: 'درجاتي', filter: { q: student.full_name } };
    expect((await call('POST', '/saved-filters', filter, as)).status).toBe(201);
    expect((await call('DELETE', `/students/${student.id}`)).status).toBe(200);
    return { student, account };
  }
  const give = async (account: { id: number }, student: Student) => {
    await stepUp(server, admin);
    return call<{ message: string; username: string; temporary_password: string; operation_id: number }>(
      'POST',
      `/users/${account.id}/give`,
      { student_id: student.student_id },
    );
  };
  const filtersOf = async (as: { token: string }) =>
    (await call<SavedFilter[]>('GET', '/saved-filters?resource=assignments', undefined, as)).body;

  test('the account shows its new student neither the number nor the saved filters of the previous student', async () => {
    const { student, account } = await newOrphanedAccount();
    const newcomer = await newStudent();
    const answer = await give(account, newcomer);
    expect(answer).toMatchObject({
      status: 200,
      body: { username: newcomer.student_id, message: expect.stringContaining(newcomer.student_id) },
    });
    expect(await server.signIn(student.student_id, answer.body.temporary_password)).toBeUndefined();
    const token = await server.signIn(newcomer.student_id, answer.body.temporary_password);
    const changeResponse = await call(
      'POST',
      '/auth/password',
      { current: answer.body.temporary_password, new: 'نخلة وسبع سنابل' },
      { token },
    );
    expect(changeResponse.status, changeResponse.text).toBe(200);
    expect(await filtersOf({ token })).toEqual([]);
  });

  test('the account is restored by undoing the transfer, with the new password', async () => {
    const { student, account } = await newOrphanedAccount();
    const answer = await give(account, await newStudent());
    expect((await call('POST', `/undo/${answer.body.operation_id}`)).status).toBe(200);
    expect((await loadRow(account)).username).toBe(student.student_id);
    await call('PUT', `/users/${account.id}`, { is_active: true });
    expect(await server.signIn(student.student_id)).toBeUndefined();
    const { temporary_password: current } = answer.body;
    const as = { token: await server.signIn(student.student_id, current) };
    expect((await call('POST', '/auth/password', { current, new: 'نخلة وسبع سنابل' }, as)).status).toBe(200);
    expect(await filtersOf(as)).toHaveLength(1);
  });

  test('the account keeps its user name if it is no number of another student, or if another account has the new number as name', async () => {
    const chosen = await newOrphanedAccount(() => `name-${uniqueText()}`);
    const answer = await give(chosen.account, await newStudent());
    expect(answer.body.username).toBe(chosen.account.username);

    const second = await newOrphanedAccount();
    const newcomer = await newStudent();
    await addAccount(server, 'teacher', { username: newcomer.student_id });
    expect((await give(second.account, newcomer)).body.username).toBe(second.student.student_id);

    const nationalId = await newOrphanedAccount(({ national_id }) => String(national_id));
    const other = await newStudent();
    expect((await give(nationalId.account, other)).body.username).toBe(other.student_id);
  });

  test('the account cannot be linked to another student after an admin has enabled it, because the old password still works', async () => {
    const { account } = await newOrphanedAccount();
    await call('PUT', `/users/${account.id}`, { is_active: true });
    const other = await newStudent();
    const tryToLink = () =>
      Promise.all([
        call('POST', '/users/link-student', { user_id: account.id, student_id: other.student_id }),
        call('POST', `/students/${other.id}/link-user`, { userId: account.id }),
        call('PUT', `/users/${account.id}`, { student_id: other.student_id }),
      ]);
    for (const answer of await tryToLink())
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: 'ALREADY_LINKED',
          error: 'كان هذا الحساب لطالب حُذف وهو يعرف كلمة مروره، فاستعمل «إعطاء الحساب» بدلاً من الربط',
        },
      });
    expect((await studentNow(other)).user_id).toBeNull();
    expect((await give(account, other)).status).toBe(200);
    expect((await studentNow(other)).user_id).toBe(account.id);
    // An account can be linked if its student was only unlinked, or if it never had a student.
    await call('POST', '/users/unlink-student', { user_id: account.id });
    expect((await call('POST', `/students/${other.id}/link-user`, { userId: account.id })).status).toBe(200);
    const unusedAccount = await newUser();
    const third = await newStudent();
    expect((await call('POST', `/students/${third.id}/link-user`, { userId: unusedAccount.id })).status).toBe(
      200,
    );
  });
});

test('a message says that the numbers of a year are used up, and a typed number is accepted', async () => {
  await server.data.writeUnlogged((trx) =>
    trx.insertInto('student_number_counters').values({ year: '1439', last_number: '1439999998' }).execute(),
  );
  const batch = await call<{ id: number }>('POST', '/batches', {
    batch_name: uniqueText(),
    program_id: 'QRN',
    academic_year: '1439',
  });
  const add = (student_id?: string) =>
    call<Student>('POST', '/students', studentBody({ batch_id: batch.body.id, student_id }));
  const last = await add();
  expect(last.body.student_id, last.text).toBe('1439999999');
  await call('DELETE', `/students/${last.body.id}`);
  const message = 'نفدت الأرقام الأكاديمية لسنة 1439، اكتب الرقم الأكاديمي بنفسك';
  expect(await add()).toMatchObject({
    status: 422,
    body: { code: 'VALIDATION', details: [{ path: 'student_id', message }] },
  });
  expect((await add(`A${uniqueText()}`)).status).toBe(201);
});
