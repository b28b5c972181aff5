import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChunkSizes } from '../../../server/db/data';
import type { ImportCheck, ImportResult } from '../../../contract/imports';
import type { Notification } from '../../../contract/notifications';
import { createApp } from '../../../server/app';
import { runDailyUpkeep } from '../../../server/archive/upkeep';
import { finishChunkedUndos } from '../../../server/db/chunked/undo';
import { newFilledDatabase, startTestApp, type TestApp } from '../../support/app';
import { stepUp } from '../../support/accounts';
import { startProgram } from '../../support/childProcess';
import { chunkGate } from '../../support/chunkGate';
import { clockAt } from '../../support/clock';
import { dump } from '../../support/database';
import { readRecords, importAll, importFile, recordCounts } from '../../support/importing';
import { rounds } from '../../support/rounds';

const clock = clockAt('2026-11-20T09:00:00Z');
const session = { 'x-session-id': 'import-session' };
/** Undoes imports of a hundred rows in several transactions, like imports of a thousand in the product. */
const chunkSizes: Partial<ChunkSizes> = { maxImportUndoneAtOnce: 100, rowsPerUndo: 25 };
const gate = chunkGate();
let server: TestApp;
beforeEach(async () => {
  server = await startTestApp({ isEmpty: true, now: clock.now, chunkSizes, wrapData: gate.wrapData });
  await importFile(server, 'programs', 'programs.csv');
  await importFile(server, 'batches', 'batches.csv');
});
afterEach(() => server.close());

interface Sending {
  headers?: Record<string, string>;
  stopOnError?: boolean;
  as?: 'admin' | { token: string };
}

const send = <T = ImportResult>(
  type: string,
  data: unknown,
  { headers = {}, stopOnError = false, as = 'admin' }: Sending = {},
) => server.call<T>('POST', `/${type}/import`, { as, body: { data, stopOnError }, headers });

const person = (number: string, overrides: Record<string, unknown> = {}) => ({
  student_id: number,
  first_name: 'سعد',
  last_name: 'الراشد',
  ...overrides,
});
const buildPeople = (count: number) =>
  Array.from({ length: count }, (_, index) => person(String(14_500_000 + index)));
const undo = () => server.call('POST', '/undo/latest', { as: 'admin', headers: session });
const importsLogged = async () =>
  server.data.read
    .selectFrom('operations')
    .selectAll()
    .where('action', '=', 'import')
    .where('table_name', '=', 'students')
    .orderBy('id')
    .execute();

