import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LinkCandidate } from '../../contract/students/links';
import type { Student } from '../../contract/students/students';
import type { User } from '../../contract/accounts/users';
import { addAccount } from '../support/accounts';
import { password, startTestApp, type TestApp } from '../support/app';
import { newStudent, newUser, uniqueText } from '../support/sampleCalls';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const as = 'admin' as const;
const post = (path: string, body: unknown = {}, by: Parameters<TestApp['call']>[2] = { as }) =>
  server.call('POST', path, { ...by, body });
const sidesOf = async (student: { id: number }, user: { id: number }) => {
  const one = await server.call<Student>('GET', `/students/${student.id}`, { as });
  const other = await server.call<User>('GET', `/users/${user.id}`, { as });
  return { user_id: one.body.user_id, link_state: one.body.link_state, student_id: other.body.student_id };
};
const unlinked = { user_id: null, link_state: 'none', student_id: null };
const linkState = (student: Student, user: { id: number }) => ({
  user_id: user.id,
  link_state: 'sound',
  student_id: student.student_id,
});
const newPair = async () => [await newStudent(server), await newUser(server)] as const;
const refusalWith = (error: string) => ({ status: 409, body: { code: 'ALREADY_LINKED', error } });

const ways = [
  [
    'POST /users/link-student',
    (student: Student, user: { id: number }) =>
      post('/users/link-student', { user_id: user.id, student_id: student.student_id }),
  ],
  [
    'POST /students/{id}/link-user',
    (student: Student, user: { id: number }) =>
      post(`/students/${student.id}/link-user`, { userId: user.id }),
  ],
] as const;

