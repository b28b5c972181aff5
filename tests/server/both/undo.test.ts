import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Program } from '../../../contract/programs';
import type { Student } from '../../../contract/students/students';
import { undoOperation } from '../../../server/db/undo/undo';
import { type AnyWrite, anyWrites, runWrite } from '../../support/anyWrites';
import { startTestApp, type TestApp } from '../../support/app';
import { dump, dumpOrExpected } from '../../support/database';
import { rounds } from '../../support/rounds';

const sequences = rounds({ short: 8, all: 25 });

/** Undo keeps the password that it sets, so the creation of the account can no longer be undone. */
const passwordWrite = 'give an account to another student';
const reversibleWrites = anyWrites(10).map((writes) => writes.filter(({ name }) => name !== passwordWrite));

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true });
});
afterAll(() => server.close());

const actor = {
  userId: 1,
  name: 'مدير',
  role: 'admin',
  undoSession: 'undo',
  requireStepUp: async () => undefined,
};

async function lastOperation(): Promise<number> {
  const { id } = await server.data.read
    .selectFrom('operations')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

const operationsAfter = (id: number) =>
  server.data.read.selectFrom('operations').selectAll().where('id', '>', id).orderBy('id', 'desc').execute();

const undo = (id: number) => server.data.write(actor, (unit) => undoOperation(unit, id));

test('any sequence of writes is undone in reverse order exactly, and undoing the undos restores the written data', async () => {
  let written = 0;
  const tried = new Set<string>();
  const property = fc.asyncProperty(reversibleWrites, async (writes: AnyWrite[]) => {
    const start = await lastOperation();
    const before = await dump(server.data);
    for (const write of writes) {
      const answer = await runWrite(server, write);
      expect(answer?.status ?? 200, `${write.name}: ${answer?.text}`).toBeLessThan(500);
      if (answer && answer.status < 300) tried.add(write.name);
    }
    const after = await dump(server.data);
    const operations = await operationsAfter(start);
    written += operations.length;
    for (const { id } of operations) await undo(id);
    expect(await dumpOrExpected(before, server.data)).toBe(before);
    const undos = (await operationsAfter(start)).filter((one) => one.undo_of !== null);
    for (const { id } of undos) await undo(id);
    expect(await dumpOrExpected(after, server.data)).toBe(after);
    const secondUndos = (await operationsAfter(undos[0]?.id ?? start)).filter((one) => one.undo_of !== null);
    for (const { id } of secondUndos) await undo(id);
    expect(await dumpOrExpected(before, server.data)).toBe(before);
  });
  await fc.assert(property, { numRuns: sequences, seed: 1447, endOnFailure: true });
  expect(written).toBeGreaterThan(2 * sequences);
  expect(tried.size).toBeGreaterThan(15);
}, 600_000);

test('a cleanup of students in circles with registers can be undone, and an undo of the undo repeats it', async () => {
  const students = () => server.data.read.selectFrom('students').select('id').execute();
  const before = (await students()).length;
  const members = await server.data.read.selectFrom('circle_members').select('id').execute();
  expect(members.length).toBeGreaterThan(0);
  await runWrite(server, { name: 'clean up students', recordIndex: 1, seed: 1, word: 'تجويد' });
  expect(await students()).toEqual([]);
  await undo(await lastOperation());
  expect(await students()).toHaveLength(before);
  await undo(await lastOperation());
  expect(await students()).toEqual([]);
  await undo(await lastOperation());
  expect(await students()).toHaveLength(before);
});

test('undoing the deletion of a programme restores all records that were deleted with it', async () => {
  const before = await dump(server.data);
  const { body: program } = await server.call<Program>('GET', '/programs/1', { as: 'admin' });
  const deleteResponse = await server.call('DELETE', '/programs/1', { as: 'admin' });
  expect(deleteResponse.status).toBe(200);
  const operation = await lastOperation();
  const rows = await server.data.read
    .selectFrom('operation_rows')
    .select('table_name')
    .distinct()
    .where('operation_id', '=', operation)
    .execute();
  expect(rows.map((row) => row.table_name)).toEqual(
    expect.arrayContaining(['programs', 'batches', 'subjects', 'students']),
  );
  await undo(operation);
  expect(await dumpOrExpected(before, server.data)).toBe(before);
  const answer = await server.call<Program>('GET', '/programs/1', { as: 'admin' });
  expect(answer.body).toMatchObject({ program_name: program.program_name, version: program.version + 1 });
});

test('undo is refused if a row has changed since the operation, and nothing is written', async () => {
  const { body: first } = await server.call<Student[]>('GET', '/students', {
    as: 'admin',
    query: { range: [0, 1] },
  });
  const [student] = first;
  await server.call('PUT', `/students/${student?.id}`, { as: 'admin', body: { second_name: 'سالم' } });
  const operation = await lastOperation();
  await server.call('PUT', `/students/${student?.id}`, { as: 'admin', body: { second_name: 'ماجد' } });
  const before = await dump(server.data);
  await expect(undo(operation)).rejects.toMatchObject({ code: 'UNDO_CONFLICT', status: 409 });
  expect(await dumpOrExpected(before, server.data)).toBe(before);
  const latest = await lastOperation();
  await undo(latest);
  await undo(operation); // After the undo of the later change the first undo succeeds.
});

test('an operation that changed many rows, some of them twice, can be undone, and its undo too', async () => {
  const ids = Array.from({ length: 30 }, (_, index) => index + 1);
  const before = await dump(server.data);
  await server.data.write(actor, async (unit) => {
    unit.describe('update', 'students', null, 'تعديل طلاب');
    await unit.updateMany(
      'students',
      ids.map((id) => ({ id, changes: { full_name: `اسم ${id}`, phone: `05${id}`, program_row_id: null } })),
    );
    await unit.updateMany(
      'students',
      [3, 2].map((id) => ({ id, changes: { full_name: `اسم آخر ${id}` } })),
    );
    await unit.update('programs', 1, { duration: 'سنتان' });
  });
  const operation = await lastOperation();
  const after = await dump(server.data);
  await undo(operation);
  expect(await dumpOrExpected(before, server.data)).toBe(before);
  await undo(await lastOperation());
  expect(await dumpOrExpected(after, server.data)).toBe(after);
  await undo(await lastOperation());
});

test('a refused undo identifies the one row of many that has changed since the operation', async () => {
  await server.data.write(actor, async (unit) => {
    unit.describe('update', 'students', null, 'تعديل طلاب');
    await unit.updateMany(
      'students',
      [41, 42, 43].map((id) => ({ id, changes: { additional_phone: `05${id}` } })),
    );
  });
  const operation = await lastOperation();
  await server.call('PUT', '/students/42', { as: 'admin', body: { additional_phone: '0542' } });
  await server.call('PUT', '/students/43', { as: 'admin', body: { additional_phone: '0599' } });
  const before = await dump(server.data);
  await expect(undo(operation)).rejects.toMatchObject({
    code: 'UNDO_CONFLICT',
    reason: 'changed',
    rows: [{ table: 'students', id: 43 }],
  });
  expect(await dumpOrExpected(before, server.data)).toBe(before);
  await undo(await lastOperation());
  await undo(operation);
});

test('a deletion is not undone if a new record uses its unique code', async () => {
  const body = { program_id: 'GONE', program_name: 'برنامج راحل' };
  const { body: formerProgram } = await server.call<Program>('POST', '/programs', { as: 'admin', body });
  await server.call('DELETE', `/programs/${formerProgram.id}`, { as: 'admin' });
  const deletion = await lastOperation();
  await server.call('POST', '/programs', { as: 'admin', body });
  const before = await dump(server.data);
  await expect(undo(deletion)).rejects.toMatchObject({ code: 'UNDO_CONFLICT' });
  expect(await dumpOrExpected(before, server.data)).toBe(before);
});

test('a creation is not undone if other records depend on the record', async () => {
  const { body: created } = await server.call<Program>('POST', '/programs', {
    as: 'admin',
    body: { program_id: 'HOLDS', program_name: 'برنامج له دفعات' },
  });
  const creation = await lastOperation();
  await server.call('POST', '/batches', {
    as: 'admin',
    body: { program_id: 'HOLDS', batch_name: 'دفعة معلقة' },
  });
  await expect(undo(creation)).rejects.toMatchObject({ code: 'UNDO_CONFLICT' });
  expect((await server.call('GET', `/programs/${created.id}`, { as: 'admin' })).status).toBe(200);
});

test('an operation is undone once; an unknown one is not found', async () => {
  await server.call('POST', '/programs', {
    as: 'admin',
    body: { program_id: 'ONCE', program_name: 'مرة واحدة' },
  });
  const operation = await lastOperation();
  const both = await Promise.allSettled([undo(operation), undo(operation)]);
  expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(undo(operation)).rejects.toMatchObject({
    code: 'UNDO_CONFLICT',
    message: 'سبق التراجع عن هذه العملية',
  });
  await expect(undo(999_999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('an undo does not change columns that are not logged, like the last sign-in', async () => {
  const read = () =>
    server.data.read
      .selectFrom('users')
      .selectAll()
      .where('username', '=', 'student')
      .executeTakeFirstOrThrow();
  const { student_row_id } = await read();
  await server.call('DELETE', `/students/${student_row_id}`, { as: 'admin' });
  const operation = await lastOperation();
  await server.signIn('student');
  const between = await read();
  expect(between.student_row_id).toBeNull();
  await undo(operation);
  expect(await read()).toMatchObject({
    student_row_id,
    last_login: between.last_login,
    version: between.version + 1,
  });
});
