import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Batch } from '../../contract/batches';
import type { Student } from '../../contract/students/students';
import type { SessionUser } from '../../contract/accounts/auth';
import type { CreatedAccounts } from '../../contract/accounts/users';
import { loadScope } from '../../server/auth/scope';
import { chooseStudents } from '../../server/users/manyAccounts';
import { addAccount, expectNotStored } from '../support/accounts';
import { password, startTestApp, type TestApp } from '../support/app';
import { newBatch, newUser, uniqueText } from '../support/sampleCalls';

let server: TestApp;
let now = new Date('2026-11-20T08:00:00Z');
beforeAll(async () => {
  server = await startTestApp({ now: () => now });
});
afterAll(() => server.close());

const as = 'admin' as const;
const session = { 'x-session-id': 'accounts-of-students' };
const make = (body: unknown, sent: Parameters<TestApp['call']>[2] = { as }) =>
  server.call<CreatedAccounts>('POST', '/users/bulk', { headers: session, ...sent, body });
const undo = (id: unknown) => server.call('POST', `/undo/${String(id)}`, { as, headers: session });
const accountOf = async ({ id }: Student) =>
  (await server.call<Student>('GET', `/students/${id}`, { as })).body.user_id;

const tenDigits = () => String(1_000_000_000 + Math.floor(Math.random() * 8_999_999_999));
async function student(batch: Batch, overrides: Partial<Student> = {}): Promise<Student> {
  const body = {
    first_name: 'سعد',
    last_name: 'الراشد',
    national_id: tenDigits(),
    batch_id: batch.id,
    ...overrides,
  };
  return (await server.call<Student>('POST', '/students', { as, body })).body;
}
const newStudents = (batch: Batch, count: number) =>
  Promise.all(Array.from({ length: count }, () => student(batch)));
const idsOf = (students: readonly Student[]) => students.map(({ id }) => id);