describe('a request', () => {
  test('a request with a repeated key gets the same answer and changes nothing', async () => {
    const headers = { 'idempotency-key': 'request-0001' };
    const first = await send('students', [person('1'), person('2', { email: 'x' })], { headers });
    expect(first.body).toMatchObject({ imported: 1, failed: 1, errors: [{ row: 2, field: 'email' }] });
    const before = await dump(server.data);
    const repeatedResponse = await send('students', [person('1'), person('2', { email: 'x' })], { headers });
    expect(repeatedResponse.body).toEqual(first.body);
    expect(await dump(server.data)).toEqual(before);
    expect((await send('students', [person('3')], { headers })).status).toBe(422);
    // The same key of another user is a different key.
    const token = await otherAdmin();
    expect((await send('students', [person('3')], { headers, as: { token } })).body.imported).toBe(1);
  });

  test('the keys of a request are deleted after thirty days', async () => {
    const headers = { 'idempotency-key': 'request-0001', 'x-import-id': 'an-import' };
    await send('students', [person('1')], { headers });
    const readKeys = async () => [
      ...(await server.data.read.selectFrom('import_requests').select('key').execute()),
      ...(await server.data.read.selectFrom('idempotency_keys').select('key').execute()),
    ];
    clock.set('2026-12-19T09:00:00Z');
    await runDailyUpkeep(server.data);
    expect(await readKeys()).toHaveLength(2);
    clock.set('2026-12-21T09:00:00Z');
    await runDailyUpkeep(server.data);
    expect(await readKeys()).toEqual([]);
    clock.set('2026-11-20T09:00:00Z');
  });

  test('a request with stopOnError stores the rows before the first invalid row; without it, all valid rows', async () => {
    const rows = [person('1'), person('2', { national_id: '123' }), person('3')];
    const stopped = await send('students', rows, { stopOnError: true });
    expect(stopped.body).toMatchObject({ imported: 1, failed: 1, stoppedAtRow: 2, stopOnError: true });
    const whole = await send('students', rows);
    expect(whole.body).toMatchObject({
      imported: 1,
      updated: 1,
      unchanged: 1,
      failed: 1,
      stoppedAtRow: null,
    });
    expect(whole.body.errors[0]?.message).toMatch(
      /^رقم الهوية «123» يجب أن يتكون من 10 أرقام، ومن ليست له هوية .* تُترك خانته فارغة/,
    );
  });

  test('a request stores filled cells, and does not change fields with empty cells', async () => {
    const national_id = '1000000001';
    await send('students', [person('1', { national_id, phone: '0500000001', email: 'a@example.org' })]);
    const names = { first_name: 'سعد', second_name: 'وليد', last_name: 'الراشد' };
    await send('students', [{ national_id, ...names, phone: '', email: null }]);
    const [row] = await server.data.read.selectFrom('students').selectAll().execute();
    expect(row).toMatchObject({ full_name: 'سعد وليد الراشد', phone: '0500000001', email: 'a@example.org' });
  });

  test('a request with `check` returns the result of an import and stores nothing', async () => {
    await send('students', [person('1')]);
    const before = await dump(server.data);
    const data = [person('1'), person('1', { phone: '1' }), person('2'), person('3', { batch_name: 'x' })];
    const { body } = await server.call<ImportCheck>('POST', '/students/import/check', {
      as: 'admin',
      body: { data },
    });
    expect(body).toMatchObject({ imported: 1, updated: 2, unchanged: 1, failed: 1 });
    expect(body.errors).toEqual([{ row: 4, field: 'batch_name', message: 'الدفعة «x» غير موجودة' }]);
    expect(body.changes).toEqual([{ row: 2, record: 'سعد الراشد', field: 'phone', from: null, to: '1' }]);
    expect(await dump(server.data)).toEqual(before);
  });

  test('with `check` lists each changed value, a new name as one change, and each move', async () => {
    const batches = await server.data.read.selectFrom('batches').selectAll().orderBy('id').execute();
    const [from, to] = [
      batches[0],
      batches.find((batch) => batch.program_row_id !== batches[0]?.program_row_id),
    ];
    const programName = async (id: number | undefined) =>
      (
        await server.data.read
          .selectFrom('programs')
          .selectAll()
          .where('id', '=', id ?? 0)
          .executeTakeFirst()
      )?.program_name;
    const phone = '0500000001';
    await send('students', [person('1', { batch_name: from?.batch_name, phone }), person('2', { phone })]);
    const { body } = await server.call<ImportCheck>('POST', '/students/import/check', {
      as: 'admin',
      body: {
        data: [
          person('1', { second_name: 'وليد', batch_name: to?.batch_name }),
          person('2', { phone, gender: 'ذكر' }),
          person('2', { phone: '0500000002' }),
          person('2', { phone: '0500000003' }),
          person('3', { phone }),
        ],
      },
    });
    expect(body).toMatchObject({ imported: 1, updated: 4, unchanged: 1, failed: 0 });
    const record = 'سعد الراشد';
    expect(body.changes).toEqual([
      { row: 1, record, field: 'full_name', from: 'سعد الراشد', to: 'سعد وليد الراشد' },
      {
        row: 1,
        record,
        field: 'program_name',
        from: await programName(from?.program_row_id),
        to: await programName(to?.program_row_id),
      },
      { row: 1, record, field: 'batch_name', from: from?.batch_name, to: to?.batch_name },
      { row: 3, record, field: 'phone', from: phone, to: '0500000002' },
      { row: 4, record, field: 'phone', from: '0500000002', to: '0500000003' },
    ]);
  });

  test('with `check` lists the changed marks and programmes with their names', async () => {
    for (const type of ['subjects', 'students', 'grades'] as const)
      await importFile(server, type, `${type}.csv`);
    const check = async (type: string, data: object[]) =>
      (await server.call<ImportCheck>('POST', `/${type}/import/check`, { as: 'admin', body: { data } })).body;
    const grade = await server.data.read
      .selectFrom('grades')
      .innerJoin('students', 'students.id', 'grades.student_row_id')
      .innerJoin('subjects', 'subjects.id', 'grades.subject_id')
      .select(['students.student_id', 'students.full_name', 'subjects.subject_code', 'subjects.name'])
      .select('grades.participation')
      .where('grades.participation', 'is not', null)
      .executeTakeFirstOrThrow();
    const participation_grade = grade.participation === 1 ? 2 : 1;
    const { student_id, subject_code } = grade;
    expect((await check('grades', [{ student_id, subject_code, participation_grade }])).changes).toEqual([
      {
        row: 1,
        record: `${grade.full_name}، ${grade.name}`,
        field: 'participation_grade',
        from: String(grade.participation),
        to: String(participation_grade),
      },
    ]);
    const program = await server.data.read.selectFrom('programs').selectAll().executeTakeFirstOrThrow();
    const { program_id, program_name, levels } = program;
    const changed = await check('programs', [{ code: program_id, name: 'برنامج آخر', levels: levels + 1 }]);
    expect(changed.changes).toEqual([
      { row: 1, record: program_name, field: 'name', from: program_name, to: 'برنامج آخر' },
      { row: 1, record: program_name, field: 'levels', from: String(levels), to: String(levels + 1) },
    ]);
  });
});

