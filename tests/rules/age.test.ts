import { expect, test } from 'vitest';
import { formatAge } from '../../contract/rules/age';

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
