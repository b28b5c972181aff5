import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankAmong, ranksOf } from '../../contract/rules/rank';

test('Those who tie share a place, and the next place is left out', () => {
  expect(ranksOf([90, 85, 85, 70])).toEqual([1, 2, 2, 4]);
  expect(ranksOf([70, 85, 90, 85])).toEqual([4, 2, 1, 2]);
  expect(ranksOf([50, 50, 50])).toEqual([1, 1, 1]);
  expect(ranksOf([])).toEqual([]);
});

test('The place of one is the same whether all are ranked or the one alone', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (values) => {
      expect(values.map((value) => rankAmong(value, values))).toEqual(ranksOf(values));
    }),
  );
});