describe('invalid content of an import', () => {
  test('a batch of a level that its programme does not have is refused, new or stored', async () => {
    const program = { code: 'LVL', name: 'برنامج المستويين', levels: 2, specialty: 'قرآن' };
    expect((await send('programs', [program])).body).toMatchObject({ imported: 1, failed: 0 });
    const { specialty } = await server.data.read
      .selectFrom('programs')
      .select('specialty')
      .where('program_id', '=', 'LVL')
      .executeTakeFirstOrThrow();
    expect(specialty).toBe('قرآن');
    const batch = (name: string, level: number) => ({ name, program_id: 'LVL', level, status: 'مكتملة' });
    const added = await send('batches', [batch('دفعة المستوى 2', 2), batch('دفعة المستوى 3', 3)]);
    expect(added.body).toMatchObject({ imported: 1, failed: 1, errors: [{ row: 2, field: 'level' }] });
    const changed = await send('batches', [{ name: 'دفعة المستوى 2', level: 3 }]);
    expect(changed.body).toMatchObject({ updated: 0, failed: 1, errors: [{ row: 1, field: 'level' }] });
    const stored = await server.data.read
      .selectFrom('batches')
      .select(['level', 'status'])
      .where('batch_name', 'like', 'دفعة المستوى%')
      .execute();
    expect(stored).toEqual([{ level: 2, status: 'منتهية' }]);
  });

  test('an error of a spreadsheet is left out with a warning, or refuses a row that needs the cell', async () => {
    const { body } = await send('students', [
      person('1', { phone: '#N/A', batch_name: '#REF!' }),
      { student_id: '2', full_name: '#DIV/0!' },
    ]);
    expect(body).toMatchObject({ imported: 1, failed: 1 });
    expect(body.warnings?.map(({ row, field }) => [row, field])).toEqual([
      [1, 'phone'],
      [1, 'batch_name'],
    ]);
    expect(body.errors).toMatchObject([{ row: 2, field: 'full_name' }]);
    const student = await server.data.read
      .selectFrom('students')
      .select(['full_name', 'phone'])
      .executeTakeFirstOrThrow();
    expect(student).toEqual({ full_name: 'سعد الراشد', phone: null });
  });

  test.each([
    ['an unknown field', [{ first_name: 'سعد', role: 'admin' }], 422],
    ['ten thousand columns', [Object.fromEntries(buildPeople(10_000).map((_, n) => [`c${n}`, 1]))], 422],
    ['51 records', buildPeople(51), 422],
    ['no record', [], 422],
    ['a record that is not an object', ['سعد'], 422],
    ['cells that are lists', [{ first_name: ['سعد'] }], 422],
    ['more than a megabyte', buildPeople(50).map((one) => ({ ...one, email: 'x'.repeat(30_000) })), 413],
  ])('%s: the import refuses the request', async (_, data, status) => {
    expect((await send('students', data)).status).toBe(status);
    expect((await recordCounts(server)).students).toBe(0);
  });

  test('a field that would change object prototypes is refused', async () => {
    for (const key of ['__proto__', 'constructor']) {
      const payload = `{"data":[{"first_name":"سعد","${key}":{"isAdmin":true}}]}`;
      const token = await server.signIn('admin');
      const { statusCode } = await server.app.inject({
        method: 'POST',
        url: '/api/students/import',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload,
      });
      expect([400, 422]).toContain(statusCode);
    }
    expect('isAdmin' in {}).toBe(false);
    // The same call without the field is accepted.
    expect((await send('students', [{ first_name: 'سعد' }])).body.imported).toBe(1);
  });

  test('a cell with thousands of letters refuses only its row', async () => {
    const { body } = await send('students', [person('1', { email: 'x'.repeat(3_000) }), person('2')]);
    expect(body).toMatchObject({ imported: 1, failed: 1 });
  });

  test('a formula is stored as text', async () => {
    await send('students', [person('1', { first_name: '=1+1', last_name: "'=HYPERLINK(1)" })]);
    const [row] = await server.data.read.selectFrom('students').selectAll().execute();
    expect(row).toMatchObject({ first_name: '=1+1', last_name: '=HYPERLINK(1)' });
  });
});

