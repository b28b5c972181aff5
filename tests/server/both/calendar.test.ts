import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Holiday } from '../../../contract/calendar';
import type { TodayItem } from '../../../contract/dashboard';
import type { HifzTask } from '../../../contract/hifz/plan';
import { dailyRecordType } from '../../../contract/vocabulary';
import { remindOfRegisters } from '../../../server/absences/reminders';
import { addAccount, setTeacherScope } from '../../support/accounts';
import { type Answer, startTestApp, type TestApp } from '../../support/app';
import { clockAt, moveClock } from '../../support/clock';
import { dumpOrExpected, dump } from '../../support/database';
import { expectedResults, storedResults } from '../../support/results';
import { newSheet, type Sheet } from '../../support/sheet';
import { absent, registerCalls } from '../../support/teaching';

// A Tuesday. Friday and Saturday are the weekend.
const clock = clockAt('2026-09-01T09:00:00Z');
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: clock.now, hasFewRevisions: true });
  await setTeacherScope(server.data, 'linked');
});
afterAll(() => server.close());

type As = 'admin' | 'teacher' | 'student' | { token: string };
const session = { 'x-session-id': 'calendar' };
const call = <T = Record<string, unknown>>(method: string, path: string, body?: unknown, as: As = 'admin') =>
  server.call<T>(method, path, { as, body, headers: session });
