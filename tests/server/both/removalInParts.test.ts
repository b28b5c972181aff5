/** Records with very many dependent rows are deleted in several transactions, as one operation. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ruleMessages } from '../../../contract/errors';
import type { Student } from '../../../contract/students/students';
import { dailyRecordType } from '../../../contract/vocabulary';
import { finishChunkedRemovals } from '../../../server/db/chunked/removal';
import type { ChunkSizes, Data } from '../../../server/db/data';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { chunkGate } from '../../support/chunkGate';
import { clockAt } from '../../support/clock';
import { dump, dumpOrExpected } from '../../support/database';
import { newBatch, newProgram, newStudent, uniqueText } from '../../support/sampleCalls';
import { newSheet } from '../../support/sheet';
import { recordCalls } from '../../support/teaching';
import { expectedResults, storedResults } from '../../support/results';

const clock = clockAt('2026-11-20T09:00:00Z');
const gate = chunkGate();
const rowsPerDeletion = 10;
const chunkSizes: Partial<ChunkSizes> = { maxRemovedAtOnce: 50, maxDeletedAtOnce: 50, rowsPerDeletion };

/** Number of removed records of each transaction, without rows that only describe a record. */
let removed: number[] = [];
const withRemovalCount = (data: Data): Data => {
  const counting: Data = {
    ...data,
    get dataOutsideCall() {
      return counting;
    },
    write: (actor, run) =>
      data.write(actor, async (unit) => {
        const result = await run(unit);
        const tables = [
          'grades',
          'absences',
          'registers',
          'daily_records',
          'students',
          'subjects',
          'batches',
        ] as const;
        const rows = tables.flatMap((table) => unit.changed(table).filter(({ after }) => !after));
        if (rows.length > 0) removed.push(rows.length);
        return result;
      }),
  };
  return gate.wrapData(counting);
};

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({
    now: clock.now,
    hasFewRevisions: true,
    maxLockWaitMs: 60_000,
    chunkSizes,
    wrapData: withRemovalCount,
  });
});
afterAll(() => server.close());
beforeEach(() => {
  removed = [];
});

const headers = { 'x-session-id': 'in-parts' };
const remove = (path: string) => server.call('DELETE', path, { as: 'admin', headers });
const undo = () => server.call('POST', '/undo/latest', { as: 'admin', headers });
const slowWork = () => server.data.read.selectFrom('slow_removals').selectAll().execute();
const newestOperation = () =>
  server.data.read
    .selectFrom('operations')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
