import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Notification } from '../../contract/notifications';
import { remindOfRegisters } from '../../server/absences/reminders';
import { startDailyWork } from '../../server/daily';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt } from '../support/clock';
import { newSubject, newUser } from '../support/sampleCalls';
import { registerCalls } from '../support/teaching';

// The demo institute has no registers in this year. 2027-03-10 is a Wednesday.
const clock = clockAt('2027-03-10T20:00:00Z');
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
});
afterAll(() => server.close());

let teacher: number;
let registers: ReturnType<typeof registerCalls>[];
/** A new teacher has two subjects with registers on two Tuesdays. */
beforeEach(async () => {
  clock.set('2027-03-10T09:00:00Z');
  ({ id: teacher } = await newUser(server, 'teacher'));
  registers = [];
  for (let count = 0; count < 2; count += 1) {
    const subject = await newSubject(server);
    const body = { subject_code: subject.subject_code, teacher_id: teacher };
    await server.call('POST', '/subject-teachers', { as: 'admin', body });
    const calls = registerCalls(server, subject);
    await calls.set('2027-03-02', []);
    registers.push(calls);
  }
});

const readNotifications = async (): Promise<Pick<Notification, 'kind' | 'link'>[]> => {
  const rows = await server.data.read
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', teacher)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, data, link }) => ({
    kind: kind as Notification['kind'],
    link,
    data: JSON.parse(data),
  }));
};
const reminder = (count: number, date: string) => ({
  kind: 'registers_not_taken',
  link: '/absences',
  data: { count, date },
});

test('a teacher gets one notification a day with the number of registers that he did not take yesterday', async () => {
  await remindOfRegisters(server.data);
  expect(await readNotifications()).toEqual([reminder(2, '2027-03-09')]);
  await Promise.all([remindOfRegisters(server.data), remindOfRegisters(server.data)]);
  expect(await readNotifications()).toHaveLength(1);
});

test('a register that was taken, is not usual on that weekday, or is of an inactive subject is not counted', async () => {
  await registers[0]?.set('2027-03-09', []);
  await remindOfRegisters(server.data);
  expect(await readNotifications()).toEqual([reminder(1, '2027-03-09')]);
  clock.set('2027-03-11T09:00:00Z'); // No subject has a register on a Wednesday.
  await remindOfRegisters(server.data);
  expect(await readNotifications()).toHaveLength(1);
  clock.set('2027-03-17T09:00:00Z');
  await server.data.writeUnlogged((trx) =>
    trx
      .updateTable('subjects')
      .set({ status: 'completed' })
      .where('subject_code', '=', String(registers[1]?.subjectCode))
      .execute(),
  );
  await remindOfRegisters(server.data);
  expect((await readNotifications())[1]).toEqual(reminder(1, '2027-03-16'));
});

test('yesterday is in the time zone of the institute, and the daily work sends the notification', async () => {
  clock.set('2027-03-09T20:59:00Z');
  await remindOfRegisters(server.data);
  expect(await readNotifications()).toEqual([]);
  clock.set('2027-03-09T21:00:00Z');
  const errors: unknown[] = [];
  const daily = startDailyWork(server.data, (error) => errors.push(error));
  await daily.runIfDue();
  clearInterval(daily.timer);
  await daily.stop();
  expect(errors).toEqual([]);
  expect(await readNotifications()).toEqual([reminder(2, '2027-03-09')]);
});

describe('after days off', () => {
  const holidays: number[] = [];
  const addHoliday = async (from: string, to: string, batch_id?: number) => {
    const body = { name: 'إجازة', kind: 'holiday', from, to, batch_id };
    const answer = await server.call<{ id: number }>('POST', '/holidays', { as: 'admin', body });
    expect(answer.status, answer.text).toBe(201);
    holidays.push(answer.body.id);
  };
  afterEach(async () => {
    for (const id of holidays.splice(0)) await server.call('DELETE', `/holidays/${id}`, { as: 'admin' });
  });
  const remindOn = async (date: string) => {
    clock.set(`${date}T09:00:00Z`);
    await remindOfRegisters(server.data);
    return readNotifications();
  };

  test('the two teaching days before them count', async () => {
    await addHoliday('2027-03-07', '2027-03-27');
    expect(await remindOn('2027-03-24')).toEqual([]);
    expect(await remindOn('2027-03-31')).toEqual([reminder(2, '2027-03-30')]);
    // 2027-03-30 is one of the two now, and 2027-03-02 the other.
    expect(await remindOn('2027-04-07')).toHaveLength(2);
    expect(await remindOn('2027-04-14')).toHaveLength(2);
  });

  test('days off of another batch have no effect', async () => {
    await addHoliday('2027-03-07', '2027-03-20', 1);
    expect(await remindOn('2027-03-24')).toEqual([]);
  });

  test('a register of more than 60 days ago does not count', async () => {
    await addHoliday('2027-03-03', '2027-05-01');
    expect(await remindOn('2027-05-05')).toEqual([]);
  });
});
