import { expect, test } from 'vitest';
import { ageInYears, isBirthDate, formatAge } from '../../contract/rules/age';

const minute = 60_000;

test.each([
  [-minute, 'الآن'],
  [minute - 1, 'الآن'],
  [minute, 'قبل دقيقة'],
  [2 * minute, 'قبل دقيقتين'],
  [59 * minute, 'قبل 59 دقيقة'],
  [60 * minute, 'قبل ساعة'],
  [5 * 60 * minute, 'قبل 5 ساعات'],
  [24 * 60 * minute - 1, 'قبل 23 ساعة'],
  [2 * 24 * 60 * minute, 'قبل يومين'],
  [100 * 24 * 60 * minute, 'قبل 100 يوم'],
])('an age of %i ms: %s', (ageMs, text) => {
  expect(formatAge(ageMs)).toBe(text);
});

test.each([
  ['2010-11-20', 16],
  ['2010-11-21', 15],
  ['2012-02-29', 14],
  ['2026-11-20', 0],
  ['1906-11-20', 120],
])('a person born on %s is %i years old on 20 November 2026', (birthDate, years) => {
  expect(ageInYears(birthDate, '2026-11-20')).toBe(years);
});

test('a birthday on 29 February counts on 1 March in other years', () => {
  expect([ageInYears('2012-02-29', '2026-02-28'), ageInYears('2012-02-29', '2026-03-01')]).toEqual([13, 14]);
});

test('a birth date is today or in the last 120 years', () => {
  const days = ['2026-11-21', '2026-11-20', '1906-11-20', '1906-11-19'];
  expect(days.map((day) => isBirthDate(day, '2026-11-20'))).toEqual([false, true, true, false]);
});
