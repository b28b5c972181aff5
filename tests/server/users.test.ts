import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { User } from '../../contract/accounts/users';
import { addAccount, stepUp } from '../support/accounts';
import { password, startTestApp, type TestApp } from '../support/app';
import { newStudent, newUser, uniqueText } from '../support/sampleCalls';

let server: TestApp;
let now = new Date('2026-11-20T08:00:00Z');
beforeAll(async () => {
  server = await startTestApp({ now: () => now });
});
afterAll(() => server.close());

const as = 'admin' as const;
const put = (id: number, body: unknown, by: Parameters<TestApp['call']>[2] = { as }) =>
  server.call<User>('PUT', `/users/${id}`, { ...by, body });
const ownId = async () => (await server.call<{ id: number }>('GET', '/auth/me', { as })).body.id;
const isSignedIn = async (by: { token: string }) =>
  (await server.call('GET', '/auth/me', { as: by })).status === 200;
const refusal = (status: number, code: string, error: string) => ({ status, body: { code, error } });

describe('a new account', () => {
  test('a new account is a teacher by default, who signs in with the password that the admin chose', async () => {
    const username = uniqueText();
    const created = await server.call<User>('POST', '/users', {
      as,
      body: { username, name: 'نورة  السالم', email: '', phone: '٠٥٥ ٠٠٠ ١١٢٢', password: 'نخلة وسبع سنابل' },
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      username,
      name: 'نورة السالم',
      role: 'teacher',
      email: null,
      phone: '0550001122',
      student_id: null,
      is_active: true,
      last_login: null,
      must_change_password: false,
    });
    expect(created.body).not.toHaveProperty('temporary_password');
    expect(created.text).not.toMatch(/hash|argon/);
    expect(await server.signIn(username, 'نخلة وسبع سنابل')).toBeTruthy();
    const { body } = await server.call<User>('GET', `/users/${created.body.id}`, { as });
    expect(body.last_login).toBe(now.toISOString());
  });

  test('a new account without a password gets a generated one, shown once, which must be changed before any other call', async () => {
    const username = uniqueText();
    const { body } = await server.call<User & { temporary_password: string }>('POST', '/users', {
      as,
      body: { username, name: 'سعد الراشد' },
    });
    expect(body).toMatchObject({
      must_change_password: true,
      temporary_password: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/),
    });
    expect((await server.call('GET', `/users/${body.id}`, { as })).text).not.toContain(
      body.temporary_password,
    );
    const caller = { token: await server.signIn(username, body.temporary_password) };
    expect(await server.call('GET', '/programs', { as: caller })).toMatchObject({
      status: 403,
      body: { code: 'MUST_CHANGE_PASSWORD' },
    });
    await server.call('POST', '/auth/password', {
      as: caller,
      body: { current: body.temporary_password, new: 'سبع سنابل خضر' },
    });
    expect((await server.call('GET', '/programs', { as: caller })).status).toBe(200);
  });

  test('two new accounts without a password get different passwords', async () => {
    const newAccount = async () =>
      (await server.call('POST', '/users', { as, body: { username: uniqueText(), name: 'س' } })).body;
    expect((await newAccount())['temporary_password']).not.toBe((await newAccount())['temporary_password']);
  });

  test('a new account with the name of another account in a different spelling is refused', async () => {
    const username = `Ahmad${uniqueText()}5`;
    const create = (name: string) =>
      server.call('POST', '/users', { as, body: { username: name, name: 'س' } });
    expect((await create(username)).status).toBe(201);
    expect(await create(username.toUpperCase().replace(/5$/, '٥'))).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE', error: 'اسم المستخدم مستخدم من قبل', details: [{ path: 'username' }] },
    });
  });

  test.each([
    [{ name: 'س' }, 'username', 'هذا الحقل مطلوب'],
    [{ username: 'ـًٌ', name: 'س' }, 'username', 'اسم المستخدم يجب أن يحتوي على حرف أو رقم'],
    [{ username: 'x1', name: ' ' }, 'name', 'هذا الحقل مطلوب'],
    [{ username: 'x1', name: 'س', email: 'nowhere' }, 'email', 'صيغة البريد الإلكتروني غير صحيحة'],
    [{ username: 'x1', name: 'س', role: 'owner' }, 'role', expect.any(String)],
    [{ username: 'x1', name: 'س', password: '12345' }, 'password', 'كلمة المرور يجب ألا تقل عن 8 أحرف'],
    [{ username: 'x1', name: 'س', password: '123456789' }, 'password', expect.stringContaining('شائعة')],
    [{ username: 'x1', name: 'س', student_id: '999' }, 'student_id', 'الطالب المحدد غير موجود'],
    [{ username: 'x1', name: 'س', password_hash: 'x' }, 'password_hash', expect.any(String)],
  ])('a new account with %j is refused at its field', async (body, path, message) => {
    expect(await server.call('POST', '/users', { as, body })).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION', details: [{ path, message }] },
    });
  });

  test('a new account with a student number links account and student at once', async () => {
    const student = await newStudent(server);
    const { body } = await server.call<User>('POST', '/users', {
      as,
      body: {
        username: uniqueText(),
        name: student.full_name,
        role: 'student',
        student_id: student.student_id,
      },
    });
    expect(body).toMatchObject({ student_id: student.student_id, student_name: student.full_name });
    expect((await server.call('GET', `/students/${student.id}`, { as })).body).toMatchObject({
      user_id: body.id,
      account_username: body.username,
      link_state: 'sound',
    });
    const second = { username: uniqueText(), name: 'س', student_id: student.student_id };
    expect(await server.call('POST', '/users', { as, body: second })).toMatchObject(
      refusal(409, 'ALREADY_LINKED', 'هذا الطالب مرتبط بحساب آخر'),
    );
    expect(await server.call('POST', '/users', { as, body: { ...second, student_id: null } })).toMatchObject({
      status: 201,
    });
  });
});

