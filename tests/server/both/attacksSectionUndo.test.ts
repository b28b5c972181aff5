import { expect, onTestFinished, test } from 'vitest';
import type { Batch } from '../../../contract/batches';
import type { Student } from '../../../contract/students/students';
import type { UndoOperation } from '../../../contract/undo';
import { dailyRecordType } from '../../../contract/vocabulary';
import { hijriDate } from '../../../contract/rules/hijri';
import { addAccount } from '../../support/accounts';
import { startTestApp } from '../../support/app';
import { clockAt } from '../../support/clock';
import { dump, dumpOrExpected } from '../../support/database';
import { addEnrolledStudents } from '../../support/enrolledStudents';
import { uniqueText } from '../../support/sampleCalls';
import { newSheet } from '../../support/sheet';

test('the undo list of an admin of one section reads no large operation row by row, and the undo checks all its rows', async () => {
  let statements: readonly unknown[][] = [];
  const onQuery = ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
    if (sql.includes('operation_rows')) statements = [...statements, [...parameters]];
  };
  const server = await startTestApp({ onQuery });
  onTestFinished(() => server.close());
  const callAsAdmin = <T>(method: string, path: string, body: object) =>
    server.call<T>(method, path, { as: 'admin', body });
  await callAsAdmin('PUT', '/settings', { sections_enabled: true });
  const account = await addAccount(server, 'admin');
  await server.data.writeUnlogged((trx) =>
    trx.updateTable('users').set({ section: 'boys' }).where('id', '=', account.id).execute(),
  );
  const as = await account.signIn();
  const [ownBatch, moved] = await Promise.all(
    [1, 2].map(async () => {
      const body = { batch_name: `دفعة ${uniqueText()}`, program_id: 'QRN', section: 'boys' };
      return (await callAsAdmin<Batch>('POST', '/batches', body)).body;
    }),
  );
  const headers = { 'x-session-id': uniqueText() };
  const model = await server.data.read.selectFrom('students').selectAll().executeTakeFirstOrThrow();
  const { id: _id, version: _version, created_at: _created, updated_at: _updated, ...row } = model;
  const actor = {
    userId: account.id,
    name: 'tests',
    role: 'admin',
    undoSession: headers['x-session-id'],
    section: 'boys' as const,
  };
  /** Adds many students in one operation. @returns the id of the operation */
  const addMany = async (batch: Batch | undefined) => {
    const unit = await server.data.write(actor, async (writing) => {
      writing.describe('create', 'students', null, 'tests');
      const students = Array.from({ length: 400 }, () => {
        const student_id = uniqueText();
        return { ...row, student_id, national_id: null };
      });
      await addEnrolledStudents(writing, students, Number(batch?.id), '2026-11-20');
      return writing;
    });
    return unit.operation;
  };
  const rename = async () => {
    const body = { academic_year: '1445' };
    const { status } = await server.call('PUT', `/batches/${ownBatch?.id}`, { as, headers, body });
    expect(status).toBe(200);
  };
  const listOfferedUndos = async () => {
    const path = '/undo/session-operations';
    const { body } = await server.call<{ operations: UndoOperation[] }>('GET', path, { as, headers });
    return body.operations.map(({ id }) => id);
  };
  await rename();
  const [inKept, inMoved] = [await addMany(ownBatch), await addMany(moved)];
  statements = [];
  const all = await listOfferedUndos();
  expect(all).toEqual([inMoved, inKept, expect.any(Number)]);
  // The list checks the rows of the small operation, and the logged sections of the large ones.
  const isQueried = (id: unknown) =>
    statements.some((parameters) => parameters.some((one) => one !== null && Number(one) === Number(id)));
  expect([all[2], inKept, inMoved].map(isQueried)).toEqual([true, false, false]);
  expect(statements.length).toBeLessThan(5);

  // A change of a record that is now in another section cannot be undone; earlier operations can.
  await callAsAdmin('PUT', `/batches/${moved?.id}`, { section: 'girls' });
  expect((await server.call('POST', `/undo/${inMoved}`, { as, headers })).status).toBe(404);
  expect((await server.call('POST', '/undo/latest', { as, headers })).status).toBe(200);
  expect(await listOfferedUndos()).not.toContain(inKept);
  expect((await server.call('POST', '/undo/latest', { as, headers })).status).toBe(200);
  expect((await server.call('POST', '/undo/latest', { as, headers })).status).toBe(404);
});