describe('subjects', () => {
  const subject = { code: 'FQH101', name: 'الفقه', hours: 2 };

  test('subjects without a batch are offered to every batch of their programme, with the settings of the others', async () => {
    const first = { ...subject, batch_name: 'دفعة القرآن الأولى 1446' };
    expect((await send('subjects', [first])).body.imported).toBe(1);
    const code = await server.data.read
      .selectFrom('subjects')
      .select('subject_code')
      .executeTakeFirstOrThrow();
    const settings = { participationMax: 20, attendanceMax: 20 };
    await server.call('POST', `/subject-grade-settings/${code.subject_code}`, {
      as: 'admin',
      body: settings,
    });
    const { body } = await send('subjects', [{ ...subject, program_name: 'برنامج حفظ القرآن الكريم' }]);
    expect(body).toMatchObject({ imported: 1, failed: 0 });
    const rows = await server.data.read.selectFrom('subjects').selectAll().execute();
    expect(rows.map(({ base_subject_code, type }) => [base_subject_code, type])).toEqual([
      ['FQH101', 'نظري'],
      ['FQH101', 'نظري'],
    ]);
  });

  test('subjects with the code of another subject, or an unknown programme, are refused', async () => {
    await send('subjects', [{ ...subject, batch_name: 'دفعة القرآن الأولى 1446' }]);
    const { body } = await send('subjects', [
      { ...subject, name: 'النحو', batch_name: 'دفعة الشريعة الأولى 1446' },
      { ...subject, program_name: 'برنامج الفلك' },
      { ...subject, hours: 11, batch_name: 'دفعة القرآن الأولى 1446' },
    ]);
    expect(body).toMatchObject({ imported: 0, failed: 3 });
    expect(body.errors.map(({ field }) => field)).toEqual(['code', 'program_name', 'hours']);
  });
});

describe('two admins', () => {
  test('two admins can import the same file concurrently: each record is stored once, without errors', async () => {
    const token = await otherAdmin();
    const records = readRecords('students', 'students.csv');
    const parts = [0, 50, 100].map((start) => records.slice(start, start + 50));
    const answers = await Promise.all(
      parts.flatMap((part) => [send('students', part), send('students', part, { as: { token } })]),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.reduce((sum, { body }) => sum + body.imported, 0)).toBe(120);
    expect(answers.reduce((sum, { body }) => sum + body.updated, 0)).toBe(120);
    expect((await recordCounts(server)).students).toBe(120);
  });
});