describe('the list', () => {
  test('the list is searched in Arabic and filtered by role, activity and student', async () => {
    const name = `أسامة ${uniqueText()}`;
    const { body: user } = await server.call<User>('POST', '/users', {
      as,
      body: { username: uniqueText(), name, role: 'student' },
    });
    const ids = async (filter: unknown) => {
      const query = { range: [0, 99], sort: ['name', 'ASC'], filter };
      const answer = await server.call<User[]>('GET', '/users', { as, query });
      expect(answer.status).toBe(200);
      return answer.body.map(({ id }) => id);
    };
    const q = name.replace('أسامة', 'اسامه');
    expect(await ids({ q })).toEqual([user.id]);
    expect(await ids({ q, role: 'student' })).toEqual([user.id]);
    expect(await ids({ q, role: ['teacher', 'student'] })).toEqual([user.id]);
    expect(await ids({ q, role: 'teacher' })).toEqual([]);
    expect(await ids({ q, is_active: true })).toEqual([user.id]);
    expect(await ids({ q, is_active: false })).toEqual([]);
    expect(await ids({ q, has_student: false })).toEqual([user.id]);
    expect(await ids({ q, has_student: true })).toEqual([]);
    await put(user.id, { student_id: (await newStudent(server)).student_id, is_active: true });
    expect(await ids({ q, has_student: true })).toEqual([user.id]);
  });

  test('the list without a range is a plain array, without password hashes', async () => {
    const answer = await server.call<User[]>('GET', '/users', { as });
    expect(answer.body.map(({ username }) => username)).toEqual(expect.arrayContaining(['admin', 'teacher']));
    expect(Number(answer.headers['x-total-count'])).toBe(answer.body.length);
    expect(answer.text).not.toMatch(/hash|argon/);
  });

  test('the list by last sign-in has accounts that never signed in at the end', async () => {
    const { username } = await newUser(server);
    const query = (order: string) => ({ range: [0, 999], sort: ['last_login', order] });
    const latest = await server.call<User[]>('GET', '/users', { as, query: query('DESC') });
    expect(latest.body[0]?.last_login).not.toBeNull();
    expect(latest.body.at(-1)?.last_login).toBeNull();
    const first = await server.call<User[]>('GET', '/users', { as, query: query('ASC') });
    expect(first.body[0]?.last_login).toBeNull();
    expect(first.body.map((user) => user.username)).toContain(username);
  });
});