test('an admin of one section can undo a large deletion of a student who was in the other section before', async () => {
  const server = await startTestApp({ now: () => new Date('2026-11-20T09:00:00Z') });
  onTestFinished(() => server.close());
  const [boys, girls] = [await newSheet(server, 1), await newSheet(server, 1, dailyRecordType)];
  const [student] = girls.students as [Student];
  const account = await addAccount(server, 'admin');
  const actor = { userId: account.id, name: 'tests', role: 'admin' as const, undoSession: null };
  await server.data.write(actor, async (unit) => {
    const { id: subject_id } = await unit.trx
      .selectFrom('subjects')
      .select('id')
      .where('subject_code', '=', girls.subjectCode)
      .executeTakeFirstOrThrow();
    unit.describe('create', 'daily_records', null, 'tests');
    await unit.insertMany(
      'daily_records',
      // More rows than one query checks.
      Array.from({ length: 2_100 }, (_, index) => ({
        subject_id,
        student_row_id: student.id,
        date: '2026-11-19',
        kind: 'new' as const,
        seq: index + 1,
        heard_by: null,
        record_content: 'سورة النبأ',
        pages_count: null,
        performance_level: null,
        mistakes_count: null,
        teacher_notes: null,
        result: 'accepted' as const,
        parts_changed_at: null,
      })),
    );
  });
  const body = { student_row_ids: [student.id], batch_id: boys.batchId, date: '2026-11-20' };
  const moveResponse = await server.call('POST', '/students/move', { as: 'admin', body });
  expect(moveResponse.status, moveResponse.text).toBe(200);
  await server.data.writeUnlogged(async (trx) => {
    await trx.updateTable('settings').set({ sections_enabled: 1 }).execute();
    await trx.updateTable('users').set({ section: 'boys' }).where('id', '=', account.id).execute();
    for (const [section, { batchId }] of [['boys', boys] as const, ['girls', girls] as const])
      await trx.updateTable('batches').set({ section }).where('id', '=', batchId).execute();
  });
  const [as, headers] = [await account.signIn(), { 'x-session-id': uniqueText() }];
  const before = await dump(server.data);
  const deleteResponse = await server.call('DELETE', `/students/${student.id}`, { as, headers });
  expect(deleteResponse.status, deleteResponse.text).toBe(200);
  const undone = await server.call('POST', '/undo/latest', { as, headers });
  expect(undone.status, undone.text).toBe(200);
  expect(await dumpOrExpected(before, server.data)).toBe(before);
});

test('a conflict names the author of a later operation only to a user who may see this operation', async () => {
  const clock = clockAt('2026-11-20T09:00:00Z');
  const server = await startTestApp({ now: clock.now });
  onTestFinished(() => server.close());
  const [boys, girls] = [await newSheet(server, 1), await newSheet(server, 1)];
  const [boy, girl] = [boys.students[0] as Student, girls.students[0] as Student];
  const account = await addAccount(server, 'admin');
  await server.data.writeUnlogged(async (trx) => {
    await trx.updateTable('settings').set({ sections_enabled: 1 }).execute();
    await trx.updateTable('users').set({ section: 'boys' }).where('id', '=', account.id).execute();
    for (const [section, { batchId }] of [['boys', boys] as const, ['girls', girls] as const])
      await trx.updateTable('batches').set({ section }).where('id', '=', batchId).execute();
  });
  const [as, headers] = [await account.signIn(), { 'x-session-id': uniqueText() }];
  /** Edits the boy, then another admin edits the students, then the first admin undoes two minutes later. */
  const undoAfterEditOf = async (students: readonly Student[], phone: string) => {
    const body = { phone };
    expect((await server.call('PUT', `/students/${boy.id}`, { as, headers, body })).status).toBe(200);
    const actor = { userId: null, name: 'نورة', role: 'admin', undoSession: null };
    await server.data.write(actor, async (unit) => {
      unit.describe('update', 'students', null, 'تعديل طلاب');
      await unit.updateMany(
        'students',
        students.map(({ id }) => ({ id, changes: { additional_phone: phone } })),
      );
    });
    clock.set(new Date(clock.now().getTime() + 2 * 60_000).toISOString());
    return server.call<{ error: string }>('POST', '/undo/latest', { as, headers });
  };
  const own = await undoAfterEditOf([boy], '0500000001');
  expect(own.status).toBe(409);
  expect(own.body.error).toMatch(/: عدّله نورة قبل دقيقتين$/);
  expect(own.body).toMatchObject({
    details: [{ message: `تعديل طلاب (نورة، ${hijriDate('2026-11-20')} 12:00)` }],
    changed_by: { user_name: 'نورة', description: 'تعديل طلاب' },
  });
  const mixed = await undoAfterEditOf([boy, girl], '0500000002');
  expect(mixed.status).toBe(409);
  expect(mixed.body.error).toMatch(/: عدّله مستخدم آخر قبل دقيقتين$/);
  expect(mixed.body).toMatchObject({
    details: [{ message: `تغيير لا تظهر لك تفاصيله (${hijriDate('2026-11-20')} 12:02)` }],
    changed_by: { table_name: 'students', row_id: boy.id },
  });
  expect(mixed.text).not.toContain('نورة');
  expect(mixed.text).not.toContain('تعديل طلاب');
});