describe('rows of one student with different keys', () => {
  const national_id = '1000000077';
  const byNumber = person('77', { national_id, phone: '0500000001' });
  const byNationalId = { national_id, first_name: 'سعد', last_name: 'الراشد', phone: '0500000002' };
  const loadStored = () =>
    server.data.read.selectFrom('students').selectAll().where('national_id', '=', national_id).execute();

  test('rows of one student in the order of the file are one student, and the last row counts', async () => {
    expect((await send('students', [byNumber])).body.imported).toBe(1);
    expect((await send('students', [byNationalId])).body.updated).toBe(1);
    expect(await loadStored()).toMatchObject([{ student_id: '77', phone: '0500000002' }]);
  });

  test('rows out of order are one student too, who keeps the number that he has', async () => {
    expect((await send('students', [byNationalId])).body.imported).toBe(1);
    const [{ student_id } = { student_id: '' }] = await loadStored();
    const lateResponse = await send('students', [byNumber]);
    expect(lateResponse.body).toMatchObject({ imported: 0, updated: 1, failed: 0 });
    expect(lateResponse.body.warnings).toMatchObject([{ row: 1, field: 'student_id' }]);
    expect(await loadStored()).toMatchObject([{ student_id, phone: '0500000001' }]);
  });

  test('rows sent concurrently have the result of one of these two orders', async () => {
    const [first, second] = await Promise.all([
      send('students', [byNumber]),
      send('students', [byNationalId]),
    ]);
    const rows = await loadStored();
    expect(rows).toHaveLength(1);
    const isInOrder = first.body.imported === 1;
    expect((isInOrder ? second : first).body.updated).toBe(1);
    expect(rows).toMatchObject([
      isInOrder ? { student_id: '77', phone: '0500000002' } : { phone: '0500000001' },
    ]);
  });
});

describe('the end of an import', () => {
  const importId = 'import-with-an-end';
  const finish = (body: unknown = {}, as: 'admin' | { token: string } = 'admin') =>
    server.call('POST', `/imports/${importId}/finish`, { as, body });
  const readNotifications = async (as: 'admin' | { token: string } = 'admin') => {
    const { body } = await server.call<{ notifications: Notification[] }>('GET', '/notifications', { as });
    return body.notifications.filter(({ kind }) => kind === 'import_finished');
  };
  const sendPart = (type: string, data: unknown) =>
    send(type, data, { headers: { ...session, 'x-import-id': importId } });

  test('the end of an import sends its admin one notification with the totals, and an undo keeps it', async () => {
    const token = await otherAdmin();
    await sendPart('students', [person('1'), person('2'), person('3', { email: 'x' })]);
    await sendPart('students', [person('2', { phone: '0511111111' })]);
    expect(await readNotifications()).toEqual([]);
    const answer = await finish({ failed: 5 });
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: 'انتهى الاستيراد' } });
    // The reply is lost, so the call is repeated. Another admin has no import of this number.
    await Promise.all([finish({ failed: 5 }), finish({ failed: 5 }), finish({}, { token })]);
    const expected = { type: 'students', imported: 2, updated: 1, failed: 5 };
    expect(await readNotifications()).toMatchObject([{ data: expected, link: '/students', is_read: false }]);
    expect(await readNotifications({ token })).toEqual([]);
    expect((await undo()).status).toBe(200);
    expect(await readNotifications()).toMatchObject([{ data: expected }]);
    const progress = await server.call('GET', `/imports/${importId}`, { as: 'admin' });
    expect(progress.body).toMatchObject({ imported: 2, updated: 1, failed: 1, keys: [] });
  });

  test('the end of an import sends another notification after further rows, and lists several types together', async () => {
    await sendPart('programs', [{ name: 'برنامج الخط', levels: 2 }]);
    await finish();
    await sendPart('students', [person('1')]);
    await finish();
    expect((await readNotifications()).map(({ data, link }) => [data, link])).toEqual([
      [{ type: 'several', imported: 2, updated: 0, failed: 0 }, '/import'],
      [{ type: 'programs', imported: 1, updated: 0, failed: 0 }, '/programs'],
    ]);
  });

  test('an import without any imported row sends no notification', async () => {
    expect((await finish({ failed: 3 })).status).toBe(200);
    expect(await readNotifications()).toEqual([]);
  });
});

