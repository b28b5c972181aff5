import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanNationalId, cleanPhone, isNationalId, nextStudentNumber } from '../../contract/rules/identity';

describe('a national id', () => {
  test('a national id has ten digits, in any script, ignoring spaces and invisible characters', () => {
    for (const id of ['1012345678', '١٠١٢٣٤٥٦٧٨', ' 1012 345 678 ', '\u200F۱۰۱۲۳۴۵۶۷۸']) {
      expect(isNationalId(id)).toBe(true);
      expect(cleanNationalId(id)).toBe('1012345678');
    }
  });
  test.each([
    '',
    '101234567',
    '10123456789',
    '101234567a',
    '1012345678.0',
    '-101234567',
    '１０１２３４５６７８',
  ])('%j is not a national id', (id) => {
    expect(isNationalId(id)).toBe(false);
  });
});

describe('a phone number', () => {
  test.each([
    ['٠٥٠ ١٢٣-٤٥٦٧', '0501234567'],
    ['+966 (50) 123.4567', '+966501234567'],
    ['\u202A+966501234567\u202C', '+966501234567'],
    ['966501234567+', '+966501234567'],
    ['', ''],
  ])('%j is stored as %j', (typed, stored) => {
    expect(cleanPhone(typed)).toBe(stored);
  });
  test('a phone number keeps characters that are not digits, so that validation can report them', () => {
    expect(cleanPhone('05x')).toBe('05x');
  });
});

describe('the next academic number', () => {
  test.each([
    ['1446', null, '14460001'],
    ['1446', '14460041', '14460042'],
    ['1446', '14469999', '144610000'],
    ['1446', '144610000', '144610001'],
    ['1447', '14469999', '14470001'],
    ['1446', '1446-A', '14460001'],
    ['1446', '14461', '14460001'],
    ['١٤٤٦', '14460009', '14460010'],
    ['1446/1447', null, '14460001'],
    ['', null, '14460001'],
  ])('the next number in %s after %s is %s', (year, last, next) => {
    expect(nextStudentNumber(year, last)).toBe(next);
  });
  test('the next number was never used before', () => {
    const numbers = new Set<string>();
    let last: string | null = null;
    for (let i = 0; i < 10_500; i++) {
      last = nextStudentNumber('1446', last);
      numbers.add(last);
    }
    expect(numbers.size).toBe(10_500);
  });
  test('the next number is one more than the last one, for any number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_998 }), (serial) => {
        const formatNumber = (n: number) => `1446${String(n).padStart(4, '0')}`;
        expect(nextStudentNumber('1446', formatNumber(serial))).toBe(formatNumber(serial + 1));
      }),
    );
  });
});