describe('a change of an account', () => {
  test('a change accepts a record as the server returned it, and a second save of the same version is refused', async () => {
    const user = await newUser(server, 'teacher');
    const changeResponse = await put(user.id, { ...user, phone: '0551112222' });
    expect(changeResponse).toMatchObject({ status: 200, body: { phone: '0551112222', version: 2 } });
    expect(await put(user.id, { ...user, phone: '0559998888' })).toMatchObject({
      status: 409,
      body: { code: 'STALE', current: { phone: '0551112222' } },
    });
  });

  test('a change does not change the password', async () => {
    const user = await newUser(server, 'teacher');
    expect((await put(user.id, { password: 'سبع سنابل خضر' })).status).toBe(422);
  });

  test('a disabled account loses its sessions at once, and cannot sign in until it is active again', async () => {
    const account = await addAccount(server, 'teacher');
    const caller = await account.signIn();
    expect(await isSignedIn(caller)).toBe(true);
    expect((await put(account.id, { is_active: false })).body.is_active).toBe(false);
    expect(await isSignedIn(caller)).toBe(false);
    expect(await server.signIn(account.username)).toBeUndefined();
    await put(account.id, { is_active: true });
    expect(await isSignedIn(caller)).toBe(false);
    expect(await server.signIn(account.username)).toBeTruthy();
  });

  test('a new role ends the sessions, a new phone number does not', async () => {
    const account = await addAccount(server, 'teacher');
    const caller = await account.signIn();
    await put(account.id, { phone: '0550000000' });
    expect(await isSignedIn(caller)).toBe(true);
    await put(account.id, { role: 'student' });
    expect(await isSignedIn(caller)).toBe(false);
  });

  test('a change from teacher to another role removes all subjects', async () => {
    const { id } = await newUser(server, 'teacher');
    await server.call('POST', '/subject-teachers', {
      as,
      body: { subject_code: 'QRN101-1', teacher_id: id },
    });
    const subjects = async () => (await server.call('GET', `/subject-teachers/teacher/${id}`, { as })).body;
    expect(await subjects()).toHaveLength(1);
    await put(id, { role: 'student' });
    expect(await subjects()).toEqual([]);
  });

  test('another student replaces the previous one in both records, and an empty value removes the link', async () => {
    const [first, second] = [await newStudent(server), await newStudent(server)];
    const user = await newUser(server);
    const state = async ({ id }: { id: number }) =>
      (await server.call('GET', `/students/${id}`, { as })).body['user_id'];
    await put(user.id, { student_id: first.student_id });
    expect((await put(user.id, { student_id: second.student_id })).body.student_id).toBe(second.student_id);
    expect([await state(first), await state(second)]).toEqual([null, user.id]);
    await put(user.id, { student_id: null });
    expect(await state(second)).toBeNull();
  });
});

