import { describe, expect, test } from 'vitest';
import {
  backupWarning,
  filesToDelete,
  isBackupAlive,
  isBackupDue,
  latestSlot,
  nextSlotAt,
} from '../../contract/rules/backups';

const at = (time: string) => new Date(time);
const riyadh = { hour: 2, timeZone: 'Asia/Riyadh' }; // 02:00 is 23:00 UTC of the day before

describe('the hour of the daily backup', () => {
  test.each([
    ['2026-11-19T22:59:59Z', '2026-11-19 02', '2026-11-19T23:00:00.000Z'],
    ['2026-11-19T23:00:00Z', '2026-11-20 02', '2026-11-20T23:00:00.000Z'],
    ['2026-11-20T20:00:00Z', '2026-11-20 02', '2026-11-20T23:00:00.000Z'],
  ])('the last hour at %s is %s, the next is at %s', (now, slot, next) => {
    expect(latestSlot(at(now), riyadh)).toBe(slot);
    expect(nextSlotAt(at(now), riyadh).toISOString()).toBe(next);
  });

  test('a later hour of the same day is another one, so a change of the setting makes a backup', () => {
    expect(latestSlot(at('2026-11-20T18:00:00Z'), { ...riyadh, hour: 20 })).toBe('2026-11-20 20');
    expect(latestSlot(at('2026-11-20T16:00:00Z'), { ...riyadh, hour: 20 })).toBe('2026-11-19 20');
  });

  test('the days of a clock change have each hour once, also the hour that is left out', () => {
    const cairo = { hour: 0, timeZone: 'Africa/Cairo' }; // 2026-04-24 begins at 01:00
    expect(latestSlot(at('2026-04-23T21:59:00Z'), cairo)).toBe('2026-04-23 00');
    expect(latestSlot(at('2026-04-23T22:00:00Z'), cairo)).toBe('2026-04-24 00');
    const berlin = { hour: 2, timeZone: 'Europe/Berlin' };
    expect(nextSlotAt(at('2026-03-28T12:00:00Z'), berlin).toISOString()).toBe('2026-03-29T01:00:00.000Z');
    expect(nextSlotAt(at('2026-03-29T12:00:00Z'), berlin).toISOString()).toBe('2026-03-30T00:00:00.000Z');
  });
});

describe('claims and retries', () => {
  const now = at('2026-11-20T12:00:00Z');

  test('a running backup is dead after two silent minutes, or with a time after the clock', () => {
    expect(isBackupAlive('2026-11-20T11:58:30Z', now)).toBe(true);
    expect(isBackupAlive('2026-11-20T12:00:04Z', now)).toBe(true);
    expect(isBackupAlive('2026-11-20T11:58:00Z', now)).toBe(false);
    expect(isBackupAlive('2026-11-20T13:00:00Z', now)).toBe(false);
  });

  test('a failed backup waits half an hour, an interrupted one does not', () => {
    const failed = (finished_at: string, isInterrupted = false) => ({ finished_at, isInterrupted });
    expect(isBackupDue(null, now)).toBe(true);
    expect(isBackupDue(failed('2026-11-20T11:31:00Z'), now)).toBe(false);
    expect(isBackupDue(failed('2026-11-20T11:30:00Z'), now)).toBe(true);
    expect(isBackupDue(failed('2026-11-20T11:59:00Z', true), now)).toBe(true);
    expect(isBackupDue(failed('2026-11-20T19:00:00Z'), now)).toBe(true);
  });
});

describe('old files', () => {
  const file = (madeAt: string) => ({ name: madeAt, madeAt });
  const files = Array.from({ length: 20 }, (_, index) =>
    file(`2026-11-${String(index + 1).padStart(2, '0')}T00:00:00Z`),
  );
  const names = (deleted: readonly { name: string }[]) => deleted.map(({ name }) => name.slice(0, 10));
  const rule = { days: 14, now: at('2026-11-20T12:00:00Z'), timeZone: 'UTC' };

  test('a day keeps its newest four files, in whatever order they are listed', () => {
    const hours = ['18', '11', '12', '13', '14'];
    const ofDay = hours.map((hour) => file(`2026-11-20T${hour}:00:00Z`));
    const now = at('2026-11-20T20:00:00Z');
    expect(filesToDelete(ofDay, { ...rule, now })).toEqual([ofDay[1]]);
    expect(filesToDelete(ofDay.slice(1), { ...rule, now })).toEqual([]);
  });

  test('the newest days are kept with all of their files', () => {
    const second = file('2026-11-07T18:00:00Z');
    expect(names(filesToDelete([...files, second], rule))).toEqual(names(files.slice(0, 6)));
  });

  test('a month without a server, or a clock that is a year ahead, deletes nothing by itself', () => {
    const newest = files.slice(6);
    for (const now of ['2026-12-24T00:00:00Z', '2027-11-20T00:00:00Z'])
      expect(filesToDelete(newest, { ...rule, now: at(now) })).toEqual([]);
    const ahead = [...newest, file('2027-11-20T00:00:00Z')];
    expect(names(filesToDelete(ahead, { ...rule, now: at('2027-11-20T00:00:00Z') }))).toEqual(['2026-11-07']);
  });

  test('a clock that was set back deletes nothing', () => {
    expect(filesToDelete(files, { ...rule, now: at('2026-11-19T00:00:00Z') })).toEqual([]);
    expect(names(filesToDelete(files, { ...rule, days: 19 }))).toEqual(['2026-11-01']);
  });

  test('the newest file stays whatever the number of days is', () => {
    expect(names(filesToDelete(files.slice(0, 2), { ...rule, days: 0 }))).toEqual(['2026-11-01']);
    expect(filesToDelete([], rule)).toEqual([]);
  });
});

test('the warning comes from a failure, an age over 36 hours, and a clock before the last backup', () => {
  const now = at('2026-11-20T12:00:00Z');
  const fine = { hasFailed: false, since: '2026-11-19T00:01:00Z', startTimes: ['2026-11-19T00:00:00Z'] };
  expect(backupWarning(fine, now)).toBe(null);
  expect(backupWarning({ ...fine, since: '2026-11-19T00:00:00Z' }, now)).toBe('OVERDUE');
  expect(backupWarning({ ...fine, hasFailed: true }, now)).toBe('FAILED');
  expect(backupWarning({ ...fine, startTimes: ['2026-11-21T00:00:00Z'] }, now)).toBe('CLOCK_BEHIND');
});