describe.each(ways)('%s', (_way, link) => {
  test('a link sets student and account in both records, and its removal clears both', async () => {
    const [student, user] = await newPair();
    expect(await sidesOf(student, user)).toEqual(unlinked);
    expect(await link(student, user)).toMatchObject({
      status: 200,
      body: { success: true, message: 'تم ربط الطالب بنجاح' },
    });
    expect(await sidesOf(student, user)).toEqual(linkState(student, user));
    expect(await post('/users/unlink-student', { user_id: user.id })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await sidesOf(student, user)).toEqual(unlinked);
    expect((await link(student, user)).status).toBe(200);
  });

  test('a link is refused for a student with an account, an account with a student, and the same pair again', async () => {
    const [student, user] = await newPair();
    const [otherStudent, otherUser] = await newPair();
    await link(student, user);
    expect(await link(student, otherUser)).toMatchObject(refusalWith('هذا الطالب مرتبط بحساب آخر'));
    expect(await link(otherStudent, user)).toMatchObject(refusalWith('هذا الحساب مرتبط بطالب آخر'));
    expect(await link(student, user)).toMatchObject(refusalWith('هذا الطالب مرتبط بهذا الحساب من قبل'));
    expect(await sidesOf(student, user)).toEqual(linkState(student, user));
    expect(await sidesOf(otherStudent, otherUser)).toEqual(unlinked);
    expect((await link(otherStudent, otherUser)).status).toBe(200);
  });

  test('two admins who link a student to two accounts at once create one link', async () => {
    const [student, one] = await newPair();
    const two = await newUser(server);
    const answers = await Promise.all([link(student, one), link(student, two)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = answers[0]?.status === 200 ? one : two;
    const loser = winner === one ? two : one;
    expect(await sidesOf(student, winner)).toEqual(linkState(student, winner));
    expect((await server.call<User>('GET', `/users/${loser.id}`, { as })).body.student_id).toBeNull();
  });

  test('two admins who link an account to two students at once create one link', async () => {
    const [one, user] = await newPair();
    const two = await newStudent(server);
    const answers = await Promise.all([link(one, user), link(two, user)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(
      refusalWith('هذا الحساب مرتبط بطالب آخر'),
    );
    const winner = answers[0]?.status === 200 ? one : two;
    const loser = winner === one ? two : one;
    expect(await sidesOf(winner, user)).toEqual(linkState(winner, user));
    const { body: loserRow } = await server.call<Student>('GET', `/students/${loser.id}`, { as });
    expect(loserRow).toMatchObject({ user_id: null, link_state: 'none' });
  });

  test('a disabled account is refused, and is accepted when it is active again', async () => {
    const [student, user] = await newPair();
    const activate = (is_active: boolean) =>
      server.call('PUT', `/users/${user.id}`, { as, body: { is_active } });
    await activate(false);
    expect(await link(student, user)).toMatchObject({
      status: 422,
      body: { error: 'هذا الحساب معطّل، فعّله قبل ربطه بطالب' },
    });
    await activate(true);
    expect((await link(student, user)).status).toBe(200);
  });

  test('a link does not change the role', async () => {
    const student = await newStudent(server);
    const teacher = await newUser(server, 'teacher');
    await link(student, teacher);
    expect((await server.call('GET', `/users/${teacher.id}`, { as })).body).toMatchObject({
      role: 'teacher',
      student_id: student.student_id,
    });
  });
});

test('an unknown account, student or link answers with the missing record', async () => {
  const [student, user] = await newPair();
  expect(
    await post('/users/link-student', { user_id: 999_999, student_id: student.student_id }),
  ).toMatchObject({
    status: 422,
    body: { details: [{ path: 'user_id', message: 'الحساب المحدد غير موجود' }] },
  });
  expect(await post('/users/link-student', { user_id: user.id, student_id: 'none' })).toMatchObject({
    status: 422,
    body: { details: [{ path: 'student_id', message: 'الطالب المحدد غير موجود' }] },
  });
  expect((await post('/students/999999/link-user', { userId: user.id })).status).toBe(404);
  expect((await post(`/students/${student.id}/link-user`, { userId: 999_999 })).status).toBe(422);
  expect(await post('/users/unlink-student', { user_id: user.id })).toMatchObject({
    status: 422,
    body: { error: 'هذا الحساب غير مرتبط بأي طالب' },
  });
});

test('a link accepts a number in Arabic digits', async () => {
  const [student, user] = await newPair();
  const student_id = student.student_id.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '');
  expect((await post('/users/link-student', { user_id: user.id, student_id })).status).toBe(200);
  expect(await sidesOf(student, user)).toEqual(linkState(student, user));
});

describe('the automatic link', () => {
  const accountNamed = async (username: string) => {
    const account = await addAccount(server, 'student', { username });
    return { id: account.id, by: { as: await account.signIn() } };
  };

  test.each(['student_id', 'national_id'] as const)(
    'the automatic link needs a user name that is the %s; a repeated call has the same answer',
    async (column) => {
      const student = await newStudent(server);
      const { id, by } = await accountNamed(String(student[column]));
      expect((await server.call('GET', `/students/by-user/${id}`, by)).status).toBe(404);
      for (let time = 0; time < 2; time++)
        expect(await post(`/students/auto-link/${id}`, {}, by)).toMatchObject({
          status: 200,
          body: { success: true, student: { id: student.id, user_id: id } },
        });
      expect((await server.call('GET', `/students/by-user/${id}`, by)).status).toBe(200);
    },
  );

  test('the automatic link never uses the full name', async () => {
    const student = await newStudent(server);
    const { id, by } = await accountNamed(`${student.full_name} ${uniqueText()}`);
    expect(await post(`/students/auto-link/${id}`, {}, by)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', error: 'لا يوجد طالب يطابق رقمه الأكاديمي أو رقم هويته اسم المستخدم' },
    });
    expect((await sidesOf(student, { id })).link_state).toBe('none');
  });

  test('the automatic link never takes a student from another account', async () => {
    const [student, user] = await newPair();
    await post(`/students/${student.id}/link-user`, { userId: user.id });
    const { id, by } = await accountNamed(student.student_id);
    expect(await post(`/students/auto-link/${id}`, {}, by)).toMatchObject(
      refusalWith('هذا الطالب مرتبط بحساب آخر'),
    );
    expect(await sidesOf(student, user)).toEqual(linkState(student, user));
  });

  test('the automatic link of another account is missing for a student, and an admin gets the account with its link', async () => {
    const student = await newStudent(server);
    const { id } = await accountNamed(student.student_id);
    const other = await server.call('POST', `/students/auto-link/${id}`, { as: 'student', body: {} });
    expect(other.status).toBe(404);
    expect(other.text).toBe((await post('/students/auto-link/999999', {}, { as: 'student' })).text);
    expect((await sidesOf(student, { id })).link_state).toBe('none');
    expect((await post(`/students/auto-link/${id}`)).status).toBe(200);
  });
});

describe('linking all exact matches', () => {
  const newMatchingPair = async (column: 'student_id' | 'national_id' = 'student_id') => {
    const student = await newStudent(server);
    const username = String(student[column]);
    const body = { username, name: 'س', role: 'student', password: 'سبع سنابل خضر' };
    const { body: user } = await server.call<User>('POST', '/users', { as, body });
    return { student, user };
  };
  const candidates = async () =>
    (await server.call<LinkCandidate[]>('GET', '/students/link-candidates', { as })).body;

  test('linking all exact matches shows the pairs first, and links the sent pairs as one operation that can be undone', async () => {
    const [one, two, third] = [
      await newMatchingPair(),
      await newMatchingPair('national_id'),
      await newMatchingPair(),
    ];
    const rows = await candidates();
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: one.student.id, user_id: one.user.id, matched_by: 'student_id' }),
        expect.objectContaining({ id: two.student.id, user_id: two.user.id, matched_by: 'national_id' }),
      ]),
    );
    const pairs = [one, two].map(({ student, user }) => ({ id: student.id, user_id: user.id }));
    expect(await post('/students/link-candidates', { pairs })).toMatchObject({
      status: 200,
      body: { linked: 2 },
    });
    for (const { student, user } of [one, two])
      expect(await sidesOf(student, user)).toEqual(linkState(student, user));
    expect(await sidesOf(third.student, third.user)).toEqual(unlinked);
    const after = await candidates();
    expect(after.map(({ id }) => id)).toContain(third.student.id);
    expect(after.map(({ id }) => id)).not.toContain(one.student.id);
    const last = await server.data.read
      .selectFrom('operations')
      .select(['description', 'rows_count'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(last).toEqual({ description: 'ربط الطلاب بالحسابات المطابقة لأرقامهم', rows_count: 2 });
  });

  test('linking all exact matches is refused as a whole with the pair that no longer matches', async () => {
    const [matchingPair, stale] = [await newMatchingPair(), await newMatchingPair()];
    const [unrelatedStudent] = await newPair();
    await post(`/students/${stale.student.id}/link-user`, { userId: stale.user.id });
    for (const bad of [
      { id: stale.student.id, user_id: stale.user.id },
      { id: unrelatedStudent.id, user_id: matchingPair.user.id },
      { id: matchingPair.student.id, user_id: matchingPair.user.id },
    ])
      expect(
        await post('/students/link-candidates', {
          pairs: [{ id: matchingPair.student.id, user_id: matchingPair.user.id }, bad],
        }),
      ).toMatchObject({ status: 422, body: { details: [{ path: 'pairs.1' }] } });
    expect(await sidesOf(matchingPair.student, matchingPair.user)).toEqual(unlinked);
  });

  test('two admins who link all exact matches at once succeed once, and the other admin is refused', async () => {
    const { student, user } = await newMatchingPair();
    const pairs = [{ id: student.id, user_id: user.id }];
    const answers = await Promise.all([
      post('/students/link-candidates', { pairs }),
      post('/students/link-candidates', { pairs }),
    ]);
    expect(answers.map(({ status }) => Math.floor(status / 100)).toSorted()).toEqual([2, 4]);
    expect(await sidesOf(student, user)).toEqual(linkState(student, user));
  });

  test('a student who matches two accounts is not offered', async () => {
    const { student } = await newMatchingPair();
    await server.call('POST', '/users', { as, body: { username: student.national_id, name: 'س' } });
    expect((await candidates()).map(({ id }) => id)).not.toContain(student.id);
  });

  test('a disabled account is not offered', async () => {
    const { student, user } = await newMatchingPair();
    expect((await candidates()).map(({ id }) => id)).toContain(student.id);
    await server.call('PUT', `/users/${user.id}`, { as, body: { is_active: false } });
    expect((await candidates()).map(({ id }) => id)).not.toContain(student.id);
  });
});

