import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Batch } from '../../contract/batches';
import type { LinkCandidate } from '../../contract/students/links';
import type { Student } from '../../contract/students/students';
import type { Subject } from '../../contract/subjects';
import type { UndoOperation } from '../../contract/undo';
import type { User } from '../../contract/accounts/users';
import { createApp } from '../../server/app';
import { runDailyUpkeep } from '../../server/archive/upkeep';
import { openInstitute } from '../../server/domain/openInstitute';
import { addAccount } from '../support/accounts';
import { type Answer, password, newFilledDatabase, startTestApp, type TestApp } from '../support/app';
import { dump } from '../support/database';
import {
  newLinkedPair,
  newBatch,
  newStudent,
  newUser,
  newOrphanedAccount,
  uniqueText,
} from '../support/sampleCalls';

let server: TestApp;
const as = 'admin' as const;
const headers = { 'x-session-id': 'identity' };
/** Current session of the admin; a test may replace the first session. */
let admin: 'admin' | { token: string } = as;
const call = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  server.call<T>(method, path, { as: admin, body, headers });
const undoLatest = () => call('POST', '/undo/latest');
const stepUp = () => call('POST', '/auth/step-up', { password });

let lastNationalId = 2_300_000_000;
const studentBody = (body: object = {}) => ({
  first_name: 'سعد',
  last_name: 'الراشد',
  national_id: String((lastNationalId += 1)),
  ...body,
});
async function add(body: object = {}): Promise<Student> {
  const answer = await call<Student>('POST', '/students', studentBody(body));
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}
const studentNow = async ({ id }: { id: number }) => (await call<Student>('GET', `/students/${id}`)).body;
const accountNow = async ({ id }: { id: number }) => (await call<User>('GET', `/users/${id}`)).body;
const newestDeletion = async () =>
  (await call<{ data: { id: number }[] }>('GET', '/archive/deleted-records')).body.data[0]?.id ?? 0;
const restoreNewest = async () => call('POST', `/archive/restore/${await newestDeletion()}`);

/** Creates a student with an account that has the student number as its name. Returns its credentials. */
async function studentWithAccount(body: object = {}) {
  const student = await add(body);
  const account = await addAccount(server, 'student', { username: student.student_id });
  const { token } = await account.signIn();
  const linkResponse = await server.call('POST', `/students/auto-link/${account.id}`, {
    as: { token },
    body: {},
  });
  expect(linkResponse.status, linkResponse.text).toBe(200);
  return { student, account, token };
}

/** Makes all calls that read data of the linked student. */
async function readOwnData(account: { id: number }, token: string): Promise<Answer[]> {
  const caller = { as: { token } };
  return [
    await server.call('POST', `/students/auto-link/${account.id}`, { ...caller, body: {} }),
    await server.call('GET', `/students/by-user/${account.id}`, caller),
    await server.call('GET', `/reports/student/${account.id}`, caller),
  ];
}
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status);
const available = [200, 200, 200];
const missing = [404, 404, 404];