describe('accounts of several students', () => {
  test('accounts of several students have the student numbers as names, with a password for one sign-in within 14 days', async () => {
    const students = await newStudents(await newBatch(server), 2);
    const { status, body } = await make({ student_row_ids: idsOf(students) });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { success: true, message: 'أُنشئ حسابان', skipped: [], remaining: 0 },
    });
    expect(body.created.map(({ username }) => username).toSorted()).toEqual(
      students.map(({ student_id }) => student_id).toSorted(),
    );
    const [first, second] = body.created;
    expect(first?.temporary_password).not.toBe(second?.temporary_password);
    const token = await server.signIn(first?.username ?? '', first?.temporary_password ?? '');
    expect(await server.call('GET', '/programs', { as: { token } })).toMatchObject({
      body: { code: 'MUST_CHANGE_PASSWORD' },
    });
    expect((await server.call('GET', '/auth/me', { as: { token } })).body).toMatchObject({
      role: 'student',
      student_id: first?.username,
    });
    const before = now;
    now = new Date(before.getTime() + 14 * 86_400_000 - 1_000);
    const tokenBeforeExpiry = await server.signIn(second?.username ?? '', second?.temporary_password ?? '');
    now = new Date(before.getTime() + 14 * 86_400_000);
    const tokenAfterExpiry = await server.signIn(second?.username ?? '', second?.temporary_password ?? '');
    now = before;
    expect([tokenBeforeExpiry, tokenAfterExpiry]).toEqual([expect.any(String), undefined]);
  });

  test('accounts of a batch are created for students without one; the other students are listed with the reason', async () => {
    const batch = await newBatch(server);
    const [has, conflict, suspendedStudent, plain] = (await newStudents(batch, 4)) as [
      Student,
      Student,
      Student,
      Student,
    ];
    await make({ student_row_ids: [has.id] });
    const { body: holder } = await server.call('POST', '/users', {
      as,
      body: { username: conflict.student_id, name: 'حساب آخر' },
    });
    const date = '2026-11-20';
    await server.call('POST', '/students/status', {
      as,
      body: { student_row_ids: [suspendedStudent.id], status: 'suspended', date },
    });
    const { body } = await make({ batch_id: batch.id });
    expect(body.created.map(({ username }) => username)).toEqual([plain.student_id]);
    const skipped = new Map(body.skipped.map((one) => [one.student_id, one]));
    expect(skipped.get(has.student_id)).toMatchObject({ reason: 'HAS_ACCOUNT', student_row_id: has.id });
    expect(skipped.get(suspendedStudent.student_id)).toMatchObject({ reason: 'NOT_ACTIVE', user_id: null });
    expect(skipped.get(conflict.student_id)).toMatchObject({
      reason: 'USERNAME_TAKEN',
      user_id: holder['id'],
      name: conflict.full_name,
    });
    expect((await make({ batch_id: batch.id })).body).toMatchObject({
      created: [],
      message: 'لم يُنشأ أي حساب',
      operation_id: null,
    });
  });

  test('accounts are refused for unknown students, for a body without a selection or with two, and for a teacher', async () => {
    const [one] = await newStudents(await newBatch(server), 1);
    expect((await make({ student_row_ids: [one?.id, 9_999_999] })).status).toBe(422);
    expect((await make({ batch_id: 9_999_999 })).status).toBe(422);
    expect((await make({})).status).toBe(422);
    expect((await make({ all: true, batch_id: 1 })).status).toBe(422);
    expect((await make({ all: false })).status).toBe(422);
    const tooMany = Array.from({ length: 1_001 }, (_, id) => id + 1);
    expect((await make({ student_row_ids: tooMany })).status).toBe(422);
    expect((await make({ student_row_ids: [one?.id] }, { as: 'teacher' })).status).toBe(403);
    expect(await accountOf(one as Student)).toBeNull();
    expect((await make({ student_row_ids: [one?.id] })).body.created).toHaveLength(1);
  });

  test('accounts are created once by a repeated call, which shows no password', async () => {
    const students = await newStudents(await newBatch(server), 2);
    const headers = { ...session, 'idempotency-key': `accounts-${uniqueText()}` };
    const body = { student_row_ids: idsOf(students) };
    const first = await make(body, { as, headers });
    const repeatedResponse = await make(body, { as, headers });
    expect(first.body.created).toHaveLength(2);
    expect(repeatedResponse.body).toEqual({
      ...first.body,
      created: first.body.created.map((account) => ({ ...account, temporary_password: null })),
    });
    await expectNotStored(
      server,
      first.body.created.map((account) => account.temporary_password),
    );
  });

  test('accounts are created once by two concurrent calls for the same students', async () => {
    const students = await newStudents(await newBatch(server), 3);
    const calls = await Promise.all([1, 2].map(() => make({ student_row_ids: idsOf(students) })));
    expect(calls.map(({ status }) => status)).toEqual([200, 200]);
    expect(calls.flatMap(({ body }) => body.created)).toHaveLength(3);
    expect(calls.flatMap(({ body }) => body.skipped).map(({ reason }) => reason)).toEqual([
      'HAS_ACCOUNT',
      'HAS_ACCOUNT',
      'HAS_ACCOUNT',
    ]);
  });

  test('accounts are hashed without blocking another call', async () => {
    const students = await newStudents(await newBatch(server), 25);
    let isMade = false;
    const making = make({ student_row_ids: idsOf(students) }).finally(() => (isMade = true));
    expect((await server.call('POST', '/auth/login', { body: { username: 'admin', password } })).status).toBe(
      200,
    );
    expect(isMade).toBe(false);
    expect((await making).body.created).toHaveLength(25);
  });
});