describe('an import of several requests', () => {
  const importId = 'import-of-students';

  test('an import of several requests is one operation, visible while it is running, with one undo', async () => {
    const token = await otherAdmin();
    const before = await dump(server.data);
    await importAll(server, 'students', buildPeople(120), { importId, session: session['x-session-id'] });
    // An undo deletes a record that the same operation created and changed.
    const changed = [person('14500000', { phone: '0511111111' })];
    await send('students', changed, { headers: { ...session, 'x-import-id': importId } });
    const operations = await importsLogged();
    expect(operations).toMatchObject([{ description: 'استيراد الطلاب: 121 سجلاً', rows_count: 121 }]);
    const progress = await server.call('GET', `/imports/${importId}`, { as: 'admin' });
    expect(progress.body).toMatchObject({
      imported: 120,
      updated: 1,
      failed: 0,
      operation_id: operations[0]?.id,
    });
    expect(progress.body['keys']).toHaveLength(3);
    const others = await server.call('GET', `/imports/${importId}`, { as: { token } });
    expect(others.body).toMatchObject({ imported: 0, operation_id: null, keys: [] });
    expect((await undo()).status).toBe(200);
    expect(await dump(server.data)).toEqual(before);
    const undone = await server.call('GET', `/imports/${importId}`, { as: 'admin' });
    expect(undone.body['operation_id']).toBeNull();
  });

  test('an import starts a new operation after the current one was undone', async () => {
    const options = { importId, session: session['x-session-id'] };
    await importAll(server, 'students', buildPeople(50), options);
    await undo();
    await send('students', buildPeople(60).slice(50), { headers: { ...session, 'x-import-id': importId } });
    expect(await importsLogged()).toMatchObject([{ rows_count: 50 }, { rows_count: 10, undone_at: null }]);
  });

  test('an import with many rows is undone in several transactions, and other writes run in between', async () => {
    const before = await dump(server.data);
    await importAll(server, 'students', buildPeople(110), { importId, session: session['x-session-id'] });
    const { running, release } = await gate.hold(undo);
    const { students } = await recordCounts(server);
    expect(students).toBeGreaterThan(0);
    expect(students).toBeLessThan(110);
    for (const batch_number of [2, 3, 1]) {
      const batch = await server.call('PUT', '/batches/1', { as: 'admin', body: { batch_number } });
      expect(batch.status).toBe(200);
    }
    expect((await recordCounts(server)).students).toBe(students);
    release();
    expect((await running).status).toBe(200);
    expect(await dump(server.data)).toEqual(before);
    const undos = await server.data.read
      .selectFrom('operations')
      .selectAll()
      .where('action', '=', 'undo')
      .execute();
    expect(undos).toMatchObject([{ rows_count: 110, undone_at: null }]);
    expect(await server.data.read.selectFrom('slow_undos').selectAll().execute()).toEqual([]);
    expect((await undo()).status).toBe(404);
  });

  test('an import with many rows is not undone if another user has changed one of them', async () => {
    await importAll(server, 'students', buildPeople(110), { importId, session: session['x-session-id'] });
    await server.call('PUT', '/students/7', { as: 'admin', body: { phone: '0512345678' } });
    const before = await dump(server.data);
    const refusal = await undo();
    expect(refusal).toMatchObject({ status: 409, body: { code: 'UNDO_CONFLICT' } });
    expect(await dump(server.data)).toEqual(before);
    await server.call('PUT', '/students/7', { as: 'admin', body: { phone: null } });
    expect((await undo()).status).toBe(200);
    expect((await recordCounts(server)).students).toBe(0);
  });

  test('an interrupted undo of an import continues at the next server start, or is reverted if it cannot continue', async () => {
    for (const isBlocked of [false, true]) {
      await importAll(server, 'students', buildPeople(110), {
        importId: `cut-off-${isBlocked}`,
        session: session['x-session-id'],
      });
      const operation = (await importsLogged()).at(-1);
      const id = Number(operation?.id);
      const { data } = server;
      const first = await data.read.selectFrom('students').select('id').executeTakeFirstOrThrow();
      const whole = await dump(data);
      // The state after a server has claimed the undo and has stopped.
      const { below } = await data.read
        .selectFrom('operation_rows')
        .select((on) => on.fn.max('id').as('below'))
        .executeTakeFirstOrThrow();
      await data.writeUnlogged(async (trx) => {
        await trx.updateTable('operations').set({ undone_at: 'now' }).where('id', '=', id).execute();
        const { id: _id, import_id: _import, ...values } = operation as NonNullable<typeof operation>;
        const undoing = await trx
          .insertInto('operations')
          .values({ ...values, action: 'undo', rows_count: 0, undo_of: id, undone_at: null })
          .returning('id')
          .executeTakeFirstOrThrow();
        const slow = { operation_id: id, undo_id: undoing.id, below: Number(below) + 1, is_giving_up: 0 };
        await trx.insertInto('slow_undos').values(slow).execute();
      });
      if (isBlocked)
        await server.call('PUT', `/students/${first.id}`, { as: 'admin', body: { nationality: 'مصري' } });
      await finishChunkedUndos(data);
      expect(await data.read.selectFrom('slow_undos').selectAll().execute()).toEqual([]);
      expect((await recordCounts(server)).students).toBe(isBlocked ? 110 : 0);
      if (!isBlocked) continue;
      await server.call('PUT', `/students/${first.id}`, { as: 'admin', body: { nationality: 'سعودي' } });
      expect(await dump(data)).toEqual(whole);
      expect((await importsLogged()).at(-1)).toMatchObject({ undone_at: null });
      expect((await undo()).status).toBe(200);
    }
  });
});

