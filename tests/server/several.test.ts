/** Several records are deleted or deactivated as one operation, all or none. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maxBulkRecords } from '../../contract/bulk/bulkCalls';
import type { Batch } from '../../contract/batches';
import { ruleMessages } from '../../contract/errors';
import type { Program } from '../../contract/programs';
import type { User } from '../../contract/accounts/users';
import { successMessages } from '../../contract/successMessages';
import type { Role } from '../../contract/vocabulary';
import { loadInstituteDay } from '../../server/domain/institute';
import { addAccount, stepUp } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop } from '../support/eventLoop';
import { dump, dumpOrExpected } from '../support/database';
import { newBatch, newProgram, newStudent, newSubject, newUser, uniqueText } from '../support/sampleCalls';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(() => yieldToEventLoop());

type As = { token: string } | 'admin';
const headers = { 'x-session-id': 'several' };
interface BulkAnswer {
  message: string;
  done: number;
  operation_id: number | null;
  code: string;
  error: string;
  counts?: Record<string, number>;
  details?: object[];
  suggested_code?: string;
}
const post = (path: string, body: object, as: As = 'admin', overrides: Record<string, string> = {}) =>
  server.call<BulkAnswer>('POST', path, { as, body, headers: { ...headers, ...overrides } });
const undo = (operation: number | null, as: As = 'admin') => post(`/undo/${operation}`, {}, as);
const exists = async (resource: string, id: number) =>
  (await server.call('GET', `/${resource}/${id}`, { as: 'admin' })).status === 200;
const makeTwo = async <R>(make: () => Promise<R>): Promise<[R, R]> => [await make(), await make()];
const idsOf = (records: readonly { id: number }[]) => records.map(({ id }) => id);
const newAdmin = async () => {
  const account = await addAccount(server, 'admin');
  return { ...account, as: await account.signIn() };
};
const newAccountOfSection = async (section: 'boys' | 'girls', role: Role = 'admin') => {
  const account = await addAccount(server, role);
  await server.data.writeUnlogged((trx) =>
    trx.updateTable('users').set({ section }).where('id', '=', account.id).execute(),
  );
  return account;
};

const newRecordCalls = {
  programs: () => newProgram(server),
  batches: () => newBatch(server),
  subjects: () => newSubject(server),
  students: () => newStudent(server),
  users: () => newUser(server),
};

describe.each(['programs', 'batches', 'subjects', 'students', 'users'] as const)('several %s', (resource) => {
  test('several records are deleted as one operation, and one undo restores all of them', async () => {
    const ids = idsOf(await makeTwo<{ id: number }>(newRecordCalls[resource]));
    const before = await dump(server.data);
    const { status, body, text } = await post(`/${resource}/delete-many`, { ids: [...ids, ...ids] });
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ success: true, done: 2, operation_id: expect.any(Number) });
    expect(body.message).toBe(successMessages.severalDeleted(resource, 2));
    for (const id of ids) expect(await exists(resource, id)).toBe(false);
    expect((await undo(body.operation_id)).status).toBe(200);
    expect(await dumpOrExpected(before, server.data)).toBe(before);
  });

  test('all records stay if one of them no longer exists', async () => {
    const [present, missing] = idsOf(await makeTwo<{ id: number }>(newRecordCalls[resource]));
    expect((await post(`/${resource}/delete-many`, { ids: [missing] })).status).toBe(200);
    const refused = await post(`/${resource}/delete-many`, { ids: [present, missing] });
    expect(refused).toMatchObject({ status: 404, body: { error: ruleMessages.someRecordsDeleted } });
    expect(await exists(resource, Number(present))).toBe(true);
  });

  test('an empty list, a list of too many, or of values that are not numbers, is refused', async () => {
    const tooMany = Array.from({ length: maxBulkRecords + 1 }, (_, index) => index + 1);
    for (const ids of [[], tooMany, ['1'], [0], [-1], [1.5], [2 ** 60], [[1]], { 0: 1 }, null])
      expect(
        (await post(`/${resource}/delete-many`, { ids })).status,
        JSON.stringify(ids)?.slice(0, 40),
      ).toBe(422);
  });
});

describe('the summary before a deletion of several records', () => {
  test('the summary counts dependent records, each record once', async () => {
    const [one, other] = await makeTwo<Program>(() => newProgram(server));
    const count = async (ids: number[]) =>
      (await server.call('POST', '/programs/dependents', { as: 'admin', body: { ids } })).body;
    expect(await count(idsOf([one, other]))).toEqual({});
    for (const { program_id } of [one, one, other]) {
      const batch = { batch_name: `دفعة ${uniqueText()}`, program_id };
      const { body } = await server.call<Batch>('POST', '/batches', { as: 'admin', body: batch });
      await newStudent(server, body.id);
    }
    expect(await count(idsOf([one, other]))).toEqual({ batches: 3, students: 3 });
    expect(await count([one.id])).toMatchObject({ batches: 2, students: 2 });
    const answer = await server.call('POST', '/programs/dependents', {
      as: 'admin',
      body: { ids: [999_999] },
    });
    expect(answer.status).toBe(404);
  });

  test('the summary has the number of records of former students, which the caller has to confirm', async () => {
    const [from, to] = await makeTwo<Batch>(() => newBatch(server));
    const body = { subject_code: uniqueText(), name: `مادة ${uniqueText()}`, batch_id: from.id };
    const subject = await server.call<{ subject_code: string }>('POST', '/subjects', { as: 'admin', body });
    const student = await newStudent(server, from.id);
    const marks = {
      batchName: from.batch_name,
      subjectCode: subject.body.subject_code,
      grades: [{ studentId: student.student_id, testGrade: 40 }],
    };
    expect((await server.call('POST', '/grades/save', { as: 'admin', body: marks })).status).toBe(200);
    const { today } = await loadInstituteDay(server.data.read, server.data.now());
    const move = { student_row_ids: [student.id], batch_id: to.id, date: today, confirm: true };
    const moveResponse = await server.call('POST', '/students/move', { as: 'admin', body: move });
    expect(moveResponse.status, moveResponse.text).toBe(200);

    const another = await newBatch(server);
    const ids = [from.id, another.id];
    const answer = await post('/batches/delete-many', { ids });
    expect(answer).toMatchObject({ status: 409, body: { code: 'HAS_DEPENDENTS', counts: { students: 1 } } });
    expect(await exists('batches', another.id)).toBe(true);
    expect((await post('/batches/delete-many', { ids, confirm: 1 })).status).toBe(200);
    expect(await exists('batches', another.id)).toBe(false);
  });
});

describe('accounts', () => {
  test('several accounts are deactivated as one operation that ends their sessions; inactive accounts are skipped', async () => {
    const [one, other] = await makeTwo(() => addAccount(server, 'teacher'));
    const sessions = [await one.signIn(), await other.signIn()];
    const ids = idsOf([one, other]);
    const { body, text } = await post('/users/deactivate-many', { ids });
    expect(body, text).toMatchObject({ done: 2, operation_id: expect.any(Number) });
    for (const as of sessions) expect((await server.call('GET', '/auth/me', { as })).status).toBe(401);
    expect((await post('/users/deactivate-many', { ids })).body).toMatchObject({
      done: 0,
      operation_id: null,
    });
    expect((await undo(body.operation_id)).status).toBe(200);
    for (const id of ids) {
      const { body: user } = await server.call<User>('GET', `/users/${id}`, { as: 'admin' });
      expect(user.is_active).toBe(true);
    }
  });

  test('a list of accounts with another admin needs the password again, and then all are changed', async () => {
    const { as } = await newAdmin();
    const ids = idsOf([await addAccount(server, 'admin'), await addAccount(server, 'student')]);
    for (const call of ['deactivate-many', 'delete-many']) {
      const refused = await post(`/users/${call}`, { ids }, as);
      expect(refused).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } });
    }
    expect((await post('/users/deactivate-many', { ids: ids.slice(1) }, as)).body.done).toBe(1);
    await stepUp(server, as);
    expect((await post('/users/deactivate-many', { ids }, as)).body.done).toBe(1);
    expect((await post('/users/delete-many', { ids }, as)).body.done).toBe(2);
  });

  test("a list of accounts with the caller's own account is refused", async () => {
    const { as, id } = await newAdmin();
    const { id: other } = await newUser(server);
    for (const call of ['deactivate-many', 'delete-many'])
      expect((await post(`/users/${call}`, { ids: [other, id] }, as)).status).toBe(422);
    expect((await post('/users/deactivate-many', { ids: [other] }, as)).body.done).toBe(1);
  });

  test('accounts of users who have made changes stay, and the refusal lists these accounts', async () => {
    const idle = await newUser(server, 'teacher');
    const worker = await newAdmin();
    await server.call('POST', '/programs', {
      as: worker.as,
      body: { program_id: uniqueText(), program_name: uniqueText() },
    });
    const { as } = await newAdmin();
    await stepUp(server, as);
    const refused = await post('/users/delete-many', { ids: [idle.id, worker.id] }, as);
    expect(refused).toMatchObject({ status: 409, body: { code: 'HAS_DEPENDENTS' } });
    expect(refused.body.error).toContain(`«${worker.username}»`);
    expect(refused.body.error).not.toContain(idle.name);
    expect(await exists('users', idle.id)).toBe(true);
    expect((await post('/users/delete-many', { ids: [idle.id] }, as)).status).toBe(200);
  });
});

describe('an admin of one section', () => {
  test('an admin of one section deletes several records of only that section, and no programmes', async () => {
    await server.call('PUT', '/settings', { as: 'admin', body: { sections_enabled: true } });
    const as = await (await newAccountOfSection('boys')).signIn();
    const inSection = async (section: string) => {
      const body = { batch_name: `دفعة ${uniqueText()}`, program_id: 'QRN', section };
      const { body: batch } = await server.call<Batch>('POST', '/batches', { as: 'admin', body });
      const student = await newStudent(server, batch.id);
      return { batch, student };
    };
    const [own, others] = [await inSection('boys'), await inSection('girls')];
    for (const resource of ['students', 'batches'] as const) {
      const key = resource === 'students' ? 'student' : 'batch';
      const both = { ids: [own[key].id, others[key].id] };
      for (const call of ['delete-many', 'dependents'])
        expect((await post(`/${resource}/${call}`, both, as)).status, call).toBe(404);
      expect((await post(`/${resource}/dependents`, { ids: [own[key].id] }, as)).status).toBe(200);
      expect((await post(`/${resource}/delete-many`, { ids: [own[key].id] }, as)).status).toBe(200);
    }
    const program = await newProgram(server);
    expect((await post('/programs/delete-many', { ids: [program.id] }, as)).status).toBe(403);

    const [boysTeacher, girlsTeacher] = [
      await newAccountOfSection('boys', 'teacher'),
      await newAccountOfSection('girls', 'teacher'),
    ];
    const refused = await post('/users/deactivate-many', { ids: [boysTeacher.id, girlsTeacher.id] }, as);
    expect([403, 404]).toContain(refused.status);
    expect((await post('/users/deactivate-many', { ids: [boysTeacher.id] }, as)).body.done).toBe(1);
    await server.call('PUT', '/settings', { as: 'admin', body: { sections_enabled: false } });
  });
});

test('a deletion that is sent twice is done once, and is answered the same', async () => {
  const ids = idsOf(await makeTwo(() => newStudent(server)));
  const key = { 'idempotency-key': `several-${uniqueText()}` };
  const first = await post('/students/delete-many', { ids }, 'admin', key);
  const repeatedResponse = await post('/students/delete-many', { ids }, 'admin', key);
  expect(first.status).toBe(200);
  expect(repeatedResponse.body).toEqual(first.body);
  const other = await post('/students/delete-many', { ids: ids.slice(1) }, 'admin', key);
  expect(other).toMatchObject({ status: 422, body: { code: 'KEY_REUSED' } });
});

describe('the answer to a write', () => {
  test('the answer to a write has the operation for an undo, also for a repeated call', async () => {
    const key = { 'idempotency-key': `told-${uniqueText()}` };
    const body = { program_id: uniqueText(), program_name: `برنامج ${uniqueText()}` };
    const created = await post('/programs', body, 'admin', key);
    const operation = Number(created.headers['x-operation-id']);
    expect(operation).toBeGreaterThan(0);
    expect((await post('/programs', body, 'admin', key)).headers['x-operation-id']).toBe(String(operation));
    const undone = await undo(operation);
    expect(undone.status).toBe(200);
    // An undo cannot be undone by this header.
    expect(undone.headers['x-operation-id']).toBeUndefined();
  });

  test('the answer has no operation if nothing changed, if it cannot be undone, or for a role without an undo list', async () => {
    const program = await newProgram(server);
    const put = (path: string, body: object, callHeaders = headers) =>
      server.call('PUT', path, { as: 'admin', body, headers: callHeaders });
    const same = await put(`/programs/${program.id}`, { program_name: program.program_name });
    expect(same.headers['x-operation-id']).toBeUndefined();
    const renamed = { program_name: `برنامج ${uniqueText()}` };
    const other = await put(`/programs/${program.id}`, renamed);
    expect(Number(other.headers['x-operation-id'])).toBeGreaterThan(0);
    const { id } = await newUser(server);
    expect((await put(`/users/${id}/password`, {})).headers['x-operation-id']).toBeUndefined();
    const unnamed = await put(`/programs/${program.id}`, { duration: 'سنة' }, {} as typeof headers);
    expect(unnamed.headers['x-operation-id']).toBeUndefined();
  });
});

describe('a subject for several batches', () => {
  const bodyOf = (base: string, batches: readonly Batch[]) => ({
    subject_code: base,
    name: `مادة ${base}`,
    level: 2,
    batch_ids: batches.map(({ id }) => id),
  });
  const addTo = (base: string, batches: readonly Batch[], overrides = {}) =>
    post('/subjects/many', { ...bodyOf(base, batches), ...overrides }, 'admin');

  test('a subject for several batches is one operation with one undo', async () => {
    const batches = await makeTwo<Batch>(() => newBatch(server));
    const before = await dump(server.data);
    const base = uniqueText();
    const added = await addTo(base, batches);
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject(
      batches.map(({ id }) => ({ batch_id: id, subject_code: `${base}-${id}`, level: 2 })),
    );
    expect((await undo(Number(added.headers['x-operation-id']))).status).toBe(200);
    expect(await dumpOrExpected(before, server.data)).toBe(before);
  });

  test('a subject for several batches is refused as a whole if a batch is unknown, has the subject, or has another subject with its code', async () => {
    const [having, free] = await makeTwo<Batch>(() => newBatch(server));
    const base = uniqueText();
    expect((await addTo(base, [having])).status).toBe(201);
    const before = await dump(server.data);
    const twice = await addTo(base, [free, having]);
    expect([twice.status, twice.body.code]).toEqual([409, 'DUPLICATE']);
    expect(twice.body.details).toMatchObject([{ path: 'batch_ids.1' }]);
    const unknown = await addTo(base, [free, { ...free, id: 999_999 }]);
    expect([unknown.status, unknown.body.details]).toMatchObject([422, [{ path: 'batch_ids.1' }]]);
    const other = await addTo(base, [free, having], { name: 'مادة أخرى' });
    expect([other.status, typeof other.body.suggested_code]).toEqual([409, 'string']);
    expect(await dumpOrExpected(before, server.data)).toBe(before);
    expect((await addTo(base, [free])).status).toBe(201);
  });

  test('a subject for several batches takes the settings of the offering with the sent code', async () => {
    const [source, newest] = await makeTwo<Batch>(() => newBatch(server));
    const free = await newBatch(server);
    const base = uniqueText();
    await addTo(base, [source, newest]);
    const as = 'admin' as const;
    for (const [batch, default_pages] of [
      [source, 7],
      [newest, 3],
    ] as const) {
      const body = { content_type: 'نص حر', curriculum_items: [], require_pages_count: false, default_pages };
      const saved = await server.call('POST', `/subject-curriculum/${base}-${batch.id}`, { as, body });
      expect(saved.status).toBe(200);
    }
    const answer = await addTo(base, [free], { subject_code: `${base}-${source.id}` });
    expect(answer.status).toBe(201);
    const settings = await server.call('GET', `/subject-curriculum/${base}-${free.id}`, { as });
    expect(settings.body).toMatchObject({ default_pages: 7 });
    expect((await addTo(base, [free], { subject_code: `${base}-999999` })).status).toBe(422);
  });

  test('the server ignores the former header that joined operations', async () => {
    const [one, other] = await makeTwo<Batch>(() => newBatch(server));
    const formerHeader = { 'x-act-id': `act-${uniqueText()}` };
    const body = (batch: Batch) => ({ subject_code: uniqueText(), name: uniqueText(), batch_id: batch.id });
    const first = await post('/subjects', body(one), 'admin', formerHeader);
    const second = await post('/subjects', body(other), 'admin', formerHeader);
    const [before, after] = [first, second].map(({ headers: responseHeaders }) =>
      Number(responseHeaders['x-operation-id']),
    );
    expect(after).toBeGreaterThan(before ?? Infinity);
  });
});