describe('the account of a deleted student', () => {
  beforeAll(async () => {
    server = await startTestApp();
  });
  afterAll(() => server.close());

  /** Deletes the student and enables the account again as an admin. */
  async function newAccountWithoutStudent() {
    const { student, account, token } = await studentWithAccount();
    expect(statusesOf(await readOwnData(account, token))).toEqual(available);
    expect((await call('DELETE', `/students/${student.id}`)).status).toBe(200);
    expect((await call('PUT', `/users/${account.id}`, { is_active: true })).status).toBe(200);
    return { student, account };
  }

  /** Expects no data of the new student in any answer, although the student's own account can read them. */
  async function expectNothing(
    account: { id: number; signIn: () => Promise<{ token: string }> },
    newcomer: Student,
  ) {
    const { token } = await account.signIn();
    const answers = await readOwnData(account, token);
    expect(statusesOf(answers)).toEqual(missing);
    for (const { text } of answers) {
      expect(text).not.toContain(newcomer.full_name);
      expect(text).not.toContain(newcomer.national_id);
    }
    const { body: candidates } = await call<LinkCandidate[]>('GET', '/students/link-candidates');
    expect(candidates.filter(({ user_id }) => user_id === account.id)).toEqual([]);
    expect((await studentNow(newcomer)).link_state).toBe('none');
  }

  test('the account is not linked to a new student, who gets an unused number; the new account of that student is linked', async () => {
    const { student, account } = await newAccountWithoutStudent();
    const newcomer = await add({ last_name: 'الجديد' });
    expect(newcomer.student_id).not.toBe(student.student_id);
    await expectNothing(account, newcomer);
    const own = await addAccount(server, 'student', { username: newcomer.student_id });
    const { token } = await own.signIn();
    expect(statusesOf(await readOwnData(own, token))).toEqual(available);
  });

  test('the account is not linked to a new student with a typed number', async () => {
    const { student, account } = await newAccountWithoutStudent();
    const newcomer = await add({ last_name: 'الجديد', student_id: student.student_id });
    expect(newcomer.student_id).toBe(student.student_id);
    await expectNothing(account, newcomer);
  });

  test('the account is not linked to a student who gets the number by a change, or by an import', async () => {
    const changed = await newAccountWithoutStudent();
    const other = await add({ last_name: 'المنقول' });
    const { student_id } = changed.student;
    expect((await call('PUT', `/students/${other.id}`, { student_id })).status).toBe(200);
    await expectNothing(changed.account, { ...other, student_id });

    const imported = await newAccountWithoutStudent();
    const record = studentBody({ student_id: imported.student.student_id, last_name: 'المستورد' });
    const answer = await call('POST', '/students/import', { data: [record], stopOnError: true });
    expect(answer.body, answer.text).toMatchObject({ imported: 1 });
    const { body: students } = await server.call<Student[]>('GET', '/students', {
      as,
      query: { filter: { q: String(record.national_id) } },
    });
    await expectNothing(imported.account, students[0] as Student);
  });

  test('the account is not linked to a student whose national id is its user name', async () => {
    const { student, account } = await studentWithAccount();
    await call('PUT', `/users/${account.id}`, { username: String(student.national_id) });
    await call('DELETE', `/students/${student.id}`);
    await call('PUT', `/users/${account.id}`, { is_active: true });
    const again = await add({ national_id: student.national_id });
    const token = await server.signIn(String(student.national_id));
    expect(statusesOf(await readOwnData(account, token))).toEqual(missing);
    expect((await studentNow(again)).user_id).toBeNull();
  });

  test('the account is never linked automatically after it was linked and unlinked; an admin can link it', async () => {
    const { student, account, token } = await studentWithAccount();
    await call('POST', '/users/unlink-student', { user_id: account.id });
    // After unlinking, the next call of the same session is refused.
    expect(statusesOf(await readOwnData(account, token))).toEqual(missing);
    const linkResponse = await call('POST', '/users/link-student', {
      user_id: account.id,
      student_id: student.student_id,
    });
    expect(linkResponse.status).toBe(200);
    expect(statusesOf(await readOwnData(account, token))).toEqual(available);
  });

  test('the account is not linked automatically after the undo of a link', async () => {
    const student = await add();
    const account = await addAccount(server, 'student', { username: student.student_id });
    const { token } = await account.signIn();
    await call('POST', `/students/auto-link/${account.id}`, {});
    expect((await undoLatest()).status).toBe(200);
    expect(statusesOf(await readOwnData(account, token))).toEqual(missing);
  });
});

describe('an account that is older than the student', () => {
  beforeAll(async () => {
    server = await startTestApp();
  });
  afterAll(() => server.close());

  test('the older account is not linked automatically; a newer account is linked', async () => {
    const number = `1499${uniqueText()}`;
    const account = await addAccount(server, 'student', { username: number });
    const { token } = await account.signIn();
    const student = await add({ student_id: number });
    expect(statusesOf(await readOwnData(account, token))).toEqual(missing);
    const younger = await addAccount(server, 'student', { username: String(student.national_id) });
    expect(statusesOf(await readOwnData(younger, (await younger.signIn()).token))).toEqual(available);
  });

  test("the older account is not linked automatically if it is older than the student's number", async () => {
    const [former, other] = [await add(), await add()];
    const account = await addAccount(server, 'student', { username: former.student_id });
    const { token } = await account.signIn();
    await call('DELETE', `/students/${former.id}`);
    await call('PUT', `/students/${other.id}`, { student_id: former.student_id });
    expect(statusesOf(await readOwnData(account, token))).toEqual(missing);
  });
});

