import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankAmong } from '../../contract/rules/gpa';

const ranks = (values: readonly number[]) => values.map((value) => rankAmong(value, values));

test('equal values share a rank, and the next rank is skipped', () => {
  expect(ranks([90, 85, 85, 70])).toEqual([1, 2, 2, 4]);
  expect(ranks([70, 85, 90, 85])).toEqual([4, 2, 1, 2]);
  expect(ranks([50, 50, 50])).toEqual([1, 1, 1]);
});

test('a rank is the index of the value in the sorted list', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (values) => {
      const sorted = values.toSorted((a, b) => b - a);
      expect(ranks(values)).toEqual(values.map((value) => sorted.indexOf(value) + 1));
    }),
  );
});