async function send<T = Record<string, unknown>>(method: string, path: string, body?: unknown) {
  const answer = await call<T>(method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}
type Saved = Holiday & { operation_id: number };
const addHoliday = (values: object) =>
  send<Saved>('POST', '/holidays', { from: '2026-08-30', to: '2026-08-31', name: 'إجازة', ...values });
const undo = (operation: number) => send('POST', `/undo/${operation}`);
const listHolidays = async (as: As = 'admin', days = { from: '2026-08-01', to: '2026-09-30' }) =>
  (await server.call<{ holidays: Holiday[] }>('GET', '/calendar', { as, query: days })).body.holidays;

let teacher: { id: number; token: string };
let sheet: Sheet;
const teach = (taught: Sheet, teacher_id = teacher.id) =>
  send('POST', '/subject-teachers', { subject_code: taught.subjectCode, teacher_id });
const workOf = async (taught: Sheet, date?: string) => {
  const query = date === undefined ? {} : { date };
  const { body } = await server.call<TodayItem[]>('GET', '/today', { as: teacher, query });
  return body.find(({ subject_code }) => subject_code === taught.subjectCode);
};
const overdue = async (taught: Sheet = sheet) => (await workOf(taught))?.overdue_registers;
const allOverdue = ['2026-08-31', '2026-08-30', '2026-08-27', '2026-08-26', '2026-08-25'];
const withoutBreak = ['2026-08-27', '2026-08-26', '2026-08-25'];
const newGroup = async (section: 'boys' | 'girls', count = 2) => {
  const group = await newSheet(server, count);
  await send('PUT', `/batches/${group.batchId}`, { section });
  await teach(group);
  return group;
};

beforeEach(async () => {
  await moveClock(clock, server, '2026-09-01T09:00:00.000Z');
  await server.data.writeUnlogged((trx) =>
    trx.updateTable('settings').set({ confirmed_years: null }).execute(),
  );
  await server.data.writeUnlogged((trx) => trx.deleteFrom('holidays').execute());
  const account = await addAccount(server, 'teacher');
  teacher = { id: account.id, ...(await account.signIn()) };
  sheet = await newSheet(server, 2);
  await teach(sheet);
});

describe('a holiday', () => {
  test('over days with missing registers ends them, and its undo brings them back', async () => {
    expect(await overdue()).toEqual(allOverdue);
    const { operation_id } = await addHoliday({});
    expect(await overdue()).toEqual(withoutBreak);
    await undo(operation_id);
    expect(await overdue()).toEqual(allOverdue);
  });

  test('of today is the reason for a day without work', async () => {
    expect(await workOf(sheet)).toMatchObject({ is_today: true, holiday: null });
    await addHoliday({ from: '2026-09-01', to: '2026-09-01', name: 'أمطار', kind: 'suspended' });
    const off = { is_today: false, holiday: { name: 'أمطار', kind: 'suspended' } };
    expect(await workOf(sheet)).toMatchObject(off);
    expect(await workOf(sheet, '2026-08-31')).toMatchObject({ is_today: true, holiday: null });
  });

  test('of a batch, a programme or a section leaves the other students at work', async () => {
    const [boys, girls] = [await newGroup('boys'), await newGroup('girls')];
    const check = async (owner: object, expected: [Sheet, boolean][]) => {
      const { operation_id } = await addHoliday(owner);
      for (const [taught, isOff] of expected)
        expect(await overdue(taught)).toEqual(isOff ? withoutBreak : allOverdue);
      await undo(operation_id);
    };
    await check({ batch_id: boys.batchId }, [
      [boys, true],
      [girls, false],
      [sheet, false],
    ]);
    await check({ section: 'girls' }, [
      [boys, false],
      [girls, true],
      [sheet, false],
    ]);
    await check({ program_id: 'QRN' }, [[sheet, true]]);
    await check({ program_id: 'SHR' }, [[sheet, false]]);
    await check({ program_id: 'QRN', section: 'boys' }, [
      [boys, true],
      [girls, false],
    ]);
  });

  test('over a weekend or another holiday changes nothing there, and deleting one keeps the other', async () => {
    const first = await addHoliday({ from: '2026-08-27', to: '2026-08-30' });
    await addHoliday({});
    expect(await overdue()).toEqual(['2026-08-26', '2026-08-25']);
    await send('DELETE', `/holidays/${first.id}`);
    expect(await overdue()).toEqual(withoutBreak);
  });

  test('has at most a year, and no reversed days or two owners', async () => {
    const refuse = async (values: object, path: string) =>
      expect(
        await call('POST', '/holidays', { from: '2026-01-01', to: '2026-01-01', name: 'إجازة', ...values }),
      ).toMatchObject({
        status: 422,
        body: { details: [{ path }] },
      });
    await refuse({ to: '2027-01-02' }, 'to');
    await refuse({ to: '2025-12-31' }, 'to');
    await refuse({ batch_id: sheet.batchId, section: 'boys' }, 'batch_id');
    await refuse({ batch_id: 999_999 }, 'batch_id');
    await refuse({ program_id: 'NONE' }, 'program_id');
    const year = await addHoliday({ from: '2026-01-01', to: '2027-01-01' });
    expect(await overdue()).toEqual([]);
    expect(
      (await listHolidays('admin', { from: '2026-12-31', to: '2027-12-31' })).map(({ id }) => id),
    ).toEqual([year.id]);
    const range = { from: '2026-01-01', to: '2027-01-02' };
    expect((await server.call('GET', '/calendar', { as: 'admin', query: range })).status).toBe(422);
  });

  test('is changed with its version, and an older version is refused with the stored holiday', async () => {
    const { id, version } = await addHoliday({ name: 'العيد' });
    const body = { name: 'عيد الفطر', from: '2026-08-31', version };
    expect(await send('PUT', `/holidays/${id}`, body)).toMatchObject({ name: 'عيد الفطر', to: '2026-08-31' });
    expect(await overdue()).toEqual(['2026-08-30', ...withoutBreak]);
    expect(await call('PUT', `/holidays/${id}`, { name: 'آخر', version })).toMatchObject({
      status: 409,
      body: { code: 'STALE', current: { name: 'عيد الفطر' } },
    });
    expect((await call('DELETE', '/holidays/999999')).status).toBe(404);
  });

  test('is in the audit and in the archive', async () => {
    const { id } = await addHoliday({ name: 'رحلة الربيع' });
    await send('DELETE', `/holidays/${id}`);
    const archive = await server.call<{ data: { id: number; table_name: string; description: string }[] }>(
      'GET',
      '/archive/deleted-records',
      { as: 'admin' },
    );
    const [deletion] = archive.body.data;
    expect(deletion).toMatchObject({ table_name: 'holidays', description: 'حذف «رحلة الربيع» من التقويم' });
    const audit = await server.call('GET', `/audit/${deletion?.id}`, { as: 'admin' });
    expect(audit.text).toContain('رحلة الربيع');
    await send('POST', `/archive/restore/${deletion?.id}`);
    expect(await listHolidays()).toMatchObject([{ name: 'رحلة الربيع' }]);
  });

  test('is deleted and restored together with its batch and programme', async () => {
    const program = await send<{ id: number }>('POST', '/programs', {
      program_id: 'HOL',
      program_name: 'برنامج الإجازات',
    });
    const batch = await send<{ id: number }>('POST', '/batches', {
      batch_name: 'دفعة الإجازات',
      program_id: 'HOL',
    });
    await addHoliday({ program_id: 'HOL', name: 'للبرنامج' });
    await addHoliday({ batch_id: batch.id, name: 'للدفعة' });
    await addHoliday({ name: 'للجميع' });
    const names = async () => (await listHolidays()).map(({ name }) => name);
    const newestDeletion = async () => {
      const rows = server.data.read.selectFrom('operations').select('id').where('action', '=', 'delete');
      return (await rows.orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
    };
    await send('DELETE', `/batches/${batch.id}`);
    expect(await names()).toEqual(['للبرنامج', 'للجميع']);
    await send('POST', `/archive/restore/${await newestDeletion()}`);
    expect(await names()).toEqual(['للبرنامج', 'للدفعة', 'للجميع']);
    await send('DELETE', `/programs/${program.id}`);
    expect(await names()).toEqual(['للجميع']);
    await send('POST', `/archive/restore/${await newestDeletion()}`);
    expect(await names()).toEqual(['للبرنامج', 'للدفعة', 'للجميع']);
  });
});

describe('the calendar of a caller', () => {
  test('has the holidays of own batches for a teacher, and all for an admin', async () => {
    const other = await newSheet(server, 1);
    await addHoliday({ name: 'للجميع' });
    await addHoliday({ name: 'لدفعته', batch_id: sheet.batchId });
    await addHoliday({ name: 'لغيره', batch_id: other.batchId });
    await addHoliday({ name: 'لبرنامجه', program_id: 'QRN' });
    await addHoliday({ name: 'لبرنامج آخر', program_id: 'SHR' });
    const names = async (as: As) => (await listHolidays(as)).map(({ name }) => name);
    expect(await names(teacher)).toEqual(['للجميع', 'لدفعته', 'لبرنامجه']);
    expect(await names('admin')).toHaveLength(5);
  });

  test('is read by staff and written by admins only', async () => {
    const query = { from: '2026-09-01', to: '2026-09-30' };
    const read = (as: As) => server.call('GET', '/calendar', { as, query });
    expect([(await read('admin')).status, (await read(teacher)).status]).toEqual([200, 200]);
    expect((await read('student')).status).toBe(403);
    const body = { from: '2026-09-01', to: '2026-09-01', name: 'إجازة' };
    expect((await call('POST', '/holidays', body, teacher)).status).toBe(403);
    expect((await call('POST', '/holidays', body)).status).toBe(201);
  });

  test('of an admin of one section is written for the own section and its batches only', async () => {
    await send('PUT', '/settings', { sections_enabled: true });
    const [boys, girls] = [await newGroup('boys'), await newGroup('girls')];
    const account = await addAccount(server, 'admin');
    const as = await account.signIn();
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('users').set({ section: 'girls' }).where('id', '=', account.id).execute(),
    );
    const write = async (owner: object, method = 'POST', path = '/holidays') =>
      (await call(method, path, { from: '2026-09-02', to: '2026-09-02', name: 'إجازة', ...owner }, as))
        .status;
    expect(await write({})).toBe(403);
    expect(await write({ section: 'boys' })).toBe(403);
    expect(await write({ program_id: 'QRN' })).toBe(403);
    expect(await write({ batch_id: boys.batchId })).toBe(422);
    expect(await write({ section: 'girls' })).toBe(201);
    expect(await write({ section: 'girls', program_id: 'QRN' })).toBe(201);
    expect(await write({ batch_id: girls.batchId })).toBe(201);
    const whole = await addHoliday({ name: 'للجميع' });
    const ofBoys = await addHoliday({ name: 'للبنين', section: 'boys' });
    expect((await listHolidays(as)).map(({ name }) => name)).toEqual(['للجميع', 'إجازة', 'إجازة', 'إجازة']);
    expect(await write({}, 'PUT', `/holidays/${whole.id}`)).toBe(403);
    expect((await call('DELETE', `/holidays/${ofBoys.id}`, undefined, as)).status).toBe(404);
    await send('PUT', '/settings', { sections_enabled: false });
  });
});

describe('the terms of a year', () => {
  test('decide about the other days of the year once an admin confirms them', async () => {
    await moveClock(clock, server, '2026-08-23T09:00:00.000Z');
    const missingBeforeTerm = ['2026-08-20', '2026-08-19', '2026-08-18', '2026-08-17', '2026-08-16'];
    expect(await overdue()).toEqual(missingBeforeTerm);
    expect(await workOf(sheet, '2026-08-20')).toMatchObject({ is_today: true, holiday: null });
    await send('PUT', '/settings', { confirmed_years: ['1448'] });
    expect(await overdue()).toEqual([]);
    const off = { is_today: false, holiday: { name: null, kind: 'outside_terms' } };
    expect(await workOf(sheet, '2026-08-20')).toMatchObject(off);
    expect(await workOf(sheet)).toMatchObject({ is_today: true, holiday: null });
    await send('PUT', '/settings', { confirmed_years: [] });
    expect(await overdue()).toEqual(missingBeforeTerm);
  });

  test('of a year without a term cannot be confirmed', async () => {
    expect(await call('PUT', '/settings', { confirmed_years: ['1448', '1470'] })).toMatchObject({
      status: 422,
      body: { details: [{ path: 'confirmed_years.1' }] },
    });
  });
});

test('a teacher gets no reminder of a register on a day off', async () => {
  const subject = { batch_name: sheet.batchName, subject_code: sheet.subjectCode };
  await moveClock(clock, server, '2026-09-09T09:00:00.000Z');
  await registerCalls(server, subject).set('2026-09-01', []);
  const count = async () => {
    const rows = server.data.read.selectFrom('notifications').select('id').where('user_id', '=', teacher.id);
    return (await rows.execute()).length;
  };
  const { id } = await addHoliday({ from: '2026-09-08', to: '2026-09-08', batch_id: sheet.batchId });
  await remindOfRegisters(server.data);
  expect(await count()).toBe(0);
  await send('DELETE', `/holidays/${id}`);
  await remindOfRegisters(server.data);
  expect(await count()).toBe(1);
});

describe('a register of a holiday', () => {
  const days = ['2026-08-26', '2026-08-30', '2026-08-31'];
  const registerOf = (taught: Sheet) =>
    registerCalls(server, { batch_name: taught.batchName, subject_code: taught.subjectCode });
  const figures = async () => {
    const [number] = sheet.students.map(({ student_id }) => student_id);
    const { body: report } = await server.call<{ student: { attendance: object } }>(
      'GET',
      `/reports/student/${number}`,
      { as: 'admin' },
    );
    const { body: stats } = await server.call(
      'GET',
      `/absences/statistics/${encodeURIComponent(sheet.batchName)}`,
      { as: 'admin' },
    );
    const query = { batchName: sheet.batchName };
    const { body: list } = await server.call<{ total: number }>('GET', '/absences/report', {
      as: 'admin',
      query,
    });
    const days_of_sheet = (await sheet.row(0)).absenceDays;
    const top = await server.data.read
      .selectFrom('student_absences')
      .select('days')
      .where('student_row_id', '=', Number(sheet.students[0]?.id))
      .execute();
    return { attendance: JSON.stringify(report), stats, total: list.total, days_of_sheet, top };
  };
  beforeEach(async () => {
    for (const day of days) await registerOf(sheet).set(day, [absent(String(sheet.students[0]?.student_id))]);
  });
  const counted = async () => {
    const { stats, total, days_of_sheet, top } = await figures();
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
    return [stats['registersCount'], stats['totalAbsences'], total, days_of_sheet, top[0]?.days ?? 0];
  };

  test('counts, until an admin excludes the registers of these days', async () => {
    const before = await figures();
    expect(await counted()).toEqual([3, 3, 3, 3, 3]);
    const { id, operation_id } = await addHoliday({});
    expect(await figures()).toEqual(before);
    const { body: counts } = await server.call('GET', '/calendar/registers', {
      as: 'admin',
      query: { from: '2026-08-30', to: '2026-08-31', batch_id: sheet.batchId },
    });
    expect(counts).toEqual({ registers: 2, absences: 2 });
    const excluded = await send<Saved>('PUT', `/holidays/${id}`, { excludes_registers: true });
    expect(await counted()).toEqual([1, 1, 1, 1, 1]);
    await undo(excluded.operation_id);
    expect(await figures()).toEqual(before);
    await undo(operation_id);
    expect(await figures()).toEqual(before);
  });

  test('counts again after its holiday is moved or deleted', async () => {
    const { id } = await addHoliday({ excludes_registers: true });
    expect(await counted()).toEqual([1, 1, 1, 1, 1]);
    await send('PUT', `/holidays/${id}`, { from: '2026-08-31' });
    expect(await counted()).toEqual([2, 2, 2, 2, 2]);
    await send('DELETE', `/holidays/${id}`);
    expect(await counted()).toEqual([3, 3, 3, 3, 3]);
  });

  test('counts while another batch has the holiday, and is excluded when its batch gets the section', async () => {
    const { id } = await addHoliday({ excludes_registers: true, section: 'girls' });
    expect(await counted()).toEqual([3, 3, 3, 3, 3]);
    await send('PUT', `/batches/${sheet.batchId}`, { section: 'girls' });
    expect(await counted()).toEqual([1, 1, 1, 1, 1]);
    await send('PUT', `/holidays/${id}`, { section: null, program_id: 'SHR' });
    expect(await counted()).toEqual([3, 3, 3, 3, 3]);
  });

  test('taken after the exclusion is excluded too', async () => {
    await addHoliday({ from: '2026-09-01', to: '2026-09-01', excludes_registers: true });
    await registerOf(sheet).set('2026-09-01', [absent(String(sheet.students[0]?.student_id))]);
    expect(await counted()).toEqual([3, 3, 3, 3, 3]);
    const page = await registerOf(sheet).day('2026-09-01');
    expect(page.body).toMatchObject({ taken: true, absences: [{}] });
  });

  test('has no effect on the figures of an institute while no holiday excludes registers', async () => {
    const before = await dump(server.data);
    const { operation_id } = await addHoliday({ from: '2026-01-01', to: '2027-01-01' });
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
    await undo(operation_id);
    expect(await dumpOrExpected(before, server.data)).toEqual(before);
  });
});

describe('a plan', () => {
  const weekdays = [0, 1, 2, 3, 4];
  const plan = {
    direction: 'from_baqarah',
    start: '1:1',
    amount: { unit: 'page', value: 1 },
    new_days: weekdays,
    revision_days: weekdays,
    near: { unit: 'lessons', value: 3 },
    begin: '2026-08-25',
  };
  let learner: Sheet;
  const task = async (date: string): Promise<HifzTask> => {
    const path = `/hifz/${learner.students[0]?.student_id}/task`;
    const answer: Answer<HifzTask> = await server.call('GET', path, { as: 'admin', query: { date } });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const planned = async () => {
    const path = `/hifz/${learner.students[0]?.student_id}/progress`;
    const { body } = await server.call<{ planned_pages: number }[]>('GET', path, { as: 'admin' });
    return body.reduce((sum, { planned_pages }) => sum + planned_pages, 0);
  };
  beforeEach(async () => {
    learner = await newSheet(server, 1, dailyRecordType);
    await send('PUT', `/hifz/${learner.students[0]?.student_id}/plan`, {
      ...plan,
      subject_code: learner.subjectCode,
    });
  });

  test('has no task on a holiday, is not behind because of it, and goes on after it', async () => {
    expect(await task('2026-09-01')).toMatchObject({ behind_days: 5, new: [{}] });
    const pagesBefore = await planned();
    const { operation_id } = await addHoliday({ batch_id: learner.batchId });
    expect(await task('2026-09-01')).toMatchObject({ behind_days: 3, new: [{}] });
    expect(await task('2026-08-31')).toMatchObject({
      behind_days: 3,
      new: [],
      near: [],
      far: [],
      test: null,
    });
    expect(await planned()).toBeLessThan(pagesBefore - 1);
    await undo(operation_id);
    expect(await task('2026-08-31')).toMatchObject({ behind_days: 4, new: [{}] });
    expect(await planned()).toBe(pagesBefore);
  });

  test('of another batch keeps its tasks', async () => {
    await addHoliday({ batch_id: sheet.batchId });
    expect(await task('2026-09-01')).toMatchObject({ behind_days: 5, new: [{}] });
  });
});
