import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hijriYear,
  dateInZone,
  gregorianDate,
  hijriDate,
  hijriDateWithoutYear,
} from '../../contract/rules/hijri';

describe('a date', () => {
  test('1 March 2026 is 12 Ramadan 1447', () => {
    expect(hijriDate('2026-03-01')).toBe('12 رمضان 1447 هـ');
    expect(hijriDateWithoutYear('2026-11-21')).toBe('11 جمادى الآخرة');
    expect(gregorianDate('2026-03-01')).toBe('1 مارس 2026');
  });
  test('a Hijri date follows the Umm al-Qura calendar, not the arithmetic one', () => {
    expect(hijriDate('2026-06-21')).toBe('6 محرم 1448 هـ');
  });
  test('a date has Arabic digits if the user chose them', () => {
    expect(hijriDate('2026-03-01', { digits: 'arab' })).toBe('١٢ رمضان ١٤٤٧ هـ');
    expect(gregorianDate('2026-03-01', { digits: 'arab' })).toBe('١ مارس ٢٠٢٦');
  });

  test('a late evening in London is the next day in Riyadh', () => {
    expect(gregorianDate('2026-02-28T22:30:00Z')).toBe('1 مارس 2026');
    expect(gregorianDate('2026-02-28T22:30:00.123Z', { timeZone: 'UTC' })).toBe('28 فبراير 2026');
    expect(gregorianDate('2026-03-01T00:30:00+03:00')).toBe('1 مارس 2026');
    expect(gregorianDate('2026-02-28 22:30:00')).toBe('1 مارس 2026');
  });
  test('a date without a time is the same in every zone', () => {
    for (const timeZone of ['Pacific/Honolulu', 'Asia/Riyadh', 'Pacific/Kiritimati']) {
      expect(gregorianDate('2026-03-01', { timeZone })).toBe('1 مارس 2026');
    }
  });
  test.each(['', 'أمس', '2026-02-30', '2026-13-01', '2026-03-01T25:00:00Z', '1/3/2026'])(
    '%j is not a date',
    (text) => {
      expect(hijriDate(text)).toBe('');
      expect(gregorianDate(text)).toBe('');
      expect(hijriYear(text)).toBeNaN();
    },
  );
});

describe('today', () => {
  test('today depends on the time zone of the institute', () => {
    const instant = new Date('2026-12-31T21:30:00Z');
    expect(dateInZone(instant, 'Asia/Riyadh')).toBe('2027-01-01');
    expect(dateInZone(instant, 'UTC')).toBe('2026-12-31');
  });
  test('today is always a date of ten characters', () => {
    const instant = fc.date({
      min: new Date('1900-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instant, (at) => {
        expect(dateInZone(at, 'UTC')).toBe(at.toISOString().slice(0, 10));
      }),
    );
  });
  test('an unknown time zone is an error', () => {
    expect(() => dateInZone(new Date(0), 'Riyadh/Asia')).toThrow(RangeError);
  });
  test('the Hijri year changes in the middle of a Gregorian one', () => {
    expect(hijriYear('2026-06-15')).toBe(1447);
    expect(hijriYear('2026-06-17')).toBe(1448);
  });
});
