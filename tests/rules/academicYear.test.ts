import { expect, test } from 'vitest';
import { currentAcademicYear, defaultAcademicYear, isActiveBatch } from '../../contract/rules/academicYear';

test('the academic year of the settings is the current one', () => {
  expect(currentAcademicYear('1446', '2026-03-01')).toBe('1446');
  expect(currentAcademicYear(' ١٤٤٦ ', '2026-03-01')).toBe('1446');
});
test('without a setting it is the Gregorian year less 579', () => {
  expect(currentAcademicYear(null, '2026-03-01')).toBe('1447');
  expect(currentAcademicYear('  ', '2025-12-31')).toBe('1446');
});
test('without a date it is 1446', () => {
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