describe('a deletion', () => {
  beforeAll(async () => {
    server = await startTestApp({ hasFewRevisions: true });
  });
  afterAll(() => server.close());

  /**
   * A programme with one batch: a student with an account, a student with a disabled account, a teacher's
   * account.
   */
  async function newBatchWithAccounts() {
    const program_id = uniqueText();
    const { body: program } = await call<{ id: number }>('POST', '/programs', {
      program_id,
      program_name: `برنامج ${program_id}`,
    });
    const { body: batch } = await call<Batch>('POST', '/batches', { batch_name: uniqueText(), program_id });
    const own = await studentWithAccount({ batch_id: batch.id });
    const disabled = await studentWithAccount({ batch_id: batch.id });
    await call('PUT', `/users/${disabled.account.id}`, { is_active: false });
    const teacher = await newUser(server, 'teacher');
    const child = await add({ batch_id: batch.id });
    await call('POST', '/users/link-student', { user_id: teacher.id, student_id: child.student_id });
    return { program, batch, own, disabled, teacher, child };
  }
  type BatchWithAccounts = Awaited<ReturnType<typeof newBatchWithAccounts>>;

  const ways: [string, (of: BatchWithAccounts) => Promise<Answer>][] = [
    ['of the batch', ({ batch }) => call('DELETE', `/batches/${batch.id}`)],
    ['of the programme', ({ program }) => call('DELETE', `/programs/${program.id}`)],
    [
      'of all students',
      async () => {
        await stepUp();
        // Restoring an unrelated earlier operation makes no difference.
        await call('DELETE', '/cleanup/grades');
        await restoreNewest();
        return call('DELETE', '/cleanup/students');
      },
    ],
  ];
  const undoWays: [string, () => Promise<Answer>][] = [
    ['undo', undoLatest],
    ['the archive', restoreNewest],
  ];
  const cases = ways.flatMap(([way, remove]) =>
    undoWays.map(([by, undoDeletion]) => [way, by, remove, undoDeletion] as const),
  );

  test.each(cases)(
    'a deletion %s disables student accounts and ends their sessions, staff accounts stay; %s restores both',
    async (_way, _by, remove, undoDeletion) => {
      const all = await newBatchWithAccounts();
      const { own, disabled, teacher, child } = all;
      const me = () => server.call('GET', '/auth/me', { as: { token: own.token } });
      expect((await me()).status).toBe(200);
      const before = await dump(server.data);
      const deleteResponse = await remove(all);
      expect(deleteResponse.status, deleteResponse.text).toBe(200);
      expect((await me()).status).toBe(401);
      expect(await server.signIn(own.account.username)).toBeUndefined();
      expect(await accountNow(own.account)).toMatchObject({
        is_active: false,
        student_id: null,
        is_orphaned: true,
      });
      expect(await accountNow(teacher)).toMatchObject({
        is_active: true,
        student_id: null,
        is_orphaned: false,
      });

      const undoAnswer = await undoDeletion();
      expect(undoAnswer.status, undoAnswer.text).toBe(200);
      expect(await dump(server.data)).toEqual(before);
      expect(await accountNow(own.account)).toMatchObject({
        is_active: true,
        student_id: own.student.student_id,
      });
      expect((await accountNow(disabled.account)).is_active).toBe(false);
      expect((await accountNow(teacher)).student_id).toBe(child.student_id);
      expect((await me()).status).toBe(401);
      expect(await server.signIn(own.account.username)).toEqual(expect.any(String));
    },
  );

  test('the deletion of only the student ends the sessions too; an account that another student got since stays with that student', async () => {
    const { student, account } = await studentWithAccount();
    const newcomer = await add();
    await call('DELETE', `/students/${student.id}`);
    await stepUp();
    const answer = await call<{ temporary_password: string }>('POST', `/users/${account.id}/give`, {
      student_id: newcomer.student_id,
    });
    expect(answer.status, answer.text).toBe(200);
    expect((await restoreNewest()).status).toBe(200);
    expect(await studentNow(student)).toMatchObject({ link_state: 'none', user_id: null });
    expect((await accountNow(account)).student_id).toBe(newcomer.student_id);
  });

  test.each([
    ['and keeps', false],
    ['until an undo', true],
  ])(
    'the undo of a deletion excludes an account that another user got %s, because that user knows its password',
    async (_what, isUndone) => {
      const { student, account } = await studentWithAccount();
      const newcomer = await add();
      await call('DELETE', `/students/${student.id}`);
      const deletion = await newestDeletion();
      await stepUp();
      const answer = await call<{ operation_id: number }>('POST', `/users/${account.id}/give`, {
        student_id: newcomer.student_id,
      });
      const undo = () => call('POST', `/undo/${answer.body.operation_id}`);
      expect(isUndone ? (await undo()).status : 200).toBe(200);
      await call('DELETE', `/students/${newcomer.id}`);
      expect((await call('POST', `/archive/restore/${deletion}`)).status).toBe(200);
      expect(await studentNow(student)).toMatchObject({ link_state: 'none' });
      expect(await accountNow(account)).toMatchObject({ is_active: false, student_id: null });
    },
  );

  test('the restore of a deletion gives the student a new number if a new student has the old number, and the answer says so', async () => {
    const student = await add();
    await call('DELETE', `/students/${student.id}`);
    const newcomer = await add({ student_id: student.student_id });
    const restoreResponse = await restoreNewest();
    expect(restoreResponse.status, restoreResponse.text).toBe(200);
    const now = await studentNow(student);
    expect(now.student_id).not.toBe(student.student_id);
    expect((await studentNow(newcomer)).student_id).toBe(student.student_id);
    expect(restoreResponse.body).toMatchObject({
      message: expect.stringContaining(now.student_id),
      renumbered: [
        { full_name: student.full_name, previous: student.student_id, student_id: now.student_id },
      ],
    });
  });

  test('the restore of a deletion removes the national id if a new student has the national id, and the answer says so', async () => {
    const student = await add();
    await call('DELETE', `/students/${student.id}`);
    const newcomer = await add({ national_id: student.national_id });
    const { full_name, student_id, national_id } = student;
    const restoreResponse = await restoreNewest();
    expect(restoreResponse.status, restoreResponse.text).toBe(200);
    expect(restoreResponse.body).toMatchObject({
      message: expect.stringContaining(`وعاد «${full_name}» من غير رقم هوية لأن رقم هويته ${national_id}`),
      without_national_id: [{ full_name, student_id, national_id }],
    });
    expect(restoreResponse.body).not.toHaveProperty('renumbered');
    expect(await studentNow(student)).toMatchObject({ student_id, national_id: null });
    expect(await studentNow(newcomer)).toMatchObject({ national_id });
  });

  test('the undo of a deletion removes the national id as well if a new student has it', async () => {
    const student = await add();
    await call('DELETE', `/students/${student.id}`);
    const deletion = await newestDeletion();
    const newcomer = await add({ national_id: student.national_id, student_id: student.student_id });
    const undone = await call('POST', `/undo/${deletion}`);
    expect(undone.status, undone.text).toBe(200);
    const now = await studentNow(student);
    expect(now).toMatchObject({ national_id: null });
    expect(undone.body).toMatchObject({
      renumbered: [{ previous: student.student_id, student_id: now.student_id }],
      without_national_id: [{ student_id: now.student_id, national_id: student.national_id }],
    });
    expect(await studentNow(newcomer)).toMatchObject({ national_id: student.national_id });
  });

  test('the restore of two students lists both in the answer, with the national ids that two new students have now', async () => {
    const studentsWithoutId = [await add(), await add()];
    const body = { ids: studentsWithoutId.map(({ id }) => id) };
    expect((await call('POST', '/students/delete-many', body)).status).toBe(200);
    for (const { national_id } of studentsWithoutId) await add({ national_id });
    const restoreResponse = await restoreNewest();
    expect(restoreResponse.status, restoreResponse.text).toBe(200);
    for (const { full_name, national_id } of studentsWithoutId)
      expect(restoreResponse.body['message']).toContain(`«${full_name}» (${national_id})`);
    expect(restoreResponse.body['message']).not.toContain('وغيرهم');
  });
});

