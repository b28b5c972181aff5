import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ArchiveEntry, ArchiveStats, Pagination } from '../../contract/archive';
import type { Student } from '../../contract/students/students';
import { runDailyUpkeep } from '../../server/archive/upkeep';
import { startDailyWork } from '../../server/daily';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt } from '../support/clock';
import { dump } from '../support/database';
import { newLinkedPair, newBatch, newProgram, newStudent } from '../support/sampleCalls';

const noon = (date: string) => `${date}T09:00:00Z`;
const clock = clockAt(noon('2026-11-20'));
let server: TestApp;
const start = async () => {
  clock.set(noon('2026-11-20'));
  server = await startTestApp({ now: clock.now, hasFewRevisions: true });
};
const close = () => server.close();

interface Page {
  data: ArchiveEntry[];
  pagination: Pagination;
}

/** Signs in before each call, because earlier sessions expire when the clock moves to another day. */
const admin = async () => ({ token: await server.signIn('admin') });
const archive = async (query: Record<string, unknown> = {}) =>
  (await server.call<Page>('GET', '/archive/deleted-records', { as: await admin(), query })).body;
const stats = async () =>
  (await server.call<ArchiveStats>('GET', '/archive/stats', { as: await admin() })).body;
const restore = async (id: number) => server.call('POST', `/archive/restore/${id}`, { as: await admin() });
const remove = async (path: string) => {
  const answer = await server.call('DELETE', path, { as: await admin() });
  expect(answer.status).toBe(200);
  return (await archive({ limit: 1 })).data[0] as ArchiveEntry;
};
const changeRetention = (days: number) =>
  server.data.writeUnlogged((trx) =>
    trx.updateTable('settings').set({ archive_retention_days: days }).execute(),
  );