describe('an institute always has an admin', () => {
  test("no admin can disable, demote or delete the admin's own account", async () => {
    const id = await ownId();
    expect(await put(id, { is_active: false })).toMatchObject(
      refusal(422, 'VALIDATION', 'لا يمكنك تعطيل حسابك أنت'),
    );
    expect(await put(id, { role: 'teacher' })).toMatchObject(
      refusal(422, 'VALIDATION', 'لا يمكنك تغيير صلاحية حسابك أنت'),
    );
    expect(await server.call('DELETE', `/users/${id}`, { as })).toMatchObject(
      refusal(422, 'VALIDATION', 'لا يمكنك حذف حسابك أنت'),
    );
    expect(await put(id, { is_active: true, role: 'admin', phone: '0551231234' })).toMatchObject({
      status: 200,
    });
  });

  test('another admin can be demoted, disabled and deleted', async () => {
    await stepUp(server, as);
    for (const change of [{ role: 'teacher' }, { is_active: false }])
      expect((await put((await addAccount(server, 'admin')).id, change)).status).toBe(200);
    const { id } = await addAccount(server, 'admin');
    expect((await server.call('DELETE', `/users/${id}`, { as })).status).toBe(200);
  });

  /** Runs another write between the permission check and the write of a call. */
  function runDuringNextWrite(happens: () => Promise<unknown>): void {
    const { write } = server.data;
    server.data.write = async (...parameters) => {
      server.data.write = write;
      await happens();
      return write(...(parameters as Parameters<typeof write>)) as never;
    };
  }

  test.each([
    ['disables', (id: number, by: { token: string }) => put(id, { is_active: false }, { as: by })],
    ['demotes', (id: number, by: { token: string }) => put(id, { role: 'teacher' }, { as: by })],
    ['deletes', (id: number, by: { token: string }) => server.call('DELETE', `/users/${id}`, { as: by })],
  ])(
    'an admin demoted at the same moment gets a refusal if the call %s the only other admin',
    async (_what, act) => {
      const target = await addAccount(server, 'admin');
      const other = await addAccount(server, 'admin');
      const caller = await other.signIn();
      await server.data.writeUnlogged((trx) =>
        trx
          .updateTable('users')
          .set({ role: 'teacher' })
          .where('role', '=', 'admin')
          .where('id', 'not in', [target.id, other.id])
          .execute(),
      );
      runDuringNextWrite(() =>
        server.data.writeUnlogged((trx) =>
          trx.updateTable('users').set({ role: 'teacher' }).where('id', '=', other.id).execute(),
        ),
      );
      const answer = await act(target.id, caller);
      await server.data.writeUnlogged((trx) =>
        trx.updateTable('users').set({ role: 'admin' }).where('username', '=', 'admin').execute(),
      );
      expect(answer).toMatchObject(refusal(409, 'LAST_ADMIN', 'لا بد أن يبقى للمعهد مدير واحد نشط على الأقل'));
      const { body } = await server.call<User>('GET', `/users/${target.id}`, { as });
      expect(body).toMatchObject({ role: 'admin', is_active: true });
    },
  );

  test('one of two admins who demote each other at once stays an admin', async () => {
    const [one, two] = [await addAccount(server, 'admin'), await addAccount(server, 'admin')];
    const sessions = [await one.signIn(), await two.signIn()] as const;
    for (const session of sessions) await stepUp(server, session);
    await server.data.writeUnlogged((trx) =>
      trx
        .updateTable('users')
        .set({ is_active: 0 })
        .where('role', '=', 'admin')
        .where('id', 'not in', [one.id, two.id])
        .execute(),
    );
    const answers = await Promise.all([
      put(two.id, { role: 'teacher' }, { as: sessions[0] }),
      put(one.id, { role: 'teacher' }, { as: sessions[1] }),
    ]);
    const admins = await server.data.read
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('is_active', '=', 1)
      .execute();
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('users').set({ is_active: 1 }).where('username', '=', 'admin').execute(),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(admins).toHaveLength(1);
  });
});

describe('the deletion of an account', () => {
  test('the deletion deletes the sessions, the assignments and the link of the student', async () => {
    const student = await newStudent(server);
    const account = await addAccount(server, 'teacher');
    const caller = await account.signIn();
    await server.call('POST', '/users/link-student', {
      as,
      body: { user_id: account.id, student_id: student.student_id },
    });
    await server.call('POST', '/subject-teachers', {
      as,
      body: { subject_code: 'QRN101-1', teacher_id: account.id },
    });
    expect(await server.call('DELETE', `/users/${account.id}`, { as })).toMatchObject({
      status: 200,
      body: { message: 'تم حذف المستخدم بنجاح' },
    });
    expect(await isSignedIn(caller)).toBe(false);
    expect((await server.call('GET', `/students/${student.id}`, { as })).body).toMatchObject({
      user_id: null,
      link_state: 'none',
    });
  });

  test('the deletion is refused if the user has made changes, and disabling works', async () => {
    await stepUp(server, as);
    const account = await addAccount(server, 'admin');
    const caller = await account.signIn();
    await server.call('POST', '/programs', {
      as: caller,
      body: { program_id: uniqueText(), program_name: uniqueText() },
    });
    expect(await server.call('DELETE', `/users/${account.id}`, { as })).toMatchObject(
      refusal(409, 'HAS_DEPENDENTS', 'لهذا المستخدم أعمال مسجلة، عطّل حسابه بدلاً من حذفه'),
    );
    expect((await put(account.id, { is_active: false })).status).toBe(200);
  });

  test('the deletion is allowed if the user has only requested a password and saved a filter', async () => {
    const account = await addAccount(server, 'teacher');
    await server.call('POST', '/auth/forgot', { body: { username: account.username } });
    const caller = await account.signIn();
    await server.call('POST', '/auth/password', {
      as: caller,
      body: { current: password, new: 'سبع سنابل خضر' },
    });
    await server.call('POST', '/saved-filters', {
      as: caller,
      body: { resource: 'students', name: 'طلابي', filter: {} },
    });
    expect((await server.call('DELETE', `/users/${account.id}`, { as })).status).toBe(200);
  });

  test('a second deletion answers 404', async () => {
    expect((await server.call('DELETE', '/users/999999', { as })).status).toBe(404);
  });
});

