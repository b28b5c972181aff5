import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateInZone } from '../../contract/rules/hijri';
import {
  daysAfter,
  daysBetween,
  daysUntilExpiration,
  isDailyWorkDue,
  startOfDay,
} from '../../contract/rules/retention';

describe('the retention of a deletion', () => {
  test.each([
    ['2026-11-20', '2026-11-20', 30],
    ['2026-12-13', '2026-11-20', 7],
    ['2026-12-20', '2026-11-20', 0],
    ['2026-12-21', '2026-11-20', -1],
    ['2024-03-01', '2024-02-28', 28],
  ])('on %s a record deleted on %s has %i days left', (today, deletedOn, days) => {
    expect(daysUntilExpiration(deletedOn, today, 30)).toBe(days);
  });
  test('daysBetween is the inverse of daysAfter', () => {
    fc.assert(
      fc.property(fc.integer({ min: -4_000, max: 4_000 }), (days) => {
        expect(daysBetween('2026-11-20', daysAfter('2026-11-20', days))).toBe(days);
      }),
    );
  });
});

describe('the first moment of a day', () => {
  test.each([
    ['2026-11-20', 'Asia/Riyadh', '2026-11-19T21:00:00.000Z'],
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20', 'Asia/Kathmandu', '2026-11-19T18:15:00.000Z'],
    ['2026-11-20', 'Pacific/Kiritimati', '2026-11-19T10:00:00.000Z'],
    ['2026-11-20', 'Pacific/Pago_Pago', '2026-11-20T11:00:00.000Z'],
    // Clocks in Cairo went from 24:00 to 01:00, so the day starts at 01:00.
    ['2024-04-26', 'Africa/Cairo', '2024-04-25T22:00:00.000Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
  ])('%s in %s is %s', (date, zone, moment) => {
    expect(startOfDay(date, zone).toISOString()).toBe(moment);
  });
  test('the first moment is on this day, and the previous millisecond is not', () => {
    const zones = ['Asia/Riyadh', 'Africa/Cairo', 'Europe/London', 'America/St_Johns', 'Australia/Lord_Howe'];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000 }), fc.constantFrom(...zones), (days, zone) => {
        const date = daysAfter('2020-01-01', days);
        const first = startOfDay(date, zone);
        expect(dateInZone(first, zone)).toBe(date);
        expect(dateInZone(new Date(first.getTime() - 1), zone)).toBe(daysAfter(date, -1));
      }),
    );
  });
});

describe('daily work', () => {
  test.each([
    [null, true],
    ['2026-11-19', true],
    ['2026-11-20', false],
    ['2026-11-21', false],
  ])('daily work that last ran on %s is due: %s', (lastDoneOn, isDue) => {
    expect(isDailyWorkDue(lastDoneOn, '2026-11-20')).toBe(isDue);
  });
});
