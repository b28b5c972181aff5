import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arabicPlural } from '../../contract/rules/arabicText';

test.each([
  [0, 'zero'],
  [1, 'one'],
  [2, 'two'],
  [3, 'few'],
  [10, 'few'],
  [11, 'many'],
  [99, 'many'],
  [100, 'other'],
  [102, 'other'],
  [103, 'few'],
  [111, 'many'],
  [0.5, 'other'],
  [3.5, 'other'],
])('%d students take the plural "%s"', (count, category) => {
  expect(arabicPlural(count)).toBe(category);
});
test('every count has the same plural form as in the browser', () => {
  const rules = new Intl.PluralRules('ar');
  fc.assert(
    fc.property(fc.nat(), (count) => {
      expect(arabicPlural(count)).toBe(rules.select(count));
    }),
  );
});