describe('the undo', () => {
  test('the undo removes the accounts as one operation, and they can be created again', async () => {
    const students = await newStudents(await newBatch(server), 2);
    const { body } = await make({ student_row_ids: idsOf(students) });
    expect((await undo(body.operation_id)).body).toMatchObject({ message: 'تم التراجع عن العملية بنجاح' });
    expect(await Promise.all(students.map(accountOf))).toEqual([null, null]);
    expect((await make({ student_row_ids: idsOf(students) })).body.created).toHaveLength(2);
  });

  test('the undo does not delete accounts whose owners have signed in, and returns their number', async () => {
    const students = await newStudents(await newBatch(server), 3);
    const { body } = await make({ student_row_ids: idsOf(students) });
    const [used] = body.created;
    const token = await server.signIn(used?.username ?? '', used?.temporary_password ?? '');
    await server.call('POST', '/auth/password', {
      as: { token },
      body: { current: used?.temporary_password, new: 'سبع سنابل خضر' },
    });
    const { status, body: answer } = await undo(body.operation_id);
    expect({ status, message: answer['message'] }).toEqual({
      status: 200,
      message: 'تم التراجع عن العملية بنجاح، وبقي حساب واحد لأن صاحبه دخل به',
    });
    const remaining = (await Promise.all(students.map(accountOf))).filter((account) => account !== null);
    expect(remaining).toEqual([used?.id]);
    expect(await server.signIn(used?.username ?? '', 'سبع سنابل خضر')).toEqual(expect.any(String));
  });

  test('the undo is refused if all owners have signed in', async () => {
    const students = await newStudents(await newBatch(server), 1);
    const { body } = await make({ student_row_ids: idsOf(students) });
    const [used] = body.created;
    await server.signIn(used?.username ?? '', used?.temporary_password ?? '');
    expect(await undo(body.operation_id)).toMatchObject({
      status: 409,
      body: { code: 'UNDO_CONFLICT', error: expect.stringContaining('دخل أصحاب هذه الحسابات بها') },
    });
    expect(await accountOf(students[0] as Student)).toBe(used?.id);
  });
});

describe('an admin of one section', () => {
  test('an admin of one section creates accounts only for students of that section, and does not see the owner of a blocking account', async () => {
    const boys = await newBatch(server);
    const girls = await newBatch(server);
    await server.call('PUT', `/batches/${boys.id}`, { as, body: { section: 'boys' } });
    await server.call('PUT', `/batches/${girls.id}`, { as, body: { section: 'girls' } });
    const [own, conflict] = (await newStudents(boys, 2)) as [Student, Student];
    const [other] = (await newStudents(girls, 1)) as [Student];
    const holder = await newUser(server, 'teacher');
    await server.call('PUT', `/users/${holder.id}`, { as, body: { username: conflict.student_id } });
    await server.call('PUT', '/settings', { as, body: { sections_enabled: true } });
    const admin = await addAccount(server, 'admin');
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('users').set({ section: 'boys' }).where('id', '=', admin.id).execute(),
    );
    const caller = { as: await admin.signIn() };
    try {
      expect((await make({ student_row_ids: [other.id] }, caller)).status).toBe(422);
      expect((await make({ batch_id: girls.id }, caller)).status).toBe(422);
      const { body } = await make({ all: true }, caller);
      expect(body.created.map(({ username }) => username)).toEqual([own.student_id]);
      expect(body.skipped).toMatchObject([{ student_id: conflict.student_id, user_id: null }]);
      expect(await accountOf(other)).toBeNull();
      const { body: whole } = await make({ batch_id: boys.id });
      expect(whole.skipped.find(({ reason }) => reason === 'USERNAME_TAKEN')).toMatchObject({
        student_id: conflict.student_id,
        user_id: holder.id,
      });
    } finally {
      await server.call('PUT', '/settings', { as, body: { sections_enabled: false } });
    }
  });
});

describe('accounts for all students without one', () => {
  test('the accounts are created in chunks of a thousand; the remaining students are counted', async () => {
    const large = await startTestApp({
      isEmpty: true,
      extraContents: {
        name: '1,030 students',
        write: (data) =>
          data.write({ userId: null, name: 'tests', role: 'admin', undoSession: null }, async (unit) => {
            unit.describe('create', 'students', null, 'tests');
            await unit.insertMany(
              'students',
              Array.from({ length: 1_030 }, (_, index) => ({
                student_id: String(14_470_001 + index),
                first_name: 'سعد',
                second_name: null,
                third_name: null,
                last_name: `الراشد ${index}`,
                full_name: `سعد الراشد ${index}`,
                program_row_id: null,
                national_id: null,
                email: null,
                phone: null,
                additional_phone: null,
                gender: 'ذكر' as const,
                nationality: 'سعودي',
              })),
            );
          }),
      },
    });
    try {
      await large.call('POST', '/users', { as, body: { username: '14470001', name: 'حساب آخر' } });
      const scope = await loadScope(large.data, { id: 1, role: 'admin', section: null } as SessionUser);
      const first = await chooseStudents(large.data.read, { all: true }, scope);
      expect(first).toMatchObject({ remaining: 29, skipped: [{ obstacle: 'USERNAME_TAKEN' }] });
      expect(first.studentIds).toHaveLength(1_000);
    } finally {
      await large.close();
    }
  });
});