describe('a server under failures', () => {
  test('a server with twenty lost responses receives the same requests again, and stores each row once', async () => {
    const token = await server.signIn('admin');
    const lossy = await createApp(server.data, server.config);
    lossy.addHook('preSerialization', async (request) => void request.raw.socket.destroy());
    const address = await lossy.listen({ host: '127.0.0.1', port: 0 });
    const records = buildPeople(200);
    const sums = { imported: 0, updated: 0 };
    for (let part = 0; part < 20; part += 1) {
      const data = records.slice(part * 10, part * 10 + 10);
      const headers = { 'x-import-id': 'lossy-import', 'idempotency-key': `lossy-import-${part}` };
      const lostCall = fetch(`${address}/api/students/import`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ data, stopOnError: false }),
      });
      await expect(lostCall).rejects.toThrow('fetch failed');
      const repeatedResponse = await send('students', data, { headers });
      sums.imported += repeatedResponse.body.imported;
      sums.updated += repeatedResponse.body.updated;
    }
    await lossy.close();
    expect(sums).toEqual({ imported: 200, updated: 0 });
    expect((await recordCounts(server)).students).toBe(200);
    const description = 'استيراد الطلاب: 200 سجل';
    expect(await importsLogged()).toMatchObject([{ rows_count: 200, description }]);
  });

  test(
    'a server that is killed repeatedly during an import has exactly the rows of the file in the end',
    async () => {
      const { url, discard } = await newFilledDatabase({ isEmpty: true });
      const own = await startTestApp({ url });
      const token = await own.signIn('admin');
      let kills = 0;
      for (let round = 0; round < rounds({ short: 4, all: 20 }); round += 1) {
        // The server is killed after a different number of statements in each round.
        const last = 1 + ((13 * round) % 60);
        const child = startProgram('tests/support/importingProcess.ts', [url, token, '1000', String(last)]);
        const isFinished = await child.waitForOutput(/all imported/).then(
          () => true,
          () => false,
        );
        if (isFinished) child.process.kill('SIGKILL');
        expect(await child.ended, child.errors()).toMatchObject({ signal: 'SIGKILL' });
        if (isFinished) break;
        kills += 1;
      }
      expect(kills).toBeGreaterThan(1);
      const child = startProgram('tests/support/importingProcess.ts', [url, token, '1000', '0']);
      await child.waitForOutput(/all imported: 1000/);
      child.process.kill('SIGKILL');
      await child.ended;
      expect((await recordCounts(own)).students).toBe(1_000);
      const { body } = await own.call<{ imported: number; updated: number }>(
        'GET',
        '/imports/killed-import',
        {
          as: { token },
        },
      );
      expect(body).toMatchObject({ imported: 1_000, updated: 0 });
      await own.close();
      await discard();
    },
    rounds({ short: 120_000, all: 600_000 }),
  );
});

async function otherAdmin(): Promise<string> {
  const username = 'second-admin';
  const password = 'نخلة-وسبع-سنابل';
  const body = { username, name: 'هند المنصور', role: 'admin', password };
  await stepUp(server, 'admin');
  await server.call('POST', '/users', { as: 'admin', body });
  return server.signIn(username, password);
}