describe('a generated number', () => {
  const numbers = new Set<string>();
  /** Returns a different unused number at each call. */
  async function newNumber(): Promise<string> {
    const { student_id } = await add();
    expect(numbers.has(student_id), student_id).toBe(false);
    numbers.add(student_id);
    return student_id;
  }
  const clock = { at: new Date('2026-11-20T09:00:00Z') };
  beforeAll(async () => {
    server = await startTestApp({ now: () => clock.at });
    for (const { student_id } of await server.data.read.selectFrom('students').select('student_id').execute())
      numbers.add(student_id);
  });
  afterAll(async () => {
    admin = as;
    await server.close();
  });

  test('a generated number is never the number of a deleted student, nor of a student whose creation was undone', async () => {
    const first = await add();
    await call('DELETE', `/students/${first.id}`);
    numbers.add(first.student_id);
    const undone = await newNumber();
    expect((await undoLatest()).status).toBe(200);
    expect([first.student_id, undone]).not.toContain(await newNumber());
  });

  test('a generated number is never an earlier number of a student, for any call that changed the number', async () => {
    const student = await add();
    numbers.add(student.student_id);
    await call('PUT', `/students/${student.id}`, { student_id: `X${uniqueText()}` });
    expect(await newNumber()).not.toBe(student.student_id);
  });

  test('a generated number is never a number that an undone import had generated', async () => {
    const data = Array.from({ length: 3 }, () => studentBody());
    const headersOf = { ...headers, 'x-import-id': uniqueText() };
    const imported = await server.call('POST', '/students/import', {
      as,
      body: { data, stopOnError: true },
      headers: headersOf,
    });
    expect(imported.body).toMatchObject({ imported: 3 });
    const rows = await server.data.read
      .selectFrom('students')
      .select('student_id')
      .orderBy('id', 'desc')
      .limit(3)
      .execute();
    for (const { student_id } of rows) {
      expect(numbers.has(student_id)).toBe(false);
      numbers.add(student_id);
    }
    expect((await undoLatest()).status).toBe(200);
    await newNumber();
  });

  test('a generated number is never a number from before the deletion of all students, its purge, or a start of the server', async () => {
    await stepUp();
    expect((await call('DELETE', '/cleanup/students')).status).toBe(200);
    await newNumber();
    clock.at = new Date('2027-02-20T09:00:00Z');
    admin = { token: await server.signIn('admin') };
    expect((await runDailyUpkeep(server.data)).expired).toBeGreaterThan(0);
    await newNumber();
    const app = await createApp(server.data, server.config);
    const { headers: answered, statusCode } = await app.inject({ url: '/api/health' });
    expect([statusCode, answered['content-type']]).toEqual([200, expect.stringContaining('json')]);
    await app.close();
    await newNumber();
  });

  test('a generated number continues with five digits after 9999, also after the student with 9999 is deleted', async () => {
    const { body: batch } = await call<Batch>('POST', '/batches', {
      batch_name: uniqueText(),
      program_id: 'QRN',
      academic_year: '1450',
    });
    const last = await add({ student_id: '14509999', batch_id: batch.id });
    await call('DELETE', `/students/${last.id}`);
    const next = [await add({ batch_id: batch.id }), await add({ batch_id: batch.id })];
    expect(next.map(({ student_id }) => student_id)).toEqual(['145010000', '145010001']);
    await call('DELETE', `/students/${next[1]?.id}`);
    expect((await add({ batch_id: batch.id })).student_id).toBe('145010002');
  });
});

