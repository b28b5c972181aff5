import { expect, test } from 'vitest';
import {
  cleanAcademicYear,
  currentAcademicYear,
  defaultAcademicYear,
  isAcademicYear,
  isActiveBatch,
} from '../../contract/rules/academicYear';

test('the academic year of the settings is the current one', () => {
  expect(currentAcademicYear('1446', '2026-03-01')).toBe('1446');
  expect(currentAcademicYear(' ١٤٤٦ ', '2026-03-01')).toBe('1446');
});
test('without a setting the academic year is the Gregorian year less 579', () => {
  expect(currentAcademicYear(null, '2026-03-01')).toBe('1447');
  expect(currentAcademicYear('  ', '2025-12-31')).toBe('1446');
});
test('a valid year has four digits and lies between 1400 and five years after the current one', () => {
  const chosen = ['1400', '1447', '1452'].map((year) => isAcademicYear(year, '2026-03-01'));
  expect(chosen).toEqual([true, true, true]);
  const refused = ['1399', '1453', '144', '14470', '1450/1451', '', '١٤٤٧', '1e3', '-1447'];
  expect(refused.filter((year) => isAcademicYear(year, '2026-03-01'))).toEqual([]);
});
test('a year is stored in ASCII digits without the Hijri sign', () => {
  expect(['1447هـ', '١٤٤٧ هـ', ' 1447 ه.', '1447'].map(cleanAcademicYear)).toEqual(Array(4).fill('1447'));
  expect(cleanAcademicYear('الأول 1447')).toBe('الأول 1447');
});
test('without a setting and a date the academic year is 1446', () => {
  expect(currentAcademicYear(null, '')).toBe(defaultAcademicYear);
  expect(defaultAcademicYear).toBe('1446');
});
test('a batch of the current year is active, one of another year is not', () => {
  expect(isActiveBatch('1447', null, '2026-03-01')).toBe(true);
  expect(isActiveBatch('١٤٤٧', null, '2026-03-01')).toBe(true);
  expect(isActiveBatch('1446', null, '2026-03-01')).toBe(false);
  expect(isActiveBatch('1446', '1446', '2026-03-01')).toBe(true);
  expect(isActiveBatch('', null, '2026-03-01')).toBe(false);
});