describe('a password set by an admin', () => {
  test('a chosen password works at once, ends the sessions and closes the open request', async () => {
    const account = await addAccount(server, 'teacher');
    await server.call('POST', '/auth/forgot', { body: { username: account.username } });
    const open = () =>
      server.data.read
        .selectFrom('password_requests')
        .select('id')
        .where('user_id', '=', account.id)
        .where('resolved_at', 'is', null)
        .execute();
    expect(await open()).toHaveLength(1);
    const caller = await account.signIn();
    const answer = await server.call('PUT', `/users/${account.id}/password`, {
      as,
      body: { password: 'سبع سنابل خضر' },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, message: 'تم تغيير كلمة المرور بنجاح' },
    });
    expect(answer.body).not.toHaveProperty('temporary_password');
    expect(await open()).toEqual([]);
    expect(await isSignedIn(caller)).toBe(false);
    expect(await server.signIn(account.username)).toBeUndefined();
    const again = { token: await server.signIn(account.username, 'سبع سنابل خضر') };
    expect((await server.call('GET', '/programs', { as: again })).status).toBe(200);
  });

  test('without a chosen password, the server generates one that must be changed', async () => {
    const account = await addAccount(server, 'teacher');
    const { body } = await server.call('PUT', `/users/${account.id}/password`, { as, body: {} });
    const caller = { token: await server.signIn(account.username, String(body['temporary_password'])) };
    expect((await server.call('GET', '/programs', { as: caller })).body).toMatchObject({
      code: 'MUST_CHANGE_PASSWORD',
    });
  });

  test('a short password is refused, and the old password stays', async () => {
    const account = await addAccount(server, 'teacher');
    expect(
      await server.call('PUT', `/users/${account.id}/password`, { as, body: { password: 'قصيرة' } }),
    ).toMatchObject({ status: 422, body: { details: [{ path: 'password' }] } });
    expect(await server.signIn(account.username)).toBeTruthy();
    expect((await server.call('PUT', '/users/999999/password', { as, body: {} })).status).toBe(404);
  });
});

test('every write of an account is in the log with an Arabic description', async () => {
  now = new Date('2026-11-20T09:00:00Z');
  const user = await newUser(server, 'teacher');
  await put(user.id, { is_active: false });
  await put(user.id, { is_active: true });
  await put(user.id, { name: 'اسم آخر', phone: '0551234567' });
  await server.call('DELETE', `/users/${user.id}`, { as });
  const operations = await server.data.read
    .selectFrom('operations')
    .select('description')
    .where('performed_at', '>=', now.toISOString())
    .orderBy('id')
    .execute();
  expect(operations.map(({ description }) => description)).toEqual([
    'إضافة المستخدم «نورة السالم»',
    'تعطيل حساب «نورة السالم»',
    'تفعيل حساب «نورة السالم»',
    'تعديل المستخدم «نورة السالم»',
    'حذف المستخدم «اسم آخر»',
  ]);
});