test('a generated number is different on two servers with one database', async () => {
  const database = await newFilledDatabase();
  server = await startTestApp({ url: database.url });
  const data = await openInstitute(database.url);
  const app = await createApp(data, server.config);
  try {
    const token = await server.signIn('admin');
    const created = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        (index % 2 === 0 ? app : server.app).inject({
          method: 'POST',
          url: '/api/students',
          headers: { authorization: `Bearer ${token}` },
          payload: studentBody(),
        }),
      ),
    );
    expect(created.map(({ statusCode }) => statusCode)).toEqual(created.map(() => 201));
    expect(new Set(created.map((answer) => answer.json<Student>().student_id)).size).toBe(24);
  } finally {
    await app.close();
    await data.close();
    await server.close();
    await database.discard();
  }
});

describe("the transfer of a deleted student's account", () => {
  beforeAll(async () => {
    server = await startTestApp();
  });
  afterAll(() => server.close());
  const give = (user: { id: number }, student_id: string) =>
    call('POST', `/users/${user.id}/give`, { student_id });

  test('the transfer needs a step-up and resets the account with a password that is shown once', async () => {
    const { student, account, token } = await studentWithAccount({ email: 'old@example.org' });
    await call('DELETE', `/students/${student.id}`);
    const newcomer = await add({ last_name: 'الوارث' });
    expect(await give(account, newcomer.student_id)).toMatchObject({
      status: 403,
      body: { code: 'STEP_UP_REQUIRED' },
    });
    await stepUp();
    const answer = await give(account, newcomer.student_id);
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: expect.any(String) } });
    const { username, temporary_password, operation_id } = answer.body;
    expect((await server.call('GET', '/auth/me', { as: { token } })).status).toBe(401);
    expect(await server.signIn(String(username), password)).toBeUndefined();
    const fresh = await server.signIn(String(username), String(temporary_password));
    const { body: me } = await server.call('GET', '/auth/me', { as: { token: fresh } });
    expect(me).toMatchObject({
      student_id: newcomer.student_id,
      must_change_password: true,
      name: newcomer.full_name,
    });
    expect(await accountNow(account)).toMatchObject({ is_active: true, is_orphaned: false });
    const recorded = await server.data.read
      .selectFrom('operations')
      .select(['description', 'user_name'])
      .where('id', '=', Number(operation_id))
      .executeTakeFirstOrThrow();
    expect(recorded.description).toContain(newcomer.full_name);
    expect((await call('POST', `/undo/${String(operation_id)}`)).status).toBe(200);
    expect(await accountNow(account)).toMatchObject({ is_active: false, is_orphaned: true });
    for (const name of [account.username, String(username)])
      expect(await server.signIn(name, String(temporary_password))).toBeUndefined();
  });

  test('the transfer is refused if the account has a student, the student has an account, or the role is not student', async () => {
    await stepUp();
    const { student, user } = await newLinkedPair(server);
    const free = await newStudent(server);
    expect(await give(user, free.student_id)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_LINKED' },
    });
    const orphan = await newOrphanedAccount(server);
    expect(await give(orphan, student.student_id)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_LINKED' },
    });
    expect((await give(await newUser(server, 'teacher'), free.student_id)).status).toBe(422);
    expect((await give(orphan, 'none')).status).toBe(422);
    expect((await give({ id: 999_999 }, free.student_id)).status).toBe(404);
    expect((await accountNow(orphan)).is_active).toBe(false);
    expect((await give(orphan, free.student_id)).status).toBe(200);
  });

  test('a filter of the list offers the transfer', async () => {
    const orphan = await newOrphanedAccount(server);
    const listAccounts = async (is_orphaned: boolean) => {
      const query = { filter: { is_orphaned }, range: [0, 499] };
      return (await server.call<User[]>('GET', '/users', { as, query })).body.map(({ id }) => id);
    };
    expect(await listAccounts(true)).toContain(orphan.id);
    expect(await listAccounts(false)).not.toContain(orphan.id);
    const { user } = await newLinkedPair(server);
    expect(await listAccounts(false)).toContain(user.id);
  });
});