test('students can be filtered by whether they are linked', async () => {
  const [free, user] = await newPair();
  const whole = await newStudent(server);
  await post(`/students/${whole.id}/link-user`, { userId: user.id });
  const ids = async (filter: object) => {
    const filterWithIds = { ...filter, ids: [free.id, whole.id] };
    const query = { range: [0, 9], sort: ['id', 'ASC'], filter: filterWithIds };
    return (await server.call<Student[]>('GET', '/students', { as, query })).body.map(({ id }) => id);
  };
  expect(await ids({ is_linked: true })).toEqual([whole.id]);
  expect(await ids({ is_linked: false })).toEqual([free.id]);
  expect(await ids({ link_state: 'none' })).toEqual([free.id]);
  expect(await ids({ link_state: 'sound' })).toEqual([whole.id]);
  const { body } = await server.call('GET', '/students/summary', {
    as,
    query: { filter: { is_linked: false, ids: [free.id, whole.id] } },
  });
  expect(body['total']).toBe(1);
});

test('a teacher can neither see nor filter whether a student has an account', async () => {
  for (const filter of [{ is_linked: true }, { is_linked: false }, { link_state: 'sound' }])
    for (const path of ['/students', '/students/summary']) {
      const answer = await server.call('GET', path, { as: 'teacher', query: { filter } });
      expect(answer, path).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      expect((await server.call('GET', path, { as: 'admin', query: { filter } })).status).toBe(200);
    }
});

