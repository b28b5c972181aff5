import { expect, test } from 'vitest';
import {
  batchToSave,
  isReversed,
  newBatch,
  formatPeriod,
  parseWholeNumber,
  uniqueYears,
} from '../../src/resources/batches/batchModel';

test('a new batch is number 1 of the current academic year', () => {
  expect(newBatch('1447')).toMatchObject({ batch_number: 1, academic_year: '1447', status: 'نشطة' });
});

test('a form sends a number as a number and the year without its sign, for digits of any script', () => {
  expect(batchToSave({ batch_name: 'أ', batch_number: '٣', academic_year: '١٤٤٧ هـ' })).toEqual({
    batch_name: 'أ',
    batch_number: 3,
    academic_year: '1447',
  });
});

test('a whole number is accepted in digits of any script', () => {
  expect(['5', '٥', 7, '-1'].map(parseWholeNumber)).toEqual([5, 5, 7, -1]);
  expect(['1.5', 'أ', '', '1e3'].map(parseWholeNumber)).toEqual([null, null, null, null]);
});

test('days can be reversed only if both are set', () => {
  expect(isReversed('2025-02-01', '2025-01-31')).toBe(true);
  expect(isReversed('2025-02-01', '2025-02-01')).toBe(false);
  expect(isReversed(null, '2025-01-31')).toBe(false);
});

test('the years of the batches are listed once each, newest first', () => {
  expect(uniqueYears(['1445', '1447', '1445'].map((academic_year) => ({ academic_year })))).toEqual([
    '1447',
    '1445',
  ]);
});

test('a period is shown in either calendar, and is open if a day is missing', () => {
  expect(formatPeriod('islamic-umalqura', '2026-08-23', '2027-06-10')).toEqual({
    start: '1448/03/10',
    end: '1449/01/05',
  });
  expect(formatPeriod('gregory', '2026-08-23', null)).toEqual({ start: '2026/08/23', end: '…' });
});