describe('a former teacher of a subject', () => {
  beforeAll(async () => {
    server = await startTestApp();
  });
  afterAll(() => server.close());

  /** A teacher with stored marks and an assignment in a subject. */
  async function newTeacherWithWork() {
    const account = await addAccount(server, 'teacher');
    const batch = await newBatch(server);
    const createSubject = async () => {
      const name = `مادة ${uniqueText()}`;
      const body = { subject_code: uniqueText(), name, batch_id: batch.id };
      const { body: subject } = await call<Subject>('POST', '/subjects', body);
      await call('POST', '/subject-teachers', { subject_code: subject.subject_code, teacher_id: account.id });
      return subject;
    };
    const [lost, remaining] = [await createSubject(), await createSubject()];
    const student = await add({ batch_id: batch.id });
    const { token } = await account.signIn();
    const caller = { as: { token }, headers: { 'x-session-id': uniqueText() } };
    const own = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
      server.call<T>(method, path, { ...caller, body });
    const mark = (subject: Subject, testGrade: number) =>
      own('POST', '/grades/save', {
        batchName: batch.batch_name,
        subjectCode: subject.subject_code,
        grades: [{ studentId: student.student_id, testGrade }],
      });
    const markOf = async (subject: Subject) =>
      (
        await server.data.read
          .selectFrom('grades')
          .select('test')
          .where('subject_id', '=', subject.id)
          .executeTakeFirst()
      )?.test;
    const assign = (subject: Subject) =>
      own<{ id: number }>('POST', '/assignments', {
        title: `واجب ${uniqueText()}`,
        subject_id: subject.id,
        total_marks: 10,
      });
    const offered = async () =>
      (await own<{ operations: UndoOperation[] }>('GET', '/undo/session-operations')).body.operations;
    /** Assigns the subject to another teacher. */
    const loseSubject = async () => {
      const { body: links } = await call<{ id: number; subject_code: string }[]>(
        'GET',
        `/subject-teachers/teacher/${account.id}`,
      );
      const link = links.find(({ subject_code }) => subject_code === lost.subject_code);
      expect((await call('DELETE', `/subject-teachers/${link?.id}`)).status).toBe(200);
      const other = await newUser(server, 'teacher');
      await call('POST', '/subject-teachers', { subject_code: lost.subject_code, teacher_id: other.id });
    };
    return { account, lost, remaining, own, mark, markOf, assign, offered, lose: loseSubject };
  }

  test('a former teacher sees and makes no undo of changes in the subject; changes in another subject can be undone', async () => {
    const { lost, remaining, own, mark, markOf, offered, lose } = await newTeacherWithWork();
    expect((await mark(remaining, 11)).status).toBe(200);
    expect((await mark(lost, 22)).status).toBe(200);
    const [inLost, inKept] = await offered();
    await lose();
    expect((await offered()).map(({ id }) => id)).toEqual([inKept?.id]);
    expect(await own('POST', `/undo/${inLost?.id}`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    expect(await markOf(lost)).toBe(22);
    expect((await own('POST', '/undo/latest')).status).toBe(200);
    expect(await markOf(remaining)).toBeUndefined();
    expect((await own('POST', '/undo/latest')).status).toBe(404);
    expect(await markOf(lost)).toBe(22);
  });

  test('a former teacher can undo changes in the subject after it is assigned again', async () => {
    const { account, lost, own, mark, markOf, offered, lose } = await newTeacherWithWork();
    await mark(lost, 22);
    await lose();
    expect(await offered()).toEqual([]);
    await call('POST', '/subject-teachers', { subject_code: lost.subject_code, teacher_id: account.id });
    expect((await own('POST', '/undo/latest')).status).toBe(200);
    expect(await markOf(lost)).toBeUndefined();
  });

  test('a former teacher cannot undo changes of assignments and questions, or their deletion', async () => {
    const { lost, remaining, own, assign, offered, lose } = await newTeacherWithWork();
    for (const subject of [lost, remaining]) {
      const { body: assignment } = await assign(subject);
      const question = await own('POST', `/assignments/${assignment.id}/questions`, {
        question_text: 'ما معنى الإدغام؟',
        question_type: 'essay',
        marks: 5,
      });
      expect(question.status, question.text).toBe(200);
      const { body: other } = await assign(subject);
      expect((await own('DELETE', `/assignments/${other.id}`)).status).toBe(200);
    }
    const all = await offered();
    expect(all).toHaveLength(8);
    await lose();
    const ids = (await offered()).map(({ id }) => id);
    expect(ids).toEqual(all.slice(0, 4).map(({ id }) => id));
    for (const { id } of all.slice(4)) expect((await own('POST', `/undo/${id}`)).status).toBe(404);
    for (const id of ids) expect((await own('POST', `/undo/${id}`)).status).toBe(200);
  });

  test('a former teacher cannot undo any change with a disabled account or another role; an admin can restore the changes', async () => {
    const { account, remaining, own, mark, markOf, assign } = await newTeacherWithWork();
    await mark(remaining, 11);
    const { body: assignment } = await assign(remaining);
    await own('DELETE', `/assignments/${assignment.id}`);
    await call('PUT', `/users/${account.id}`, { is_active: false });
    expect((await own('POST', '/undo/latest')).status).toBe(401);
    await call('PUT', `/users/${account.id}`, { is_active: true, role: 'student' });
    const { token } = await account.signIn();
    const asStudent = await server.call('POST', '/undo/latest', { as: { token } });
    expect(asStudent.status).toBe(403);
    expect(await markOf(remaining)).toBe(11);
    expect((await restoreNewest()).status).toBe(200);
    expect((await call('GET', `/assignments/${assignment.id}`)).status).toBe(200);
  });

  test('a former teacher can still undo changes of saved filters', async () => {
    const { own } = await newTeacherWithWork();
    await own('POST', '/saved-filters', { resource: 'subjects', name: uniqueText(), filter: {} });
    expect((await own('POST', '/undo/latest')).status).toBe(200);
  });
});