test('a teacher sees no accounts', async () => {
  const { text } = await server.call('GET', '/students', { as: 'teacher' });
  expect(text).toContain('full_name');
  expect(text).not.toMatch(/account_|link_state|user_id/);
});

describe('the demo link', () => {
  test('the demo link links a student without an account, and creates an account if none is free', async () => {
    for (let time = 0; time < 2; time++) {
      const { status, body } = await post('/students/demo-link');
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { success: true, student_name: expect.any(String) },
      });
      const { body: users } = await server.call<User[]>('GET', '/users', {
        as,
        query: { range: [0, 9], filter: { q: body['username'] } },
      });
      expect(users.map(({ student_name }) => student_name)).toContain(body['student_name']);
    }
  });

  test('the demo link exists only for admins, and only in the demo', async () => {
    const notFoundResponse = await server.call('GET', '/programs/999999', { as });
    for (const role of ['teacher', 'student'] as const)
      expect(await post('/students/demo-link', {}, { as: role })).toMatchObject({
        status: 404,
        text: notFoundResponse.text,
      });
    const setDemo = (is_demo: number) =>
      server.data.writeUnlogged((trx) => trx.updateTable('settings').set({ is_demo }).execute());
    await setDemo(0);
    expect((await post('/students/demo-link')).text).toBe(notFoundResponse.text);
    await setDemo(1);
    expect((await post('/students/demo-link')).status).toBe(200);
  });
});

test('a student sees his own record from the next call after the link, and not after its removal', async () => {
  const student = await newStudent(server);
  const account = await addAccount(server, 'student');
  const caller = { as: { token: await server.signIn(account.username, password) } };
  const readOwnRecord = async () =>
    (await server.call('GET', `/students/by-user/${account.id}`, caller)).status;
  expect(await readOwnRecord()).toBe(404);
  await post(`/students/${student.id}/link-user`, { userId: account.id });
  expect(await readOwnRecord()).toBe(200);
  expect((await server.call('GET', '/subjects', caller)).body).not.toEqual([]);
  await post('/users/unlink-student', { user_id: account.id });
  expect(await readOwnRecord()).toBe(404);
  expect((await server.call('GET', '/subjects', caller)).body).toEqual([]);
});