describe('the list of deleted records', () => {
  beforeEach(start);
  afterEach(close);

  test('the list shows the deleted record, the user, the number of related records and the days left to restore it', async () => {
    const entry = await remove('/batches/1');
    expect(entry).toMatchObject({
      table_name: 'batches',
      user_role: 'admin',
      performed_at: '2026-11-20T09:00:00.000Z',
      days_until_expiration: 30,
      can_undo: true,
      item_name: expect.any(String),
      description: `حذف الدفعة «${entry.item_name}»`,
    });
    expect(entry.related_records_count).toBeGreaterThan(20);
  });

  test('the list is filtered by table, user and dates in the time zone of the institute; 50 per page, newest first', async () => {
    const program = await newProgram(server);
    const student = await newStudent(server);
    clock.set('2026-11-20T20:59:00Z'); // 23:59 in Riyadh
    const first = await remove(`/programs/${program.id}`);
    clock.set('2026-11-20T21:00:00Z'); // the next day in Riyadh
    const second = await remove(`/students/${student.id}`);
    const ids = async (query: Record<string, unknown>) => (await archive(query)).data.map(({ id }) => id);
    expect(await ids({})).toEqual([second.id, first.id]);
    expect(await ids({ table_name: 'programs' })).toEqual([first.id]);
    expect(await ids({ table_name: 'grades' })).toEqual([]);
    expect(await ids({ end_date: '2026-11-20' })).toEqual([first.id]);
    expect(await ids({ start_date: '2026-11-21', end_date: '2026-11-21' })).toEqual([second.id]);
    const { body: me } = await server.call<{ id: number }>('GET', '/auth/me', { as: await admin() });
    expect(await ids({ user_id: me.id })).toEqual([second.id, first.id]);
    expect(await ids({ user_id: me.id + 1 })).toEqual([]);
    expect(await archive({ page: 2, limit: 1 })).toMatchObject({
      data: [{ id: first.id }],
      pagination: { page: 2, limit: 1, total: 2, totalPages: 2 },
    });
    expect((await archive()).pagination).toEqual({ page: 1, limit: 50, total: 2, totalPages: 1 });
  });

  test('the list is sorted by each column in both directions, page by page', async () => {
    const program = await newProgram(server);
    const [first, second] = [await newStudent(server), await newStudent(server)];
    await remove(`/students/${first.id}`);
    clock.set('2026-11-21T09:00:00Z');
    const restoreResponse = await remove(`/programs/${program.id}`);
    expect((await restore(restoreResponse.id)).status).toBe(200);
    clock.set('2026-11-22T09:00:00Z');
    await remove(`/students/${second.id}`);
    const columns: Record<string, (entry: ArchiveEntry) => string | number> = {
      performed_at: (entry: ArchiveEntry) => entry.performed_at,
      description: (entry: ArchiveEntry) => entry.description,
      table_name: (entry: ArchiveEntry) => entry.table_name,
      user_name: (entry: ArchiveEntry) => entry.user_name,
      can_undo: (entry: ArchiveEntry) => Number(!entry.can_undo),
    };
    for (const [key, valueOf] of Object.entries(columns)) {
      const values = async (direction: string, query: Record<string, unknown> = {}) =>
        (await archive({ ...query, sort: [key, direction] })).data.map(valueOf);
      const ascending = await values('ASC');
      expect(ascending, key).toHaveLength(3);
      expect(ascending, key).toEqual(ascending.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
      expect(await values('DESC'), key).toEqual(ascending.toReversed());
      expect(await values('ASC', { limit: 1, page: 3 }), key).toEqual(ascending.slice(2));
    }
    const daysLeft = async (direction: string) =>
      (await archive({ sort: ['days_until_expiration', direction] })).data.map((entry) =>
        entry.can_undo ? entry.days_until_expiration : null,
      );
    // A restored record has no days left, so it comes last in both directions.
    expect(await daysLeft('ASC')).toEqual([28, 30, null]);
    expect(await daysLeft('DESC')).toEqual([30, 28, null]);
  });

  test.each([
    { sort: ['id', 'ASC'] },
    { sort: ['performed_at', 'UP'] },
    { limit: 201 },
    { page: 0 },
    { table_name: 'sessions' },
    { start_date: 'yesterday' },
    { nonsense: 1 },
  ])('the query %j is refused', async (query) => {
    const answer = await server.call('GET', '/archive/deleted-records', { as: 'admin', query });
    expect(answer).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
  });

  test('the cards count deletions, restored records, deletions that expire within seven days, and deletions by table', async () => {
    const students = [await newStudent(server), await newStudent(server)];
    const program = await newProgram(server);
    for (const { id } of students) await remove(`/students/${id}`);
    const entry = await remove(`/programs/${program.id}`);
    expect((await restore(entry.id)).status).toBe(200);
    expect(await stats()).toEqual({
      total: 3,
      undone: 1,
      expiring_soon: 0,
      by_table: [
        { table_name: 'students', total_operations: 2, undone_count: 0 },
        { table_name: 'programs', total_operations: 1, undone_count: 1 },
      ],
    });
    clock.set(noon('2026-12-12'));
    expect(await stats()).toMatchObject({ expiring_soon: 0 });
    clock.set(noon('2026-12-13'));
    expect(await stats()).toMatchObject({ expiring_soon: 2 });
    expect((await archive()).data.map((row) => row.days_until_expiration)).toEqual([7, 7, 7]);
  });
});

describe('a restore', () => {
  beforeAll(start);
  afterAll(close);

  test('a restored batch has all records that were deleted with it, and is restored only once', async () => {
    const before = await dump(server.data);
    const entry = await remove('/batches/1');
    expect((await restore(entry.id)).body).toEqual({ success: true, message: 'تمت استعادة السجل بنجاح' });
    expect(await dump(server.data)).toEqual(before);
    expect((await archive({ limit: 1 })).data).toMatchObject([{ id: entry.id, can_undo: false }]);
    expect(await restore(entry.id)).toMatchObject({
      status: 409,
      body: { code: 'UNDO_CONFLICT', error: 'سبقت استعادة هذا السجل' },
    });
  });

  test('two restores at the same time restore the record once', async () => {
    const entry = await remove('/batches/1');
    const answers = await Promise.all([restore(entry.id), restore(entry.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('a restore is possible for deletions only', async () => {
    await newProgram(server);
    const operation = await server.data.read
      .selectFrom('operations')
      .select('id')
      .where('action', '=', 'create')
      .executeTakeFirstOrThrow();
    expect((await restore(operation.id)).status).toBe(404);
    expect((await restore(2_000_000_000)).status).toBe(404);
  });

  test('a restore is refused while the parent is deleted, and possible after the parent is restored', async () => {
    const batch = await newBatch(server);
    const { body: student } = await server.call<Student>('POST', '/students', {
      as: 'admin',
      body: { first_name: 'سعد', last_name: 'سعيد', national_id: '1777777771', batch_id: batch.id },
    });
    const child = await remove(`/students/${student.id}`);
    const parent = await remove(`/batches/${batch.id}`);
    expect(await restore(child.id)).toMatchObject({
      status: 409,
      body: {
        code: 'UNDO_CONFLICT',
        error: expect.stringContaining(`لأن «${batch.batch_name}» الذي يتبعه محذوف، فأعده أولاً (`),
      },
    });
    expect((await restore(parent.id)).status).toBe(200);
    expect((await restore(child.id)).status).toBe(200);
  });

  test('a restore is refused while another programme has the code, and possible after that programme is deleted', async () => {
    const program = await newProgram(server);
    const entry = await remove(`/programs/${program.id}`);
    const { body: successor } = await server.call<{ id: number }>('POST', '/programs', {
      as: await admin(),
      body: { program_id: program.program_id, program_name: 'برنامج بالرمز نفسه' },
    });
    expect(await restore(entry.id)).toMatchObject({
      status: 409,
      body: {
        code: 'UNDO_CONFLICT',
        error: expect.stringContaining(`السجل «${program.program_name}»: رمز البرنامج مستخدم من قبل (`),
        changed_by: { description: 'إضافة البرنامج «برنامج بالرمز نفسه»' },
      },
    });
    await remove(`/programs/${successor.id}`);
    expect((await restore(entry.id)).status).toBe(200);
  });

  test('a restore links the student to the account again and keeps later changes of the account', async () => {
    const { student: linked, user: account } = await newLinkedPair(server);
    const entry = await remove(`/students/${linked.id}`);
    const changeResponse = await server.call('PUT', `/users/${account.id}`, {
      as: await admin(),
      body: { name: 'اسم جديد' },
    });
    expect(changeResponse.status, changeResponse.text).toBe(200);
    expect((await restore(entry.id)).status).toBe(200);
    const { body: user } = await server.call('GET', `/users/${account.id}`, { as: await admin() });
    expect(user).toMatchObject({ name: 'اسم جديد' });
    const { body: student } = await server.call<Student>('GET', `/students/${linked.id}`, {
      as: await admin(),
    });
    expect(student.user_id).toBe(account.id);
  });

  test('a restored student has no account if the account was deleted too', async () => {
    const { student: linked, user: account } = await newLinkedPair(server);
    const entry = await remove(`/students/${linked.id}`);
    await remove(`/users/${account.id}`);
    expect((await restore(entry.id)).status).toBe(200);
    const { body: student } = await server.call<Student>('GET', `/students/${linked.id}`, {
      as: await admin(),
    });
    expect(student.user_id).toBeNull();
  });

  test('a restore notifies the user who deleted the record, unless that user restores it', async () => {
    const other = await addAccount(server, 'admin');
    const as = await other.signIn();
    const [deletedByOther, deletedByMe] = [await newProgram(server), await newProgram(server)];
    await server.call('DELETE', `/programs/${deletedByOther.id}`, { as });
    const entry = (await archive()).data[0] as ArchiveEntry;
    expect((await restore(entry.id)).status).toBe(200);
    expect((await restore((await remove(`/programs/${deletedByMe.id}`)).id)).status).toBe(200);
    expect((await server.call('GET', '/notifications', { as })).body).toMatchObject({
      unread: 1,
      notifications: [
        {
          kind: 'operation_undone_by_admin',
          data: { operation_id: entry.id, description: `حذف البرنامج «${deletedByOther.program_name}»` },
          link: '/archive',
        },
      ],
    });
    expect((await server.call('GET', '/notifications', { as: await admin() })).body).toMatchObject({
      unread: 0,
    });
  });

  test('only admins can use the archive: other roles are refused, and nothing is restored', async () => {
    // Uses another batch: deleting the student's own batch would end the student's session.
    const entry = await remove('/batches/2');
    for (const as of ['teacher', 'student'] as const) {
      expect((await server.call('POST', `/archive/restore/${entry.id}`, { as })).status).toBe(403);
      expect((await server.call('GET', '/archive/stats', { as })).status).toBe(403);
      expect((await server.call('GET', '/archive/deleted-records', { as, query: { page: 1 } })).status).toBe(
        403,
      );
    }
    expect((await archive({ limit: 1 })).data).toMatchObject([{ id: entry.id, can_undo: true }]);
    expect((await restore(entry.id)).status).toBe(200);
  });
});

describe('the end of the retention period', () => {
  beforeEach(start);
  afterEach(close);

  test('the retention period ends with the last day in the time zone of the institute, also before the purge has run', async () => {
    const program = await newProgram(server);
    const entry = await remove(`/programs/${program.id}`);
    clock.set('2026-12-20T20:59:00Z'); // 23:59 in Riyadh on the 30th day
    expect((await archive()).data).toMatchObject([
      { id: entry.id, days_until_expiration: 0, can_undo: true },
    ]);
    clock.set('2026-12-20T21:00:00Z');
    expect((await archive()).data).toEqual([]);
    expect(await stats()).toMatchObject({ total: 0 });
    expect(await restore(entry.id)).toMatchObject({
      status: 409,
      body: { error: 'انتهت مدة الاحتفاظ بهذا السجل، فلا يمكن استعادته' },
    });
    clock.set('2026-12-20T20:59:00Z');
    expect((await restore(entry.id)).status).toBe(200);
  });

  test('the retention period follows the setting', async () => {
    const program = await newProgram(server);
    const entry = await remove(`/programs/${program.id}`);
    clock.set(noon('2026-12-21'));
    expect((await archive()).data).toEqual([]);
    await changeRetention(60);
    expect((await archive()).data).toMatchObject([{ id: entry.id, days_until_expiration: 29 }]);
  });

  test('the purge deletes the logged rows of a deletion and keeps the operation', async () => {
    const student = await newStudent(server);
    const entry = await remove(`/students/${student.id}`);
    clock.set(noon('2026-12-20'));
    expect(await runDailyUpkeep(server.data)).toMatchObject({ expired: 0 });
    clock.set(noon('2026-12-21'));
    expect(await runDailyUpkeep(server.data)).toMatchObject({ expired: 1 });
    expect(await runDailyUpkeep(server.data)).toMatchObject({ expired: 0 });
    const { body } = await server.call('GET', `/audit/${entry.id}`, { as: await admin() });
    expect(body).toMatchObject({
      description: `حذف الطالب «${student.full_name}»`,
      user_role: 'admin',
      is_expired: true,
      rows: [
        { table_name: 'enrolments', before: null, after: null },
        { table_name: 'students', row_id: student.id, before: null, after: null },
      ],
    });
    const rows = await server.data.read
      .selectFrom('operation_rows')
      .select('before')
      .where('operation_id', '=', entry.id)
      .execute();
    expect(rows).toEqual([{ before: null }, { before: null }]);
    await changeRetention(60);
    expect((await archive()).data).toEqual([]);
    expect(await restore(entry.id)).toMatchObject({
      status: 409,
      body: { error: 'انتهت مدة الاحتفاظ بهذا السجل، فلا يمكن استعادته' },
    });
  });

  test('expired deletions of more than one chunk are purged in one run', async () => {
    await server.data.writeUnlogged(async (trx) => {
      const old = await trx.selectFrom('operations').selectAll().limit(1).executeTakeFirstOrThrow();
      const { id: _id, ...values } = old;
      const performed_at = '2026-01-01T00:00:00.000Z';
      const rows = Array.from({ length: 450 }, () => ({
        ...values,
        action: 'delete' as const,
        performed_at,
        archived_at: performed_at,
      }));
      await trx.insertInto('operations').values(rows).execute();
    });
    expect(await runDailyUpkeep(server.data)).toMatchObject({ expired: 450 });
  });

  test('two servers purge during a restore: the record is completely restored, or the restore is refused', async () => {
    const students = [];
    for (let round = 0; round < 5; round++) students.push(await newStudent(server));
    for (const student of students) {
      clock.set(noon('2026-11-20'));
      const entry = await remove(`/students/${student.id}`);
      // The restore begins one second before midnight, and the purges at midnight.
      clock.set('2026-12-20T20:59:59Z');
      const token = await admin();
      const restoring = server.call('POST', `/archive/restore/${entry.id}`, { as: token });
      const laterData = { ...server.data, now: () => new Date('2026-12-20T21:00:00Z') };
      const [answer] = await Promise.all([restoring, runDailyUpkeep(laterData), runDailyUpkeep(laterData)]);
      clock.set(noon('2026-11-20'));
      const now = await server.call<Student>('GET', `/students/${student.id}`, { as: await admin() });
      const { error = null } = answer.body;
      const outcome = {
        status: answer.status,
        error,
        name: now.body.full_name ?? null,
        phone: now.body.phone ?? null,
      };
      expect([
        { status: 200, error: null, name: student.full_name, phone: student.phone },
        { status: 409, error: 'انتهت مدة الاحتفاظ بهذا السجل، فلا يمكن استعادته', name: null, phone: null },
      ]).toContainEqual(outcome);
    }
  });
});

describe('the daily work', () => {
  beforeEach(start);
  afterEach(close);

  test('the daily work notifies the admins once about deletions that expire within seven days', async () => {
    const program = await newProgram(server);
    await remove(`/programs/${program.id}`);
    clock.set(noon('2026-12-12'));
    expect(await runDailyUpkeep(server.data)).toMatchObject({ expiring: 0 });
    clock.set(noon('2026-12-13'));
    const upkeepRuns = await Promise.all([runDailyUpkeep(server.data), runDailyUpkeep(server.data)]);
    expect(upkeepRuns.map(({ expiring }) => expiring).toSorted()).toEqual([0, 1]);
    const { body } = await server.call('GET', '/notifications', { as: await admin() });
    expect(body).toMatchObject({
      unread: 1,
      notifications: [
        {
          kind: 'archive_expiring',
          data: { count: 1, expires_on: '2026-12-20' },
          link: '/archive',
          is_read: false,
        },
      ],
    });
    const teacher = { token: await server.signIn('teacher') };
    expect((await server.call('GET', '/notifications', { as: teacher })).body).toEqual({
      unread: 0,
      notifications: [],
    });
  });

  test('the daily work runs at the start and once per date, is retried after a failure, and does not keep the process alive', async () => {
    const program = await newProgram(server);
    await remove(`/programs/${program.id}`);
    const errors: unknown[] = [];
    let isBroken = true;
    const data = {
      ...server.data,
      writeUnlogged: ((run) =>
        isBroken
          ? Promise.reject(new Error('down'))
          : server.data.writeUnlogged(run)) as typeof server.data.writeUnlogged,
    };
    clock.set(noon('2026-12-21'));
    const daily = startDailyWork(data, (error) => errors.push(error));
    try {
      expect(daily.timer.hasRef()).toBe(false);
      await daily.runIfDue();
      // Each run deletes expired papers, and a due run also does the work of the day.
      expect(errors).toHaveLength(4);
      isBroken = false;
      await daily.runIfDue();
      expect(errors).toHaveLength(4);
      const expired = await server.data.read
        .selectFrom('operations')
        .select('id')
        .where('action', '=', 'delete')
        .where('archived_at', 'is', null)
        .execute();
      expect(expired).toHaveLength(1);
      isBroken = true;
      await daily.runIfDue();
      expect(errors).toHaveLength(5);
      clock.set('2026-12-21T21:00:00Z');
      await daily.runIfDue();
      expect(errors).toHaveLength(7);
    } finally {
      await daily.stop();
    }
  });

  test('the daily work deletes notifications after ninety days', async () => {
    await server.call('POST', '/auth/forgot', { body: { username: 'teacher' } });
    clock.set(noon('2027-02-17'));
    await runDailyUpkeep(server.data);
    const count = async () =>
      (await server.data.read.selectFrom('notifications').select('id').execute()).length;
    expect(await count()).toBe(1);
    clock.set(noon('2027-02-19'));
    await runDailyUpkeep(server.data);
    expect(await count()).toBe(0);
  });
});