const firstOf = async (table: 'programs' | 'batches' | 'subjects') =>
  (await server.data.read.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id;

const createBatch = async (program_id: string) => {
  const body = { batch_name: `دفعة ${uniqueText()}`, program_id };
  const answer = await server.call<{ id: number }>('POST', '/batches', { as: 'admin', body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

describe.each(['programs', 'batches', 'subjects'] as const)('the deletion of one of the %s', (table) => {
  test('the deletion is done in chunks between other writes, and undo restores all of it', async () => {
    const before = await dump(server.data);
    const results = await storedResults(server.data);
    const id = await firstOf(table);
    const { running, release } = await gate.hold(() => remove(`/${table}/${id}`));
    expect(await slowWork()).toMatchObject([{ ids: JSON.stringify([id]) }]);
    const program = await newProgram(server);
    const other = await createBatch(program.program_id);
    const student = await newStudent(server, other.id);
    release();
    const answer = await running;
    expect(answer.status, answer.text).toBe(200);
    expect((await server.call('GET', `/${table}/${id}`, { as: 'admin' })).status).toBe(404);
    expect(removed.length).toBeGreaterThan(2);
    expect(Math.max(...removed)).toBeLessThanOrEqual(rowsPerDeletion);
    expect(await slowWork()).toEqual([]);
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
    for (const path of [`/students/${student.id}`, `/batches/${other.id}`, `/programs/${program.id}`])
      expect((await server.call('DELETE', path, { as: 'admin' })).status).toBe(200);
    const undone = await undo();
    expect(undone.status, undone.text).toBe(200);
    expect(await dumpOrExpected(before, server.data)).toBe(before);
    expect(await storedResults(server.data)).toEqual(results);
  });
});

test('students are deleted in chunks with all of their records, and several batches together', async () => {
  const before = await dump(server.data);
  const students = await server.data.read
    .selectFrom('students')
    .select('id')
    .orderBy('id')
    .limit(40)
    .execute();
  const batches = await server.data.read.selectFrom('batches').select('id').orderBy('id').limit(2).execute();
  for (const [path, records] of [
    ['students', students],
    ['batches', batches],
  ] as const) {
    removed = [];
    const ids = records.map(({ id }) => id);
    const body = { ids };
    const answer = await server.call('POST', `/${path}/delete-many`, { as: 'admin', headers, body });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ done: ids.length, operation_id: (await newestOperation()).id });
    expect(removed.length).toBeGreaterThan(2);
    expect((await undo()).status).toBe(200);
    expect(await dumpOrExpected(before, server.data)).toBe(before);
  }
});

test('a batch is deleted in chunks with the guardians of its students, and undo restores them', async () => {
  const { read } = server.data;
  const rowsOf = async () => ({
    guardians: await read.selectFrom('guardians').selectAll().orderBy('id').execute(),
    relations: await read.selectFrom('student_guardians').selectAll().orderBy('id').execute(),
  });
  const id = await firstOf('batches');
  const [before, all] = [await rowsOf(), await dump(server.data)];
  const isIn = (
    await read.selectFrom('enrolments').select('student_row_id').where('batch_id', '=', id).execute()
  ).map(({ student_row_id }) => student_row_id);
  const remaining = before.relations.filter(({ student_row_id }) => !isIn.includes(student_row_id));
  const remainingIds = new Set(remaining.map(({ guardian_id }) => guardian_id));
  // A guardian with a child in another batch stays.
  const shared = before.relations.filter(
    ({ student_row_id, guardian_id }) => isIn.includes(student_row_id) && remainingIds.has(guardian_id),
  );
  expect(shared.length).toBeGreaterThan(0);
  expect((await remove(`/batches/${id}`)).status).toBe(200);
  expect(removed.length).toBeGreaterThan(2);
  const after = await rowsOf();
  expect(after.relations).toEqual(remaining);
  expect(after.guardians.map((row) => row.id)).toEqual([...remainingIds].toSorted((a, b) => a - b));
  expect((await undo()).status).toBe(200);
  expect(await dumpOrExpected(all, server.data)).toBe(all);
});

test('a chunked deletion answers with its operation like a small one, also to a repeated call', async () => {
  const id = await firstOf('batches');
  const headersOf = (key: string) => ({ ...headers, 'idempotency-key': `in-parts-${key}` });
  for (const key of [null, 'all', 'again']) {
    const sent = key === null ? headers : headersOf(key);
    const send = () => server.call('DELETE', `/batches/${id}`, { as: 'admin', headers: sent });
    const answer = await send();
    expect(answer.status, answer.text).toBe(200);
    const operation = String((await newestOperation()).id);
    expect(answer.headers['x-operation-id']).toBe(operation);
    const again = key === null ? answer : await send();
    expect(again).toMatchObject({ status: 200, headers: { 'x-operation-id': operation } });
    const undone = await server.call('POST', `/undo/${operation}`, { as: 'admin', headers });
    expect(undone.status, undone.text).toBe(200);
    expect(undone.headers['x-operation-id']).toBeUndefined();
  }
});

test('a record with few rows is deleted in one transaction, and its answer has the operation', async () => {
  const batch = await newBatch(server);
  const answer = await remove(`/batches/${batch.id}`);
  expect(answer).toMatchObject({
    status: 200,
    headers: { 'x-operation-id': String((await newestOperation()).id) },
  });
  expect(removed).toEqual([1]);
});

test('a batch that is being deleted accepts no students, neither new ones nor from another batch', async () => {
  const before = await dump(server.data);
  const id = await firstOf('batches');
  const other = await newBatch(server);
  const student = await newStudent(server, other.id);
  const { running, release } = await gate.hold(() => remove(`/batches/${id}`));
  const names = { first_name: 'سعد', last_name: 'الراشد', national_id: '1234509876' };
  const create = (batch_id: number) =>
    server.call<Student>('POST', '/students', { as: 'admin', body: { ...names, batch_id } });
  const refused = { status: 503, body: { error: ruleMessages.recordBeingDeleted, code: 'BUSY' } };
  expect(await create(id)).toMatchObject(refused);
  const move = (batch_id: number) =>
    server.call('PUT', `/students/${student.id}`, { as: 'admin', body: { batch_id } });
  expect(await move(id)).toMatchObject(refused);
  const addResponse = await create(other.id);
  expect(addResponse.status, addResponse.text).toBe(201);
  release();
  expect((await running).status).toBe(200);
  for (const path of [`/students/${addResponse.body.id}`, `/students/${student.id}`, `/batches/${other.id}`])
    expect((await server.call('DELETE', path, { as: 'admin' })).status).toBe(200);
  expect((await undo()).status).toBe(200);
  expect(await dumpOrExpected(before, server.data)).toBe(before);
});

test('a deletion that a stopped server has left is finished by the next server', async () => {
  const before = await dump(server.data);
  const id = await firstOf('batches');
  const { running, release } = await gate.hold(() => remove(`/batches/${id}`));
  expect(
    await server.data.read.selectFrom('batches').select('id').where('id', '=', id).execute(),
  ).toHaveLength(1);
  await finishChunkedRemovals(server.data);
  expect(await server.data.read.selectFrom('batches').select('id').where('id', '=', id).execute()).toEqual(
    [],
  );
  release();
  expect((await running).status).toBe(200);
  expect((await undo()).status).toBe(200);
  expect(await dumpOrExpected(before, server.data)).toBe(before);
});

describe('an admin of one section', () => {
  let id: number;
  let as: { token: string };
  beforeAll(async () => {
    id = await firstOf('batches');
    const account = await addAccount(server, 'admin');
    await server.data.writeUnlogged(async (trx) => {
      await trx.updateTable('settings').set({ sections_enabled: 1 }).execute();
      await trx.updateTable('batches').set({ section: 'boys' }).execute();
      await trx.updateTable('users').set({ section: 'boys' }).where('id', '=', account.id).execute();
    });
    as = await account.signIn();
  });

  const expectChunkedDeletion = async () => {
    const before = await dump(server.data);
    const answer = await server.call('DELETE', `/batches/${id}`, { as, headers });
    expect(answer.status, answer.text).toBe(200);
    expect(removed.length).toBeGreaterThan(2);
    const operation = await newestOperation();
    const undone = await server.call('POST', '/undo/latest', { as, headers });
    expect(undone.status, undone.text).toBe(200);
    expect(await dumpOrExpected(before, server.data)).toBe(before);
    return operation;
  };

  test('an admin of one section deletes a batch of it in chunks, and the operation is in that section', async () => {
    expect(await expectChunkedDeletion()).toMatchObject({ action: 'delete', section: 'boys' });
  });

  test('an admin of one section deletes a batch in chunks with a student who was in the other section before', async () => {
    const other = await newSheet(server, 1, dailyRecordType);
    const [student] = other.students as [Student];
    const record = { studentId: student.student_id, ranges: [{ from: '78:1', to: '78:5' }] };
    const calls = recordCalls(server, { batch_name: other.batchName, subject_code: other.subjectCode });
    expect((await calls.save('2026-11-19', [record])).status).toBe(200);
    const body = { student_row_ids: [student.id], batch_id: id, date: '2026-11-20' };
    const moveResponse = await server.call('POST', '/students/move', { as: 'admin', body });
    expect(moveResponse.status, moveResponse.text).toBe(200);
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('batches').set({ section: 'girls' }).where('id', '=', other.batchId).execute(),
    );
    expect((await server.call('DELETE', `/batches/${other.batchId}`, { as })).status).toBe(404);
    expect(await expectChunkedDeletion()).toMatchObject({ action: 'delete', section: 'boys' });
  });

  test.each(['batches', 'students'] as const)(
    'the deletion is refused before it removes a record of %s if a student is linked to a staff account of all sections',
    async (table) => {
      const sheet = await newSheet(server, 1);
      const [student] = sheet.students as [Student];
      const teacher = await addAccount(server, 'teacher');
      const link = (student_id: string | null) =>
        server.call('PUT', `/users/${teacher.id}`, { as: 'admin', body: { student_id } });
      await server.data.writeUnlogged((trx) =>
        trx.updateTable('batches').set({ section: 'boys' }).where('id', '=', sheet.batchId).execute(),
      );
      const moveBody = { student_row_ids: [student.id], batch_id: id, date: '2026-11-20' };
      for (const isLarge of [false, true]) {
        const moveResponse =
          isLarge && (await server.call('POST', '/students/move', { as: 'admin', body: moveBody }));
        expect(moveResponse === false || moveResponse.status === 200).toBe(true);
        const recordId = table === 'batches' ? sheet.batchId : student.id;
        const path = `/${table}/${isLarge && table === 'batches' ? id : recordId}`;
        expect((await link(student.student_id)).status).toBe(200);
        const before = await dump(server.data);
        removed = [];
        const refusal = await server.call('DELETE', path, { as, headers });
        expect(refusal).toMatchObject({
          status: 403,
          body: { error: ruleMessages.studentOfOthersAccount(student.full_name) },
        });
        expect(removed).toEqual([]);
        expect(await slowWork()).toEqual([]);
        expect(await dumpOrExpected(before, server.data)).toBe(before);
        expect((await link(null)).status).toBe(200);
      }
      expect(
        (await server.call('DELETE', `/${table}/${table === 'batches' ? id : student.id}`, { as, headers }))
          .status,
      ).toBe(200);
      expect((await server.call('POST', '/undo/latest', { as, headers })).status).toBe(200);
    },
  );
});
